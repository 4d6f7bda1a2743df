// tests/unit/notation/expected_words.h -- texts with the word and the reading that each must have.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/say.h>
#include <tilescope/rules/read_paste.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string>

namespace tilescope::test {

struct ExpectedWord {
    const char *text, *format;  // the format, or the kind
    std::uint64_t value, unknown;
};

// Checks that some word of each text has this first reading, without a question.
inline void expect_words(std::span<const ExpectedWord> rows) {
    for (const ExpectedWord& row : rows) {
        const PasteResult read = paste(row.text);
        std::string seen = read.sentence;
        const bool any = std::ranges::any_of(read.words, [&](const FoundWord& w) {
            const PasteReading& r = w.readings.front();
            seen += say("\n", w.name, " ", r.format->id, " ", r.format->kind, " ", hex(r.word), " ", hex(r.unknown));
            const bool named = r.format->id == row.format || r.format->kind == row.format;
            return named && r.word == row.value && r.unknown == row.unknown && !w.ask;
        });
        EXPECT_TRUE(any) << row.text << "\n" << seen;
    }
}

}  // namespace tilescope::test
