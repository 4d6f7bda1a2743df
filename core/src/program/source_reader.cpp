// core/src/program/source_reader.cpp -- reads source code: the text outside of functions, then the functions.
// SPDX-License-Identifier: MIT
#include "source_reader.h"

#include <tilescope/base/text.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>
#include <vector>

namespace tilescope::program {

void read_source(const Source& source, Program& out) { source::Reader(source, out).run(); }

namespace source {
namespace {

constexpr std::uint64_t kSmallestWord = 0x10000;

bool assigns(const Token& t) {
    constexpr std::string_view kAssigningOperators[] = {
        "=", "|=", "+=", "^=", "&=", "-=", "<<=", ">>=", "*=", "/=", "%=", "//=", ":=", "**=", "++", "--"};
    return t.type == TokenType::symbol &&
           std::ranges::find(kAssigningOperators, t.text) != std::end(kAssigningOperators);
}

}  // namespace

Reader::Reader(const Source& source, Program& out)
    : source_(source), out_(out), lexed_(lex(source.text)), math_(out, scopes_.code, language_), scopes_(out, math_) {}

void Reader::run() {
    bodies_.resize(1);
    units_.resize(1);
    scopes_.push(true);
    scopes_.enter_unit(0, &bodies_[0]);
    macros_.collect();
    const auto end = static_cast<std::uint32_t>(lexed_.tokens.size() - 1);
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

TextSpan Reader::span_of(const Token& first, const Token& last) const {
    return source_.span(first.begin, std::max(first.begin, last.end));
}

TextSpan Reader::span_of(const Cursor& c, std::uint32_t begin, std::uint32_t end) const {
    if (begin >= end) return span_of(c[begin], c[begin]);
    return span_of(c[begin], c[end - 1]);
}

std::string Reader::text_of(const Cursor& c, std::uint32_t begin, std::uint32_t end) const {
    if (begin >= end) return {};
    const Token &first = c[begin], &last = c[end - 1];
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
std::string Reader::comment_of(const Cursor& c, std::uint32_t begin, std::uint32_t end) const {
    if (begin >= end || lexed_.comments.empty()) return {};
    const std::uint32_t line = c[end - 1].line, from = c[end - 1].end;
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
    std::vector<PendingCall> calls;
    calls.swap(calls_);
    for (PendingCall& p : calls) {
        Observation o;
        o.type = Observation::Type::call;
        o.text = p.name;
        o.span = p.span;
        o.conditional = scopes_.conditional();
        o.comment = p.comment;
        scopes_.observe(std::move(o), p.operands);
    }
}

void Reader::flush_effects() {
    Effects touched;
    touched.swap(touched_);
    for (const std::string& path : touched) scopes_.forget(path);
}

// What the tokens can change becomes unknown. `all`: nothing about them is understood, so every name.
void Reader::forget_names(const Cursor& c, std::uint32_t begin, std::uint32_t end, bool all) {
    // Where a path goes on to that begins before this token: "a::b[1].c". From the back, because a text can be one
    // path.
    std::vector<std::uint32_t> path_end(end > begin ? end - begin : 0);
    for (std::uint32_t i = end; i-- > begin;) {
        const bool index = c[i].is("[") && c[i].match < end && c[i].match > i;
        const bool goes_on = c[i].is(".") || c[i].is("->") || c[i].is("::") || c[i].is("[");
        const std::uint32_t next = !goes_on ? i : index ? c[i].match + 1 : i + 2;
        path_end[i - begin] = goes_on && next < end ? path_end[next - begin] : next;
    }
    for (std::uint32_t i = begin; i < end; ++i) {
        if (c[i].type != TokenType::name) continue;
        const std::uint32_t after = i + 1 < end ? path_end[i + 1 - begin] : i + 1;
        const bool before = i > begin && (c[i - 1].is("&") || c[i - 1].is("++") || c[i - 1].is("--"));
        if (all || before || (after < end && assigns(c[after]))) touched_.emplace_back(c[i].text);
    }
}

void Reader::observe_value(const std::string& text, const Value& value, TextSpan span, unsigned width,
                           bool conditional) {
    Observation o;
    o.type = Observation::Type::value;
    o.text = text;
    o.span = span;
    o.width = width;
    o.conditional = conditional || scopes_.conditional();
    scopes_.observe(std::move(o), {{value.id, text, span}});
}

// The large numbers of a table, each with its key or the name of the table.
void Reader::observe_numbers(const Cursor& c, std::uint32_t begin, std::uint32_t end, std::string name,
                             unsigned width) {
    constexpr std::string_view kBefore[] = {"{", "[", "(", ",", ":", "=", "-", "=>"};
    for (std::uint32_t i = begin; i < end; ++i) {
        const Token& t = c[i];
        if (t.type != TokenType::number) continue;
        std::uint32_t first = i;
        const bool minus = i > begin && c[i - 1].is("-");
        if (minus) --first;
        const Token& before = first > begin ? c[first - 1] : kNothing;
        const Token& after = i + 1 < end ? c[i + 1] : kNothing;
        const bool starts = first == begin || std::ranges::find(kBefore, before.text) != std::end(kBefore);
        const bool ends = i + 1 == end || after.is(",") || after.is("}") || after.is("]") || after.is(")");
        const std::optional<Literal> n = read_literal(t);
        if (!starts || !ends || !n || n->value < kSmallestWord) continue;
        std::string key = name;
        if ((before.is(":") || before.is("=") || before.is("=>")) && first >= begin + 2) {
            const Token& k = c[first - 2];
            if (k.type == TokenType::name) key = k.text;
            if (k.type == TokenType::text && k.text.size() > 2) key = k.text.substr(1, k.text.size() - 2);
        }
        Value value = math_.literal(t);
        if (minus) value = math_.minus(math_.converted(value, integer_type(64, true)));
        unsigned bits = width;
        if (bits == 0 && n->bits != 0) bits = n->bits;
        if (bits == 0 && !n->decimal) bits = n->digits > 8 ? 64 : n->digits == 8 ? 32 : 0;
        observe_value(key, value, span_of(c, first, i + 1), bits, false);
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
                      source_.span(token.begin + at + 1, token.begin + close), 0, false);
    }
}

}  // namespace source
}  // namespace tilescope::program
