// core/src/layout/smem_layout.cpp -- where an element of an operand lies in shared memory, and back.
// SPDX-License-Identifier: MIT
#include "placing.h"

#include <tilescope/base/say.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/layout/tile_map.h>

#include <algorithm>
#include <utility>

namespace tilescope {
namespace placing {
namespace {

constexpr unsigned kCoreRows = 8;  // rows of a core matrix
constexpr std::uint32_t kChunk = 16, kLine = 128;

// Columns of one atom of a K-major swizzled tile.
unsigned atom_columns(const SmemLayout& l) { return row_of(l.mode).width_bytes / kChunk * elements_per_chunk(*l.type); }

Halves k_major(const SmemLayout& l) {
    const unsigned t = elements_per_chunk(*l.type);
    const std::uint32_t width = row_of(l.mode).width_bytes;
    Halves h;
    h.row = {{Step{1, kCoreRows, width, "", "row"}, Step{kCoreRows, 0, l.sbo, "sbo", "group of 8 rows"}}, 2, false};
    if (l.mode == SwizzleMode::none) {
        h.column = {{Step{t, 0, l.lbo, "lbo", "16 bytes of K"}}, 1, true};
        return h;
    }
    const auto groups = (static_cast<std::uint32_t>(std::max(l.rows, 1)) + kCoreRows - 1) / kCoreRows;
    const std::uint32_t next_atom = l.absolute_lbo ? width : groups * l.sbo;  // absolute: the line simply goes on
    h.column = {
        {Step{t, width / kChunk, kChunk, "", "chunk"}, Step{atom_columns(l), 0, next_atom, "sbo", "column of atoms"}},
        2,
        true};
    return h;
}

Halves mn_major(const SmemLayout& l) {
    const unsigned t = elements_per_chunk(*l.type);
    const SwizzleRow& mode = row_of(l.mode);
    Halves h;
    if (l.mode == SwizzleMode::none) {
        h.row = {{Step{t, 0, l.sbo, "sbo", "16 bytes of M or N"}}, 1, true};
        h.column = {{Step{1, kCoreRows, kChunk, "", "k"}, Step{kCoreRows, 0, l.lbo, "lbo", "group of 8 k"}}, 2, false};
        return h;
    }
    const unsigned chunks = mode.width_bytes / kChunk;
    h.row = {
        {Step{t, chunks, kChunk, "", "chunk"}, Step{t * chunks, 0, l.lbo, "lbo", "swizzle width of M or N"}}, 2, true};
    h.column = {{Step{1, mode.k_rows, mode.width_bytes, "", "k"},
                 Step{mode.k_rows, 0, l.sbo, "sbo", mode.k_rows == 4 ? "group of 4 k" : "group of 8 k"}},
                2,
                false};
    return h;
}

}  // namespace

Halves halves_of(const SmemLayout& layout) { return layout.major == Major::k ? k_major(layout) : mn_major(layout); }

std::uint32_t linear_address(const SmemLayout& layout, Element e) {
    const Halves h = halves_of(layout);
    const std::uint32_t row = bytes_of(h.row, e.row);
    const std::uint32_t column = bytes_of(h.column, e.column) + bits_in_chunk(layout, e) / 8;
    if (!layout.absolute_lbo) return layout.start + row + column;
    // Bytes that leave the line the slice starts in continue in the second chunk's line.
    const std::uint32_t in_line = layout.start % kLine + column;
    if (in_line < kLine) return layout.start + row + column;
    return layout.lbo + row + in_line % kLine;
}

}  // namespace placing

BitPlace place(const SmemLayout& layout, Element element) {
    const std::uint32_t linear = placing::linear_address(layout, element);
    return {placing::swizzled(layout, linear), placing::bits_in_chunk(layout, element) % 8};
}

std::uint32_t end_of(const SmemLayout& layout, Element element) {
    const BitPlace p = place(layout, element);
    return p.byte + (p.bit + layout.type->bits + 7) / 8;
}

std::vector<Element> elements_at(const SmemLayout& layout, std::uint32_t byte) {
    std::vector<Element> out;
    const std::vector<std::uint32_t> bytes = tile_map(layout);
    const auto width = static_cast<std::size_t>(std::max(layout.columns, 1));
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const Element e{static_cast<int>(i / width), static_cast<int>(i % width)};
        if (bytes[i] > byte || byte - bytes[i] > 3) continue;  // an element has at most 4 bytes
        if (byte < end_of(layout, e)) out.push_back(e);
    }
    return out;
}

Extent extent(const SmemLayout& layout) {
    const std::vector<std::uint32_t> bytes = tile_map(layout);
    if (bytes.empty()) return {layout.start, layout.start};
    Extent out{bytes[0], bytes[0]};
    std::size_t i = 0;
    for (int r = 0; r < layout.rows; ++r)
        for (int c = 0; c < layout.columns; ++c, ++i) {
            out.first = std::min(out.first, bytes[i]);
            out.last = std::max(out.last, bytes[i] + (first_bit(layout, {r, c}) + layout.type->bits - 1) / 8);
        }
    return out;
}

Overlap overlap_of(const SmemLayout& layout) {
    struct Placed {
        std::uint64_t bit;
        int row, column;
    };
    const std::vector<std::uint32_t> bytes = tile_map(layout);
    std::vector<Placed> placed;
    placed.reserve(bytes.size());
    for (int r = 0; r < layout.rows; ++r)
        for (int c = 0; c < layout.columns; ++c)
            placed.push_back({std::uint64_t{bytes[placed.size()]} * 8 + first_bit(layout, {r, c}), r, c});
    std::ranges::sort(placed, [](const Placed& a, const Placed& b) {
        return std::pair(a.bit, a.row) < std::pair(b.bit, b.row) ||
               (a.bit == b.bit && a.row == b.row && a.column < b.column);
    });
    for (std::size_t i = 1; i < placed.size(); ++i) {
        const Placed &a = placed[i - 1], &b = placed[i];
        if (b.bit - a.bit >= layout.type->bits) continue;
        if (a.row != b.row) return {true, say("rows ", a.row, " and ", b.row, " share bytes")};
        return {true, say("columns ", a.column, " and ", b.column, " share bytes")};
    }
    return {};
}

namespace {

std::string in_words(const SmemLayout& l) {
    return say(name_of(l.major), " ", l.mode == SwizzleMode::none ? "unswizzled" : row_of(l.mode).name);
}

StrideReport report(const SmemLayout& layout, std::string_view field) {
    const placing::Halves h = placing::halves_of(layout);
    for (const auto& [half, extent] : {std::pair(&h.row, layout.rows), std::pair(&h.column, layout.columns)})
        for (unsigned s = 0; s < half->count; ++s) {
            const placing::Step& step = half->steps[s];
            if (step.field != field || step.unit == "column of atoms") continue;
            const unsigned count = (static_cast<unsigned>(std::max(extent, 1)) + step.divisor - 1) / step.divisor;
            const StrideUse use = count > 1 ? StrideUse::walked : StrideUse::one;
            return {use, step.unit,
                    count > 1
                        ? say(in_words(layout), " layouts step from one ", step.unit, " to the next by ", field, ".")
                        : say("This tile has one ", step.unit, " only: ", field, " is not walked."),
                    count};
        }
    return {StrideUse::ignored, "", say(in_words(layout), " layouts ignore ", field, "."), 1};
}

}  // namespace

StrideReport use_of_lbo(const SmemLayout& layout) {
    if (layout.absolute_lbo)
        return {StrideUse::address, "rest of a 128-byte line",
                "lbo is the absolute address at which a slice that leaves its 128-byte line continues.", 1};
    return report(layout, "lbo");
}

StrideReport use_of_sbo(const SmemLayout& layout) { return report(layout, "sbo"); }

std::string assumption_of(const SmemLayout& layout) {
    if (layout.major != Major::k || layout.mode == SwizzleMode::none || layout.absolute_lbo) return {};
    const unsigned atom = row_of(layout.mode).width_bytes / 16 * elements_per_chunk(*layout.type);
    if (layout.columns <= static_cast<int>(atom)) return {};
    return say("A ", row_of(layout.mode).name, " atom holds ", atom, " columns; no field says where column ", atom,
               " is. It is taken to follow the last row group, as in tiles whose atoms repeat along M or N first.");
}

}  // namespace tilescope
