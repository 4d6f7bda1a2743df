// core/src/layout/shared_bytes.cpp -- the bytes of shared memory that two operands have in common.
// SPDX-License-Identifier: MIT
#include <tilescope/layout/shared_bytes.h>
#include <tilescope/layout/tile_map.h>

#include <algorithm>
#include <bit>
#include <vector>

namespace tilescope {
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

}  // namespace tilescope
