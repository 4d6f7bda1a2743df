// core/src/notation/bit_origin.cpp -- where bits of a pasted word come from, in words.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/notation/bit_origin.h>
#include <tilescope/notation/paste.h>
#include <tilescope/notation/questions.h>

#include <algorithm>

namespace tilescope {

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

BitOrigins origins_of(const FoundWord& word, const PasteReading& reading) {
    if (reading.rule == kSwappedHalvesId || reading.rule == kLostPrefix.id) return {};
    const std::uint64_t low = bit_mask(32);
    if (reading.word == word.value) return word.origins;
    if (reading.word == word.value >> 32) return origins_in(word.origins, low << 32, 32);
    if (reading.word != word.value << 32) return {};
    BitOrigins out = word.origins;
    for (BitOrigin& o : out.list) o.mask <<= 32;
    return out;
}

}  // namespace tilescope
