// core/src/program/source_mentions.cpp -- words that source code compares, prints or names as a member.
// SPDX-License-Identifier: MIT
#include "source_reader.h"

#include <tilescope/base/text.h>

#include <algorithm>
#include <bit>
#include <iterator>

namespace tilescope::program::source {
namespace {

constexpr std::string_view kAssertions[] = {"static_assert",
                                            "assert",
                                            "EXPECT_EQ",
                                            "ASSERT_EQ",
                                            "CHECK_EQ",
                                            "DCHECK_EQ",
                                            "CHECK",
                                            "DCHECK",
                                            "REQUIRE",
                                            "EXPECT_TRUE",
                                            "ASSERT_TRUE",
                                            "TORCH_CHECK",
                                            "TORCH_CHECK_EQ",
                                            "assert_eq!",
                                            "debug_assert_eq!",
                                            "assert!",
                                            "assertEqual",
                                            "CUTE_STATIC_ASSERT",
                                            "CUTE_STATIC_ASSERT_V",
                                            "CUTLASS_ASSERT",
                                            "_Static_assert",
                                            "STATIC_REQUIRE"};

constexpr std::uint64_t kSmallestMention = 0x10000;
constexpr std::string_view kBetweenTests[] = {"&&", "||", "and", "or", "(", ")", ",", "not", "!"};

bool is_name(char c) { return c == '_' || is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool ends_test(const Cursor& c, std::uint32_t i) {
    return i < c.at || i >= c.end || std::ranges::find(kBetweenTests, c[i].text) != std::end(kBetweenTests);
}

}  // namespace

// static_assert(X == 5), EXPECT_EQ(x, 5), assert x == 5, @test x === y: one side is a value of the other one.
bool Reader::read_assertion(Cursor c) {
    const std::string_view word = c.peek().text;
    const bool macro = c.peek(1).is("!"), test = c.is("@") && c.peek(1).is("test");
    const std::string name = macro ? std::string(word) + "!" : std::string(word);
    std::uint32_t begin = c.at + (macro || test ? 2 : 1);
    if (c.peek().is("self") && c.peek(2).is("assertEqual"))
        begin = c.at + 3;
    else if (!test && std::ranges::find(kAssertions, name) == std::end(kAssertions))
        return false;
    std::uint32_t end = c.end;
    const bool round = c[begin].is("(") && c[begin].match < end;
    const bool words = !round || c[begin].match + 1 != end;  // assert x == 5, "message"
    if (!words || (round && word != "assert")) end = c[begin].match, ++begin;
    std::uint32_t middle = kNoToken, stop = end;
    for (std::uint32_t i = begin; i < end; ++i) {
        if (c[i].match < end && c[i].match > i) {
            i = c[i].match;
            continue;
        }
        if (middle == kNoToken && (c[i].is("==") || c[i].is("===") || (c[i].is(",") && !words)))
            middle = i;
        else if (c[i].is(","))
            stop = std::min(stop, i);
    }
    if (middle == kNoToken && words) {  // assert str(0x8200490) in code
        const bool absent = std::any_of(c.tokens->begin() + begin, c.tokens->begin() + stop,
                                        [](const Token& t) { return t.is("not") || t.is("!="); });
        if (!absent) observe_numbers(c, begin, stop, "", 0);
        return true;
    }
    if (middle == kNoToken || middle == begin || middle + 1 >= stop) return true;
    observe_equal(c.part(begin, middle), c.part(middle + 1, stop));
    return true;
}

// Two expressions have the same value. A number is a value of the other side, and so is a variable of the text if a
// function for descriptors makes the other side.
void Reader::observe_equal(const Cursor& first, const Cursor& second) {
    const auto has_number = [](const Cursor& c) {
        return std::any_of(c.tokens->begin() + c.at, c.tokens->begin() + c.end,
                           [](const Token& t) { return t.type == TokenType::number; });
    };
    const bool left = has_number(first) && !has_number(second);
    const Cursor &number = left ? first : second, &other = left ? second : first;
    std::string name = text_of(other, other.at, other.end);
    if (const Variable* const v = scopes_.find(name); v != nullptr && is_descriptor_name(v->made)) name = v->made;
    const bool variable = number.at + 1 == number.end && number.peek().type == TokenType::name &&
                          is_descriptor_name(name) && name != text_of(other, other.at, other.end);
    const Value value = whole(number);
    if ((!has_number(number) && !variable) || value.type.is_opaque()) return;
    observe_value(name, value, span_of(number, number.at, number.end),
                  value.type.is_integer() && value.type.width == 64 ? 64 : 0, false);
}

// if (word != 0x8200490): the number is what the other side should be. A number of ones only is a mark for "none".
void Reader::observe_compared(const Cursor& c) {
    for (std::uint32_t i = c.at + 1; i + 1 < c.end; ++i) {
        if (!c[i].is("==") && !c[i].is("!=")) continue;
        for (const bool right : {true, false}) {
            const std::uint32_t n = right ? i + 1 : i - 1;
            if (c[n].type != TokenType::number || !ends_test(c, right ? i + 2 : i - 2)) continue;
            const std::optional<Literal> literal = read_literal(c[n]);
            if (!literal || literal->value < kSmallestMention || std::has_single_bit(literal->value + 1)) continue;
            std::uint32_t begin = right ? i : i + 1, end = right ? i : i + 1;
            if (right)
                while (begin > c.at && (c[begin - 1].match < begin - 1 || !ends_test(c, begin - 1)))
                    begin = c[begin - 1].match < begin - 1 ? c[begin - 1].match : begin - 1;
            else
                while (end < c.end && ((c[end].match > end && c[end].match < c.end) || !ends_test(c, end)))
                    end = c[end].match > end && c[end].match < c.end ? c[end].match + 1 : end + 1;
            begin = std::max(begin, c.at);
            std::string name = text_of(c, begin, end);
            if (const Variable* const v = scopes_.find(name); v != nullptr && is_descriptor_name(v->made))
                name = v->made;
            observe_value(name, math_.literal(c[n]), span_of(c, n, n + 1), literal->bits, false);
            break;
        }
    }
}

// printf("word=0x%08x", a | b): the word before the conversion is the name of the value.
void Reader::observe_printed(const Cursor& c, const std::vector<Argument>& args, const std::vector<Value>& values) {
    std::size_t first = 0;
    while (first < args.size() && c[args[first].begin].type != TokenType::text) ++first;
    if (first == args.size()) return;
    Decoded format;
    for (std::uint32_t i = args[first].begin; i < args[first].end; ++i)
        if (c[i].type == TokenType::text) decode_string(c[i], format);
    const std::string& text = format.text;
    std::size_t next = first + 1;
    for (std::size_t at = text.find('%'); at != text.npos && next < args.size(); at = text.find('%', at)) {
        const std::size_t end = text.find_first_not_of("-+ #0123456789.lhzjt", at + 1);
        if (end == text.npos) return;
        const char conversion = text[end];
        if (conversion == '%') {
            at = end + 1;
            continue;
        }
        const Value& x = values[next];
        const Argument& a = args[next++];
        std::size_t stop = at;
        if (text.substr(0, stop).ends_with("0x") || text.substr(0, stop).ends_with("0X")) stop -= 2;
        while (stop > 0 && (text[stop - 1] == ' ' || text[stop - 1] == '=' || text[stop - 1] == ':')) --stop;
        std::size_t begin = stop;
        while (begin > 0 && (is_name(text[begin - 1]))) --begin;
        at = end + 1;
        const bool computed = a.end - a.begin > 1 && !x.type.is_opaque() && !x.constant && x.path.empty();
        const bool hex = conversion == 'x' || conversion == 'X';
        if (hex && computed) observe_value(text.substr(begin, stop - begin), x, a.span, 0, false);
    }
}

// Options { zero_column_mask: Some(mask), .. } of Rust: the member is a name of the value.
void Reader::observe_members(const Cursor& inside) {
    Cursor c = inside;
    while (!c.done()) {
        const std::uint32_t comma = std::min(find_symbol(c, ","), c.end);
        const bool named = c.peek().type == TokenType::name && c.peek(1).is(":");
        const std::string name(c.peek().text);
        const bool telling = is_descriptor_name(name) || name.find("mask") != name.npos;
        if (named && telling) {
            const Cursor value = c.part(c.at + 2, comma);
            const Value x = whole(value);
            const bool integer = x.type.is_any() || x.type.is_integer();
            if (integer) observe_value(name, x, span_of(value, value.at, value.end), 0, false);
        }
        c.at = comma + 1;
    }
}

}  // namespace tilescope::program::source
