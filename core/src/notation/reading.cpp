// core/src/notation/reading.cpp -- the origins of a reading, and what two instructions have in common.
// SPDX-License-Identifier: MIT
#include <tilescope/notation/reading.h>

#include <tilescope/formats/formats.h>
#include <tilescope/notation/questions.h>

#include <algorithm>

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
    const bool smem = role == PasteRole::smem || role == PasteRole::smem_a || role == PasteRole::smem_b;
    return smem && decode(**find_format("smem", {}, Edition::v9_1), value).problems.empty();
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
