// core/src/notation/printed_comments.cpp -- reads the values that a user noted in the comments of a program.
// SPDX-License-Identifier: MIT
#include "printed_comments.h"

#include "log_pairs.h"

#include <algorithm>
#include <array>

namespace tilescope::notation {
namespace {

// The text behind the mark of a line that is only a comment, or nothing.
std::string_view comment_in(std::string_view line) {
    constexpr std::array<std::string_view, 6> kMarks = {"///", "//", "/*", "##", "# ", "* "};
    line = trimmed(line);
    const auto mark = std::ranges::find_if(kMarks, [&](std::string_view m) { return line.starts_with(m); });
    if (mark == kMarks.end()) return {};
    line.remove_prefix(mark->size());
    if (line.ends_with("*/")) line.remove_suffix(2);
    return trimmed(line);
}

// "a: 0x... 0x...", "step 0: A=0x... B=0x...", "A: hi=0x... lo=0x...". One assignment, "a_desc = 0x...", can be code.
bool has_values(std::string_view comment) {
    if (comment.empty() || comment.ends_with(';')) return false;
    unsigned values = 0;
    bool letter = false;
    std::size_t at = 0;
    while (const auto pair = next_log_pair(comment, at)) {
        const KeyMeaning key = meaning_of_key(pair->key);
        const bool operand = is_operand(key.role);
        const bool whole = operand && is_whole_value(pair->value), idesc = key.role == PasteRole::idesc;
        const bool half = key.half != 0 && (operand || key.base.empty());
        if (!whole && (!is_long_value(pair->value) || (!half && !idesc))) continue;
        ++values;
        letter |= whole && key.role != PasteRole::smem && comment[pair->left.size()] == ':';
        while (next_value(comment, at)) ++values;
    }
    return values > 1 || letter;
}

}  // namespace

bool take_printed_comments(Work& work, std::string& rest, unsigned& lines) {
    const std::size_t before = work.finds.size();
    unsigned number = 0;
    for (std::size_t begin = 0; begin < work.text.size() && !work.full;) {
        const std::size_t end = std::min(work.text.find('\n', begin), work.text.size());
        const std::size_t start = begin;
        const std::string_view line = work.text.substr(begin, end - begin);
        begin = end + 1;
        ++number;
        const std::string_view comment = comment_in(line);
        // Another reader took the line if `rest` has blanks there.
        if (!has_values(comment) || std::string_view(rest).substr(start, line.size()) != line) continue;
        if (!read_log(work, {comment, start, number})) continue;
        ++lines;
        std::fill_n(rest.begin() + static_cast<std::ptrdiff_t>(start), line.size(), ' ');
    }
    for (std::size_t i = before; i < work.finds.size(); ++i) work.finds[i].remark = true;
    return work.finds.size() > before;
}

}  // namespace tilescope::notation
