// core/src/layout/tmem_view.cpp -- the contents of a cell of Tensor Memory, and the scale factors of a tile.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/hw/memory.h>
#include <tilescope/layout/tmem_view.h>

namespace tilescope {
namespace {

TmemThing thing(TmemPlace place, Element e, unsigned first_bit, unsigned bits) {
    return {.place = place, .row = e.row, .column = e.column, .first_bit = first_bit, .bits = bits};
}

void add_elements(std::vector<TmemThing>& out, const TmemLayout& layout, TmemPlace place, TmemCell cell) {
    const bool is_d = layout.operand == TmemOperand::d;
    const TmemPacking* pack = is_d ? nullptr : &packing_of(*layout.type);
    const unsigned step = pack ? pack->container_bits : kTmem.cell_bits;
    for (unsigned bit = pack ? pack->first_bit : 0; bit < kTmem.cell_bits; bit += step) {
        cell.bit = bit;
        if (const auto e = element_at(layout, cell))
            out.push_back(thing(place, *e, bit, pack ? pack->element_bits : layout.bits));
    }
}

void add_factors(std::vector<TmemThing>& out, const TileScales& scales, TmemPlace place, TmemCell cell) {
    for (cell.bit = 0; cell.bit < kTmem.cell_bits; cell.bit += kFactorBits)
        if (const auto f = factor_at(scales, cell))
            out.push_back(thing(place, {static_cast<int>(f->row), static_cast<int>(f->factor)}, cell.bit, kFactorBits));
}

void add_codes(std::vector<TmemThing>& out, const MetaLayout& meta, TmemCell cell) {
    for (cell.bit = 0; cell.bit < kTmem.cell_bits; cell.bit += kCodeBits)
        if (const auto e = element_at(meta, cell)) out.push_back(thing(TmemPlace::meta, *e, cell.bit, kCodeBits));
}

}  // namespace

std::vector<TmemCell> places(const TileScales& s, const ScaleFactor& factor) {
    std::vector<TmemCell> out;
    if (factor.row >= s.rows() || factor.factor >= s.factors()) return out;
    const bool is_a = s.first.operand == Operand::a;
    const unsigned in_one = s.first.vector->factors;
    const ScaleLayout block = at_k_block(s.first, factor.factor / in_one);
    const ScaleFactor local{.row = is_a ? factor.row % s.first.rows : factor.row, .factor = factor.factor % in_one};
    for (unsigned cta = 0; cta < s.ctas; ++cta) {
        if (is_a && factor.row / s.first.rows != cta) continue;
        for (TmemCell cell : places(block, local)) {
            cell.cta = cta;
            out.push_back(cell);
        }
    }
    return out;
}

std::optional<ScaleFactor> factor_at(const TileScales& s, const TmemCell& cell) {
    if (cell.cta >= s.ctas || cell.column < s.first.base_column) return {};
    const unsigned byte =
        (cell.column - s.first.base_column) / group_columns(s.first) * kFactorsPerCell + cell.bit / kFactorBits;
    if (byte < s.first.id) return {};
    const unsigned in_one = s.first.vector->factors, block = (byte - s.first.id) / in_one;
    if (block >= s.blocks) return {};
    TmemCell local = cell;
    local.cta = 0;
    std::optional<ScaleFactor> out = factor_at(at_k_block(s.first, block), local);
    if (!out) return {};
    out->factor += block * in_one;
    if (s.first.operand == Operand::a) out->row += cell.cta * s.first.rows;
    return out;
}

unsigned columns_used(const TileScales& s) {
    const ScaleLayout last = at_k_block(s.first, s.blocks - 1);
    return last.base_column - s.first.base_column + columns_used(last);
}

ScaleMemory memory_of(const TileScales& s) { return {.rows = s.first.rows, .factors = s.first.id + s.factors()}; }

std::uint64_t memory_byte(const TileScales& s, const ScaleFactor& factor) {
    const bool is_a = s.first.operand == Operand::a;
    return place_in_memory(
        memory_of(s), {.row = is_a ? factor.row % s.first.rows : factor.row, .factor = s.first.id + factor.factor});
}

const std::string& TmemView::missing(TmemPlace place) const {
    static constexpr auto kIsScale = [](TmemPlace p) { return p == TmemPlace::sfa || p == TmemPlace::sfb; };
    if (place == TmemPlace::d) return none;
    const std::string& own = place == TmemPlace::a ? no_a : kIsScale(place) ? no_scales : no_meta;
    return own.empty() ? none : own;
}

bool lies_in(const TmemView& view, TmemPlace place, const TmemCell& at) {
    TmemCell cell = at;
    cell.bit = 0;
    if (cell.column >= view.columns) return false;
    switch (place) {
    case TmemPlace::d: return view.d && element_at(*view.d, cell);
    case TmemPlace::a:
        if (!view.a) return false;
        cell.bit = packing_of(*view.a->type).first_bit;
        return element_at(*view.a, cell).has_value();
    case TmemPlace::meta: return view.meta && element_at(*view.meta, cell);
    default: break;
    }
    const auto& scales = place == TmemPlace::sfa ? view.sfa : view.sfb;
    for (; scales && cell.bit < kTmem.cell_bits; cell.bit += kFactorBits)
        if (factor_at(*scales, cell)) return true;
    return false;
}

std::vector<TmemThing> things_in(const TmemView& view, const TmemCell& cell) {
    std::vector<TmemThing> out;
    if (cell.column >= view.columns) return out;
    if (view.d) add_elements(out, *view.d, TmemPlace::d, cell);
    if (view.a) add_elements(out, *view.a, TmemPlace::a, cell);
    if (view.sfa) add_factors(out, *view.sfa, TmemPlace::sfa, cell);
    if (view.sfb) add_factors(out, *view.sfb, TmemPlace::sfb, cell);
    if (view.meta) add_codes(out, *view.meta, cell);
    return out;
}

bool has_conflict(const TmemView& view, const TmemCell& cell) {
    const std::vector<TmemThing> things = things_in(view, cell);
    for (std::size_t i = 0; i < things.size(); ++i)
        for (std::size_t j = i + 1; j < things.size(); ++j) {
            const TmemThing &a = things[i], &b = things[j];
            const bool apart = a.first_bit + a.bits <= b.first_bit || b.first_bit + b.bits <= a.first_bit;
            if (a.place != b.place && !apart) return true;
        }
    return false;
}

TmemCells places(const TmemView& view, const TmemThing& code) {
    if (!view.meta) return {};
    return places(*view.meta, Element{code.row, code.column});
}

std::string name_of(const TmemView& view, const TmemThing& t) {
    if (t.place != TmemPlace::meta) return say(row_of(t.place).title, "[", t.row, "][", t.column, "]");
    const int group = view.meta ? static_cast<int>(view.meta->kind->grain->group) : 1;
    return say("metadata of A[", t.row, "], k ", t.column, " to ", t.column + group - 1);
}

std::vector<CodeMeaning> code_meanings(const SparseGrain& grain) {
    std::vector<CodeMeaning> out;
    for (unsigned code = 0; code < 1u << kCodeBits; ++code) {
        CodeMeaning m{.code = code};
        for (unsigned bit = kCodeBits; bit-- > 0;) m.bits += (code >> bit & 1u) != 0 ? '1' : '0';
        const auto kept = kept_by(grain, code);
        m.legal = static_cast<bool>(kept);
        if (kept) m.kept = *kept;
        m.sentence = kept ? say("keeps ", list_of(*kept, std::identity(), ", ", " and ")) : "has no meaning";
        out.push_back(std::move(m));
    }
    return out;
}

std::vector<std::string> code_lines(const TmemView& view, unsigned row) {
    std::vector<std::string> out;
    if (!view.meta || row >= row_count(*view.meta)) return out;
    const SparseGrain& grain = *view.meta->kind->grain;
    const unsigned stored = stored_per_code(*view.meta);
    for (unsigned code = 0; code < view.meta->kind->k / grain.group; ++code) {
        const unsigned k = code * grain.group;
        const TmemCells cells = places(*view.meta, {static_cast<int>(row), static_cast<int>(k)});
        if (cells.empty()) continue;
        const TmemCell& c = cells[0];
        const std::string kept =
            stored == 1 ? say("element ", code) : say("elements ", code * stored, " to ", (code + 1) * stored - 1);
        std::string line = say("code ", code, ": k ", k, " to ", k + grain.group - 1, ", stored ", kept, ", lane ",
                               c.lane, ", column ", c.column, ", bits ", c.bit, " to ", c.bit + kCodeBits - 1);
        for (unsigned i = 1; i < cells.count; ++i) line += say(i == 1 ? "; also in lane " : " and ", cells[i].lane);
        out.push_back(std::move(line));
    }
    return out;
}

}  // namespace tilescope
