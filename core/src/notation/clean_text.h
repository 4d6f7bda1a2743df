// core/src/notation/clean_text.h -- a pasted text without the marks of documents and terminals, and its lines.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tilescope::notation {

struct Line {
    std::string_view text;  // without comment, prompt and trailing ; , and spaces
    std::size_t offset;     // of text in the paste
    unsigned number;
};

// Returns the text with blanks instead of the marks of Markdown, terminals and editors. Its length is the same, so that
// positions stay valid. A row of a table with a name before a number becomes "name = number".
std::string cleaned(std::string_view text);

// Returns a line without the prompt of a debugger.
std::string_view without_prompt(std::string_view line);

// Returns a line without prompt, comments, and separators at its end. In Python `//` is a division.
std::string_view normalised(std::string_view line, bool python);
// Whether the text looks like Python.
bool is_python(std::string_view text);

// Returns the text that normalised() removed at the start of a line of this text: a prompt or a comment.
std::string_view text_before(std::string_view text, const Line& line);

}  // namespace tilescope::notation
