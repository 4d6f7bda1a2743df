// core/src/program/source_constants.cpp -- constants outside of functions, which an excerpt can have after their use.
// SPDX-License-Identifier: MIT
#include "source_reader.h"

#include <algorithm>
#include <iterator>

namespace tilescope::program::source {
namespace {

template <std::size_t N>
bool is_any(const Token& t, const std::string_view (&words)[N]) {
    return std::ranges::find(words, t.text) != std::end(words);
}

// Sizes alone: "BLOCK_M * 2", not a word, and no call.
bool is_size(const Cursor& c) {
    constexpr std::uint64_t kSmallestWord = 0x10000;
    constexpr std::string_view kParts[] = {"(", ")", "+", "-", "*", "/", "%", "<<", ">>"};
    for (std::uint32_t i = c.at; i < c.end; ++i) {
        const std::optional<Literal> n = c[i].type == TokenType::number ? read_literal(c[i]) : std::nullopt;
        const bool name = c[i].type == TokenType::name && !(i + 1 < c.end && c[i + 1].is("("));
        if (n ? n->value >= kSmallestWord : !name && !is_any(c[i], kParts)) return false;
    }
    return !c.done();
}

// Whether the text gives the name one value only.
bool is_given_once(const std::vector<Token>& t, std::string_view name) {
    constexpr std::string_view kAfter[] = {"=", ":", "+=", "-=", "*=", "/=", "|=", "++", "--"};
    unsigned given = 0;
    for (std::size_t i = 0; i + 1 < t.size(); ++i)
        if (t[i].type == TokenType::name && t[i].text == name && is_any(t[i + 1], kAfter)) ++given;
    return given == 1;
}

}  // namespace

// constexpr int BLOCK_M = 64, BLOCK_N = 2 * BLOCK_M;    const BLOCK_M: u32 = 64;
// False: the statement is not such a list.
bool Reader::size_constants(const Cursor& c) {
    struct Size {
        std::string name;
        Cursor value;
    };
    std::vector<Size> sizes;
    for (Cursor rest = c; !rest.done();) {
        const std::uint32_t comma = std::min(find_symbol(rest, ","), c.end);
        const Cursor one = rest.part(rest.at, comma);
        rest.at = comma + 1;
        const std::uint32_t equal = find_symbol(one, "="), colon = std::min(find_symbol(one, ":"), equal);
        if (equal == kNoToken || colon == one.at || c[colon - 1].type != TokenType::name) return false;
        const Cursor value = one.part(equal + 1, comma);
        if (!is_size(value) || !is_given_once(lexed_.tokens, c[colon - 1].text)) return false;
        sizes.push_back({std::string(c[colon - 1].text), value});
    }
    for (const Size& s : sizes) {
        begin_statement();
        add_constant(s.name, whole(s.value));
    }
    return !sizes.empty();
}

void Reader::read_constants(std::uint32_t end) {
    constexpr std::string_view kWords[] = {"constexpr", "const", "comptime", "alias"};
    const std::vector<Token>& t = lexed_.tokens;
    for (std::uint32_t i = 0; i < end; ++i) {
        const bool space = i > 0 && (t[i - 1].is("namespace") || (i > 1 && t[i - 2].is("namespace")));
        if (t[i].type == TokenType::symbol && !space && t[i].match > i && t[i].match < end) i = t[i].match;
        if (t[i].type != TokenType::name || !is_any(t[i], kWords)) continue;
        const std::uint32_t stop = std::max(statement_end(i, end), i + 1);
        std::uint32_t begin = i;
        while (begin > 0 && t[begin - 1].type == TokenType::name && !t[begin].first) --begin;  // "static inline"
        language_ = t[i].language;
        if (size_constants({&t, i, stop, false, 0})) constants_[begin] = stop;
        i = stop - 1;
    }
    begin_statement();
}

}  // namespace tilescope::program::source
