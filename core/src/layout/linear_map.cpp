// core/src/layout/linear_map.cpp -- arithmetic of linear maps over bits, and shared-memory layouts as such maps.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/layout/linear_map.h>
#include <tilescope/layout/placing.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <optional>
#include <utility>

namespace tilescope {
namespace {

// A vector of the span, and the inputs whose outputs XOR to it.
struct Pivot {
    std::uint32_t vector, inputs;
};

// The result of Gauss-Jordan elimination over bits. The highest bit of a pivot is 0 in all other pivots. Inputs whose
// vector reduces to zero are in the kernel.
struct Reduced {
    std::vector<Pivot> pivots;
    std::vector<std::uint32_t> kernel;
};

std::uint32_t highest_bit(std::uint32_t x) { return std::bit_floor(x); }

Reduced reduced(const LinearMap& map) {
    Reduced out;
    for (unsigned bit = 0; bit < map.inputs; ++bit) {
        Pivot next{map.basis[bit], 1u << bit};
        for (const Pivot& p : out.pivots)
            if (next.vector & highest_bit(p.vector)) next = {next.vector ^ p.vector, next.inputs ^ p.inputs};
        if (next.vector == 0) {
            out.kernel.push_back(next.inputs);
            continue;
        }
        for (Pivot& p : out.pivots)
            if (p.vector & highest_bit(next.vector)) p = {p.vector ^ next.vector, p.inputs ^ next.inputs};
        out.pivots.push_back(next);
    }
    return out;
}

}  // namespace

unsigned rank_of(const LinearMap& map) { return static_cast<unsigned>(reduced(map).pivots.size()); }

std::vector<std::uint32_t> kernel_of(const LinearMap& map) { return reduced(map).kernel; }

Answer<LinearMap> inverse_of(const LinearMap& map) {
    const Reduced r = reduced(map);
    if (!r.kernel.empty())
        return Refusal("no inverse: inputs 0 and ", r.kernel[0], " have the same output ", hex(map.offset));
    LinearMap out{.inputs = map.outputs, .outputs = map.inputs};
    for (const Pivot& p : r.pivots)
        out.basis[static_cast<unsigned>(std::countr_zero(highest_bit(p.vector)))] = p.inputs;
    out.offset = out(map.offset);
    return out;
}

// This function writes almost all elements of a tile. The loop handles one cache line at a time; with one element at a
// time, the loop counter costs as much as the copy.
void double_up(std::span<std::uint32_t> out, std::size_t have, std::uint32_t vector) {
    constexpr std::size_t kLineElements = 64 / sizeof(std::uint32_t);
    const std::size_t count = std::min(have, out.size() - std::min(have, out.size()));
    const std::uint32_t* __restrict from = out.data();
    std::uint32_t* __restrict to = out.data() + have;
    std::size_t i = 0;
    for (; i + kLineElements <= count; i += kLineElements)
        for (std::size_t j = 0; j < kLineElements; ++j) to[i + j] = from[i + j] ^ vector;
    for (; i < count; ++i) to[i] = from[i] ^ vector;
}

void fill_with(const LinearMap& map, std::span<std::uint32_t> out) {
    fill_with(map.offset, std::span(map.basis).first(map.inputs), out);
}

void fill_with(std::uint32_t offset, std::span<const std::uint32_t> vectors, std::span<std::uint32_t> out) {
    assert((vectors.size() >= 32 || out.size() <= std::size_t{1} << vectors.size()) &&
           "`out` has more elements than the map has inputs");
    constexpr unsigned kAtOnceBits = 4;
    constexpr std::uint32_t kAtOnce = 1u << kAtOnceBits;
    const auto flipped = [&](std::uint32_t i, unsigned bit) { return vectors[bit] & (0u - (i >> bit & 1u)); };
    if (out.size() < kAtOnce) {
        for (std::uint32_t i = 0; i < out.size(); ++i) {
            out[i] = offset;
            for (unsigned bit = 0; bit < vectors.size(); ++bit) out[i] ^= flipped(i, bit);
        }
        return;
    }
    // Doubling starts with one cache line. Shorter steps would read data that was just written in smaller pieces.
    for (std::uint32_t i = 0; i < kAtOnce; ++i)
        out[i] = offset ^ flipped(i, 0) ^ flipped(i, 1) ^ flipped(i, 2) ^ flipped(i, 3);
    for (unsigned bit = kAtOnceBits; bit < vectors.size() && std::size_t{1} << bit < out.size(); ++bit)
        double_up(out, std::size_t{1} << bit, vectors[bit]);
}

// ---- layouts ----

namespace {

constexpr int kMostSide = 1 << 15;  // largest side of a block, so that its inputs fit in 32 bits

// Returns the largest unit, in bits, for which every element starts at a whole number of units.
unsigned unit_of(const ElementType& type) { return std::min(8u, 1u << std::countr_zero(type.bits)); }

// Computes where elements start, in units. Faster than place_in_memory(), because the walks are computed only once.
class Places {
public:
    explicit Places(const SmemLayout& layout)
        : layout_(layout), walks_(placing::walks_of(layout)), unit_(unit_of(*layout.type)) {}

    std::uint64_t unit(Element e) const {
        const unsigned inside = placing::bits_in_chunk(layout_, e);
        const std::uint32_t linear =
            walks_.origin + walks_.row.bytes_of(e.row) + walks_.column.bytes_of(e.column) + inside / 8;
        return (std::uint64_t{placing::swizzled(layout_, linear)} * 8 + inside % 8) / unit_;
    }

private:
    const SmemLayout& layout_;
    const placing::Walks walks_;
    const unsigned unit_;
};

// Returns the map with one vector for each input bit. The vector of a bit comes from the element whose index is only
// that bit.
LayoutMap vectors_of(const SmemLayout& layout, const Places& places) {
    LayoutMap out;
    const auto bits = [](int side) { return static_cast<unsigned>(std::bit_width(static_cast<unsigned>(side)) - 1); };
    out.row_bits = bits(std::min(layout.rows, kMostSide));
    out.column_bits = bits(std::min(layout.columns, kMostSide));
    out.rows = 1 << out.row_bits;
    out.columns = 1 << out.column_bits;
    out.unit_bits = unit_of(*layout.type);
    out.map.inputs = out.row_bits + out.column_bits;
    out.map.offset = static_cast<std::uint32_t>(places.unit({0, 0}));
    for (unsigned bit = 0; bit < out.map.inputs; ++bit)
        out.map.basis[bit] = static_cast<std::uint32_t>(places.unit(out.element_of(1u << bit))) ^ out.map.offset;
    return out;
}

// Returns the first element whose place differs from the map.
std::optional<Element> first_mismatch(const LayoutMap& map, const Places& places) {
    std::vector<std::uint32_t> row(static_cast<std::size_t>(map.columns));
    LinearMap of_row = map.map;
    for (int r = 0; r < map.rows; ++r) {
        of_row.offset = map.map(map.input_of({r, 0}));
        fill_with(of_row, row);
        for (int c = 0; c < map.columns; ++c)
            if (places.unit({r, c}) != row[static_cast<std::size_t>(c)]) return Element{r, c};
    }
    return {};
}

bool is_linear(const SmemLayout& layout) {
    const Places places(layout);
    return !first_mismatch(vectors_of(layout, places), places);
}

// Returns the alignment for which start has no bit in common with the offsets of the tile.
std::uint32_t alignment_for(SmemLayout layout) {
    layout.start = 0;
    const std::uint32_t last = extent(layout).last;
    return last >= 1u << 31 ? 0 : std::bit_ceil(last + 1);
}

// Returns the cause of the carries: the number without which the same tile is linear.
std::string cause_of_carries(const SmemLayout& layout) {
    if (!std::has_single_bit(layout.type->bits))
        return say(layout.type->id, " elements start at multiples of ", layout.type->bits, " bits, and multiples of ",
                   layout.type->bits, " cause carries");
    const std::uint32_t aligned = alignment_for(layout);
    const auto without = [&](auto change) {
        SmemLayout other = layout;
        change(other);
        return is_linear(other);
    };
    if (layout.start != 0 && without([](SmemLayout& l) { l.start = 0; }))
        return say("start = ", hex(layout.start), " causes carries; a multiple of ", hex(aligned),
                   " causes no carries");
    for (const auto& [name, field] : {std::pair{"sbo", &SmemLayout::sbo}, std::pair{"lbo", &SmemLayout::lbo}}) {
        const std::uint32_t value = layout.*field, better = std::bit_ceil(std::min(value, 1u << 30));
        if (better != value && without([&, to = field](SmemLayout& l) { l.start = 0, l.*to = better; }))
            return say(name, " = ", value, " is not a power of two; with ", better, " the layout would be linear");
    }
    if (layout.base_offset != 0 && without([](SmemLayout& l) { l.start = 0, l.base_offset = 0; }))
        return say("base_offset = ", layout.base_offset,
                   " is subtracted from the number of the 128-byte line before the XOR; with base_offset = 0 the "
                   "layout would be linear");
    return "two strides have bits in common, which causes carries";
}

std::string note_of(const SmemLayout& layout, const LayoutMap& map) {
    const auto part = [](int have, int block, std::string_view what) {
        return have == block
                   ? std::string()
                   : say(have, " ", what, " are not a power of two, so the map has only the first ", block, ".");
    };
    const std::string rows = part(layout.rows, map.rows, "rows"),
                      columns = part(layout.columns, map.columns, "columns");
    return rows.empty() || columns.empty() ? rows + columns : say(rows, " ", columns);
}

}  // namespace

std::string name_of_input(const LayoutMap& map, unsigned bit) {
    const bool column = bit < map.column_bits;
    return say(column ? "column " : "row ", 1u << (column ? bit : bit - map.column_bits));
}

std::string name_of_output(const LayoutMap& map, unsigned bit) {
    const std::uint64_t bits = std::uint64_t{map.unit_bits} << bit;
    return bits < 8 ? say("bit ", bits) : say("byte ", bits / 8);
}

Answer<LayoutMap> linear_map_of(const SmemLayout& layout) {
    if (layout.rows < 1 || layout.columns < 1)
        return Refusal("a tile of ", layout.rows, " x ", layout.columns,
                       " elements has no map; it must have 1 or more rows and columns");
    const Places places(layout);
    if (places.unit({0, 0}) > ~0u)
        return Refusal("addresses of ", layout.type->id, " elements are 32-bit numbers in units of ",
                       unit_of(*layout.type), " bits: the field 'start' must be below ",
                       hex((std::uint64_t{1} << 29) * unit_of(*layout.type)), ", not ", hex(layout.start));
    LayoutMap map = vectors_of(layout, places);
    const std::optional<Element> e = first_mismatch(map, places);
    if (e) {
        const BitPlace expected = map.place_of(*e), have = place_in_memory(layout, *e);
        const auto at = [](BitPlace p) { return p.bit == 0 ? hex(p.byte) : say(hex(p.byte), " bit ", p.bit); };
        return Refusal("not linear: element (", e->row, ", ", e->column, ") is at ", at(have),
                       ", but a linear map gives ", at(expected), "; cause: ", cause_of_carries(layout));
    }
    map.note = note_of(layout, map);
    return map;
}

Answer<LayoutMap> linear_part_of(const SmemLayout& layout) {
    constexpr std::uint32_t kAllPatterns = 1024;  // a multiple of every pattern: the XOR does not depend on it
    const auto whole = linear_map_of(layout);
    if (whole || layout.rows < 1 || layout.columns < 1) return whole;
    SmemLayout part = layout;
    part.start %= kAllPatterns;
    // The place of the next column of atoms can depend on the number of rows. Fewer rows must not change it.
    if (layout.major == Major::k && layout.mode != SwizzleMode::none) part.k_atom = placing::atom_column_bytes(layout);
    auto map = linear_map_of(part);
    while (!map && (part.rows > 1 || part.columns > 1)) {
        int& side = part.rows > 1 ? part.rows : part.columns;
        side = static_cast<int>(std::bit_ceil(static_cast<unsigned>(side)) / 2);
        map = linear_map_of(part);
    }
    if (!map) return map;
    map->base = layout.start - part.start;
    std::string note = map->base == 0 ? std::string() : say("Addresses are relative to ", hex(map->base), ".");
    if (part.rows != layout.rows || part.columns != layout.columns)
        note += say(note.empty() ? "" : " ", "Only the first ", map->rows, " x ", map->columns,
                    " elements have a linear map. Problem of the whole tile: ", whole.why, ".");
    map->note = map->note.empty() ? note : say(map->note, note.empty() ? "" : " ", note);
    return map;
}

}  // namespace tilescope
