// core/src/notation/noise.cpp -- decides which values of a text are words, and their order.
// SPDX-License-Identifier: MIT
#include "noise.h"

#include "classify.h"

#include <tilescope/notation/questions.h>

#include <algorithm>

namespace tilescope::notation {
namespace {

// The bits of an unnamed value must be those of a format in all that makes the format recognizable: its constants, or
// the types of an instruction descriptor with an f32 result.
bool is_recognizable(const FoundWord& word) {
    const PasteReading& best = word.readings.front();
    if (best.unknown == 0 || best.rule == kHighHalfId) return true;
    if (best.format->kind.empty()) return best.certainty != Certainty::unknown && best.format->id != "zcm";
    constexpr std::string_view kTelling[] = {"sparse", "d_type", "a_type", "b_type", "scale_type"};
    const bool open = std::ranges::any_of(kTelling, [&](std::string_view id) {
        const Field* f = find_field(*best.format, id);
        return f != nullptr && get_field(*f, best.unknown) != 0;
    });
    return !open && best.word != 0;
}

// A program has many 64-bit constants. An unnamed one is a descriptor only if its strides and its mode are set too.
// Only a name or an instruction makes it a mask.
bool is_telling_constant(const FoundWord& word) {
    const PasteReading& best = word.readings.front();
    const auto raw = [&](std::string_view id) {
        const Field* f = find_field(*best.format, id);
        return f ? get_field(*f, best.word) : 0;
    };
    if (!best.format->kind.empty()) return true;
    const Field* stride = find_field(*best.format, "sbo");
    const bool open_stride = stride != nullptr && get_field(*stride, best.unknown) != 0;
    if (best.format->id == "wgmma") return raw("sbo") != 0 && raw("swizzle") != 0;
    return best.format->id == "smem" && (raw("sbo") != 0 || open_stride);
}

}  // namespace

bool is_noise(const FoundWord& word, ReadBy reader, const Work& work) {
    if (word.unknown_bits == bit_mask(word.bits)) return true;
    constexpr ReadBy kReadersOfAll[] = {ReadBy::number, ReadBy::ptx, ReadBy::expression, ReadBy::mlir, ReadBy::log};
    if (word.role == PasteRole::unknown && word.unknown_bits != 0 && reader != ReadBy::fields && !is_recognizable(word))
        return work.prose;
    if (work.program && word.role == PasteRole::unknown && !is_telling_constant(word)) return true;
    if (work.prose && word.role == PasteRole::unknown && word.readings.front().format->id == "zcm")
        return work.options.as == "auto";
    // "a=5": a letter alone names many things.
    const bool unnamed = word.role == PasteRole::unknown || word.name.size() == 1;
    return work.prose && unnamed && work.options.as == "auto" &&
           std::ranges::find(kReadersOfAll, reader) != std::end(kReadersOfAll) &&
           std::ranges::none_of(word.readings, is_likely);
}

void drop_overwritten(std::vector<FoundWord>& words) {
    const auto is_likely_word = [](const FoundWord& w) { return w.readings.front().certainty != Certainty::unknown; };
    std::erase_if(words, [&](const FoundWord& w) {
        return !w.name.empty() && !is_likely_word(w) && std::ranges::any_of(words, [&](const FoundWord& other) {
            return other.name == w.name && is_likely_word(other);
        });
    });
}

void sort_by_certainty(std::vector<FoundWord>& words) {
    const auto doubt = [](const FoundWord& w) {
        const PasteReading& best = w.readings.front();
        return static_cast<unsigned>(best.certainty) * 2 + (w.ask ? 1u : 0u) + (best.unknown != 0 ? 3u : 0u);
    };
    std::ranges::stable_sort(words, {}, doubt);
}

}  // namespace tilescope::notation
