// core/src/notation/clean_text.cpp -- replaces the marks of documents and terminals in a pasted text by blanks.
// SPDX-License-Identifier: MIT
#include "text_parts.h"

#include <algorithm>
#include <string>

namespace tilescope::notation {
namespace {

void blank_out(std::string& text, std::size_t begin, std::size_t end) {
    std::fill(text.begin() + static_cast<std::ptrdiff_t>(begin),
              text.begin() + static_cast<std::ptrdiff_t>(std::min(end, text.size())), ' ');
}

// "ESC [ 1 ; 31 m": colours and other commands of terminals.
void blank_terminal_codes(std::string& text) {
    for (std::size_t at = text.find('\x1b'); at != text.npos; at = text.find('\x1b', at + 1)) {
        std::size_t end = at + 1;
        if (end < text.size() && text[end] == '[') {
            ++end;
            while (end < text.size() && (is_digit(text[end]) || text[end] == ';' || text[end] == '?')) ++end;
            ++end;
        }
        blank_out(text, at, end);
    }
}

// A byte order mark, blanks that are not ASCII, and carriage returns.
void blank_odd_spaces(std::string& text) {
    constexpr std::string_view kSpaces[] = {"\xef\xbb\xbf", "\xc2\xa0", "\xe2\x80\x8b", "\xe2\x80\xaf", "\r"};
    for (const std::string_view space : kSpaces)
        for (std::size_t at = text.find(space); at != text.npos; at = text.find(space, at)) {
            blank_out(text, at, at + space.size());
        }
}

// The punctuation of Chinese and Japanese texts, and a sign with the same meaning.
void replace_wide_punctuation(std::string& text) {
    struct Wide {
        std::string_view wide;
        char plain;
    };
    constexpr Wide kWide[] = {{"\uff0c", ','}, {"\u3001", ','}, {"\u3002", ' '}, {"\uff1a", ':'}, {"\uff1b", ';'},
                              {"\uff08", '('}, {"\uff09", ')'}, {"\uff1d", '='}, {"\uff5c", '|'}, {"\u3000", ' '}};
    for (const Wide& row : kWide)
        for (std::size_t at = text.find(row.wide); at != text.npos; at = text.find(row.wide, at)) {
            blank_out(text, at, at + row.wide.size());
            text[at] = row.plain;
        }
}

// "- desc.stride = 64": an assignment in a list of Markdown. A text with lines of "+" is a patch.
void blank_list_marks(std::string& text) {
    if (text.starts_with("+") || text.find("\n+") != text.npos) return;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view line = trimmed(std::string_view(text).substr(begin, end - begin));
        const auto mark = static_cast<std::size_t>(line.data() - text.data());
        begin = end + 1;
        if (!line.starts_with("- ")) continue;
        std::size_t at = 2;
        while (at < line.size() && (is_word_char(line[at]) || line[at] == '.')) ++at;
        const bool named = at > 2 && !is_digit(line[2]);
        if (named && trimmed(line.substr(at)).starts_with("= ")) text[mark] = ' ';
    }
}

bool is_gap(char c) { return c == ' ' || c == '|' || c == '(' || c == ')' || c == ',' || c == ':' || c == '.'; }

// "**0x40004040**": two stars with a gap on exactly one side. "2**16" and "2 ** 16" have none or two.
void blank_bold(std::string& text, std::size_t begin, std::size_t end) {
    // The search ends with the line: a text with few "**" has many lines.
    const auto next = [&](std::size_t from) { return std::string_view(text).substr(0, end).find("**", from); };
    for (std::size_t at = next(begin); at != text.npos; at = next(at + 2)) {
        const bool before = at == begin || is_gap(text[at - 1]), after = at + 2 >= end || is_gap(text[at + 2]);
        if (before != after) blank_out(text, at, at + 2);
    }
}

bool is_cell_name(std::string_view cell) {
    return !cell.empty() && !is_digit(cell[0]) &&
           std::ranges::all_of(cell, [](char c) { return is_word_char(c) || c == '.'; });
}

// A row of a table, "| idesc | 0x08200490 |". A name before a number is its key.
void open_table(std::string& text, std::size_t begin, std::size_t end) {
    const std::string_view line = trimmed(std::string_view(text).substr(begin, end - begin));
    if (line.size() < 3 || line.front() != '|' || line.back() != '|') return;
    std::size_t last = text.npos;
    for (std::size_t at = text.find('|', begin); at < end; at = text.find('|', at + 1)) {
        const std::size_t next = text.find('|', at + 1);
        if (next >= end) {
            text[at] = ' ';
            return;
        }
        const std::string_view left =
            last == text.npos ? std::string_view() : trimmed(std::string_view(text).substr(last + 1, at - last - 1));
        const std::string_view right = trimmed(std::string_view(text).substr(at + 1, next - at - 1));
        constexpr std::size_t kWordLength = 6;
        text[at] = right.size() >= kWordLength && is_digit(right[0]) && is_cell_name(left) ? '=' : ' ';
        last = at;
    }
}

}  // namespace

std::string cleaned(std::string_view original) {
    std::string text(original);
    blank_terminal_codes(text);
    blank_odd_spaces(text);
    replace_wide_punctuation(text);
    blank_list_marks(text);
    std::ranges::replace(text, '`', ' ');
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        blank_bold(text, begin, end);
        open_table(text, begin, end);
        name_values(text, begin, end);
        begin = end + 1;
    }
    return text;
}

}  // namespace tilescope::notation
