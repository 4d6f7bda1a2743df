// core/src/emulator/exact_parts.cpp -- decodes the operands of an exact product.
// SPDX-License-Identifier: MIT
#include "exact_parts.h"

#include <algorithm>
#include <bit>

namespace tilescope {
namespace {

// Fills the units of one row, if each of them fits in 31 bits.
void align(ExactParts& parts, std::size_t row) {
    constexpr int kMostBits = 31;
    ExactParts::Reach& reach = parts.reach[row];
    const ExactPart* lane = parts.lane(row);
    std::uint64_t any = 0;
    for (std::size_t p = 0; p < parts.entries && reach.most - reach.least < kMostBits; ++p) {
        if (lane[p].m == 0) continue;
        const std::int64_t unit = std::int64_t{lane[p].m} * (std::int64_t{1} << (lane[p].e - reach.least));
        any |= static_cast<std::uint64_t>(unit < 0 ? -unit : unit);
        parts.units[row * parts.entries + p] = static_cast<std::int32_t>(unit);
    }
    reach.width = static_cast<unsigned>(std::bit_width(any));
    reach.aligned = reach.most - reach.least < kMostBits && reach.width <= kMostBits;
}

}  // namespace

ExactParts exact_parts(const ExactPartsInput& in) {
    ExactParts out{.entries = in.entries};
    out.all.reserve(in.lanes * in.entries);
    for (std::size_t i = 0; i < in.lanes; ++i) {
        ExactParts::Reach reach;
        bool any = false;
        for (std::size_t p = 0; p < in.entries; ++p) {
            const RawNumber n = decode_number(*in.format, in.words[i * in.entries + p]);
            RawNumber factor{.m = 1};
            if (in.scale != nullptr) factor = decode_number(*in.scale, in.scales[i * in.blocks + p / in.scale_block]);
            reach.special |= n.what != NumberClass::finite || factor.what != NumberClass::finite;
            const ExactPart part{(in.negate ? -n.m : n.m) * factor.m, n.e + factor.e};
            out.all.push_back(part);
            if (part.m == 0) continue;
            reach.least = any ? std::min(reach.least, part.e) : part.e;
            reach.most = any ? std::max(reach.most, part.e) : part.e;
            any = true;
        }
        out.reach.push_back(reach);
    }
    out.units.assign(out.all.size(), 0);
    for (std::size_t i = 0; i < in.lanes; ++i) align(out, i);
    return out;
}

}  // namespace tilescope
