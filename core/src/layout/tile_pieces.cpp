// core/src/layout/tile_pieces.cpp -- a tile that needs several instructions along M or N.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/layout/k_advance.h>
#include <tilescope/layout/tile_map.h>
#include <tilescope/layout/tile_pieces.h>

#include <algorithm>
#include <vector>

namespace tilescope {

std::string text_of(const TilePieces& pieces) {
    if (pieces.all() == 1) return "one instruction";
    std::string out = say(pieces.count.a, " x ", pieces.count.b, " instructions");
    for (const Operand o : kBothOperands)
        if (pieces.count[o] > 1)
            out += say(", those along ", pick(o, "M ", "N "), pieces.distance[o], " bytes apart in ", name_of(o));
    return out;
}

std::optional<SmemLayout> layout_of_pieces(const SmemLayout& piece, unsigned count, std::uint32_t distance) {
    if (count == 1) return piece;
    SmemLayout whole = piece;
    whole.rows *= static_cast<int>(count);
    const bool by_lbo = piece.major == Major::mn && piece.mode != SwizzleMode::none;
    const StrideUse use = by_lbo ? use_of_lbo(piece).use : use_of_sbo(piece).use;
    if (use == StrideUse::one) (by_lbo ? whole.lbo : whole.sbo) = distance;
    // All K steps are as far from the first one in each piece, so one step is enough.
    const std::vector<std::uint32_t> all = tile_map(k_step_slice(whole, 0));
    auto at = all.begin();
    for (unsigned i = 0; i < count; ++i) {
        SmemLayout one = k_step_slice(piece, 0);
        one.start += i * distance;
        const std::vector<std::uint32_t> map = tile_map(one);
        if (!std::equal(map.begin(), map.end(), at)) return std::nullopt;
        at += static_cast<std::ptrdiff_t>(map.size());
    }
    return whole;
}

}  // namespace tilescope
