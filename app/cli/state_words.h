// app/cli/state_words.h -- the words of a state line, as decode prints them.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/decode_output.h"
#include "app/io/state_line.h"

#include <tilescope/notation/paste.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::cli {

struct StateWords {
    std::vector<FoundWord> words;  // without a mask that the session does not use
    PasteContext context;          // the form of the instruction
};

// Requires: the line can be read; `text` is the text that has it.
StateWords words_of(const io::StateLine& line, std::string_view text);

// Gives the words of the line to the output; as text, after a sentence about the session. `number` is that of the line
// in the input. The same requirements.
void add_state_line(const io::StateLine& line, std::string_view text, std::uint64_t number, const Globals& globals,
                    DecodeOutput& output);

// The text with blanks in place of its state lines, so that their characters are not read as words.
std::string without_lines(std::string_view text, const std::vector<io::StateLine>& lines);

}  // namespace tilescope::cli
