// app/cli/lesson_text.cpp -- a lesson as text for the terminal.
// SPDX-License-Identifier: MIT
#include "app/cli/lesson_text.h"

#include "app/cli/text_out.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <vector>

namespace tilescope::cli {
namespace {

constexpr std::size_t kTableWidth = 98, kLeastColumn = 6;

// `code` keeps its signs, because it can have blanks. Stress has none: a terminal has one face.
std::string marked_text(const LessonLine& line) {
    std::string out;
    for (const LessonSpan& span : line) {
        const std::string_view sign = span.style == SpanStyle::code ? "`" : "";
        out += say(sign, span.text, sign);
    }
    return out;
}

// How a step is done from the terminal.
std::string how_to_answer(const Lesson& lesson, std::size_t index) {
    const std::string verb = say("tilescope learn ", lesson.id, " --step ", index + 1);
    if (lesson.steps[index].reply) return wrapped(say("Answer with: ", verb, " --reply ANSWER"), 4);
    return wrapped(say("Do it in the window (Ctrl+L there opens the lessons). Or write the session with: ", verb,
                       " --save FILE; edit FILE, which is JSON; then check it with: ", verb, " --session FILE"),
                   4);
}

// The lines of a cell that is `width` wide.
std::vector<std::string> cell_lines(const std::string& text, std::size_t width) {
    std::vector<std::string> out(1);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = std::min(text.find_first_not_of(' ', at), text.size());
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        const std::string word = text.substr(begin, end - begin);
        if (!out.back().empty() && out.back().size() + 1 + word.size() > width) out.emplace_back();
        out.back() += say(out.back().empty() ? "" : " ", word);
        at = end;
    }
    return out;
}

// Each column is as wide as its widest cell. If the table is too wide, the widest columns are wrapped.
std::string table_text(const LessonBlock& block) {
    if (block.rows.empty()) return {};
    std::vector<std::size_t> widths(block.rows.front().size(), 1);
    for (const auto& row : block.rows)
        for (std::size_t c = 0; c < widths.size(); ++c) widths[c] = std::max(widths[c], marked_text(row[c]).size());
    const auto total = [&] {
        std::size_t sum = 0;
        for (const std::size_t w : widths) sum += w + 2;
        return sum;
    };
    for (auto widest = std::ranges::max_element(widths); total() > kTableWidth && *widest > kLeastColumn;
         widest = std::ranges::max_element(widths))
        --*widest;
    std::string out;
    for (std::size_t r = 0; r < block.rows.size(); ++r) {
        std::vector<std::vector<std::string>> cells;
        std::size_t height = 1;
        for (std::size_t c = 0; c < widths.size(); ++c) {
            cells.push_back(cell_lines(marked_text(block.rows[r][c]), widths[c]));
            height = std::max(height, cells.back().size());
        }
        for (std::size_t line = 0; line < height; ++line) {
            std::string text = "  ";
            for (std::size_t c = 0; c < widths.size(); ++c)
                text += padded(line < cells[c].size() ? cells[c][line] : "", widths[c] + 2);
            out += say(text.substr(0, text.find_last_not_of(' ') + 1), "\n");
        }
        if (r > 0) continue;
        out += "  ";
        for (const std::size_t w : widths) out += say(std::string(w, '-'), "  ");
        out += "\n";
    }
    return out;
}

std::string block_text(const LessonBlock& block) {
    std::string out;
    switch (block.kind) {
    case BlockKind::table: return table_text(block);
    case BlockKind::paragraph:
        for (const LessonLine& line : block.lines) out += wrapped(marked_text(line), 0);
        break;
    case BlockKind::list:
    case BlockKind::numbered:
        for (std::size_t i = 0; i < block.lines.size(); ++i) {
            const std::string sign = block.kind == BlockKind::list ? "  - " : say("  ", i + 1, ". ");
            out += wrapped(say(sign, marked_text(block.lines[i])), sign.size());
        }
        break;
    case BlockKind::code:
        for (const LessonLine& line : block.lines) out += say("    ", plain_text(line), "\n");
        break;
    case BlockKind::note:
        for (const LessonLine& line : block.lines) out += wrapped(say("  | ", marked_text(line)), 4);
        break;
    }
    return out;
}

}  // namespace

std::string lesson_blocks_text(const LessonBlocks& blocks) {
    std::string out;
    for (const LessonBlock& block : blocks) out += say(out.empty() ? "" : "\n", block_text(block));
    return out;
}

std::string lesson_step_text(const Lesson& lesson, std::size_t index, const ShownStep& shown,
                             const std::string& drawn) {
    const LessonStep& step = lesson.steps[index];
    const std::string title = say("Step ", index + 1, " of ", lesson.steps.size(), ": ", step.title);
    std::string out = say(title, "\n", std::string(title.size(), '-'), "\n\n", lesson_blocks_text(shown.text));
    if (shown.picture) {
        const std::string caption = plain_text(shown.caption);
        const std::string_view name = drawn.empty() ? "  [--show draws the picture] " : "  ";
        out += say("\n", drawn, drawn.empty() ? "" : "\n",
                   wrapped(say(name, caption, caption.empty() ? "" : " ", shown.picture->sentence), 4));
    }
    if (step.has_task())
        out += say("\n", wrapped(say(step.reply ? "Question: " : "Task: ", marked_text(shown.request)), 4),
                   how_to_answer(lesson, index));
    return out;
}

}  // namespace tilescope::cli
