// core/src/notation/value_names.cpp -- recognizes the names that stand before numbers with only a space between them.
// SPDX-License-Identifier: MIT
#include "text_parts.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

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
    const std::size_t end = std::min(line.find_first_not_of("0123456789abcdefABCDEF", x + 2), line.size());
    const bool ends = end == line.size() || !is_word_char(line[end]);
    return ends ? end - x - 2 : 0;
}

// "A: ", "desc_b ".
bool ends_with_operand(std::string_view before) {
    before = trimmed(before);
    if (before.ends_with(':')) before.remove_suffix(1);
    std::size_t begin = before.size();
    while (begin > 0 && is_word_char(before[begin - 1])) --begin;
    const std::string_view name = before.substr(begin);
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
        std::size_t begin = end;
        while (begin > 0 && (is_word_char(line[begin - 1]) || line[begin - 1] == '.')) --begin;
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

}  // namespace

void name_values(std::string& text, std::size_t begin, std::size_t end) {
    const std::string_view line = trimmed(std::string_view(text).substr(begin, end - begin));
    const bool directive = line.starts_with('#') && line.size() > 1 && !is_blank(line[1]) && line[1] != '#';
    if (directive || line.find("0x") == line.npos) return;
    const auto offset = static_cast<std::size_t>(line.data() - text.data());
    const std::vector<Place> places = places_in(line);
    const bool letters = has_both_letters(places);
    std::vector<std::size_t> marks;
    for (std::size_t i = 0; i < places.size(); ++i)
        if (names_value(places, i, letters)) marks.push_back(offset + places[i].space);
    for (const std::size_t at : marks) text[at] = '=';
}

}  // namespace tilescope::notation
