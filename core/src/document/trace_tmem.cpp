// core/src/document/trace_tmem.cpp -- finds what Tensor Memory and the registers of wgmma have in all views.
// SPDX-License-Identifier: MIT
#include "trace_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/document/emulate.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/layout/tile.h>
#include <tilescope/layout/tmem_access.h>
#include <tilescope/layout/wgmma_fragment.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr unsigned kMostRegisters = 128, kMostNamed = 4;

bool sparse(const Derived& d) { return d.of(WordId::idesc).raw("sparse") != 0; }

void add_cell(Trace& t, const TmemCell& cell) {
    const CellFocus focus{cell.cta, cell.lane, cell.column};
    if (std::ranges::find(t.cells, focus) == t.cells.end()) t.cells.push_back(focus);
}

// Adds the elements of a row of A or a column of B with their bytes. `row` counts through both CTAs.
// Returns their name: "A[5][0..15]".
std::string trace_row(Trace& t, const Derived& d, Operand operand, unsigned row, unsigned first, unsigned count) {
    const OperandView& o = d.of(operand);
    const auto rows = static_cast<unsigned>(std::max(o.layout.rows, 0));
    const bool is_parted = o.in_smem && d.tmem.ctas == 2 && rows > 0;  // each CTA has a part in its shared memory
    const unsigned cta = is_parted ? row / rows : 0, in_cta = is_parted ? row % rows : row;
    const unsigned columns = o.in_smem ? static_cast<unsigned>(o.layout.columns) : d.tmem.a ? d.tmem.a->columns : 0;
    const unsigned end = std::min(first + count, columns);
    for (unsigned c = first; c < end; ++c) {
        const Element e{static_cast<int>(in_cta), static_cast<int>(c)};
        t.elements.push_back({matrix_of(operand), e.row, e.column});
        if (!o.placed() || e.row >= o.layout.rows) continue;
        for (std::uint32_t b = place_in_memory(o.layout, e).byte; b < end_of(o.layout, e); ++b)
            t.bytes.push_back({cta, b});
    }
    if (end <= first) return say(name_of(operand), "[", in_cta, "]");
    return say(name_of(operand), "[", in_cta, "][", first, end - first > 1 ? say("..", end - 1) : "", "]",
               d.tmem.ctas == 2 && o.in_smem ? say(" of CTA ", cta) : "");
}

// "CTA 1, lane 5, column 17"
std::string cell_text(const Derived& d, const TmemCell& cell) {
    return say(d.tmem.ctas == 2 ? say("CTA ", cell.cta, ", ") : "", "lane ", cell.lane, ", column ", cell.column);
}

void detail_cell(Trace& t, const Derived& d, const TmemCell& cell) {
    t.details.push_back(say("cell   ", cell_text(d, cell)));
    t.details.push_back(say("addr   ", hex(tmem_address(cell), 8)));
    t.details.push_back(say("warp   ", cell.lane / kTmem.warp_lanes, ", lane ", cell.lane % kTmem.warp_lanes, " of ",
                            kTmem.warp_lanes));
}

// Adds the thread that reads the cell with the widest load. The loads start at the first column of the operand and
// follow each other.
void detail_reader(Trace& t, const TmemCell& cell, unsigned base) {
    TmemAccess access{.fragment = {.shape = LoadShape::b32, .num = kMostRegisters}};
    access.column = base + (cell.column - base) / kMostRegisters * kMostRegisters;
    for (const Reader& r : readers_of(access, {cell.lane, cell.column})) {
        t.details.push_back(say("read   tcgen05.ld.32x32b from column ", access.column, ":"));
        t.details.push_back(say("       warp ", r.warp, ", thread ", r.thread, ", register ", r.reg));
    }
}

std::string factors_text(Operand operand, unsigned row, unsigned first, unsigned count) {
    return say(pick(operand, "SFA[", "SFB["), row, "][", first, count > 1 ? say("..", first + count - 1) : "", "]");
}

// Returns the bytes of an index range as ranges of addresses: "0x580..0x59f". Names a few of them.
std::string byte_ranges(const std::vector<ByteFocus>& bytes, std::size_t first, std::size_t last) {
    std::vector<std::uint32_t> sorted;
    for (std::size_t i = first; i < last; ++i) sorted.push_back(bytes[i].address);
    std::ranges::sort(sorted);
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    std::string out;
    std::size_t ranges = 0;
    for (std::size_t i = 0; i < sorted.size();) {
        std::size_t end = i + 1;
        while (end < sorted.size() && sorted[end] == sorted[end - 1] + 1) ++end;
        if (ranges++ < kMostNamed)
            out += say(out.empty() ? "" : ", ", hex(sorted[i]), end - i > 1 ? say("..", hex(sorted[end - 1])) : "");
        i = end;
    }
    return ranges > kMostNamed ? say(out, " and ", ranges - kMostNamed, " more ranges") : out;
}

// Adds the order of the sum: what one instruction adds at once.
void detail_sum(Trace& t, const Derived& d) {
    const auto shape = shape_of(instruction_of(d.session));
    if (!shape || shape->rule.profile == nullptr) return;
    const unsigned terms = stored_k(shape->k, true, shape->sparse);
    t.details.push_back(say("sum    D and ", terms, " products in each K step, one K step after the other"));
    t.details.push_back(say("       ", shape->rule.profile->adds.title));
}

// Adds the scale factors that one instruction uses for an element of D.
void add_factors_of_d(Trace& t, const Derived& d, unsigned row, unsigned column, unsigned k_step) {
    const TmemView& v = d.tmem;
    if (!v.sfa || !v.sfb) {
        t.details.emplace_back("scale  none");
        return;
    }
    const unsigned count = v.sfa->first.vector->factors, first = std::min(k_step, v.sfa->blocks - 1) * count;
    for (unsigned f = first; f < first + count; ++f) {
        t.factors.push_back({Operand::a, row, f});
        t.factors.push_back({Operand::b, column, f});
    }
    t.details.push_back(say("scale  ", factors_text(Operand::a, row, first, count), " x ",
                            factors_text(Operand::b, column, first, count)));
}

// Returns the column of B that a column of D reads, with the column shift of the mask.
unsigned source_of(Trace& t, const Derived& d, unsigned column) {
    if (!d.of(WordId::zcm).used || column >= d.mask.examples.columns.size()) {
        t.details.emplace_back("mask   none");
        return column;
    }
    if (!d.mask.asks.empty()) {
        t.details.push_back(say("mask   ?  ", d.mask.unknown));
        return column;
    }
    const MaskColumn& c = d.mask.examples.columns[column];
    t.columns.push_back({column});
    t.details.push_back(say("mask   column ", column, c.zeroed ? ": zeroed" : ": used"));
    return c.source;
}

// Adds the row of A and the column of B of one K step, their bytes, their scale factors and the order of the sum.
void detail_sources(Trace& t, const Derived& d, ElementFocus e, unsigned k_step) {
    const auto row = static_cast<unsigned>(e.row), column = static_cast<unsigned>(e.column);
    const std::size_t mask_at = t.details.size();
    const unsigned source = source_of(t, d, column), step_a = stored_k(d.k, true, sparse(d));
    const std::string a = trace_row(t, d, Operand::a, row, k_step * step_a, step_a);
    const std::size_t of_a = t.bytes.size();
    const std::string b = trace_row(t, d, Operand::b, source, k_step * d.k, d.k);
    std::vector<std::string> from = {say("from   A row ", row, ": ", a)};
    if (of_a > 0) from.push_back(say("       at ", byte_ranges(t.bytes, 0, of_a)));
    from.push_back(say("       B row ", source, ": ", b));
    if (t.bytes.size() > of_a) from.push_back(say("       at ", byte_ranges(t.bytes, of_a, t.bytes.size())));
    t.details.insert(t.details.begin() + static_cast<std::ptrdiff_t>(mask_at), from.begin(), from.end());
    add_factors_of_d(t, d, row, column, k_step);
    detail_sum(t, d);
}

// Adds the scale factor and the metadata of an element of A. `row` counts through both CTAs.
void add_companions_of_a(Trace& t, const Derived& d, unsigned row, unsigned stored) {
    const TmemView& v = d.tmem;
    const unsigned k = sparse(d) ? stored * 2 : stored;
    if (v.sfa && k / v.sfa->k_per_factor < v.sfa->factors())
        t.factors.push_back({Operand::a, row, k / v.sfa->k_per_factor});
    if (!v.meta) return;
    const unsigned first = stored / stored_per_code(*v.meta) * v.meta->kind->grain->group;
    const Element e{static_cast<int>(row), static_cast<int>(first)};
    for (const TmemCell& cell : places(*v.meta, e)) add_cell(t, cell);
    if (first < v.meta->kind->k) t.codes.push_back({row, first / v.meta->kind->grain->group});
    if (first < v.meta->kind->k) t.details.push_back(say("meta   ", explanation_of(*v.meta, e)));
}

// "byte 534 of the matrix, block 1: row 33, factor 6".
std::string global_words(const ScaleMatrix& matrix, const TileScales& scales, const ScaleFactor& f) {
    const auto byte = matrix_byte(matrix, scales, f);
    const ScaleFactor in = factor_in_matrix(matrix, scales, f);
    const std::string where = say("row ", in.row, ", factor ", in.factor);
    if (!byte) return say(where, " is outside the matrix");
    return say("byte ", *byte, " of the matrix, block ", *byte / kScaleAtom.bytes, ": ", where,
               is_padding(matrix, in) ? " (padding)" : "");
}

// ---- registers of wgmma ----

constexpr unsigned kWarp = 32;

// "thread 38 (warp 1, lane 6), register 42", "..., register 5, bits 16 to 31"
std::string register_text(const WgmmaFragment& f, Element e) {
    const RegisterPlace p = place_of(f, e);
    const std::string place =
        say("thread ", p.thread, " (warp ", p.thread / kWarp, ", lane ", p.thread % kWarp, "), register ", p.reg);
    if (f.row->bits == kRegisterBits) return place;
    return f.row->bits == 1 ? say(place, ", bit ", p.bit)
                            : say(place, ", bits ", p.bit, " to ", p.bit + f.row->bits - 1);
}

void add_facts(Trace& t, const FragmentRow& row) {
    t.details.push_back(say("source ", row.source));
    t.details.push_back(say("       ", text_of(row.certainty)));
    t.certainty = row.certainty;
}

// The fragment of the operand that has the element in registers.
Answer<WgmmaFragment> fragment_of(const Derived& d, const MmaShape& shape, Matrix matrix) {
    if (matrix == Matrix::d) return d_fragment(d.n, shape.rule.d ? shape.rule.d->bits : kRegisterBits);
    if (matrix != Matrix::a || !d.session.variant.a_in_tmem) return Refusal("the operand is in shared memory");
    return a_fragment(*shape.a);
}

// " of the instruction for rows 64 to 127": which one of the pieces of the tile has the registers. Empty: there is one.
std::string piece_text(const Derived& d, ElementFocus e) {
    const TilePieces& pieces = d.session.pieces;
    const auto range = [](std::string_view what, int at, unsigned size) {
        const unsigned first = static_cast<unsigned>(at) / size * size;
        return say(what, first, " to ", first + size - 1);
    };
    const bool rows = pieces.count.a > 1, columns = pieces.count.b > 1 && e.matrix == Matrix::d;
    if (!rows && !columns) return {};
    return say(" of the instruction for ", rows ? range("rows ", e.row, kWgmmaRows) : std::string(),
               rows && columns ? " and " : "", columns ? range("columns ", e.column, d.n) : std::string());
}

}  // namespace

std::string fed_by(const Derived& d, ElementFocus e) {
    const Operand operand = *operand_of(e.matrix);
    const OperandView& o = d.of(operand);
    const std::string_view what = pick(operand, "row", "column");
    if (!o.in_smem || d.tmem.ctas == 1) return say(what, " ", e.row, " of D");
    return say(what, "s ", e.row, " and ", e.row + o.layout.rows, " of D (one in each CTA)");
}

void trace_to_d(Trace& t, const Derived& d, ElementFocus e) {
    const auto row = static_cast<unsigned>(e.row), column = static_cast<unsigned>(e.column);
    if (e.matrix == Matrix::b) {
        trace_d_column(t, d, row);
        if (d.tmem.sfb && column / d.tmem.sfb->k_per_factor < d.tmem.sfb->factors())
            t.factors.push_back({Operand::b, row, column / d.tmem.sfb->k_per_factor});
        return;
    }
    for (int n = 0; d.tmem.d && n < static_cast<int>(d.tmem.d->columns); ++n)
        for (const TmemCell& cell : places(*d.tmem.d, {e.row, n}))
            t.cells.push_back({cell.cta, cell.lane, cell.column});
    add_companions_of_a(t, d, row, column);
}

void trace_d_column(Trace& t, const Derived& d, unsigned column) {
    for (int m = 0; d.tmem.d && m < static_cast<int>(row_count(*d.tmem.d)); ++m)
        for (const TmemCell& cell : places(*d.tmem.d, {m, static_cast<int>(column)}))
            t.cells.push_back({cell.cta, cell.lane, cell.column});
}

void trace_d(Trace& t, const Derived& d, ElementFocus e, unsigned k_step) {
    const std::string name = say("D[", e.row, "][", e.column, "]");
    const TmemView& v = d.tmem;
    if (!v.d) {
        t.sentence = say(name, ": ", v.none);
        const bool inside =
            e.row >= 0 && e.column >= 0 && e.row < static_cast<int>(d.tile_m) && e.column < static_cast<int>(d.tile_n);
        if (!inside || family_of(d.session).d != Storage::registers) return;
        t.elements.push_back(e);
        trace_register(t, d, e);
        detail_sources(t, d, e, k_step);
        return;
    }
    const TmemCells cells = places(*v.d, {e.row, e.column});
    if (cells.empty()) {
        t.sentence = say(name, " is outside D of ", row_count(*v.d), " x ", v.d->columns, ".");
        return;
    }
    const TmemCell& cell = cells[0];
    t.elements.push_back(e);
    add_cell(t, cell);
    for (const char* field : {"m", "n"}) add_bits(t, d, WordId::idesc, field);
    detail_cell(t, d, cell);
    t.details.push_back(say("how    ", explanation_of(*v.d, {e.row, e.column})));
    detail_sources(t, d, e, k_step);
    detail_reader(t, cell, v.d->base_column);
    t.sentence = say(name, ": ", cell_text(d, cell), " of tensor memory, ", hex(tmem_address(cell), 8));
}

void trace_tmem_a(Trace& t, const Derived& d, ElementFocus e) {
    const std::string name = say("A[", e.row, "][", e.column, "]");
    const TmemLayout& a = *d.tmem.a;
    const TmemCells cells = places(a, {e.row, e.column});
    if (cells.empty()) {
        t.sentence = say(name, " is outside A of ", row_count(a), " x ", a.columns, ".");
        return;
    }
    t.elements.push_back(e);
    for (const TmemCell& cell : cells) add_cell(t, cell);
    detail_cell(t, d, cells[0]);
    t.details.push_back(say("how    ", explanation_of(a, {e.row, e.column})));
    const unsigned step = std::max(stored_k(d.k, true, sparse(d)), 1u), column = static_cast<unsigned>(e.column);
    t.details.push_back(say("K step ", column / step, ", used by row ", e.row, " of D"));
    add_companions_of_a(t, d, static_cast<unsigned>(e.row), column);
    t.sentence = say(name, ": ", cell_text(d, cells[0]), ", bit ", cells[0].bit, " of tensor memory, ",
                     hex(tmem_address(cells[0]), 8));
    for (unsigned i = 1; i < cells.count; ++i) t.sentence += say(i == 1 ? "; also in lane " : " and ", cells[i].lane);
}

void trace_cell(Trace& t, const Derived& d, CellFocus focus, unsigned k_step) {
    const TmemCell cell{.cta = focus.cta, .lane = focus.lane, .column = focus.column};
    const std::string where = say(cell_text(d, cell), " of tensor memory, ", hex(tmem_address(cell), 8), ": ");
    add_cell(t, cell);
    if (!d.tmem.none.empty()) {
        t.sentence = say(where, d.tmem.none);
        return;
    }
    const std::vector<TmemThing> things = things_in(d.tmem, cell);
    std::string names;
    for (std::size_t i = 0; i < things.size(); ++i) {
        const TmemThing& thing = things[i];
        if (i < kMostNamed) names += say(i == 0 ? "" : ", ", name_of(d.tmem, thing));
        // The details of the first object in the cell stand for the others.
        Trace one;
        const auto row = static_cast<unsigned>(thing.row), column = static_cast<unsigned>(thing.column);
        switch (thing.place) {
        case TmemPlace::d: trace_d(one, d, {Matrix::d, thing.row, thing.column}, k_step); break;
        case TmemPlace::a: trace_tmem_a(one, d, {Matrix::a, thing.row, thing.column}); break;
        case TmemPlace::meta: trace_code(one, d, {row, column / d.tmem.meta->kind->grain->group}); break;
        case TmemPlace::sfa: trace_factor(one, d, {Operand::a, row, column}); break;
        case TmemPlace::sfb: trace_factor(one, d, {Operand::b, row, column}); break;
        }
        t.elements.insert(t.elements.end(), one.elements.begin(), one.elements.end());
        t.bytes.insert(t.bytes.end(), one.bytes.begin(), one.bytes.end());
        t.factors.insert(t.factors.end(), one.factors.begin(), one.factors.end());
        t.codes.insert(t.codes.end(), one.codes.begin(), one.codes.end());
        for (const CellFocus& c : one.cells) add_cell(t, {.cta = c.cta, .lane = c.lane, .column = c.column});
        if (i == 0) t.bits = one.bits, t.columns = one.columns, t.details = one.details;
    }
    if (things.empty()) detail_cell(t, d, cell), names = "nothing is stored here";
    if (things.size() > kMostNamed) names += say(" and ", things.size() - kMostNamed, " more");
    t.sentence = where + names;
}

void trace_factor(Trace& t, const Derived& d, ScaleFocus f) {
    const TmemPlace which = scales_place(f.operand);
    const std::string name = say(row_of(which).title, "[", f.row, "][", f.factor, "]");
    const auto& scales = d.tmem.scales(f.operand);
    if (!scales) {
        t.sentence = say(name, ": ", d.tmem.missing(which));
        return;
    }
    const ScaleFactor at{.row = f.row, .factor = f.factor};
    const std::vector<TmemCell> cells = places(*scales, at);
    if (cells.empty()) {
        t.sentence = say(name, " is outside the ", scales->rows(), " rows of ", scales->factors(), " factors.");
        return;
    }
    t.factors.push_back(f);
    for (const TmemCell& cell : cells) add_cell(t, cell);
    const std::string lanes =
        list_of(cells, [&](const TmemCell& cell) { return cell.cta == cells[0].cta ? say(cell.lane) : std::string(); });
    add_bits(t, d, WordId::idesc, pick(f.operand, "sfa_id", "sfb_id"));
    const std::uint64_t byte = memory_byte(*scales, at);
    const unsigned in_one = scales->first.vector->factors, k = f.factor * scales->k_per_factor;
    const bool of_a = f.operand == Operand::a;
    const std::string cell = say(d.tmem.ctas == 2 && of_a ? say("CTA ", cells[0].cta, ", ") : "", "column ",
                                 cells[0].column, ", byte ", cells[0].bit / 8, " of lanes ", lanes);
    t.details.push_back(say("smem   byte ", byte, " from the start of the tile, atom ", byte / kScaleAtom.bytes));
    t.details.push_back(say("gmem   ", global_words(d.tmem.scale_matrix[f.operand], *scales, at)));
    t.details.push_back(say("cells  ", cell));
    t.details.push_back(say("addr   ", hex(tmem_address(cells[0]), 8), " and its copies"));
    t.details.push_back(say("K step ", f.factor / in_one, ", factor ", f.factor % in_one, " of ", in_one, ", id ",
                            at_k_block(scales->first, f.factor / in_one).id));
    const unsigned count = of_a ? stored_k(scales->k_per_factor, true, sparse(d)) : scales->k_per_factor;
    const unsigned first = of_a ? stored_k(k, true, sparse(d)) : k;
    t.details.push_back(say("scales ", trace_row(t, d, f.operand, f.row, first, count)));
    t.sentence = say(name, ": byte ", byte, " of its tile in shared memory; ", cell, " of tensor memory");
}

void trace_code(Trace& t, const Derived& d, CodeFocus f) {
    const auto& meta = d.tmem.meta;
    const std::string name = say("metadata code ", f.code, " of A[", f.row, "]");
    if (!meta) {
        t.sentence = say(name, ": ", d.tmem.missing(TmemPlace::meta));
        trace_register(t, d, f);
        return;
    }
    const unsigned group = meta->kind->grain->group, codes = meta->kind->k / group;
    if (f.row >= row_count(*meta) || f.code >= codes) {
        t.sentence = say(name, " is outside the ", row_count(*meta), " rows of ", codes, " codes.");
        return;
    }
    const TmemThing thing{
        .place = TmemPlace::meta, .row = static_cast<int>(f.row), .column = static_cast<int>(f.code * group)};
    const unsigned stored = stored_per_code(*meta);
    t.codes.push_back(f);
    for (const TmemCell& cell : places(d.tmem, thing)) add_cell(t, cell);
    t.details.push_back(say("how    ", explanation_of(*meta, Element{thing.row, thing.column})));
    const std::string chosen = trace_row(t, d, Operand::a, f.row, f.code * stored, stored);
    t.details.push_back(say("gives  the positions of ", chosen, " in the group"));
    const std::string where =
        t.cells.empty() ? std::string("no cell") : cell_text(d, {t.cells[0].cta, t.cells[0].lane, t.cells[0].column});
    t.sentence = say(name_of(d.tmem, thing), ": ", where, " of tensor memory; gives the positions of ", chosen,
                     " among ", group, " elements of K");
}

void trace_register(Trace& t, const Derived& d, ElementFocus e) {
    const int rows = static_cast<int>(kWgmmaRows);
    if (family_of(d.session).d != Storage::registers || e.row < 0 || e.column < 0 ||
        e.row >= rows * static_cast<int>(d.session.pieces.count.a))
        return;
    const auto shape = shape_of(instruction_of(d.session));
    if (!shape) return;
    const auto f = fragment_of(d, *shape, e.matrix);
    if (!f) return;
    const int columns = static_cast<int>(f->columns), step = e.column / columns;
    // A has its registers in each K step, and D in each piece.
    if (e.matrix == Matrix::d && step >= static_cast<int>(d.session.pieces.count.b)) return;
    const std::string place = register_text(*f, {e.row % rows, e.column % columns}) + piece_text(d, e);
    t.sentence = say(name_of(e.matrix), "[", e.row, "][", e.column, "]: ", place);
    if (e.matrix != Matrix::d) t.sentence += say(" in K step ", step);
    t.details.push_back(say("regs   ", place));
    add_facts(t, *f->row);
}

void trace_register(Trace& t, const Derived& d, CodeFocus code) {
    if (family_of(d.session).metadata != Storage::registers || !d.session.variant.sparse ||
        code.row >= kWgmmaRows * d.session.pieces.count.a)
        return;
    const KindRow& kind = kind_or_none(d.session.variant.kind);
    const auto first = meta_fragment(kind.metadata);
    if (!first || code.code >= first->columns) return;
    const std::string name = say("metadata code ", code.code, " of A[", code.row, "]");
    const Element e{static_cast<int>(code.row % kWgmmaRows), static_cast<int>(code.code)};
    const unsigned stored = stored_k(kind.sparse_k, true, true) / first->columns;
    const std::string chosen = trace_row(t, d, Operand::a, code.row, code.code * stored, stored);
    t.codes.push_back(code);
    for (unsigned s = 0; s < first->row->selectors; ++s)
        t.details.push_back(say("regs   ", register_text(*meta_fragment(kind.metadata, s), e),
                                first->row->selectors > 1 ? say(", with the sparsity selector ", s) : std::string()));
    add_facts(t, *first->row);
    t.sentence = say(name, ": ", register_text(*first, e), " of the metadata",
                     first->row->selectors > 1 ? ", with the sparsity selector 0" : "", "; gives the positions of ",
                     chosen, " among ", kind.sparse_k / first->columns, " elements of K");
}

}  // namespace tilescope
