// app/io/state_line.h -- a session and its view state as one line of text: "ts1:...".
// SPDX-License-Identifier: MIT
//
// A state line is for places that take a line and no file: a bug report, a chat, a comment in source code, the fragment
// of a URL (https://host/#ts1:...).
//
//     "ts1:" base64url( length of the compressed text (LEB128) | check sum, 3 bytes | compressed text )
//
// The compressed text is the difference from the base document (state_line_base.h) as a JSON merge patch (RFC 7396), so
// describe() is the only list of members. The base document is part of the format and never changes: a line means the
// same when the program has other defaults. A member that a later version adds is refused by name.
//
// The length tells where the line ends. So a mail program may break it into several lines, and prose may follow.
#pragma once

#include "app/io/session_file.h"

#include <tilescope/base/answer.h>
#include <tilescope/base/text_span.h>

#include <cstddef>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::io {

inline constexpr std::size_t kMostStateBytes = std::size_t{1} << 20;  // of the JSON text; only notes can be so long
inline constexpr std::size_t kMostStateLines = 64;                    // that are read from one text
// To read a line costs as many bytes as its JSON text has, and at least so many. A text may cost kMostStateLines times
// that and its own size, so that no text takes longer to read than its length allows: a line of 1400 characters can
// have a megabyte of JSON text.
inline constexpr std::size_t kLeastStateCost = std::size_t{1} << 14;

// Returns the line. Equal sessions give equal lines.
// Errors: the notes are too long for a line.
Answer<std::string> state_line(const SessionFile& file);

// A state line in a text, or what looks like one and cannot be read.
struct StateLine {
    TextSpan span;
    Answer<SessionFile> file;
};

// Finds the state lines of a text, in order. A line can be broken into several lines: spaces, marks of a quotation
// (">") and the "=" of quoted-printable text at the breaks do not count. Beyond kMostStateLines the text is not read.
// If the lines have cost all that the text may cost, the next one is listed with a refusal that says so, and is the
// last. What is too short to be a state line is not listed, for example "ts1: 0x40" in a log, unless it is the whole
// text. A stop ends the list early.
std::vector<StateLine> state_lines_in(std::string_view text, const std::stop_token& stop = {});

// A state line that the text cuts off: more text can go on with its characters.
struct CutStateLine {
    std::size_t begin = std::string_view::npos;  // npos: there is none
    std::size_t missing = 0;                     // characters; 0: not known, or a blank line follows
};
CutStateLine cut_state_line(std::string_view text);

// The number of characters of a state line in a line of text that can have nothing else, without the marks of a mail.
// 0: the line has more, or nothing.
std::size_t state_characters_in(std::string_view line);

// The first line that can be read. Null: there is none.
const StateLine* readable_line(const std::vector<StateLine>& lines);

// Reads a text that has a session: a document of session_from_text(), or a text with a state line. With the path of the
// text, a refusal is a whole sentence that begins with it.
Answer<SessionFile> session_in(std::string_view text, std::string_view path = {});

// Whether an argument is a state line, or a URL that ends in one, and not the name of a file.
bool is_state_line(std::string_view argument);

// The sentence about the files that a line does not contain: the values of recipes that name one. Empty: there are
// none.
std::string files_beside(const Session& session);

// What a state line has: "a state line: sm_100a, kind f16." The values of a recipe that names a file are not in the
// line; the sentence says so.
std::string about_line(const Session& session);

}  // namespace tilescope::io
