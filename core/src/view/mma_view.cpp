// core/src/view/mma_view.cpp -- the picture of the session's MMA: what lights up, what was read wrong.
// SPDX-License-Identifier: MIT

#include <tilescope/base/say.h>
#include <tilescope/document/emulate.h>
#include <tilescope/document/instruction.h>
#include <tilescope/emulator/element_terms.h>
#include <tilescope/layout/tile.h>
#include <tilescope/view/mma_view.h>

#include <algorithm>
#include <utility>

namespace tilescope {
namespace {

std::string where_is(const OperandView& o) {
    if (!o.placed()) return unplaced_part(o);
    return say(name_of(o.layout.major), ", ", row_of(o.layout.mode).name, ", from ", hex(o.layout.start));
}

// The columns of D that the mask zeroes. Empty: the form has no mask, or fields with unknown bits decide it.
std::vector<std::uint8_t> zeroed_columns(const Derived& d) {
    std::vector<std::uint8_t> out;
    if (!d.of(WordId::zcm).used || !d.mask.asks.empty() || d.mask.n != d.n || d.mask.m != d.m) return out;
    for (const MaskColumn& c : d.mask.examples.columns) out.push_back(c.zeroed ? 1 : 0);
    return out;
}

// A size with unknown bits is drawn as this one, because a picture without a matrix would say that there is none.
constexpr unsigned kSizeOfUnknown = 64;
unsigned known_size(const Derived& d, std::string_view field, unsigned size) {
    return d.of(WordId::idesc).knows(field) ? size : kSizeOfUnknown;
}

// Draws what is assumed or unknown in its own way, with "?" in the place of an unknown size.
void set_basis_of_parts(MmaPicture& picture, const Derived& d) {
    const auto grid = [&](PicturePart part) -> Cells* {
        const auto& at = picture.grid[static_cast<std::size_t>(part)];
        return at ? &picture.scene.grids[*at] : nullptr;
    };
    const auto set = [&](PicturePart part, Basis basis, const std::string& title) {
        Cells* cells = grid(part);
        if (cells != nullptr && basis == Basis::unknown && !title.empty()) cells->title = title;
        if (cells != nullptr) set_basis(*cells, basis);
    };
    const Basis of_d = basis_of_d(d);
    set(PicturePart::a, basis_of_places(d, Operand::a), say("A  m ", d.m_text, " x k ", d.session.tile_k));
    set(PicturePart::b, basis_of_places(d, Operand::b), say("B  n ", d.n_text, " x k ", d.session.tile_k, ", turned"));
    for (const Operand o : kBothOperands) set(memory_part(o), basis_of_places(d, o), {});
    set(PicturePart::d, of_d, say("D  m ", d.m_text, " x n ", d.n_text, "  ", d.d_type));
    set(PicturePart::tmem, of_d, {});
}

MmaMatrix matrix_of_operand(const Derived& d, Operand which, const std::optional<WrittenPlaces>& written) {
    const OperandView& o = d.of(which);
    const auto ctas = static_cast<int>(d.tmem.ctas);
    const unsigned pieces = o.apart ? d.session.pieces.count[which] : 1;
    MmaMatrix out{.rows = o.layout.rows * ctas * static_cast<int>(pieces),
                  .columns = o.layout.columns,
                  .columns_of_step = static_cast<int>(o.mma_k),
                  .stored_half = o.stored_half,
                  .type = std::string(pick(which, d.a_type, d.b_type)),
                  .where = where_is(o)};
    if (!d.of(WordId::idesc).knows(pick(which, "m", "n"))) out.rows = static_cast<int>(kSizeOfUnknown);
    if (o.in_smem) {
        if (o.placed()) out.layout = &o.layout, out.bytes = o.bytes;
        if (written) out.written = &*written;
        return out;
    }
    const RecipeSize size = recipe_size(d, recipe_of(which));
    const unsigned columns = d.tmem.a ? d.tmem.a->columns : size.columns;
    out.rows = static_cast<int>(d.tmem.a ? row_count(*d.tmem.a) : size.rows);
    out.columns = static_cast<int>(columns);
    const unsigned steps = d.k == 0 ? 1 : std::max(d.session.tile_k / d.k, 1u);
    out.columns_of_step = static_cast<int>(std::max(columns / steps, 1u));
    return out;
}

void add_areas(std::vector<MmaLight>& out, PicturePart part, const Cells& cells, const std::vector<std::size_t>& lit) {
    if (lit.empty()) return;
    // Looks only at the part of the grid that has lit cells: this runs in each frame.
    const auto row_of = [&](std::size_t at) { return static_cast<int>(at) / cells.columns; };
    const auto column_of = [&](std::size_t at) { return static_cast<int>(at) % cells.columns; };
    const auto [top, bottom] = std::ranges::minmax(lit, {}, row_of);
    const auto [left, right] = std::ranges::minmax(lit, {}, column_of);
    const int first_row = row_of(top), first_column = column_of(left);
    const int rows = row_of(bottom) - first_row + 1, columns = column_of(right) - first_column + 1;
    std::vector<int> key(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns), -1);
    for (const std::size_t at : lit) key[index_in(columns, {row_of(at) - first_row, column_of(at) - first_column})] = 0;
    std::vector<CellBox> boxes = boxes_of(rows, columns, key);
    std::ranges::sort(boxes, {}, [](const CellBox& b) { return std::pair(b.row, b.column); });
    for (const CellBox& b : boxes) out.push_back({part, first_row + b.row, first_column + b.column, b.rows, b.columns});
}

// The cell that has an element of a part. Nothing: the part does not have it.
std::optional<std::size_t> cell_in(const Cells& cells, int row, int column) {
    const bool inside =
        row >= 0 && column >= 0 && row / cells.cell_rows < cells.rows && column / cells.cell_columns < cells.columns;
    return inside ? std::optional(cells.at(row / cells.cell_rows, column / cells.cell_columns)) : std::nullopt;
}
// B is drawn with its columns downward.
std::optional<std::size_t> cell_in(Operand o, const Cells& cells, int row, int column) {
    return cell_in(cells, pick(o, row, column), pick(o, column, row));
}

class Lights {
public:
    Lights(const MmaPicture& picture, const Derived& d, const Focus& focus, const Trace& trace)
        : picture_(picture), d_(d), trace_(trace) {
        for (const ElementFocus& e : trace.elements)
            if (e.matrix == Matrix::d) of_d_ = of_d_ ? of_d_ : std::optional(e);
        if (const auto* e = std::get_if<ElementFocus>(&focus); e && e->matrix == Matrix::d) of_d_ = *e;
    }

    std::vector<MmaLight> all() {
        if (of_d_) add_whole_rows();
        for (const Operand o : kBothOperands) add_operand(o);
        add_d();
        add_places();
        return std::move(out_);
    }

private:
    const MmaPicture& picture_;
    const Derived& d_;
    const Trace& trace_;
    std::optional<ElementFocus> of_d_;  // the focus, if it is an element of D or its cell
    std::vector<MmaLight> out_;

    int rows_of_cta(Operand o) const { return std::max(d_.of(o).layout.rows, 1); }
    unsigned cta_of(Operand o) const {
        const int row = pick(o, of_d_->row, of_d_->column);
        return d_.of(o).in_smem ? static_cast<unsigned>(row / rows_of_cta(o)) : 0;
    }

    void add_whole_rows() {
        if (const Cells* a = picture_.of(PicturePart::a); a && of_d_->row / a->cell_rows < a->rows)
            out_.push_back({PicturePart::a, of_d_->row / a->cell_rows, 0, 1, a->columns, true});
        if (const Cells* b = picture_.of(PicturePart::b); b && of_d_->column / b->cell_columns < b->columns)
            out_.push_back({PicturePart::b, 0, of_d_->column / b->cell_columns, b->rows, 1, true});
    }
    // Lights the cells of a part that the items of a list have there.
    template <class List, class CellOf>
    void light(PicturePart part, const List& list, CellOf cell_of) {
        const Cells* cells = picture_.of(part);
        if (cells == nullptr) return;
        std::vector<std::size_t> lit;
        for (const auto& item : list)
            if (const std::optional<std::size_t> at = cell_of(*cells, item)) lit.push_back(*at);
        add_areas(out_, part, *cells, lit);
    }
    void add_operand(Operand o) {
        const bool shared = d_.of(o).in_smem;
        std::vector<ElementFocus> shown;
        for (const ElementFocus& e : trace_.elements)
            for (unsigned cta = 0; e.matrix == matrix_of(o) && cta < (shared ? d_.tmem.ctas : 1); ++cta)
                if (!of_d_ || !shared || cta == cta_of(o))
                    shown.push_back({e.matrix, e.row + static_cast<int>(cta) * rows_of_cta(o), e.column});
        light(matrix_part(o), shown,
              [&](const Cells& cells, const ElementFocus& e) { return cell_in(o, cells, e.row, e.column); });
    }
    // An element of A feeds a row of D, an element of B a column.
    void add_d() {
        const Cells* cells = picture_.of(PicturePart::d);
        if (cells == nullptr) return;
        if (of_d_) {
            if (of_d_->row >= 0 && of_d_->column >= 0 && of_d_->row < cells->rows && of_d_->column < cells->columns)
                out_.push_back({PicturePart::d, of_d_->row, of_d_->column, 1, 1});
            return;
        }
        std::vector<bool> rows(static_cast<std::size_t>(cells->rows)),
            columns(static_cast<std::size_t>(cells->columns));
        for (const ElementFocus& e : trace_.elements) {
            const auto operand = operand_of(e.matrix);
            if (!operand) continue;
            std::vector<bool>& hit = pick(*operand, rows, columns);
            const int each = d_.of(*operand).in_smem ? rows_of_cta(*operand) : static_cast<int>(hit.size());
            for (int at = e.row; at >= 0 && at < static_cast<int>(hit.size()); at += std::max(each, 1))
                hit[static_cast<std::size_t>(at)] = true;
        }
        for_each_run(rows, [&](int first, int count) {
            out_.push_back({PicturePart::d, first, 0, count, cells->columns});
        });
        for_each_run(columns, [&](int first, int count) {
            out_.push_back({PicturePart::d, 0, first, cells->rows, count});
        });
    }
    template <class Add>
    static void for_each_run(const std::vector<bool>& hit, Add add) {
        for (std::size_t i = 0, end = 0; i < hit.size(); i = end + 1) {
            for (end = i; end < hit.size() && hit[end];) ++end;
            if (end > i) add(static_cast<int>(i), static_cast<int>(end - i));
        }
    }
    void add_places() {
        for (const Operand o : kBothOperands)
            light(memory_part(o), trace_.bytes,
                  [&](const Cells&, const ByteFocus& b) { return picture_.cell_of_byte(memory_part(o), b.address); });
        light(PicturePart::tmem, trace_.cells, [](const Cells& cells, const CellFocus& c) {
            return cell_in(cells, static_cast<int>(c.lane), static_cast<int>(c.column));
        });
        for (const Operand o : kBothOperands)
            light(pick(o, PicturePart::sfa, PicturePart::sfb), trace_.factors,
                  [&](const Cells& cells, const ScaleFocus& f) {
                      return f.operand == o ? cell_in(o, cells, static_cast<int>(f.row), static_cast<int>(f.factor))
                                            : std::nullopt;
                  });
        light(PicturePart::meta, trace_.codes, [](const Cells& cells, const CodeFocus& c) {
            return cell_in(cells, static_cast<int>(c.row), static_cast<int>(c.code));
        });
    }
};

std::optional<PicturePart> memory_with(const MmaPicture& picture, std::uint64_t byte, Operand first) {
    for (const Operand o : {first, other_operand(first)})
        if (picture.cell_of_byte(memory_part(o), byte)) return memory_part(o);
    return std::nullopt;
}

// `element` is the element of D: its row is the row of A, its column the row of B, through all CTAs.
void add_arrow(std::vector<MmaArrow>& out, const MmaPicture& picture, const ElementFocus& element,
               const ElementRead& read, bool expected) {
    const std::uint64_t bit = expected ? read.right_bit : read.read_bit;
    const Cells* to = picture.of(matrix_part(read.operand));
    const auto memory = bit == kNotWritten ? std::nullopt : memory_with(picture, bit / 8, read.operand);
    if (to == nullptr || !memory) return;
    const Cells& from = *picture.of(*memory);
    const std::size_t at = *picture.cell_of_byte(*memory, bit / 8), width = static_cast<std::size_t>(from.columns);
    const std::string name = say(name_of(read.operand), "[", read.element.row, "][", read.element.column, "]");
    const int row = pick(read.operand, element.row, element.column);
    const auto target = cell_in(read.operand, *to, row, read.element.column);
    if (!target) return;
    out.push_back({.from = *memory,
                   .from_row = static_cast<int>(at / width),
                   .from_column = static_cast<int>(at % width),
                   .to = matrix_part(read.operand),
                   .to_row = static_cast<int>(*target) / to->columns,
                   .to_column = static_cast<int>(*target) % to->columns,
                   .expected = expected,
                   .label = expected ? say(name, " is at ", hex(bit / 8)) : say("read at ", hex(bit / 8))});
}

}  // namespace

MmaPicture mma_picture_of(const Derived& d, const Emulation* emulation, const MmaLook& look) {
    const auto a = written_places(d, Operand::a), b = written_places(d, Operand::b);
    const bool fits = emulation && emulation->m == d.tile_m && emulation->n == d.tile_n && !emulation->verdicts.empty();
    MmaSource source{.operand = {matrix_of_operand(d, Operand::a, a), matrix_of_operand(d, Operand::b, b)},
                     .tmem = &d.tmem,
                     .emulation = fits ? emulation : nullptr,
                     .m = known_size(d, "m", d.tile_m),
                     .n = known_size(d, "n", d.tile_n),
                     .d_type = d.d_type,
                     .k_step = look.k_step,
                     .cta = std::min(look.cta, d.tmem.ctas - 1)};
    if (!fits) source.zeroed = zeroed_columns(d);
    if (fits && look.sums && look.k_step >= look.first_step) {
        const unsigned step = look.k_step - look.first_step;
        source.sums = d_after(*emulation, step);
        source.range = look.range;
        if (!source.sums.empty())
            source.after = say("after K step ", look.k_step, " (", step + 1, " of ", emulation->reads.size(), ")");
    }
    MmaPicture out = mma_picture(source);
    set_basis_of_parts(out, d);
    if (const std::string pieces = pieces_sentence(d); !pieces.empty()) out.scene.sentence += say(' ', pieces);
    return out;
}

std::vector<MmaLight> lights_of(const MmaPicture& picture, const Derived& derived, const Focus& focus,
                                const Trace& trace) {
    return Lights(picture, derived, focus, trace).all();
}

std::vector<MmaArrow> wrong_reads(const MmaPicture& picture, const EmulatorJob& job, const Emulation& emulation,
                                  const ElementFocus& element) {
    std::vector<MmaArrow> out;
    if (element.matrix != Matrix::d || element.row < 0 || element.column < 0) return out;
    OperandPair<bool> done;
    for (const ElementRead& read :
         element_reads(job, emulation, static_cast<unsigned>(element.row), static_cast<unsigned>(element.column))) {
        if (read.right() || done[read.operand]) continue;
        done[read.operand] = true;
        add_arrow(out, picture, element, read, false);
        add_arrow(out, picture, element, read, true);
    }
    return out;
}

}  // namespace tilescope
