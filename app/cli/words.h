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

// A word of that format from a number's text; a number that is too wide is refused.
Answer<std::uint64_t> word_for(const Format& format, const std::string& text);

}  // namespace tilescope::cli
