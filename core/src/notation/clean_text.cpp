// core/src/notation/clean_text.cpp -- a pasted text without the marks of documents and terminals, and its lines.
// SPDX-License-Identifier: MIT

#include "name_meaning.h"

namespace tilescope::notation {
namespace {

constexpr std::size_t kHalfDigits = 8, kWholeDigits = 16;

// A hexadecimal number with a word before it: "hi 0x40004040".
struct Place {
    std::size_t space;  // the last blank between the two
    std::size_t digits;
    std::string_view name;
    KeyMeaning key;
    bool owned;  // "A: hi": an operand stands before the half
};

bool is_blank(char c) { return c == ' ' || c == '\t'; }

std::size_t digits_at(std::string_view line, std::size_t x) {
    const std::size_t end = std::min(line.find_first_not_of(kHexDigits, x + 2), line.size());
    const bool ends = end == line.size() || !is_word_char(line[end]);
    return ends ? end - x - 2 : 0;
}

// "A: ", "desc_b ".
bool ends_with_operand(std::string_view before) {
    before = trimmed(before);
    if (before.ends_with(':')) before.remove_suffix(1);
    const std::string_view name = before.substr(begin_of_word(before, before.size()));
    return !name.empty() && is_operand(meaning_of_key(name).role);
}

std::vector<Place> places_in(std::string_view line) {
    constexpr std::size_t kMostBlanks = 2;
    std::vector<Place> out;
    for (std::size_t x = line.find("0x"); x != line.npos; x = line.find("0x", x + 2)) {
        const std::size_t digits = digits_at(line, x);
        if (digits != kHalfDigits && digits != kWholeDigits) continue;
        std::size_t end = x;
        while (end > 0 && is_blank(line[end - 1])) --end;
        const std::size_t begin = begin_of_word(line, end, '.');
        if (end == x || x - end > kMostBlanks || begin == end || is_digit(line[begin])) continue;
        const bool other = begin > 0 && std::string_view("%$@#-+\"'").find(line[begin - 1]) != std::string_view::npos;
        if (other) continue;
        const std::string_view name = line.substr(begin, end - begin);
        out.push_back({x - 1, digits, name, meaning_of_key(name), ends_with_operand(line.substr(0, begin))});
    }
    return out;
}

// "hi 0x40004040 lo 0x00010100": one half alone says too little, because "high" and "low" are words of prose.
bool has_other_half(const std::vector<Place>& places, std::size_t i) {
    const auto belongs = [&](std::size_t j) {
        const KeyMeaning &key = places[i].key, &other = places[j].key;
        return places[j].digits == kHalfDigits && other.half != 0 && other.half != key.half &&
               (other.base == key.base || other.base.empty() || key.base.empty());
    };
    return (i > 0 && belongs(i - 1)) || (i + 1 < places.size() && belongs(i + 1));
}

// "A 0x4000404000010000  B 0x4000404000010400": the letter A alone is also an article.
bool has_both_letters(const std::vector<Place>& places) {
    const auto has = [&](char letter) {
        return std::ranges::any_of(places, [&](const Place& p) {
            return p.digits == kWholeDigits && p.name.size() == 1 && lower(p.name)[0] == letter;
        });
    };
    return has('a') && has('b');
}

bool names_value(const std::vector<Place>& places, std::size_t i, bool letters) {
    const Place& p = places[i];
    if (p.key.half != 0)
        return p.digits == kHalfDigits && (p.key.base.empty() || is_operand(p.key.role)) &&
               (p.owned || has_other_half(places, i));
    if (p.key.role == PasteRole::idesc) return p.digits == kHalfDigits;
    if (!is_operand(p.key.role) || p.digits != kWholeDigits) return false;
    return p.name.size() > 1 || letters;
}

// The next functions change the text in which the line is.

// Makes "hi=0x40004040 lo=0x00010100" of a line "hi 0x40004040 lo 0x00010100".
void name_values(std::string& text, std::string_view line) {
    line = trimmed(line);
    const bool directive = line.starts_with('#') && line.size() > 1 && !is_blank(line[1]) && line[1] != '#';
    if (directive || line.find("0x") == line.npos) return;
    const std::vector<Place> places = places_in(line);
    const bool letters = has_both_letters(places);
    for (std::size_t i = 0; i < places.size(); ++i)
        if (names_value(places, i, letters)) text[offset_in(text, line) + places[i].space] = '=';
}

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

// A byte order mark, blanks that are not ASCII, carriage returns, and the punctuation of Chinese and Japanese texts.
void replace_odd_signs(std::string& text) {
    struct Odd {
        std::string_view sign;
        char plain;
    };
    constexpr Odd kOdd[] = {{"\xef\xbb\xbf", ' '}, {"\xc2\xa0", ' '}, {"\xe2\x80\x8b", ' '}, {"\xe2\x80\xaf", ' '},
                            {"\r", ' '},           {"\uff0c", ','},   {"\u3001", ','},       {"\u3002", ' '},
                            {"\uff1a", ':'},       {"\uff1b", ';'},   {"\uff08", '('},       {"\uff09", ')'},
                            {"\uff1d", '='},       {"\uff5c", '|'},   {"\u3000", ' '}};
    for (const Odd& row : kOdd)
        for (std::size_t at = text.find(row.sign); at != text.npos; at = text.find(row.sign, at + 1)) {
            blank_out(text, at, at + row.sign.size());
            text[at] = row.plain;
        }
}

// "- desc.stride = 64": an assignment in a list of Markdown. A text with lines of "+" is a patch.
void blank_list_marks(std::string& text) {
    if (text.starts_with("+") || text.find("\n+") != text.npos) return;
    for (const std::string_view whole : Lines(text)) {
        const std::string_view line = trimmed(whole);
        const std::size_t at = line.starts_with("- ") ? end_of_word(line, 2, '.') : 0;
        const bool named = at > 2 && !is_digit(line[2]);
        if (named && trimmed(line.substr(at)).starts_with("= ")) text[offset_in(text, line)] = ' ';
    }
}

bool is_gap(char c) { return c == ' ' || c == '|' || c == '(' || c == ')' || c == ',' || c == ':' || c == '.'; }

// "**0x40004040**": two stars with a gap on exactly one side. "2**16" and "2 ** 16" have none or two.
void blank_bold(std::string& text, std::string_view line) {
    for (std::size_t at = line.find("**"); at != line.npos; at = line.find("**", at + 2)) {
        const bool before = at == 0 || is_gap(line[at - 1]), after = at + 2 >= line.size() || is_gap(line[at + 2]);
        const std::size_t begin = offset_in(text, line) + at;
        if (before != after) blank_out(text, begin, begin + 2);
    }
}

bool is_cell_name(std::string_view cell) {
    return !cell.empty() && !is_digit(cell[0]) &&
           std::ranges::all_of(cell, [](char c) { return is_word_char(c) || c == '.'; });
}

// A row of a table, "| idesc | 0x08200490 |". A name before a number is its key.
void open_table(std::string& text, std::string_view line) {
    constexpr std::size_t kWordLength = 6;
    line = trimmed(line);
    if (line.size() < 3 || line.front() != '|' || line.back() != '|') return;
    std::string_view left;
    for (std::size_t at = 0; at < line.size();) {
        const std::size_t next = std::min(line.find('|', at + 1), line.size());
        const std::string_view right = trimmed(line.substr(at + 1, next - at - 1));
        const bool names = right.size() >= kWordLength && is_digit(right[0]) && is_cell_name(left);
        text[offset_in(text, line) + at] = names ? '=' : ' ';
        left = right;
        at = next;
    }
}

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

// Whether `//` at `at` is a Python division: "(n // 8) << 17" has a division, "x = 5;  // 128" has a comment. Inside
// parentheses, `//` divides if arithmetic follows up to the closing one. Outside of parentheses, `//` divides only in
// an assignment of a Python text.
bool divides(std::string_view line, std::size_t at, bool python) {
    const std::string_view before = trimmed(line.substr(0, at)), after = line.substr(at + 2);
    if (before.empty() || !ends_operand(before.back())) return false;
    std::size_t close = after.npos;
    if (open_in(before) > 0) return open_in(after, &close) < 0 && is_arithmetic(after.substr(0, close));
    const std::size_t equals = before.find('=');
    const std::string_view left = before.substr(begin_of_word(before, before.size(), '.'));
    const bool literal = !left.empty() && is_digit(left[0]);
    const std::string_view right = trimmed(after.substr(0, after.find('#')));
    const bool number = !right.empty() && is_digit(right[0]);
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

std::string cleaned(std::string_view original) {
    std::string text(original);
    blank_terminal_codes(text);
    replace_odd_signs(text);
    blank_list_marks(text);
    std::ranges::replace(text, '`', ' ');
    for (const std::string_view line : Lines(text)) {
        blank_bold(text, line);
        open_table(text, line);
        name_values(text, line);
    }
    return text;
}

std::string_view without_prompt(std::string_view line) {
    line = trimmed(line);
    for (const std::string_view prompt : {"(cuda-gdb)", "(gdb)", "(lldb)"})
        if (line.starts_with(prompt)) line = trimmed(line.substr(prompt.size()));
    return line;
}

std::string_view normalised(std::string_view line, bool python) {
    line = without_comments(without_prompt(line), python);
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

bool is_python(std::string_view text) {
    constexpr std::string_view kSigns[] = {"def ", "import ", "lambda ", "\"\"\"", "np.", "\n#"};
    return text.find(';') == text.npos || contains_any(text, kSigns);
}

std::string_view text_before(std::string_view text, const Line& line) {
    return trimmed(text.substr(line.offset, offset_in(text, line.text) - line.offset));
}

}  // namespace tilescope::notation
