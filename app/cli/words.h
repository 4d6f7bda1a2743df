// app/cli/words.h -- functions that read and print words for several verbs.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/word/field.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tilescope::cli {

// Returns the first word of standard input if `text` is "-". Otherwise returns `text`.
Answer<std::string> word_or_standard_input(const std::string& text);

// Return the kinds and the formats of an edition as text: "f16, tf32, ..." and "smem, wgmma, ...".
std::string kind_list(Edition edition);
std::string format_list(Edition edition);

// Accepts a kind of the edition or an empty text. A refusal lists the kinds.
Answer<void> is_kind(std::string_view kind, Edition edition);

// Returns the text as a CSV cell, in quotes if CSV requires them.
std::string csv(std::string_view text);

// Returns the number in the text as a word of the format. Refuses a number with too many bits.
Answer<std::uint64_t> word_for(const Format& format, const std::string& text);

// The same, but "-" reads the first word of standard input.
Answer<std::uint64_t> word_given(const Format& format, const std::string& text);

}  // namespace tilescope::cli
