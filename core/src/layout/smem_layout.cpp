// core/src/layout/smem_layout.cpp -- the shared-memory address of each element of an operand, and back.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/layout/placing.h>
#include <tilescope/layout/smem_layout.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace tilescope {

BitPlace place_in_memory(const SmemLayout& layout, Element element) {
    const std::uint32_t linear = placing::linear_address(layout, element);
    return {placing::swizzled(layout, linear), placing::bits_in_chunk(layout, element) % 8};
}

std::uint32_t end_of(const SmemLayout& layout, Element element) {
    const BitPlace p = place_in_memory(layout, element);
    return p.byte + (p.bit + layout.type->bits + 7) / 8;
}

Extent extent(const SmemLayout& layout) {
    const std::vector<std::uint32_t> bytes = tile_map(layout);
    if (bytes.empty()) return {layout.start, layout.start};
    if (layout.type->bits % 8 == 0) {  // much faster: every element begins with a byte
        const auto [first, last] = std::ranges::minmax(bytes);
        return {first, last + layout.type->bits / 8 - 1};
    }
    Extent out{bytes[0], bytes[0]};
    std::size_t i = 0;
    for (int r = 0; r < layout.rows; ++r)
        for (int c = 0; c < layout.columns; ++c, ++i) {
            out.first = std::min(out.first, bytes[i]);
            out.last = std::max(out.last, bytes[i] + (first_bit(layout, {r, c}) + layout.type->bits - 1) / 8);
        }
    return out;
}

namespace {

struct Placed {
    std::uint64_t bit;
    int row, column;
};

// Two elements that share bits, in the order of the columns of a row.
using SharedBits = std::optional<std::pair<Placed, Placed>>;

// The first two elements at the lowest place that has two, if all distances are multiples of the size of an element.
// Returns no value if they are not, or if the tile is too wide for a table of places; then the elements are sorted.
std::optional<SharedBits> shared_on_grid(const std::vector<Placed>& placed, unsigned bits) {
    constexpr std::uint64_t kMostPlaces = std::uint64_t{1} << 26;
    const std::uint64_t first = std::ranges::min(placed, {}, &Placed::bit).bit;
    const std::uint64_t places = (std::ranges::max(placed, {}, &Placed::bit).bit - first) / bits + 1;
    if (places > kMostPlaces) return std::nullopt;
    std::vector<bool> occupied(places);
    std::uint64_t lowest = places;
    for (const Placed& p : placed) {
        if ((p.bit - first) % bits != 0) return std::nullopt;
        const std::uint64_t place = (p.bit - first) / bits;
        if (occupied[place]) lowest = std::min(lowest, place);
        occupied[place] = true;
    }
    if (lowest == places) return SharedBits();
    const auto is_there = [&](const Placed& p) { return p.bit == first + lowest * bits; };
    const auto a = std::ranges::find_if(placed, is_there);
    return SharedBits({*a, *std::find_if(a + 1, placed.end(), is_there)});
}

SharedBits shared_after_sorting(std::vector<Placed> placed, unsigned bits) {
    std::ranges::sort(placed, [](const Placed& a, const Placed& b) {
        return std::tie(a.bit, a.row, a.column) < std::tie(b.bit, b.row, b.column);
    });
    for (std::size_t i = 1; i < placed.size(); ++i)
        if (placed[i].bit - placed[i - 1].bit < bits) return {{placed[i - 1], placed[i]}};
    return std::nullopt;
}

}  // namespace

Overlap overlap_of(const SmemLayout& layout) {
    const std::vector<std::uint32_t> bytes = tile_map(layout);
    std::vector<Placed> placed;
    placed.reserve(bytes.size());
    for (int r = 0; r < layout.rows; ++r)
        for (int c = 0; c < layout.columns; ++c)
            placed.push_back({std::uint64_t{bytes[placed.size()]} * 8 + first_bit(layout, {r, c}), r, c});
    if (placed.empty()) return {};
    const unsigned bits = layout.type->bits;
    const std::optional<SharedBits> on_grid = shared_on_grid(placed, bits);
    const SharedBits shared = on_grid ? *on_grid : shared_after_sorting(std::move(placed), bits);
    if (!shared) return {};
    const auto& [a, b] = *shared;
    if (a.row != b.row) return {true, say("rows ", a.row, " and ", b.row, " share bytes")};
    return {true, say("columns ", a.column, " and ", b.column, " share bytes")};
}

namespace {

std::string in_words(const SmemLayout& l) {
    return say(name_of(l.major), " ", l.mode == SwizzleMode::none ? "unswizzled" : row_of(l.mode).name);
}

// What a sparse B reads from each row, the only width that was measured with more than one atom (h100_layout.csv.gz).
constexpr int kMeasuredBytes = 64;

// Checks the rows before the columns. In a wide K-major tile both can use sbo: the assumed place of the next column of
// atoms is a multiple of sbo. In that case the rows use sbo too.
StrideReport report(const SmemLayout& layout, std::string_view field) {
    const placing::Walks w = placing::walks_of(layout);
    const bool rows = w.row.field == field;
    if (!rows && w.column.field != field)
        return {StrideUse::ignored, "", say(in_words(layout), " layouts ignore ", field, "."), 1};
    const placing::Walk& walk = rows ? w.row : w.column;
    const std::string_view unit = walk.outer_unit.one;
    const unsigned all = std::max(walk.outers_of(rows ? layout.rows : layout.columns), 1u),
                   count = walk.group > 1 ? std::min(all, walk.group) : all;
    if (count > 1 && walk.group > 1) {
        const int bytes = layout.mma_columns * int(layout.type->container_bits) / 8;
        const bool measured = layout.type->wgmma && layout.type->bits > 1 && bytes == kMeasuredBytes;
        return {StrideUse::walked, unit,
                say("An instruction reads ", bytes, " bytes of K from each row, but a ", row_of(layout.mode).name,
                    " atom has only ", row_of(layout.mode).width_bytes, ": ", field, " is the distance from one ", unit,
                    " to the next (",
                    measured ? "measured for a sparse B of wgmma; assumed for tcgen05"
                             : "assumed; only the 64 bytes of a sparse B of wgmma are measured",
                    ")."),
                count};
    }
    if (count == 1)
        return {StrideUse::one, unit, say("This tile has only one ", unit, ": ", field, " is not used."), 1};
    return {StrideUse::walked, unit,
            say("In ", in_words(layout), " layouts, ", field, " is the distance from one ", unit, " to the next."),
            count};
}

}  // namespace

StrideReport use_of_lbo(const SmemLayout& layout) {
    if (!placing::continues_elsewhere(layout)) return report(layout, "lbo");
    const std::string_view steps = "rest of a 128-byte line";
    const unsigned lines = std::max(placing::walks_of(layout).column.outers_of(layout.columns), 1u);
    if (lines == 1) return {StrideUse::one, steps, "This tile does not leave its 128-byte lines: lbo is not used.", 1};
    return {StrideUse::address, steps,
            "If a slice leaves its 128-byte line, it continues at the absolute address in lbo.", lines};
}

StrideReport use_of_sbo(const SmemLayout& layout) { return report(layout, "sbo"); }

unsigned atoms_of_one_instruction(const SmemLayout& layout) {
    if (layout.major != Major::k || layout.mode == SwizzleMode::none || layout.mma_columns <= 0) return 1;
    const std::uint32_t width = row_of(layout.mode).width_bytes,
                        bytes = static_cast<std::uint32_t>(layout.mma_columns) * layout.type->container_bits / 8;
    return bytes % width == 0 ? std::max(bytes / width, 1u) : 1;
}

std::optional<int> first_assumed_column(const SmemLayout& layout) {
    if (layout.major != Major::k || layout.mode == SwizzleMode::none || layout.k_atom != 0) return {};
    const placing::Walk column = placing::walks_of(layout).column;
    const unsigned known = column.jumps ? 2 : column.group;  // atoms along K whose place is in the descriptor
    if (column.outers_of(layout.columns) <= known) return {};
    return static_cast<int>((known * column.inner - column.skew) * column.chunk);
}

std::string assumption_of(const SmemLayout& layout) {
    const std::optional<int> first = first_assumed_column(layout);
    if (!first) return {};
    const placing::Walk column = placing::walks_of(layout).column;
    return say(
        "A ", row_of(layout.mode).name, " atom has ", column.inner * column.chunk,
        " columns. No field contains the place of column ", *first,
        ". Assumption: this column follows the last row group, as in tiles whose atoms repeat along M or N first.",
        column.group > 1 ? " If atoms repeat along K first, all of them are lbo apart." : "");
}

// ---- the elements in a byte ----

namespace {

unsigned inner_step(const placing::Walk& walk, std::uint32_t inside) {
    return walk.inner == 1 ? 0 : inside / walk.inner_bytes % walk.inner;
}

// The outer strides separate the atoms. Inside an atom there are no gaps: the chunks of one index are 16 bytes apart,
// and the steps of the other index follow each other. So the search checks each atom once: whether it contains the
// byte, and at which place.
struct Search {
    const SmemLayout& layout;
    const placing::Walks walks;
    std::vector<Element> found;

    // `inside` is the offset of the byte in the atom. The atom is `row_outer` and `column_outer` outer steps away.
    void find_in_atom(unsigned row_outer, unsigned column_outer, std::uint32_t inside) {
        const unsigned row_step = row_outer * walks.row.inner + inner_step(walks.row, inside);
        const unsigned column_step = column_outer * walks.column.inner + inner_step(walks.column, inside);
        if (column_step < walks.column.skew) return;  // bytes of the line before the start of the slice
        find_in_chunk(row_step, column_step - walks.column.skew, inside % placing::kChunk);
    }

private:
    void find_in_chunk(unsigned row_step, unsigned column_step, unsigned byte) {
        const unsigned bits = layout.type->bits, per_chunk = elements_per_chunk(*layout.type);
        const unsigned last = std::min((8 * byte + 7) / bits, per_chunk - 1);
        for (unsigned j = 8 * byte / bits; j <= last; ++j) {
            const bool k_major = layout.major == Major::k;
            const unsigned row = row_step * walks.row.chunk + (k_major ? 0 : j);
            const unsigned column = column_step * walks.column.chunk + (k_major ? j : 0);
            if (row < static_cast<unsigned>(layout.rows) && column < static_cast<unsigned>(layout.columns))
                found.push_back({static_cast<int>(row), static_cast<int>(column)});
        }
    }
};

}  // namespace

std::vector<Element> elements_at(const SmemLayout& layout, std::uint32_t byte) {
    Search search{layout, placing::walks_of(layout), {}};
    const placing::Walk &row = search.walks.row, &column = search.walks.column;
    const std::uint32_t offset = placing::swizzled(layout, byte) - search.walks.origin;
    const std::uint32_t atom_bytes = placing::kChunk * row.inner * column.inner;
    const unsigned row_outers = row.outers_of(layout.rows), column_outers = column.outers_of(layout.columns);
    for (unsigned c = 0; c < column_outers; ++c) {
        const std::uint32_t of_column = offset - column.outer_part(c);
        for (unsigned r = 0; r < row_outers; ++r)
            if (const std::uint32_t inside = of_column - row.outer_part(r); inside < atom_bytes)
                search.find_in_atom(r, c, inside);
    }
    std::ranges::sort(search.found, {}, [](const Element& e) { return std::pair(e.row, e.column); });
    return search.found;
}

// ---- the bytes of two operands ----

namespace {

// Marks the bytes of the layout that are inside the window: bit i is the byte window.first + i. A tile can lie
// scattered over all of shared memory, so these bits are compared 64 at a time.
std::vector<std::uint64_t> bytes_in(const SmemLayout& layout, const Extent& window) {
    std::vector<std::uint64_t> out((std::size_t{window.last} - window.first) / 64 + 1);
    const std::vector<std::uint32_t> bytes = tile_map(layout);
    const bool whole_bytes = layout.type->bits % 8 == 0;
    std::size_t i = 0;
    for (int row = 0; row < layout.rows; ++row)
        for (int column = 0; column < layout.columns; ++column, ++i) {
            const std::uint32_t skipped = whole_bytes ? 0 : first_bit(layout, {row, column}),
                                first = std::max(bytes[i], window.first),
                                end = std::min(bytes[i] + (skipped + layout.type->bits + 7) / 8, window.last + 1);
            for (std::uint32_t byte = first; byte < end; ++byte)
                out[(byte - window.first) / 64] |= std::uint64_t{1} << (byte - window.first) % 64;
        }
    return out;
}

}  // namespace

SharedMap shared_map(const SmemLayout& a, const SmemLayout& b) {
    const Extent of_a = extent(a), of_b = extent(b);
    const Extent both{std::max(of_a.first, of_b.first), std::min(of_a.last, of_b.last)};
    if (both.first > both.last) return {};
    SharedMap out{.first = both.first, .used = bytes_in(a, both)};
    const std::vector<std::uint64_t> in_b = bytes_in(b, both);
    std::uint64_t any = 0;
    for (std::size_t i = 0; i < in_b.size(); ++i) any |= out.used[i] &= in_b[i];
    return any != 0 ? out : SharedMap{};
}

SharedBytes shared_bytes(const SmemLayout& a, const SmemLayout& b) {
    const SharedMap map = shared_map(a, b);
    SharedBytes out;
    for (std::size_t i = 0; i < map.used.size(); ++i) {
        if (out.count == 0 && map.used[i] != 0)
            out.first = map.first + static_cast<std::uint32_t>(64 * i) +
                        static_cast<std::uint32_t>(std::countr_zero(map.used[i]));
        out.count += static_cast<std::uint32_t>(std::popcount(map.used[i]));
    }
    return out;
}

// ---- an address as a sum and an XOR ----

namespace {

using placing::kLine;

void add_steps(std::vector<AddressTerm>& terms, std::string_view field, std::uint32_t count, std::uint32_t each,
               const placing::Unit& unit) {
    if (count == 0) return;
    const std::string label = say(count, " ", count == 1 ? unit.one : unit.many, " x ", each);
    terms.push_back({field, label, count * each, count, each});
}

// Along the contiguous index, the inner steps and the place inside the chunk are one term: the bytes along the row.
void add_bytes(std::vector<AddressTerm>& terms, std::uint32_t bytes) {
    if (bytes != 0) terms.push_back({"", say(bytes, bytes == 1 ? " more byte" : " more bytes"), bytes});
}

// Largest unit first: the group, then the row inside it.
void add_walk(std::vector<AddressTerm>& terms, const placing::Walk& walk, int index, std::uint32_t in_chunk) {
    const unsigned step = walk.step_of(index), outer = step / walk.inner;
    // If the walk jumps, the first term already contains the first outer step and the steps before index 0.
    const unsigned walked = walk.jumps && outer != 0 ? outer - 1 : outer;
    if (walk.group > 1) {
        constexpr placing::Unit kInstruction{"instruction along K", "instructions along K"};
        add_steps(terms, "", walked / walk.group, walk.group_bytes, kInstruction);
    }
    add_steps(terms, walk.field, walked % (walk.group > 1 ? walk.group : ~0u), walk.outer_bytes, walk.outer_unit);
    const unsigned inner = step % walk.inner - (outer == 0 ? walk.skew : 0);
    if (walk.chunk == 1) return add_steps(terms, "", inner, walk.inner_bytes, walk.inner_unit);
    add_bytes(terms, inner * walk.inner_bytes + in_chunk);
}

std::vector<AddressTerm> terms_of(const SmemLayout& layout, Element e) {
    const placing::Walks w = placing::walks_of(layout);
    const bool elsewhere = w.column.jumps && w.column.step_of(e.column) >= w.column.inner;
    const std::uint32_t first = elsewhere ? layout.lbo : layout.start;
    std::vector<AddressTerm> terms;
    terms.push_back({elsewhere ? "lbo" : "start", elsewhere ? "second chunk" : "start", first});
    const std::uint32_t in_chunk = placing::bits_in_chunk(layout, e) / 8;
    add_walk(terms, w.row, e.row, in_chunk);
    add_walk(terms, w.column, e.column, in_chunk);
    return terms;
}

std::string sum_line(const AddressSum& sum) {
    std::string out = hex(sum.terms.front().bytes);
    for (std::size_t i = 1; i < sum.terms.size(); ++i) {
        const AddressTerm& t = sum.terms[i];
        out += t.each == 0 ? say(" + ", t.bytes) : say(" + ", t.count, " x ", t.each);
    }
    return out;
}

void write_lines(const SmemLayout& layout, AddressSum& sum) {
    const Swizzle s = row_of(layout.mode).swizzle;
    sum.unit = s.base == 5 ? "32-byte unit" : "chunk";
    const std::string bit = sum.bit == 0 ? "" : say(", bit ", sum.bit);
    sum.lines.push_back(sum_line(sum));
    if (s.bits == 0) {
        sum.lines.push_back(say("= ", hex(sum.linear), "  line ", sum.line, ", no swizzle", bit));
        return;
    }
    sum.lines.push_back(say("= ", hex(sum.linear), "  line ", sum.line, ", ", sum.unit, ' ', sum.unit_before));
    sum.lines.push_back(say(sum.unit, ' ', sum.unit_before, " xor ", sum.phase, " = ", sum.unit_after));
    sum.lines.push_back(say("= ", hex(sum.address), bit));
}

}  // namespace

AddressSum explanation_of(const SmemLayout& layout, Element element) {
    AddressSum sum;
    sum.terms = terms_of(layout, element);
    sum.linear = placing::linear_address(layout, element);
    sum.address = placing::swizzled(layout, sum.linear);
    sum.bit = placing::bits_in_chunk(layout, element) % 8;
    const Swizzle s = row_of(layout.mode).swizzle;
    sum.line = sum.linear / kLine;
    sum.unit_before = sum.linear % kLine >> s.base;
    sum.unit_after = sum.address % kLine >> s.base;
    sum.phase = sum.unit_before ^ sum.unit_after;
    write_lines(layout, sum);
    return sum;
}

}  // namespace tilescope
