// core/src/notation/bit_origin.cpp -- where bits of a pasted word come from, in words.
// SPDX-License-Identifier: MIT
#include <tilescope/notation/bit_origin.h>

#include <tilescope/base/say.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace tilescope {

void keep_first_origins(BitOrigins& origins) {
    std::ranges::stable_sort(origins.list, {}, [](const BitOrigin& o) {
        return std::pair(static_cast<unsigned>(std::countr_zero(o.mask)), o.span.begin);
    });
    if (origins.list.size() <= kMostOrigins) return;
    origins.list.resize(kMostOrigins);
    origins.cut = true;
}

BitOrigins origins_in(const BitOrigins& origins, std::uint64_t mask, unsigned down) {
    BitOrigins out{{}, origins.cut};
    for (BitOrigin o : origins.list) {
        o.mask = (o.mask & mask) >> down;
        if (o.mask != 0) out.list.push_back(std::move(o));
    }
    return out;
}

std::string origin_text(const BitOrigin& origin) {
    return say("from line ", origin.line, ": ", origin.text,
               origin.name.empty() ? "" : say("  (the text does not set ", origin.name, ")"));
}

std::vector<std::string> origin_lines(const BitOrigins& origins, std::uint64_t mask, std::size_t most) {
    std::vector<const BitOrigin*> found;
    for (const BitOrigin& o : origins.list)
        if ((o.mask & mask) != 0) found.push_back(&o);
    std::vector<std::string> out;
    for (std::size_t i = 0; i < std::min(found.size(), most); ++i) out.push_back(origin_text(*found[i]));
    const std::size_t left = found.size() - out.size();
    if (left > 0) out.push_back(say("and ", left, " more"));
    // Of a program that is too long, no bit is followed.
    if (origins.cut && (!found.empty() || origins.list.empty()))
        out.emplace_back("Other lines can give these bits too: not all were followed.");
    return out;
}

BitOrigins joined_origins(const BitOrigins& low, const BitOrigins& high) {
    BitOrigins out = origins_in(low, bit_mask(32));
    out.cut |= high.cut;
    for (BitOrigin o : high.list) {
        o.mask <<= 32;
        const auto same = std::ranges::find_if(
            out.list, [&](const BitOrigin& x) { return x.span == o.span && x.kind == o.kind && x.name == o.name; });
        if (o.mask != 0 && same != out.list.end()) same->mask |= o.mask;
        if (o.mask != 0 && same == out.list.end()) out.list.push_back(std::move(o));
    }
    keep_first_origins(out);
    return out;
}

}  // namespace tilescope
