// core/src/program/source_statement.cpp -- splits source code into statements.
// SPDX-License-Identifier: MIT
#include "source_reader.h"

namespace tilescope::program::source {
namespace {

// A line that ends so is continued by the next line.
constexpr std::string_view kOpenEnds = "= | ^ & << >> + - * / || && ? , |= += ^= &= -= == != <<= >>= < -> :: . %";
// A line that begins so continues the line before it.
constexpr std::string_view kOpenStarts = "| ^ & << >> || && ? = . -> == != |= ::";
constexpr std::string_view kOpenStartsOfC = "+ - * / % : ,";
constexpr std::string_view kIgnored =
    "import from pass raise yield package use mod extern friend typedef public private protected throw";

// "a_desc = ", "uint64_t desc.lo = ". In a comment, the line before it can be prose, which ends with a full stop, a
// comma or anything else.
bool begins_assignment(const std::vector<Token>& t, std::uint32_t at, std::uint32_t end) {
    for (std::uint32_t i = at; i < end && t[i].line == t[at].line; ++i) {
        if (t[i].is("=")) return i > at;
        if (t[i].type != TokenType::name && (i == at || !t[i].is("."))) return false;
    }
    return false;
}

bool by_lines(Language l) { return is_indented(l) || l == Language::julia; }

}  // namespace

void Reader::walk(std::uint32_t begin, std::uint32_t end) {
    if (++depth_ > kDeepestNesting) {
        skip_range(begin, end);
    } else {
        for (std::uint32_t at = begin; at < end && !out_.is_stopped();) at = std::max(statement(at, end), at + 1);
    }
    --depth_;
}

std::uint32_t Reader::statement(std::uint32_t at, std::uint32_t end) {
    const Token& t = t_[at];
    language_ = t.language;
    if (const auto read = constants_.find(at); read != constants_.end()) return read->second;
    // Text is missing, or a block was left that began before it: the statements before it may not have executed.
    if (t.type == TokenType::cut || (t.is("}") && t.match == kNoToken)) {
        end_fragment();
        return at + 1;
    }
    if (t.is(";") || t.is(",") || t.is(")") || t.is("]") || t.is("}")) return at + 1;
    if (t.is("#") && t.first) {
        if (at + 1 < end && t_[at + 1].is("[")) return std::min(t_[at + 1].match, end - 1) + 1;
        return directive(at, end);
    }
    if (t.is("@") && t.first && language_ == Language::python) return line_end(t_, at, end);
    if (t.is("[") && at + 1 < end && t_[at + 1].is("[") && t.match < end) return t.match + 1;
    if (t.type == TokenType::name) {
        const std::uint32_t next = control(at, end);
        if (next != kNoToken) return next;
    }
    return simple(at, end);
}

bool Reader::continues(const Token& before, const Token& next) const {
    if (has_word(kOpenEnds, before.text) && before.type == TokenType::symbol) return true;
    if (next.type == TokenType::text && before.type == TokenType::text) return language_ != Language::julia;
    if (next.type != TokenType::symbol) return false;
    if (has_word(kOpenStarts, next.text)) return true;
    return (language_ == Language::c || language_ == Language::rust) && has_word(kOpenStartsOfC, next.text);
}

// Whether the brace belongs to an expression: `uint64_t{x}`, `desc{...};`, `= {`.
bool Reader::brace_is_value(std::uint32_t at, std::uint32_t brace, std::uint32_t end) const {
    const std::uint32_t close = t_[brace].match;
    if (brace == at || close >= end) return false;
    const Token& before = t_[brace - 1];
    for (std::uint32_t i = at; i < brace; ++i) {
        if (t_[i].is("=") || t_[i].is("return") || t_[i].is("|=") || t_[i].is(":")) return true;
        if (t_[i].match < brace && t_[i].match > i) i = t_[i].match;
    }
    if (before.type != TokenType::name && !before.is(">")) return false;
    const Token& after = close + 1 < t_.size() ? t_[close + 1] : kNothing;
    const bool ends = after.is(";") || after.is(",") || after.is(".") || has_word(kOpenStarts, after.text);
    if (!ends || brace == at + 1) return ends && brace == at + 1 && named_type(before.text).has_value();
    return std::none_of(t_.begin() + brace, t_.begin() + close, [](const Token& t) { return t.is(";"); });
}

// The index of the token at which the statement ends: `;`, `}`, the brace of a block, or the first token of a line.
std::uint32_t Reader::statement_end(std::uint32_t at, std::uint32_t end) const {
    const bool braces = t_[at].language != Language::python;
    int branches = 0;  // of #if lines inside of the statement
    for (std::uint32_t i = at; i < end;) {
        if (i > at && t_[i].is("#") && t_[i].first && i + 1 < end) {
            const std::uint32_t next = line_end(t_, i, end);
            const bool opens = opens_branch(t_[i + 1].text) && next < end && continues(t_[i - 1], t_[next]);
            if (branches > 0 || opens) {
                branches += opens ? 1 : t_[i + 1].is("endif") ? -1 : 0;
                i = next;
                continue;
            }
        }
        if (t_[i].is(";") || t_[i].type == TokenType::cut || (t_[i].is("}") && braces)) return i;
        if (i > at && t_[i].first) {
            if ((lexed_.opened || t_[i - 1].is(".")) && begins_assignment(t_, i, end)) return i;
            const bool open = t_[at].is("return") && i == at + 1 && !by_lines(language_);
            if (!open && !continues(t_[i - 1], t_[i]) && !t_[i].is("{")) return i;
            if (t_[i].is("#") || (t_[i].is("{") && by_lines(language_))) return i;
        }
        if (t_[i].is("{") && braces && !brace_is_value(at, i, end)) {
            const bool lambda = i > at && t_[i - 1].is(")") && t_[i - 1].match > at && t_[i - 1].match < i &&
                                t_[t_[i - 1].match - 1].is("]");
            if (!lambda) return i;
        }
        const bool bracket = t_[i].is("(") || t_[i].is("[") || t_[i].is("{");
        if (bracket && t_[i].match > i && t_[i].match < end) i = t_[i].match;
        ++i;
    }
    return end;
}

std::uint32_t Reader::simple(std::uint32_t at, std::uint32_t end) {
    const std::uint32_t stop = statement_end(at, end);
    if (stop < end && t_[stop].is("{")) {
        const std::uint32_t close = std::min(t_[stop].match, end);
        if (t_[stop].match == kNoToken) return stop + 1;
        Cursor body = cursor(stop + 1, close);
        if (stop == at) {
            const bool block =
                std::any_of(t_.begin() + stop, t_.begin() + close, [](const Token& x) { return x.is(";"); });
            if (block) {
                walk_body(body, false);
            } else {
                begin_statement();
                observe_numbers(body, "", 0);
            }
            return close + 1;
        }
        if (const std::uint32_t next = function_statement(at, stop, end); next != kNoToken) return next;
        walk_body(body, true);
        return close + 1;
    }
    Cursor c = cursor(at, stop);
    std::vector<Token> expanded;
    if (macros_.used_in(at, stop)) {
        if (macros_.expand(c, expanded)) {
            match_brackets(expanded);
            c = {&expanded, 0, static_cast<std::uint32_t>(expanded.size())};
        } else {
            begin_statement();
            unreadable(c);
            return stop;
        }
    }
    simple_tokens(c);
    return stop;
}

void Reader::unreadable(const Cursor& c) {
    forget_names(c, !is_cut(c));
    calls_.clear();
    flush_effects();
}

void Reader::simple_tokens(Cursor c) {
    begin_statement();
    if (c.done()) return;
    if (std::ranges::any_of(c.all(), [](const Token& x) { return x.is(";"); }) && c.tokens != &t_)
        return unreadable(c);  // a macro with several statements
    if (has_word(kIgnored, c.peek().text) && c.peek().type == TokenType::name && !c.peek(1).is("=")) return;
    if (c.is("global") || c.is("nonlocal") || c.is("del")) {
        for (; !c.done(); ++c.at) scopes_.escape(std::string(c.peek().text));
        return;
    }
    const auto reset = [&] {
        begin_statement();
        return true;
    };
    const bool read = (read_assertion(c)) || (reset() && assembly(c)) || (reset() && let_declaration(c)) ||
                      (reset() && annotated(c)) || (reset() && declaration(c)) || (reset() && tuple_assignment(c)) ||
                      (reset() && assignment(c));
    if (read) {
        flush();
        return;
    }
    begin_statement();
    no_return_ = true;
    if (!expressions(c)) {
        begin_statement();
        return unreadable(c);
    }
    flush();
}

// Expressions alone in a line, with commas between them. False: some token is not understood.
bool Reader::expressions(Cursor c) {
    struct Seen {
        Value value;
        std::uint32_t begin, end;
    };
    const Cursor all = c;
    std::vector<Seen> seen;
    while (!c.done()) {
        const std::uint32_t begin = c.at;
        Value value = expression(c);
        if (c.failed || (!c.done() && !c.is(","))) return false;
        seen.push_back({std::move(value), begin, c.at});
        c.take(",");
    }
    flush_calls();
    for (const Seen& s : seen) {
        const Value& value = s.value;
        const bool computed = s.end - s.begin > 1 || value.constant.value_or(0) >= kSmallestWord;
        const bool number = std::ranges::any_of(all.tokens_in(s.begin, s.end),
                                                [](const Token& x) { return x.type == TokenType::number; });
        std::uint32_t open = s.begin;
        while (open < s.end && !all[open].is("(")) ++open;
        const bool call = all[s.begin].type == TokenType::name && all[open].match == s.end - 1 && !value.constant;
        if (!computed || !number || call || !value.type.is_number() || !value.path.empty()) continue;
        const bool wide = value.type.is_integer() && value.type.width == 64;
        observe_value("", value, span_of(all.part(s.begin, s.end)), wide ? 64 : 0);
    }
    return true;
}

}  // namespace tilescope::program::source
