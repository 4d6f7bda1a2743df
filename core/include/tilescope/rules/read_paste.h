// core/include/tilescope/rules/read_paste.h -- any text -> the words in it, judged by the rules.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/notation/paste.h>

namespace tilescope {

// Whether a word, read by that format, has a meaning in every field, nothing in reserved bits and breaks no rule of
// severity error on at least one target: what one of them lacks is no fault of a word. Bits in `unknown` are not told
// and break nothing.
bool is_clean(const Format& format, std::uint64_t word, std::uint64_t unknown);

// Never fails and never throws: any bytes are text.
//   paste("0x08400480").words[0].readings.front(): kind mxf4nvf4, because under f16 the word breaks a rule
inline PasteResult paste(std::string_view text, const PasteOptions& options = {}) {
    return paste(text, options, is_clean);
}

}  // namespace tilescope
