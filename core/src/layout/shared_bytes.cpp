// core/src/layout/shared_bytes.cpp -- the bytes of shared memory that two operands have in common.
// SPDX-License-Identifier: MIT
#include <tilescope/layout/shared_bytes.h>
#include <tilescope/layout/tile_map.h>

#include <algorithm>
#include <vector>

namespace tilescope {
namespace {

// Marks the bytes of the layout that are inside the window.
std::vector<bool> bytes_in(const SmemLayout& layout, const Extent& window) {
    std::vector<bool> out(std::size_t{window.last} - window.first + 1);
    const std::vector<std::uint32_t> bytes = tile_map(layout);
    std::size_t i = 0;
    for (int row = 0; row < layout.rows; ++row)
        for (int column = 0; column < layout.columns; ++column, ++i) {
            const std::uint32_t bits = first_bit(layout, {row, column}) + layout.type->bits,
                                first = std::max(bytes[i], window.first),
                                end = std::min(bytes[i] + (bits + 7) / 8, window.last + 1);
            for (std::uint32_t byte = first; byte < end; ++byte) out[byte - window.first] = true;
        }
    return out;
}

}  // namespace

SharedMap shared_map(const SmemLayout& a, const SmemLayout& b) {
    const Extent of_a = extent(a), of_b = extent(b);
    const Extent both{std::max(of_a.first, of_b.first), std::min(of_a.last, of_b.last)};
    if (both.first > both.last) return {};
    SharedMap out{.first = both.first, .used = bytes_in(a, both)};
    const std::vector<bool> in_b = bytes_in(b, both);
    bool any = false;
    for (std::size_t i = 0; i < in_b.size(); ++i) {
        out.used[i] = out.used[i] && in_b[i];
        any = any || out.used[i];
    }
    return any ? out : SharedMap{};
}

SharedBytes shared_bytes(const SmemLayout& a, const SmemLayout& b) {
    const SharedMap map = shared_map(a, b);
    SharedBytes out;
    for (std::size_t i = 0; i < map.used.size(); ++i) {
        if (!map.used[i]) continue;
        if (out.count == 0) out.first = map.first + static_cast<std::uint32_t>(i);
        ++out.count;
    }
    return out;
}

}  // namespace tilescope
