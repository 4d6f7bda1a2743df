// core/src/notation/line.cpp -- removes prompts, comments and separators from a line of pasted text.
// SPDX-License-Identifier: MIT
#include "work.h"

#include <algorithm>
#include <array>

namespace tilescope::notation {
namespace {

constexpr std::array<std::string_view, 3> kPrompts = {"(cuda-gdb)", "(gdb)", "(lldb)"};
constexpr std::size_t kWordDigits = 10;  // 0x and 8 digits: code does not divide a descriptor word

bool ends_operand(char c) { return is_word_char(c) || c == ')' || c == ']'; }

// Whether a text is arithmetic: numbers, names and operators. Two operands without an operator between them are prose.
bool is_arithmetic(std::string_view text) {
    if (text.empty() || text.find_first_not_of(" \t") == text.npos) return false;
    bool operand = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == ' ' || c == '\t') continue;
        if (is_word_char(c) || c == '.' || c == '\'' || c == '"') {
            if (operand) return false;
            while (at + 1 < text.size() && !ends_operand(text[at + 1]) && text[at + 1] == '.') ++at;
            while (at + 1 < text.size() && (is_word_char(text[at + 1]) || text[at + 1] == '.')) ++at;
            operand = c != '"' && c != '\'';
        } else if (c == '(' || c == '[') {
            operand = false;
        } else if (c == ')' || c == ']') {
            operand = true;
        } else if (std::string_view("+-*/%<>&|^~,").find(c) != std::string_view::npos) {
            operand = false;
        } else {
            return false;
        }
    }
    return true;
}

// Returns the number of open parentheses and brackets. With `close`, stops at the first unmatched closing one: returns
// -1 and stores its position.
int open_in(std::string_view text, std::size_t* close = nullptr) {
    int depth = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '(' || text[at] == '[') ++depth;
        if (text[at] != ')' && text[at] != ']') continue;
        if (--depth < 0 && close != nullptr) {
            *close = at;
            return depth;
        }
    }
    return depth;
}

// Returns the operand at the end of the text.
std::string_view last_operand(std::string_view text) {
    std::size_t begin = text.size();
    while (begin > 0 && (is_word_char(text[begin - 1]) || text[begin - 1] == '.')) --begin;
    return text.substr(begin);
}

// Whether `//` at `at` is a Python division: "(n // 8) << 17" has a division, "x = 5;  // 128" has a comment. Inside
// parentheses, `//` divides if arithmetic follows up to the closing one. Outside of parentheses, `//` divides only in
// an assignment of a Python text.
bool divides(std::string_view line, std::size_t at, bool python) {
    const std::string_view before = trimmed(line.substr(0, at)), after = line.substr(at + 2);
    if (before.empty() || !ends_operand(before.back())) return false;
    std::size_t close = after.npos;
    if (open_in(before) > 0) return open_in(after, &close) < 0 && is_arithmetic(after.substr(0, close));
    const std::size_t equals = before.find('=');
    const std::string_view left = last_operand(before);
    const bool literal = !left.empty() && left[0] >= '0' && left[0] <= '9';
    const std::string_view right = trimmed(after.substr(0, after.find('#')));
    const bool number = !right.empty() && right[0] >= '0' && right[0] <= '9';
    return python && equals != before.npos && (!literal || (number && left.size() < kWordDigits)) &&
           is_arithmetic(right);
}

std::string_view without_comments(std::string_view line, bool python) {
    while (line.starts_with("/*")) {
        const std::size_t end = line.find("*/");
        line = end == line.npos ? line.substr(line.size()) : trimmed(line.substr(end + 2));
    }
    for (std::size_t at = line.find("//"); at != line.npos; at = line.find("//", at + 2)) {
        if (divides(line, at, python)) continue;
        line = trimmed(line.substr(0, at));
        break;
    }
    if (line.starts_with('#')) return line.substr(line.size());
    if (const std::size_t comment = line.find(" #"); comment != line.npos) line = trimmed(line.substr(0, comment));
    return line;
}

}  // namespace

std::string_view normalised(std::string_view line, bool python) {
    line = trimmed(line);
    for (const std::string_view prompt : kPrompts)
        if (line.starts_with(prompt)) line = trimmed(line.substr(prompt.size()));
    line = without_comments(line, python);
    // The lines of a listing end with "; /* encoding */". A comment that was cut at `//` has no end.
    for (;;) {
        if (line.ends_with(';') || line.ends_with(',')) {
            line = trimmed(line.substr(0, line.size() - 1));
            continue;
        }
        const std::size_t comment = line.rfind("/*");
        if (comment == line.npos || line.find("*/", comment) < line.size() - 2) return line;
        line = trimmed(line.substr(0, comment));
    }
}

std::string_view text_before(const Work& work, const Line& line) {
    return trimmed(work.text.substr(line.offset, work.span_of(line.text).begin - line.offset));
}

bool is_python(std::string_view text) {
    constexpr std::array<std::string_view, 6> kSigns = {"def ", "import ", "lambda ", "\"\"\"", "np.", "\n#"};
    return text.find(';') == text.npos ||
           std::ranges::any_of(kSigns, [&](std::string_view sign) { return text.find(sign) != text.npos; });
}

}  // namespace tilescope::notation
