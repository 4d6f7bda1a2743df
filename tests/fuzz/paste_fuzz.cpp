// tests/fuzz/paste_fuzz.cpp -- pasted text, which may be any bytes: each word, step and refusal has a place in it.
// SPDX-License-Identifier: MIT
#include "tests/fuzz/fuzz.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/notation/cute.h>
#include <tilescope/rules/read_paste.h>

#include <algorithm>

namespace tilescope::fuzz {
namespace {

// The bits of a word or of a reading: unknown bits are inside of the width, and they have no value.
std::string wrong_bits(std::uint64_t value, std::uint64_t unknown, unsigned width) {
    if ((unknown & ~bit_mask(width)) != 0) return "bits outside of its width are unknown";
    return (value & unknown) == 0 ? "" : "an unknown bit has a value";
}

std::string wrong_reading(const PasteReading& reading) {
    if (reading.format == nullptr) return "a reading has no format";
    if ((reading.word & ~bit_mask(reading.format->bits)) != 0) return "a reading has more bits than its format";
    if (const std::string wrong = wrong_bits(reading.word, reading.unknown, reading.format->bits); !wrong.empty())
        return say("the reading as ", reading.format->id, ": ", wrong);
    return reading.why.empty() ? "" : wrong_sentence(reading.why);
}

std::string wrong_word(const FoundWord& word, std::string_view text, std::size_t instructions) {
    const auto about = [&](std::string_view what) { return say("the word ", hex(word.value), ": ", what); };
    if (!is_inside(word.span, text)) return about("its span is outside the text");
    if (word.bits != 32 && word.bits != 64) return about("it has neither 32 nor 64 bits");
    if ((word.value & ~bit_mask(word.bits)) != 0) return about("its value has more bits than its width");
    if (word.merged == 0) return about("it has no line of the text");
    if (printable(word.name) != word.name) return about("its name has characters that cannot be printed");
    if (word.readings.empty()) return about("it has no reading");
    if (const std::string wrong = wrong_bits(word.value, word.unknown_bits, word.bits); !wrong.empty())
        return about(wrong);
    if (word.instruction != kNoInstruction && word.instruction >= instructions)
        return about("its instruction is not listed");
    for (const PasteReading& reading : word.readings)
        if (const std::string wrong = wrong_reading(reading); !wrong.empty()) return about(wrong);
    return word.note.empty() ? "" : wrong_sentence(word.note);
}

std::string wrong_refused(const PasteResult& result, std::string_view text) {
    if (result.refused.size() > result.refused_count) return "the list of refusals is longer than their count";
    for (const PasteRefusal& refusal : result.refused) {
        if (!is_inside(refusal.span, text)) return "the span of a refusal is outside the text";
        if (refusal.line == 0 || refusal.column == 0)
            return "a refusal is at line 0 or column 0, but both count from 1";
        if (const std::string wrong = wrong_sentence(refusal.why); !wrong.empty()) return wrong;
    }
    return {};
}

std::string wrong_result(const PasteResult& result, std::string_view text) {
    for (const FoundWord& word : result.words)
        if (const std::string wrong = wrong_word(word, text, result.instructions.size()); !wrong.empty()) return wrong;
    for (const KStep& step : result.steps)
        if (!is_inside(step.span, text)) return "the span of a step is outside the text";
    if (result.understood > result.lines) return "more lines were understood than the text has";
    if (!result.layout.empty() && !parse_cute(result.layout)) return say("'", result.layout, "' is not a layout");
    return first_of(wrong_refused(result, text), wrong_sentence(result.sentence));
}

std::string wrong_repetition(const PasteResult& first, const PasteResult& second) {
    const auto same = [](const FoundWord& a, const FoundWord& b) {
        return a.value == b.value && a.unknown_bits == b.unknown_bits && a.span == b.span && a.name == b.name &&
               a.readings.front().format == b.readings.front().format;
    };
    return std::ranges::equal(first.words, second.words, same) && first.sentence == second.sentence
               ? ""
               : "the second result for the same text differs from the first";
}

}  // namespace

std::string check_paste(std::string_view bytes) {
    const PasteOptions other{.edition = Edition::v9_4, .kind = "mxf4nvf4", .kind_given = true};
    const PasteResult result = paste(bytes);
    if (const std::string wrong = wrong_result(result, bytes); !wrong.empty()) return wrong;
    return first_of(wrong_repetition(result, paste(bytes)), wrong_result(paste(bytes, other), bytes));
}

}  // namespace tilescope::fuzz
