// core/include/tilescope/base/text.h -- small functions for ASCII text: trim, lower case, words, strings. No locale.
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Without spaces, tabs, \r, \v and \f on both sides: trimmed("  a b\r") is "a b". A \n stays.
inline std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlanks = " \t\r\v\f";
    const std::size_t first = text.find_first_not_of(kBlanks);
    if (first == text.npos) return text.substr(0, 0);
    return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

// The inside of the string with which a line of source code begins. first_string("f'a b', 5") is "a b", and
// first_string("a 'b'") is nothing. A string that the line does not close ends with the line.
inline std::optional<std::string_view> first_string(std::string_view line) {
    line = trimmed(line);
    const std::size_t quote = line.find_first_not_of("fFrRbBuU");
    if (quote == line.npos || quote > 2 || (line[quote] != '"' && line[quote] != '\'')) return std::nullopt;
    std::size_t end = line.find(line[quote], quote + 1);
    while (end != line.npos && line[end - 1] == '\\') end = line.find(line[quote], end + 1);
    return line.substr(quote + 1, end == line.npos ? end : end - quote - 1);
}

// The parts of a text between a sign: split_at("m,n,", ',') is {"m", "n", ""}. Without the sign, the whole text.
inline std::vector<std::string_view> split_at(std::string_view text, char sign) {
    std::vector<std::string_view> out;
    while (true) {
        const std::size_t end = std::min(text.find(sign), text.size());
        out.push_back(text.substr(0, end));
        if (end == text.size()) return out;
        text.remove_prefix(end + 1);
    }
}

inline std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
    return out;
}

// Appends a cell of a CSV file as RFC 4180 says: in quotes if it has a comma, a quote or a line break.
//   add_csv_cell(out, "a, b") appends "\"a, b\""
inline void add_csv_cell(std::string& out, std::string_view text) {
    if (text.find_first_of(",\"\r\n") == text.npos) {
        out += text;
        return;
    }
    out += '"';
    for (const char c : text) out.append(c == '"' ? 2 : 1, c);
    out += '"';
}

// The text of a cell of a table in Markdown: a bar would end the cell.
inline std::string markdown_cell(std::string_view text) {
    std::string out;
    for (const char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
    return out;
}

// Splits the text at spaces and tabs and returns the words in lower case: lower_words("A  3 24") is {"a", "3", "24"}.
inline std::vector<std::string> lower_words(std::string_view text) {
    std::vector<std::string> out;
    bool inside = false;
    for (const char c : lower(text)) {
        const bool blank = c == ' ' || c == '\t';
        if (!blank && !inside) out.emplace_back();
        if (!blank) out.back() += c;
        inside = !blank;
    }
    return out;
}

// The lines of a text, by offset, in any order. Line 1 is the first.
class LineNumbers {
public:
    explicit LineNumbers(std::string_view text) {
        for (std::size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at + 1)) ends_.push_back(at);
    }
    unsigned of(std::size_t offset) const {
        return 1 + static_cast<unsigned>(std::ranges::lower_bound(ends_, offset) - ends_.begin());
    }

private:
    std::vector<std::size_t> ends_;
};

}  // namespace tilescope
