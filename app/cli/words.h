// app/cli/words.h -- what several verbs need to read and print words.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/word/field.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tilescope::cli {

// "-" is the first word of standard input; anything else is itself.
Answer<std::string> word_or_standard_input(const std::string& text);

// "f16, tf32, ..." and "smem, wgmma, ..." of an edition, for help and sentences.
std::string kind_list(Edition edition);
std::string format_list(Edition edition);

// Whether --kind names a kind of the edition, or none at all. A refusal lists the kinds.
Answer<void> is_kind(std::string_view kind, Edition edition);

// A cell of a CSV row, quoted where it has to be.
std::string csv(std::string_view text);

// A word of that format from a number's text; a number that is too wide is refused.
Answer<std::uint64_t> word_for(const Format& format, const std::string& text);

// The same, where "-" is the first word of standard input.
Answer<std::uint64_t> word_given(const Format& format, const std::string& text);

}  // namespace tilescope::cli
