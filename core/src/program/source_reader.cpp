// core/src/program/source_reader.cpp -- reads source code: the text outside of functions, the functions, and words.
// SPDX-License-Identifier: MIT
#include "source_reader.h"

#include <bit>

namespace tilescope::program::source {

Reader::Reader(const Source& source, Program& out)
    : source_(source), out_(out), lexed_(lex(source.text)), math_(out, scopes_.code, language_), scopes_(out, math_) {}

void Reader::run() {
    bodies_.resize(1);
    units_.resize(1);
    scopes_.push(true);
    scopes_.enter_unit(0, &bodies_[0]);
    macros_.collect();
    const auto end = static_cast<std::uint32_t>(t_.size() - 1);
    read_constants(end);
    walk(0, end);
    scopes_.close_block();
    scopes_.open_block(false);
    for (const auto& [name, definitions] : macros_.all())
        for (const Macro& m : definitions) observe_macro(name, m, definitions.size() > 1);
    end_unit();
    run_functions();
    for (const NameId name : scopes_.spoiled)
        bodies_[0].push_back({Statement::Type::assign, name, out_.unknown(), 0, {}});
    for (std::size_t unit = 0; unit < units_.size(); ++unit) {
        units_[unit].first = static_cast<std::uint32_t>(out_.statements.size());
        out_.statements.insert(out_.statements.end(), bodies_[unit].begin(), bodies_[unit].end());
        units_[unit].last = static_cast<std::uint32_t>(out_.statements.size());
    }
    out_.units.insert(out_.units.end(), units_.begin(), units_.end());
}

TextSpan Reader::span_of(const Cursor& c) const {
    const Token &first = c[c.at], &last = c[c.done() ? c.at : c.end - 1];
    return source_.span(first.begin, std::max(first.begin, last.end));
}

std::string Reader::text_of(const Cursor& c) const {
    if (c.done()) return {};
    const Token &first = c[c.at], &last = c[c.end - 1];
    if (last.end <= first.begin || last.end > lexed_.text.size()) return std::string(first.text);
    constexpr std::size_t kMost = 400;
    const std::string_view text =
        std::string_view(lexed_.text).substr(first.begin, std::min<std::size_t>(kMost, last.end - first.begin));
    std::string out;
    for (const char x : text) {
        const char y = x == '\n' || x == '\t' || x == '\r' ? ' ' : x;
        if (y != ' ' || (!out.empty() && out.back() != ' ')) out += y;
    }
    return out;
}

// The comment on the last line of the statement.
std::string Reader::comment_of(const Cursor& c) const {
    if (c.done() || lexed_.comments.empty()) return {};
    const std::uint32_t line = c[c.end - 1].line, from = c[c.end - 1].end;
    const auto found = std::ranges::lower_bound(lexed_.comments, from, {}, &Comment::begin);
    if (found == lexed_.comments.end() || found->line != line) return {};
    const std::string_view between = std::string_view(lexed_.text).substr(from, found->begin - from);
    if (between.find_first_not_of(" \t;,)\\\r") != between.npos) return {};
    std::string_view text = std::string_view(lexed_.text).substr(found->begin, found->end - found->begin);
    if (text.ends_with("*/")) text = text.substr(0, text.size() - 2);
    const std::size_t first = text.find_first_not_of("/*#!< \t");
    return first == text.npos ? std::string() : std::string(trimmed(text.substr(first)));
}

void Reader::begin_statement() {
    calls_.clear();
    touched_.clear();
    reads_.clear();
    no_return_ = false;
}

void Reader::flush_calls() {
    for (PendingCall& p : std::exchange(calls_, {}))
        scopes_.observe({.type = Observation::Type::call,
                         .text = std::move(p.name),
                         .span = p.span,
                         .comment = std::move(p.comment)},
                        p.operands);
}

void Reader::flush_effects() {
    for (const std::string& path : std::exchange(touched_, {})) scopes_.forget(path);
}

// What the tokens can change becomes unknown. `all`: nothing about them is understood, so every name.
void Reader::forget_names(const Cursor& c, bool all) {
    // Where a path goes on to that begins before this token: "a::b[1].c". From the back, because a text can be one
    // path.
    std::vector<std::uint32_t> path_end(c.end > c.at ? c.end - c.at : 0);
    for (std::uint32_t i = c.end; i-- > c.at;) {
        const bool index = c[i].is("[") && c[i].match < c.end && c[i].match > i;
        const bool goes_on = c[i].is(".") || c[i].is("->") || c[i].is("::") || c[i].is("[");
        const std::uint32_t next = !goes_on ? i : index ? c[i].match + 1 : i + 2;
        path_end[i - c.at] = goes_on && next < c.end ? path_end[next - c.at] : next;
    }
    for (std::uint32_t i = c.at; i < c.end; ++i) {
        if (c[i].type != TokenType::name) continue;
        const std::uint32_t after = i + 1 < c.end ? path_end[i + 1 - c.at] : i + 1;
        const bool before = i > c.at && (c[i - 1].is("&") || c[i - 1].is("++") || c[i - 1].is("--"));
        if (all || before || (after < c.end && assigns(c[after]))) touched_.emplace_back(c[i].text);
    }
}

void Reader::observe_value(const std::string& text, const Value& value, TextSpan span, unsigned width,
                           bool conditional) {
    scopes_.observe(
        {.type = Observation::Type::value, .text = text, .span = span, .width = width, .conditional = conditional},
        {{value.id, text, span}});
}

// The large numbers of a table, each with its key or the name of the table.
void Reader::observe_numbers(const Cursor& c, const std::string& name, unsigned width) {
    constexpr std::string_view kBefore = "{ [ ( , : = - =>";
    for (std::uint32_t i = c.at; i < c.end; ++i) {
        const Token& t = c[i];
        if (t.type != TokenType::number) continue;
        std::uint32_t first = i;
        const bool minus = i > c.at && c[i - 1].is("-");
        if (minus) --first;
        const Token& before = first > c.at ? c[first - 1] : kNothing;
        const Token& after = i + 1 < c.end ? c[i + 1] : kNothing;
        const bool starts = first == c.at || has_word(kBefore, before.text);
        const bool ends = i + 1 == c.end || after.is(",") || after.is("}") || after.is("]") || after.is(")");
        const std::optional<Literal> n = read_literal(t);
        if (!starts || !ends || !n || n->value < kSmallestWord) continue;
        std::string key = name;
        if ((before.is(":") || before.is("=") || before.is("=>")) && first >= c.at + 2) {
            const Token& k = c[first - 2];
            if (k.type == TokenType::name) key = k.text;
            if (k.type == TokenType::text && k.text.size() > 2) key = k.text.substr(1, k.text.size() - 2);
        }
        Value value = math_.literal(t);
        if (minus) value = math_.minus(math_.converted(value, integer_type(64, true)));
        unsigned bits = width;
        if (bits == 0 && n->bits != 0) bits = n->bits;
        if (bits == 0 && !n->decimal) bits = n->digits > 8 ? 64 : n->digits == 8 ? 32 : 0;
        observe_value(key, value, span_of(c.part(first, i + 1)), bits);
    }
}

// f"idesc={0x8400490}"
void Reader::observe_format(const Token& token) {
    if (token.text.empty() || (token.text[0] != 'f' && token.text[0] != 'F')) return;
    const std::size_t first = std::min(token.text.find_first_not_of("fFrR\"'"), token.text.size());
    if (has_ptx_instruction(token.text.substr(first))) return;  // its instructions use the number
    for (std::size_t at = token.text.find('{'); at != token.text.npos; at = token.text.find('{', at + 1)) {
        const std::size_t close = token.text.find_first_of(":}", at);
        if (close == token.text.npos) return;
        Token n = token;
        n.type = TokenType::number;
        n.text = trimmed(token.text.substr(at + 1, close - at - 1));
        if (n.text.empty() || !is_digit(n.text[0])) continue;
        const std::optional<Literal> literal = read_literal(n);
        if (!literal || literal->value < kSmallestWord) continue;
        std::size_t begin = at;
        while (begin > 0 &&
               (token.text[begin - 1] == '=' || token.text[begin - 1] == ' ' || token.text[begin - 1] == ':'))
            --begin;
        const std::size_t end = begin;
        while (begin > 0 && token.text[begin - 1] != ' ' && token.text[begin - 1] != '"' &&
               token.text[begin - 1] != ',')
            --begin;
        observe_value(std::string(token.text.substr(begin, end - begin)), math_.literal(n),
                      source_.span(token.begin + at + 1, token.begin + close));
    }
}

namespace {

constexpr std::string_view kAssertions =
    "static_assert assert EXPECT_EQ ASSERT_EQ CHECK_EQ DCHECK_EQ CHECK DCHECK REQUIRE EXPECT_TRUE ASSERT_TRUE "
    "TORCH_CHECK TORCH_CHECK_EQ assert_eq! debug_assert_eq! assert! assertEqual CUTE_STATIC_ASSERT "
    "CUTE_STATIC_ASSERT_V CUTLASS_ASSERT _Static_assert STATIC_REQUIRE";

constexpr std::string_view kBetweenTests = "&& || and or ( ) , not !";

bool ends_test(const Cursor& c, std::uint32_t i) {
    return i < c.at || i >= c.end || has_word(kBetweenTests, c[i].text);
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
    else if (!test && !has_word(kAssertions, name))
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
        const bool absent =
            std::ranges::any_of(c.tokens_in(begin, stop), [](const Token& t) { return t.is("not") || t.is("!="); });
        if (!absent) observe_numbers(c.part(begin, stop), "", 0);
        return true;
    }
    if (middle == kNoToken || middle == begin || middle + 1 >= stop) return true;
    observe_equal(c.part(begin, middle), c.part(middle + 1, stop));
    return true;
}

// The function for descriptors that makes a variable, or its name as written.
std::string Reader::meant_by(const std::string& name) {
    const Variable* const v = scopes_.find(name);
    return v != nullptr && is_descriptor_name(v->made) ? v->made : name;
}

// Two expressions have the same value. A number is a value of the other side, and so is a variable of the text if a
// function for descriptors makes the other side.
void Reader::observe_equal(const Cursor& first, const Cursor& second) {
    const auto has_number = [](const Cursor& c) {
        return std::ranges::any_of(c.all(), [](const Token& t) { return t.type == TokenType::number; });
    };
    const bool left = has_number(first) && !has_number(second);
    const Cursor &number = left ? first : second, &other = left ? second : first;
    const std::string written = text_of(other), name = meant_by(written);
    const bool variable =
        number.is_one() && number.peek().type == TokenType::name && is_descriptor_name(name) && name != written;
    const Value value = whole(number);
    if ((!has_number(number) && !variable) || value.type.is_opaque()) return;
    observe_value(name, value, span_of(number), value.type.is_integer() && value.type.width == 64 ? 64 : 0);
}

// if (word != 0x8200490): the number is what the other side should be. A number of ones only is a mark for "none".
void Reader::observe_compared(const Cursor& c) {
    for (std::uint32_t i = c.at + 1; i + 1 < c.end; ++i) {
        if (!c[i].is("==") && !c[i].is("!=")) continue;
        for (const bool right : {true, false}) {
            const std::uint32_t n = right ? i + 1 : i - 1;
            if (c[n].type != TokenType::number || !ends_test(c, right ? i + 2 : i - 2)) continue;
            const std::optional<Literal> literal = read_literal(c[n]);
            if (!literal || literal->value < kSmallestWord || std::has_single_bit(literal->value + 1)) continue;
            std::uint32_t begin = right ? i : i + 1, end = right ? i : i + 1;
            if (right)
                while (begin > c.at && (c[begin - 1].match < begin - 1 || !ends_test(c, begin - 1)))
                    begin = c[begin - 1].match < begin - 1 ? c[begin - 1].match : begin - 1;
            else
                while (end < c.end && ((c[end].match > end && c[end].match < c.end) || !ends_test(c, end)))
                    end = c[end].match > end && c[end].match < c.end ? c[end].match + 1 : end + 1;
            begin = std::max(begin, c.at);
            observe_value(meant_by(text_of(c.part(begin, end))), math_.literal(c[n]), span_of(c.part(n, n + 1)),
                          literal->bits);
            break;
        }
    }
}

// printf("word=0x%08x", a | b): the word before the conversion is the name of the value.
void Reader::observe_printed(const std::vector<Argument>& args, const std::vector<Value>& values) {
    std::size_t first = 0;
    while (first < args.size() && args[first].value.peek().type != TokenType::text) ++first;
    if (first == args.size()) return;
    Decoded format;
    for (const Token& t : args[first].value.all())
        if (t.type == TokenType::text) decode_string(t, format);
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
        while (begin > 0 && is_word_char(text[begin - 1])) --begin;
        at = end + 1;
        const bool computed = !a.value.is_one() && !x.type.is_opaque() && !x.constant && x.path.empty();
        const bool hex = conversion == 'x' || conversion == 'X';
        if (hex && computed) observe_value(text.substr(begin, stop - begin), x, a.span);
    }
}

// Options { zero_column_mask: Some(mask), .. } of Rust: the member is a name of the value.
void Reader::observe_members(const Cursor& inside) {
    for (const Cursor& one : comma_parts(inside)) {
        const std::string name(one.peek().text);
        const bool named = one.peek().type == TokenType::name && one.peek(1).is(":");
        if (!named || (!is_descriptor_name(name) && name.find("mask") == name.npos)) continue;
        const Cursor value = one.part(one.at + 2, one.end);
        const Value x = whole(value);
        if (x.type.is_number()) observe_value(name, x, span_of(value));
    }
}

}  // namespace tilescope::program::source

namespace tilescope::program {

void read_source(const Source& source, Program& out) { source::Reader(source, out).run(); }

}  // namespace tilescope::program
