// tests/fuzz/paste_fuzz.cpp -- any bytes are text: every word, step and refusal has its place in it.
// SPDX-License-Identifier: MIT
#include "tests/fuzz/fuzz.h"

#include <tilescope/base/say.h>
#include <tilescope/notation/cute.h>
#include <tilescope/rules/read_paste.h>

namespace tilescope::fuzz {
namespace {

std::string wrong_word(const FoundWord& word, std::string_view text) {
    const auto about = [&](std::string_view what) { return say("the word ", hex(word.value), ": ", what); };
    if (!lies_in(word.span, text)) return about("its span lies outside the text");
    if (word.bits != 32 && word.bits != 64) return about("neither 32 nor 64 bits");
    if ((word.value & ~bit_mask(word.bits)) != 0) return about("more bits than it says");
    if (word.merged == 0) return about("stands for no line");
    if (word.readings.empty()) return about("no reading");
    for (const PasteReading& reading : word.readings) {
        if (reading.format == nullptr) return about("a reading without a format");
        if ((reading.word & ~bit_mask(reading.format->bits)) != 0)
            return about("a reading with more bits than its format");
        if (!reading.why.empty() && !wrong_sentence(reading.why).empty()) return about(wrong_sentence(reading.why));
    }
    return word.note.empty() ? "" : wrong_sentence(word.note);
}

std::string wrong_refused(const PasteResult& result, std::string_view text) {
    if (result.refused.size() > result.refused_count) return "more refusals than were counted";
    for (const PasteRefusal& refusal : result.refused) {
        if (!lies_in(refusal.span, text)) return "a refusal's span lies outside the text";
        if (refusal.line == 0 || refusal.column == 0) return "lines and columns count from 1";
        if (const std::string wrong = wrong_sentence(refusal.why); !wrong.empty()) return wrong;
    }
    return {};
}

std::string wrong_result(const PasteResult& result, std::string_view text) {
    for (const FoundWord& word : result.words)
        if (const std::string wrong = wrong_word(word, text); !wrong.empty()) return wrong;
    for (const KStep& step : result.steps)
        if (!lies_in(step.span, text)) return "a step's span lies outside the text";
    if (result.understood > result.lines) return "more lines understood than there are";
    if (!result.layout.empty() && !parse_cute(result.layout)) return say("'", result.layout, "' is no layout");
    return first_of(wrong_refused(result, text), wrong_sentence(result.sentence));
}

}  // namespace

std::string check_paste(std::string_view bytes) {
    const PasteOptions other{.edition = Edition::v9_4, .kind = "mxf4nvf4", .kind_asked = true};
    return first_of(wrong_result(paste(bytes), bytes), wrong_result(paste(bytes, other), bytes));
}

}  // namespace tilescope::fuzz
