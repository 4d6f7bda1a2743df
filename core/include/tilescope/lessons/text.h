// core/include/tilescope/lessons/text.h -- the text of a lesson as blocks, which terminal, HTML and window draw.
// SPDX-License-Identifier: MIT
//
// A text is written in a part of Markdown: paragraphs, lists (`- ` or `1. `), tables with `|`, fences of plain text,
// notes (`> `), **bold**, *italic* and `code`. {= EXPRESSION} and {= EXPRESSION :FORMAT} are numbers of the session:
//
//     const auto text = lesson_text(lines, 12);            12: the line of the file, for refusals
//     for (const LessonBlock& b : evaluated(*text, moment)) draw(b);
#pragma once

#include <tilescope/lessons/expression.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

enum class SpanStyle : std::uint8_t { plain, bold, italic, code };

// A part of a line. Either `text`, or an expression that evaluated() replaces by its text.
struct LessonSpan {
    SpanStyle style = SpanStyle::plain;
    std::string text = {};
    std::optional<LessonExpression> expression = {};
    LessonFormat format = {};
    std::size_t line = 0;  // of the file
};
using LessonLine = std::vector<LessonSpan>;

enum class BlockKind : std::uint8_t {
    paragraph,  // one line
    list,       // one line for each item
    numbered,   // the same, with numbers from 1
    table,      // rows of cells; the first row is the head
    code,       // the lines of a fence, in mono
    note        // one line for each paragraph
};
struct LessonBlock {
    BlockKind kind = BlockKind::paragraph;
    std::vector<LessonLine> lines = {};
    std::vector<std::vector<LessonLine>> rows = {};  // of a table; all rows have the same number of cells
};
using LessonBlocks = std::vector<LessonBlock>;

// Reads lines of a file; `first` is the number of the first one.
// Errors: an expression, a format, a style or a fence that does not end, a row with another number of cells, HTML, a
// link or an image. The reason begins with the line: "12: ...".
Answer<LessonBlocks> lesson_text(std::span<const std::string_view> lines, std::size_t first);

// Reads one line without blocks: a task, a hint, a caption.
Answer<LessonLine> lesson_line(std::string_view text, std::size_t line);

// Returns the text with the values of its expressions; spans of one style that follow each other are one. An expression
// without a value becomes "?", and its reason is added to `why`.
LessonLine evaluated(const LessonLine& line, const LessonMoment& moment, std::vector<std::string>* why = nullptr);
LessonBlocks evaluated(const LessonBlocks& blocks, const LessonMoment& moment, std::vector<std::string>* why = nullptr);

bool needs_emulation(const LessonLine& line);
bool needs_emulation(const LessonBlocks& blocks);

// The text of a line without its styles. Requires: the line is evaluated.
std::string plain_text(const LessonLine& line);

}  // namespace tilescope
