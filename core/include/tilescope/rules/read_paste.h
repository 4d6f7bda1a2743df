// core/include/tilescope/rules/read_paste.h -- finds the words in any text and checks their readings with the rules.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/notation/paste.h>

namespace tilescope {

// Whether the word is valid in this format: every field has a meaning, reserved bits are 0, and on at least one target
// the word breaks no rule of severity error. One target is enough: the word is not wrong if another target lacks a
// form. Bits in `unknown` are not in the text and break no rule.
bool breaks_no_rule(const Format& format, std::uint64_t word, std::uint64_t unknown);

// Finds the words in a text. Never fails and never throws, whatever bytes the text contains.
//   paste("0x08400480").words[0].readings.front(): kind mxf4nvf4, because under f16 the word breaks a rule
inline PasteResult paste(std::string_view text, const PasteOptions& options = {}) {
    return paste(text, options, breaks_no_rule);
}

}  // namespace tilescope
