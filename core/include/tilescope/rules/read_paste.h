// core/include/tilescope/rules/read_paste.h -- finds the words in any text and checks their readings with the rules.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/notation/paste.h>
#include <tilescope/rules/rule.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace tilescope {

// Whether the word is valid in this format: every field has a meaning, reserved bits are 0, and on at least one target
// the word breaks no rule of severity error. One target is enough: the word is not wrong if another target lacks a
// form. Bits in `unknown` are not in the text and break no rule.
bool breaks_no_rule(const Format& format, std::uint64_t word, std::uint64_t unknown);

// Returns the problems of a word of which some bits are unknown: only those that every tried value of the unknown bits
// has. It tries each value of each unknown field of up to 6 bits, and a sample of all other values. So a problem that
// only the unknown bits cause is not in the result.
//   problems_for_sure(decode(kSmem91, 0x4000404000000000), {}, 0xffffffff): none, whatever the low half is
std::vector<Problem> problems_for_sure(const Decoded& decoded, const WordContext& context, std::uint64_t unknown);

// Returns all problems of a found word in its best reading: those of problems_for_sure(), then those of the program
// that builds the word first, and a question if only the user can decide between its readings. `context` is that of its
// instruction: context_of(). An empty `arch` is not known.
//   problems_of(paste("0x0000404000010040").words[0], {}, "sm_100a"): one problem with the rule L1
std::vector<Problem> problems_of(const FoundWord& found, const PasteContext& context, std::string_view arch);

// Finds the words in a text. Never fails and never throws, whatever bytes the text contains.
//   paste("0x08400480").words[0].readings.front(): kind mxf4nvf4, because under f16 the word breaks a rule
inline PasteResult paste(std::string_view text, const PasteOptions& options = {}) {
    return paste(text, options, breaks_no_rule);
}

// Returns a word of a log with its readings; no value if it is not a word.
inline std::optional<FoundWord> log_word(const LogWord& word, const PasteContext& context,
                                         const PasteOptions& options) {
    return log_word(word, context, options, breaks_no_rule);
}

}  // namespace tilescope
