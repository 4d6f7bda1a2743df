// core/src/layout/sparse_meta.cpp -- sparsity metadata: what a code keeps, and the places of codes.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/hw/memory.h>
#include <tilescope/layout/sparse_meta.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr unsigned kKnownSelectors = 2;  // CUTLASS uses selectors 0 and 1
constexpr unsigned kPairDistance = 8;    // rows r and r + 8 share a cell

std::string binary(unsigned code) {
    std::string out = "0b";
    for (unsigned bit = kCodeBits; bit-- > 0;) out += (code >> bit & 1u) != 0 ? '1' : '0';
    return out;
}

std::string list_of_codes(const SparseGrain& grain) {
    return list_of(grain.codes, [](const SparseCode& c) { return binary(c.code); });
}

KeptPositions positions_of(const SparseGrain& grain, const SparseCode& code) {
    KeptPositions out;
    for (unsigned u = 0; u < grain.kept_units; ++u)
        for (unsigned e = 0; e < grain.unit; ++e) out.at[out.count++] = code.kept[u] * grain.unit + e;
    return out;
}

// A bit of the metadata of one row. Codes are counted along K.
struct CodeBit {
    unsigned row, code, bit;
};
// The place of that bit in a block of lanes.
struct BlockPlace {
    unsigned lane, column, bit;
};

BlockPlace place_in_block(const MetaRow& kind, CodeBit at) {
    const unsigned column = at.code / kCodesPerCell, code = at.code % kCodesPerCell;
    if (!kind.paired) return {at.row, column, code * kCodeBits + at.bit};
    const unsigned half_codes = kCodesPerCell / 2;
    return {at.row % kPairDistance + code / half_codes * kPairDistance + at.row / 16 * 16, column,
            code % half_codes * kCodeBits + at.row / kPairDistance % 2 * 16 + at.bit};
}

CodeBit code_in_block(const MetaRow& kind, BlockPlace p) {
    const unsigned first = p.column * kCodesPerCell;
    if (!kind.paired) return {p.lane, first + p.bit / kCodeBits, p.bit % kCodeBits};
    const unsigned half_codes = kCodesPerCell / 2;
    return {p.lane % kPairDistance + p.bit / 16 * kPairDistance + p.lane / 16 * 16,
            first + p.lane / kPairDistance % 2 * half_codes + p.bit % 16 / kCodeBits, p.bit % kCodeBits};
}

// Assigns the bits of a code to the elements of its group, in order: two bits for each element (1:2), one bit for each
// element (2:4), one bit for each pair (4:8).
CodeBit code_of(const MetaRow& kind, unsigned row, unsigned k) {
    const unsigned group = kind.grain->group;
    return {row, k / group, k % group * kCodeBits / group};
}
unsigned k_of(const MetaRow& kind, const CodeBit& at) {
    return at.code * kind.grain->group + at.bit * kind.grain->group / kCodeBits;
}

std::string_view unknown_because(const MetaLayout& layout) {
    if (layout.path->half)
        return "PTX shows the metadata of half sub-partitions (M = 64 without .ws, M = 128 of a pair of CTAs) in "
               "figures only, and CUTLASS has no such form.";
    if (layout.kind->paired && layout.selector >= kKnownSelectors)
        return "No document states the sub-column for selectors 2 and 3; CUTLASS uses selectors 0 and 1.";
    return {};
}

}  // namespace

Answer<KeptPositions> kept_by(const SparseGrain& grain, unsigned code) {
    for (const SparseCode& c : grain.codes)
        if (c.code == code) return positions_of(grain, c);
    const std::string have = code <= bit_mask(kCodeBits) ? binary(code) : say(code);
    return Refusal("code ", have, " has no meaning in ", grain.name, ": use one of ", list_of_codes(grain));
}

std::uint32_t word_met(const SparseGrain& grain, unsigned code, unsigned stored, std::span<const std::uint32_t> b) {
    constexpr unsigned kHalfBits = 16;
    const auto index = [&](unsigned i) { return code >> (2 * i) & 3u; };
    if (grain.kept_units == 2) return b[index(stored)];
    const auto half = [&](unsigned i) { return b[index(i) / 2] >> (index(i) % 2 * kHalfBits) & bit_mask(kHalfBits); };
    return static_cast<std::uint32_t>(half(0) | half(1) << kHalfBits);
}

KeptPositions positions_met(const SparseGrain& grain, unsigned code) {
    if (grain.kept_units == 2) return {.at = {code & 3u, code >> 2 & 3u}, .count = 2};
    return {.at = {code >> 3 & 1u}, .count = 1};
}

std::vector<MetWord> words_met(const SparseGrain* grain, std::span<const std::uint8_t> codes,
                               std::span<const std::uint32_t> b) {
    std::vector<MetWord> out;
    out.reserve(b.size());
    for (unsigned at = 0; grain == nullptr && at < b.size(); ++at) out.push_back({at, b[at]});
    for (unsigned first = 0; grain != nullptr && first < b.size(); first += grain->group) {
        const unsigned code = codes[first / grain->group];
        const std::span group = b.subspan(first, grain->group);
        const auto legal = kept_by(*grain, code);
        unsigned stored = 0;
        for (const unsigned p : legal ? *legal : positions_met(*grain, code))
            out.push_back({first + p, legal ? group[p] : word_met(*grain, code, stored++, group)});
    }
    return out;
}

std::string meeting_text(const SparseGrain& grain, unsigned code) {
    if (grain.kept_units == 2) return say("code ", binary(code), " keeps elements ", code & 3u, " and ", code >> 2);
    return say("code ", binary(code), " makes a word whose low half is half ", code & 3u,
               " and whose high half is half ", code >> 2, " of the four 16-bit halves of the two elements of B");
}

Answer<unsigned> code_for(const SparseGrain& grain, std::span<const unsigned> positions) {
    for (const SparseCode& c : grain.codes)
        if (std::ranges::equal(positions_of(grain, c), positions)) return c.code;
    const std::string have = list_of(positions),
                      possible = list_of(
                          grain.codes, [&](const SparseCode&c) { return list_of(positions_of(grain, c)); }, "; ");
    return Refusal("no code of ", grain.name, " keeps positions ", have.empty() ? "(none)" : have,
                   " in this order: use one of ", possible);
}

Answer<void> can_be_placed(const MetaLayout& layout, unsigned available) {
    const MetaRow& kind = *layout.kind;
    if ((layout.ws || layout.path->ws == FormNeed::yes) && !kind.ws)
        return Refusal(kind.name, " kinds have no .ws form");
    if (layout.path->sparse == FormNeed::no)
        return Refusal("layout ", layout.path->name, " is for dense instructions only");
    if (layout.selector > 3) return Refusal("the selector must be 0 to 3, not ", layout.selector);
    if (!kind.paired && layout.selector != 0)
        return Refusal("the selector of ", kind.name, " kinds must be 0, not ", layout.selector);
    if (kind.paired && layout.base_column % kKnownSelectors != 0)
        return Refusal("metadata of ", kind.name, " must start at an even column, not ", layout.base_column,
                       ": selector 1 selects the odd column");
    return columns_fit(columns_used(layout), layout.base_column, available);
}

unsigned row_count(const MetaLayout& layout) { return layout.path->m; }

unsigned columns_used(const MetaLayout& layout) {
    return layout.kind->columns + (layout.kind->paired ? layout.selector : 0);
}

TmemCells places(const MetaLayout& layout, Element element) {
    TmemCells out;
    if (element.row < 0 || element.column < 0 || !unknown_because(layout).empty()) return out;
    const auto row = static_cast<unsigned>(element.row), k = static_cast<unsigned>(element.column);
    if (row >= row_count(layout) || k >= layout.kind->k) return out;
    const unsigned in_cta = rows_per_cta(*layout.path);
    const BlockPlace p = place_in_block(*layout.kind, code_of(*layout.kind, row % in_cta, k));
    const unsigned first = layout.base_column + (layout.kind->paired ? layout.selector : 0);
    for (unsigned bank = 0; bank < layout.path->banks; ++bank)
        out.add({.cta = row / in_cta, .lane = p.lane + bank * in_cta, .column = first + p.column, .bit = p.bit});
    return out;
}

std::optional<Element> element_at(const MetaLayout& layout, const TmemCell& cell) {
    const DataPathRow& path = *layout.path;
    const unsigned first = layout.base_column + (layout.kind->paired ? layout.selector : 0);
    if (!unknown_because(layout).empty() || cell.cta >= path.cta_group || cell.lane >= kTmem.lanes) return {};
    if (cell.column < first || cell.column >= first + layout.kind->columns || cell.bit >= kTmem.cell_bits) return {};
    const unsigned in_cta = rows_per_cta(path);
    const CodeBit at = code_in_block(*layout.kind, {cell.lane % in_cta, cell.column - first, cell.bit});
    return Element{static_cast<int>(cell.cta * in_cta + at.row), static_cast<int>(k_of(*layout.kind, at))};
}

std::string explanation_of(const MetaLayout& layout, Element element) {
    const std::string name = say("metadata of A(", element.row, ", ", element.column, ")");
    if (const std::string_view why = unknown_because(layout); !why.empty())
        return say(name, ": the place is unknown. ", why);
    const TmemCells cells = places(layout, element);
    if (cells.empty())
        return say(name, " is outside A, which has ", row_count(layout), " rows and logical K ", layout.kind->k);
    const unsigned code = static_cast<unsigned>(element.column) / layout.kind->grain->group;
    const TmemCell& cell = cells[0];
    const unsigned bit = cell.bit / kCodeBits * kCodeBits;
    std::string out = say(name, ": code ", code, " of its row, CTA ", cell.cta, ", lane ", cell.lane, ", column ",
                          cell.column, ", bits ", bit, " to ", bit + kCodeBits - 1);
    for (unsigned i = 1; i < cells.count; ++i) out += say(i == 1 ? "; also in lane " : " and ", cells[i].lane);
    return out;
}

Grounds grounds_of(const MetaLayout& layout) {
    const std::string_view why = unknown_because(layout);
    if (!why.empty()) return {Certainty::unknown, std::string(why)};
    return {layout.kind->certainty, {}};
}

}  // namespace tilescope
