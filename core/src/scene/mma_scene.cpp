// core/src/scene/mma_scene.cpp -- one MMA as a picture: A, B and D as matrices, and where each lies.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/emulator/emulation.h>
#include <tilescope/hw/memory.h>
#include <tilescope/scene/mma_scene.h>
#include <tilescope/scene/tile_scene.h>
#include <tilescope/scene/tmem_scene.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace tilescope {
namespace {

constexpr int kSumTones = 8;
constexpr unsigned kLanesOfTone = 16;  // half of the lanes of a warp: M 64 uses only one half

struct Look {
    Tone tone;
    Mark mark;
};

Look look_of(const Emulation& e, std::size_t at) {
    const bool shows = at < e.shows.size() && e.shows[at] == (kShowsA | kShowsB);
    switch (e.verdicts[at]) {
    case Verdict::wrong: return {Tone::wrong, Mark::crossed};
    case Verdict::requested: return {Tone::zeroed, Mark::none};
    case Verdict::rounding: return {Tone::rounding, Mark::none};
    case Verdict::equal: break;
    }
    return {Tone::equal, shows ? Mark::none : Mark::hatched};
}

// Eight tones from the least to the greatest sum. 0 has the tone of a cell without a value; NaN is hatched.
Look look_of_sum(const MmaSource& s, std::size_t at) {
    const double value = number_of_d(*s.emulation, s.sums[at]);
    if (std::isnan(value)) return {Tone::empty, Mark::hatched};
    if (value == 0) return {Tone::empty, Mark::none};
    const double width = s.range.most - s.range.least;
    const double share = width > 0 ? (std::clamp(value, s.range.least, s.range.most) - s.range.least) / width : 1;
    return {static_cast<Tone>(std::min(static_cast<int>(share * kSumTones), kSumTones - 1)), Mark::none};
}

Look look_in_d(const MmaSource& s, std::size_t at) {
    return at < s.sums.size() ? look_of_sum(s, at) : look_of(*s.emulation, at);
}

// The cell of Tensor Memory that holds an element of D. wgmma: a warp has 16 rows.
unsigned lane_of(const MmaSource& s, int row, int column) {
    if (!s.tmem || !s.tmem->d) return static_cast<unsigned>(row);
    const TmemCells cells = places(*s.tmem->d, {row, column});
    return cells.empty() ? 0 : cells[0].lane;
}

Look look_before(const MmaSource& s, unsigned lane, int column) {
    const auto at = static_cast<std::size_t>(column);
    if (at < s.zeroed.size() && s.zeroed[at] != 0) return {Tone::zeroed, Mark::hatched};
    return {step_tone(lane / kLanesOfTone), Mark::none};
}

// The worst look of the elements of D in one cell of the map.
std::optional<Look> worst_in(const MmaSource& s, const Cells& map, std::uint32_t key) {
    std::optional<Look> worst;
    Verdict most = Verdict::equal;
    for (int l = 0; l < map.cell_rows; ++l)
        for (int c = 0; c < map.cell_columns; ++c) {
            const TmemCell cell{.cta = s.cta,
                                .lane = (key >> 16) + static_cast<unsigned>(l),
                                .column = (key & 0xffff) + static_cast<unsigned>(c)};
            const auto e = element_at(*s.tmem->d, cell);
            if (!e || e->row >= static_cast<int>(s.m) || e->column >= static_cast<int>(s.n)) continue;
            if (!s.emulation) return look_before(s, cell.lane, e->column);
            const std::size_t at = index_in(s.n, *e);
            const Look look = look_in_d(s, at);
            const Verdict verdict = s.emulation->verdicts[at];
            const bool worse = !worst || verdict > most || (verdict == most && look.mark == Mark::none);
            if (worse) worst = look, most = verdict;
        }
    return worst;
}

// The lines that the words read or that were written; a line can be there several times.
std::vector<std::uint32_t> all_lines(const MmaMatrix& o) {
    std::vector<std::uint32_t> lines;
    const auto add = [&](std::uint64_t byte) {
        const auto line = static_cast<std::uint32_t>(byte / kLineBytes);
        if (lines.empty() || lines.back() != line) lines.push_back(line);
    };
    for (const std::uint32_t b : o.bytes)
        if (b != kNoKey) add(b);
    if (o.written)
        for (const std::uint64_t bit : o.written->first_bit)
            if (bit != kNotWritten) add(bit / 8);
    return lines;
}

// Returns the byte where an element is read; kNoKey: it has no place.
std::uint32_t byte_of(const MmaMatrix& o, int row, int column) {
    if (!o.layout || row >= o.layout->rows || column >= o.layout->columns) return kNoKey;
    const std::size_t at = index_in(o.layout->columns, {row, column});
    return at < o.bytes.size() ? o.bytes[at] : kNoKey;
}

// The tone of an element: its chunk. Without a place in shared memory, `width` columns have one tone.
Tone operand_tone(const MmaMatrix& o, int row, int column, int width) {
    if (!o.layout) return step_tone(static_cast<unsigned>(column / width));
    const int along = o.layout->major == Major::k ? column : row;
    return step_tone(static_cast<unsigned>(along) / elements_per_chunk(*o.layout->type));
}

bool in_step(const MmaMatrix& o, unsigned step, int column) {
    return o.columns_of_step > 0 && static_cast<unsigned>(column / o.columns_of_step) == step;
}

Cells d_cells(const MmaSource& s) {
    Cells out =
        empty_grid("mma_d", say("D  m ", s.m, " x n ", s.n, "  ", s.d_type, s.after.empty() ? "" : ", ", s.after),
                   {"m", "n"}, {static_cast<int>(s.m), static_cast<int>(s.n)}, CellKind::element_d);
    out.key_by_place();
    for (int r = 0; r < out.rows; ++r)
        for (int c = 0; c < out.columns; ++c) {
            const std::size_t at = out.at(r, c);
            const Look look = s.emulation ? look_in_d(s, at) : look_before(s, lane_of(s, r, c), c);
            out.tone[at] = look.tone;
            out.mark[at] = look.mark;
        }
    return out;
}

Cells tmem_cells(const MmaSource& s) {
    Scene map = tmem_scene(*s.tmem, {.cta = s.cta, .grain = TmemGrain::overview});
    Cells out = std::move(map.grids.front());
    out.id = "mma_tmem";
    for (std::size_t at = 0; s.tmem->d && at < out.tone.size(); ++at) {
        if (out.tone[at] != Tone::d || out.mark[at] == Mark::crossed) continue;
        if (const auto look = worst_in(s, out, out.key[at])) out.tone[at] = look->tone, out.mark[at] = look->mark;
    }
    return out;
}

// Draws the lines that hold elements as the words read them, and the lines where they were written. `shared` has the
// bytes that the words of both operands read.
Cells memory_cells(const MmaSource& s, Operand operand, const SharedMap& shared,
                   std::unordered_map<std::uint32_t, int>& row_of_line) {
    const MmaMatrix& o = s.operand[operand];
    LineGrid lines = line_grid(all_lines(o), kChunkBytes);
    row_of_line = std::move(lines.row_of);
    Cells& out = lines.cells;
    out.id = say("mma_memory_", pick(operand, "a", "b"));
    out.title = say("shared memory of ", name_of(operand));
    const auto cell = [&](std::uint64_t byte) {
        const int row = row_of_line.at(static_cast<std::uint32_t>(byte / kLineBytes));
        const std::size_t at = out.at(row, static_cast<int>(byte % kLineBytes / kChunkBytes));
        out.key[at] = static_cast<std::uint32_t>(byte / kChunkBytes * kChunkBytes);
        return at;
    };
    if (!shared.used.empty()) out.both.assign(out.tone.size(), 0);
    std::vector<std::uint8_t> has_data(out.tone.size(), o.written ? 0 : 1);
    if (o.written)
        for (const std::uint64_t bit : o.written->first_bit)
            if (bit != kNotWritten) {
                const std::size_t at = cell(bit / 8);
                has_data[at] = 1;
                out.tone[at] = Tone::used;
            }
    for (int r = 0; r < o.layout->rows; ++r)
        for (int c = 0; c < o.layout->columns; ++c) {
            const std::uint32_t byte = byte_of(o, r, c);
            if (byte == kNoKey) continue;
            const std::size_t at = cell(byte);
            out.tone[at] = operand_tone(o, r, c, 1);
            out.label[at] = chunk_in_row(*o.layout, {r, c});
            if (!out.both.empty() && shared.any_in(out.key[at], kChunkBytes)) out.both[at] = 1;
            out.lit[at] |= in_step(o, s.k_step, c);
            if (!has_data[at]) out.mark[at] = Mark::crossed;
        }
    return std::move(out);
}

// The tone of the first cell with a pattern of Tensor Memory itself. Most cells of D have the tone and the pattern of
// their verdict there.
std::optional<Tone> tone_in_tmem(const MmaPicture& picture, Mark mark) {
    constexpr std::array kOwn = {Tone::a, Tone::d, Tone::sfa, Tone::sfb, Tone::meta};
    const Cells* cells = picture.of(PicturePart::tmem);
    for (std::size_t i = 0; cells && i < cells->mark.size(); ++i)
        if (cells->mark[i] == mark && std::ranges::find(kOwn, cells->tone[i]) != kOwn.end()) return cells->tone[i];
    return std::nullopt;
}

// Crossed cells of the matrices and crossed chunks of memory look the same, so they have one entry.
void add_wrong_reads(std::vector<LegendEntry>& out, bool in_matrix, bool in_memory) {
    constexpr std::string_view kMatrix =
        "The instruction reads this element of A or B at another address than where the kernel wrote it.";
    constexpr std::string_view kMemory =
        "The instruction reads this chunk of shared memory, but the kernel wrote no element of the tile into it.";
    if (!in_matrix && !in_memory) return;
    out.push_back({Tone::empty, Mark::crossed, in_matrix ? "read from a wrong place" : "read, not written",
                   in_matrix && in_memory ? say("In A and B: ", kMatrix, "\nIn memory: ", kMemory)
                                          : std::string(in_matrix ? kMatrix : kMemory)});
}

// Returns only entries that occur in the picture.
std::vector<LegendEntry> legend_of_mma(const MmaPicture& picture, const MmaSource& source) {
    const auto has = [&](PicturePart part, Tone tone, Mark mark) {
        const Cells* cells = picture.of(part);
        for (std::size_t i = 0; cells && i < cells->tone.size(); ++i)
            if (cells->tone[i] == tone && cells->mark[i] == mark) return true;
        return false;
    };
    const auto crossed = [&](PicturePart part) {
        const Cells* cells = picture.of(part);
        return cells && std::ranges::find(cells->mark, Mark::crossed) != cells->mark.end();
    };
    std::vector<LegendEntry> out;
    const auto add = [&](bool occurs, Tone tone, Mark mark, const char* text, const char* means = "") {
        if (occurs) out.push_back({tone, mark, text, means});
    };
    const auto add_of_d = [&](Tone tone, Mark mark, const char* text, const char* means = "") {
        add(has(PicturePart::d, tone, mark), tone, mark, text, means);
    };
    if (!source.sums.empty()) {
        add_of_d(Tone::empty, Mark::none, "0 so far");
        out.push_back({Tone::step0, Mark::none, say("least sum ", text_of_sum(source.range.least))});
        out.push_back({Tone::step7, Mark::none, say("greatest ", text_of_sum(source.range.most))});
    }
    add_of_d(Tone::equal, Mark::none, "equal");
    add_of_d(Tone::equal, Mark::hatched, "equal, but proves nothing",
             "The value is right, but it would be right too if wrong bytes of A or B had been read.");
    add_of_d(Tone::rounding, Mark::none, "rounding");
    add_of_d(Tone::zeroed, Mark::none, "as requested");
    add_of_d(Tone::wrong, Mark::crossed, "wrong");
    add_of_d(Tone::zeroed, Mark::hatched, "zeroed by the mask");
    add_of_d(Tone::empty, Mark::hatched, "NaN");
    add(picture.of(PicturePart::sfa), Tone::sfa, Mark::none, "scale factors of A");
    add(picture.of(PicturePart::sfb), Tone::sfb, Mark::none, "scale factors of B");
    add(picture.of(PicturePart::meta), Tone::meta, Mark::none, "metadata of A");
    add(has(PicturePart::tmem, Tone::a, Mark::none), Tone::a, Mark::none, "A in Tensor Memory");
    const bool unread =
        has(PicturePart::memory_a, Tone::used, Mark::none) || has(PicturePart::memory_b, Tone::used, Mark::none);
    add(unread, Tone::used, Mark::none, "written, not read",
        "The kernel wrote an element of the tile into this chunk of shared memory, but the words let the instruction\n"
        "read none of its bytes. Wrong words read other chunks instead; those are crossed if nothing was written "
        "there.");
    add_wrong_reads(out, crossed(PicturePart::a) || crossed(PicturePart::b),
                    crossed(PicturePart::memory_a) || crossed(PicturePart::memory_b));
    for (const PicturePart part : {PicturePart::memory_a, PicturePart::memory_b})
        if (const Cells* memory = picture.of(part))
            if (auto both = legend_of_both(*memory)) {
                out.push_back(std::move(*both));
                break;
            }
    if (const auto tone = tone_in_tmem(picture, Mark::crossed))
        out.push_back({*tone, Mark::crossed, "shared by two operands"});
    if (const auto tone = tone_in_tmem(picture, Mark::hatched))
        out.push_back({*tone, Mark::hatched, "[?] not confirmed"});
    return out;
}

// ---- the whole picture ----

constexpr int kMostDrawn = 256;
constexpr int kChunkOfNothing = 8;  // columns of one tone if the operand has no place in shared memory

// A grid of a matrix, perhaps turned. A cell covers as many elements as it must, so that at most kMostDrawn are drawn.
Cells covering_grid(std::string id, std::string title, const GridSize& matrix, bool turned, CellKind kind,
                    Tone tone = Tone::empty) {
    const auto cells = [](int count, int each) { return (count + each - 1) / each; };
    const int down = turned ? matrix.columns : matrix.rows, across = turned ? matrix.rows : matrix.columns;
    const int each_down = cells(down, kMostDrawn), each_across = cells(across, kMostDrawn);
    Cells out = empty_grid(std::move(id), std::move(title), {}, {cells(down, each_down), cells(across, each_across)},
                           kind, tone);
    out.cell_rows = each_down, out.cell_columns = each_across;
    return out;
}

// An element of the operand, counted through all CTAs.
struct Whole {
    int row, column;
};

class OperandGrid {
public:
    OperandGrid(const MmaSource& source, Operand operand)
        : source_(source), operand_(operand), o_(source.operand[operand]) {}

    // B is drawn with k downward: row n of B stands above column n of D.
    Cells draw() const {
        const bool turned = pick(operand_, false, true);
        const std::string title =
            turned
                ? say(name_of(operand_), "  n ", o_.rows, " x k ", o_.columns, ", turned  ", o_.type)
                : say(name_of(operand_), "  m ", o_.rows, " x k ", k_text(o_.columns, o_.stored_half), "  ", o_.type);
        Cells out = covering_grid(say("mma_", pick(operand_, "a", "b")), title, {o_.rows, o_.columns}, turned,
                                  pick(operand_, CellKind::element_a, CellKind::element_b));
        out.row_axis = turned ? "k" : "m", out.column_axis = turned ? "n" : "k";
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
Cells strip(std::string id, std::string title, const GridSize& size, Tone tone, CellKind kind, bool turned) {
    Cells out = covering_grid(std::move(id), std::move(title), size, turned, kind, tone);
    out.key_by_place();
    for (std::uint32_t& key : out.key)
        if (turned) key = key << 16 | key >> 16;
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
        const auto size = [](unsigned rows, unsigned columns) {
            return GridSize{static_cast<int>(rows), static_cast<int>(columns)};
        };
        if (v.sfa)
            add(PicturePart::sfa,
                strip("mma_sfa", "SFA", size(v.sfa->rows(), v.sfa->factors()), Tone::sfa, CellKind::factor_a, false));
        if (v.sfb)
            add(PicturePart::sfb,
                strip("mma_sfb", "SFB", size(v.sfb->rows(), v.sfb->factors()), Tone::sfb, CellKind::factor_b, true));
        if (v.meta)
            add(PicturePart::meta,
                strip("mma_meta", "codes", size(source_.m, v.meta->kind->k / v.meta->kind->grain->group), Tone::meta,
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

ShapeScene shape_scene(const ShapeInput& in) {
    constexpr double kLeast = 24, kGap = 16;  // so that a box of 8 columns is visible and can be dragged
    const double m = std::max<double>(in.m, kLeast), n = std::max<double>(in.n, kLeast),
                 k = std::max<double>(in.k, kLeast);
    const double d_left = k + kGap, d_top = k + kGap;
    ShapeScene out{.width = d_left + n, .height = d_top + m, .boxes = {}, .edges = {}, .sentence = {}};
    out.boxes = {{"a", 0, d_top, k, m, say("A  ", in.a_type, ", ", in.m, " x ", in.k)},
                 {"b", d_left, 0, n, k, say("B  ", in.b_type, ", ", in.k, " x ", in.n)},
                 {"d", d_left, d_top, n, m, say("D  ", in.d_type, ", ", in.m, " x ", in.n)}};
    out.edges = {{"m", true, 0, d_top + m, out.width}, {"n", false, d_left + n, 0, out.height}};
    out.sentence = say("D (", in.m, " x ", in.n, ", ", in.d_type, ") += A (", in.m, " x ", in.k, ", ", in.a_type,
                       ") x B (", in.k, " x ", in.n, ", ", in.b_type, ")");
    if (in.cta_group == 2) out.sentence += say("; each CTA of the pair holds ", in.m / 2, " rows of A and half of B");
    return out;
}

}  // namespace tilescope
