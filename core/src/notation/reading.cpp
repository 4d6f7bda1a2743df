// core/src/notation/reading.cpp -- the common properties of instructions, and the origins of bits.
// SPDX-License-Identifier: MIT

#include "name_meaning.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/notation/questions.h>

#include <bit>
#include <utility>

namespace tilescope {
namespace {

std::vector<std::string> kinds_of_both(const PasteContext& a, const PasteContext& b) {
    std::vector<std::string> out;
    for (const PasteContext* c : {&a, &b}) {
        out.insert(out.end(), c->kinds.begin(), c->kinds.end());
        if (!c->kind.empty()) out.push_back(c->kind);
    }
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

}  // namespace

PasteContext common(const PasteContext& a, const PasteContext& b) {
    PasteContext out = a;
    if (a.kind != b.kind || a.kinds != b.kinds) {
        out.kind.clear();
        out.kinds = kinds_of_both(a, b);
    }
    const bool same_form =
        a.cta_group == b.cta_group && a.ws == b.ws && a.sparse == b.sparse && a.a_in_tmem == b.a_in_tmem;
    if (!same_form) out.cta_group = 0, out.ws = out.sparse = out.a_in_tmem = false;
    out.hopper = a.hopper && b.hopper;
    if (a.arch != b.arch) out.arch.clear();
    return out;
}

bool is_tcgen05_word(PasteRole role, std::uint64_t value) {
    if (role == PasteRole::idesc) return value != 0;
    return notation::is_operand(role) && wrong_fields(**find_format("smem", {}, Edition::v9_1), value) == 0;
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

void add_origin(BitOrigins& to, BitOrigin one) {
    const auto same = std::ranges::find_if(
        to.list, [&](const BitOrigin& x) { return x.span == one.span && x.kind == one.kind && x.name == one.name; });
    if (same != to.list.end())
        same->mask |= one.mask;
    else
        to.list.push_back(std::move(one));
}

BitOrigins joined_origins(const BitOrigins& low, const BitOrigins& high) {
    BitOrigins out = origins_in(low, bit_mask(32));
    out.cut |= high.cut;
    for (BitOrigin o : high.list)
        if ((o.mask <<= 32) != 0) add_origin(out, std::move(o));
    keep_first_origins(out);
    return out;
}

}  // namespace tilescope
