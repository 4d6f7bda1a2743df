// core/src/program/words.h -- what all readers use: characters, numbers, lists of words and comparisons. No locale.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/text.h>
#include <tilescope/program/program.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace tilescope::program {

inline bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
inline bool is_word_char(char c) { return is_letter(c) || is_digit(c) || c == '_'; }
inline bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }
inline bool is_blank(char c) { return is_space(c) || c == '\n'; }

// Without spaces and line ends on both sides.
inline std::string_view without_blanks(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

// A comparison of a and b: an operation on them, or on b and a, or the opposite of its result.
struct Relation {
    std::string_view name;
    bool equal, swapped, negated;  // not `equal`: less
};
inline constexpr Relation kRelations[] = {{"eq", true, false, false},  {"ne", true, false, true},
                                          {"lt", false, false, false}, {"ge", false, false, true},
                                          {"gt", false, true, false},  {"le", false, true, true}};

inline const Relation* relation_named(std::string_view name) {  // nullptr: no relation
    const auto* found = std::ranges::find(kRelations, name, &Relation::name);
    return found == std::end(kRelations) ? nullptr : found;
}

// The comparison of words of `width` bits: 1 or 0. kNone if a or b is.
inline ExprId compared(Program& out, const Relation& how, bool is_signed, unsigned width, ExprId a, ExprId b) {
    if (a == kNone || b == kNone) return kNone;
    if (how.swapped) std::swap(a, b);
    const bool less_signed = is_signed && !how.equal;
    const Operation what = how.equal ? Operation::equal : less_signed ? Operation::less_signed : Operation::less;
    const ExprId value = out.add(what, 1, {a, b}, less_signed ? width : 0);
    return how.negated ? out.add(Operation::bit_not, 1, {value}) : value;
}

// Tables of Operation::lookup that do not look at the third operand.
inline constexpr unsigned kAndTable = 0xc0, kOrTable = 0xfc, kXorTable = 0x3c;

// The low `count` bits.
constexpr std::uint64_t low_ones(unsigned count) {
    return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

// The number that the text is all of, without a prefix or a sign. No value: it is not one, or needs more than 64 bits.
inline std::optional<std::uint64_t> whole_number(std::string_view text, int base = 10) {
    std::uint64_t out = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out, base);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(out) : std::nullopt;
}

// Whether a list of words with one space between them has the word: has_word("add sub", "sub").
constexpr bool has_word(std::string_view list, std::string_view word) {
    if (word.empty()) return false;
    for (std::size_t at = list.find(word); at != list.npos; at = list.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || list[at - 1] == ' ') && (end == list.size() || list[end] == ' ')) return true;
    }
    return false;
}

inline void sort_unique(std::vector<std::uint32_t>& list) {
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

// The characters that a string stands for, and the offset of each.
struct Decoded {
    std::string text;
    std::vector<std::uint32_t> positions;
};

// The texts between these marks, also empty ones: "=r,l" has two with a comma between them.
inline std::vector<std::string_view> split_at(char mark, std::string_view text) {
    std::vector<std::string_view> out;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(mark, at), text.size());
        out.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return out;
}

}  // namespace tilescope::program
