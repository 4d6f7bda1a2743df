// core/src/scene/mma_scene.cpp -- one MMA as a picture: A, B and D as matrices, and where each lies.
// SPDX-License-Identifier: MIT
#include "mma_scene_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/hw/memory.h>
#include <tilescope/scene/tile_scene.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr int kMostDrawn = 256;
constexpr int kChunkOfNothing = 8;  // columns of one tone if the operand has no place in shared memory

// How many elements a cell covers, so that at most kMostDrawn cells are drawn.
int covers(int count) { return (count + kMostDrawn - 1) / kMostDrawn; }
int cells_for(int count, int each) { return (count + each - 1) / each; }

// An element of the operand, counted through all CTAs.
struct Whole {
    int row, column;
};

class OperandGrid {
public:
    OperandGrid(const MmaSource& source, Operand operand)
        : source_(source), operand_(operand), o_(source.operand[operand]) {}

    // B is drawn with k downward.
    Cells draw() const {
        const bool turned = pick(operand_, false, true);
        Cells out{.id = say("mma_", pick(operand_, "a", "b")),
                  .title = turned
                               ? say(name_of(operand_), "  k ", o_.columns, " down, n ", o_.rows, " across  ", o_.type)
                               : say(name_of(operand_), "  m ", o_.rows, " x k ", k_text(o_.columns, o_.stored_half),
                                     "  ", o_.type),
                  .row_axis = turned ? "k" : "m",
                  .column_axis = turned ? "n" : "k"};
        const int down = turned ? o_.columns : o_.rows, across = turned ? o_.rows : o_.columns;
        out.cell_rows = covers(down), out.cell_columns = covers(across);
        out.rows = cells_for(down, out.cell_rows), out.columns = cells_for(across, out.cell_columns);
        out.kind = pick(operand_, CellKind::element_a, CellKind::element_b);
        out.make_empty();
        for (int r = 0; r < out.rows; ++r)
            for (int c = 0; c < out.columns; ++c) {
                const int y = r * out.cell_rows, x = c * out.cell_columns;
                put(out, out.at(r, c), turned ? Whole{x, y} : Whole{y, x});
            }
        return out;
    }

private:
    const MmaSource& source_;
    Operand operand_;
    const MmaMatrix& o_;

    void put(Cells& out, std::size_t at, Whole e) const {
        const int rows = o_.layout ? std::max(o_.layout->rows, 1) : std::max(o_.rows, 1);
        const int in_cta = e.row % rows;
        out.key[at] = static_cast<std::uint32_t>(in_cta) << 16 | static_cast<std::uint32_t>(e.column);
        out.tone[at] = operand_tone(o_, in_cta, e.column, kChunkOfNothing);
        out.lit[at] = in_step(o_, source_.k_step, e.column);
        if (!o_.layout || !o_.written) return;
        const auto byte = byte_of(o_, in_cta, e.column);
        if (byte == kNoKey || e.column >= o_.written->columns || in_cta >= o_.written->rows) return;
        if (o_.written->at({in_cta, e.column}) / 8 != byte) out.mark[at] = Mark::crossed;
    }
};

// The strip of scale factors or metadata beside an operand.
Cells strip(std::string id, std::string title, int rows, int columns, Tone tone, CellKind kind, bool turned) {
    Cells out{.id = std::move(id), .title = std::move(title)};
    const int down = turned ? columns : rows, across = turned ? rows : columns;
    out.cell_rows = covers(down), out.cell_columns = covers(across);
    out.rows = cells_for(down, out.cell_rows), out.columns = cells_for(across, out.cell_columns);
    out.kind = kind;
    out.make_empty();
    std::ranges::fill(out.tone, tone);
    for (int r = 0; r < out.rows; ++r)
        for (int c = 0; c < out.columns; ++c) {
            const auto y = static_cast<std::uint32_t>(r * out.cell_rows),
                       x = static_cast<std::uint32_t>(c * out.cell_columns);
            out.key[out.at(r, c)] = turned ? x << 16 | y : y << 16 | x;
        }
    return out;
}

class Picture {
public:
    explicit Picture(const MmaSource& source) : source_(source) {}

    MmaPicture draw() {
        for (const Operand o : kBothOperands)
            if (source_.operand[o].rows > 0 && source_.operand[o].columns > 0)
                add(matrix_part(o), OperandGrid(source_, o).draw());
        if (source_.m > 0 && source_.n > 0) add(PicturePart::d, d_cells(source_));
        const SmemLayout *a = source_.operand.a.layout, *b = source_.operand.b.layout;
        const SharedMap shared = a && b ? shared_map(*a, *b) : SharedMap{};
        for (const Operand o : kBothOperands)
            if (source_.operand[o].layout) add(memory_part(o), memory_cells(source_, o, shared, out_.row_of_line[o]));
        if (source_.tmem && source_.tmem->none.empty()) add_tmem();
        out_.scene.legend = legend_of_mma(out_, source_);
        out_.scene.sentence = sentence();
        return std::move(out_);
    }

private:
    const MmaSource& source_;
    MmaPicture out_;

    void add(PicturePart part, Cells cells) {
        out_.grid[static_cast<std::size_t>(part)] = out_.scene.grids.size();
        out_.scene.grids.push_back(std::move(cells));
    }
    void add_tmem() {
        const TmemView& v = *source_.tmem;
        add(PicturePart::tmem, tmem_cells(source_));
        if (v.sfa)
            add(PicturePart::sfa, strip("mma_sfa", "SFA", static_cast<int>(v.sfa->rows()),
                                        static_cast<int>(v.sfa->factors()), Tone::sfa, CellKind::factor_a, false));
        if (v.sfb)
            add(PicturePart::sfb, strip("mma_sfb", "SFB", static_cast<int>(v.sfb->rows()),
                                        static_cast<int>(v.sfb->factors()), Tone::sfb, CellKind::factor_b, true));
        if (v.meta)
            add(PicturePart::meta, strip("mma_meta", "codes", static_cast<int>(source_.m),
                                         static_cast<int>(v.meta->kind->k / v.meta->kind->grain->group), Tone::meta,
                                         CellKind::code, false));
    }
    std::string sentence() const {
        std::string out;
        for (const Operand o : kBothOperands) {
            const MmaMatrix& operand = source_.operand[o];
            out += say(name_of(o), " ", operand.rows, " x ", operand.columns, " ", operand.type, ", ", operand.where,
                       "; ");
        }
        return out + say("D ", source_.m, " x ", source_.n, " ", source_.d_type, ".");
    }
};

}  // namespace

std::optional<std::size_t> MmaPicture::cell_of_byte(PicturePart memory, std::uint64_t address) const {
    const Cells* cells = of(memory);
    const auto& rows = memory == PicturePart::memory_b ? row_of_line.b : row_of_line.a;
    if (cells == nullptr) return std::nullopt;
    const auto row = rows.find(static_cast<std::uint32_t>(address / kLineBytes));
    if (row == rows.end()) return std::nullopt;
    return cells->at(row->second, static_cast<int>(address % kLineBytes / kChunkBytes));
}

MmaPicture mma_picture(const MmaSource& source) { return Picture(source).draw(); }

}  // namespace tilescope
