// core/src/program/source_macros.cpp -- macros of source code, and the branches of #if.
// SPDX-License-Identifier: MIT
#include "source_reader.h"

namespace tilescope::program::source {
namespace {

constexpr std::size_t kMostTokens = 4096;  // of one statement after the replacement of macros
constexpr unsigned kDeepestMacro = 16;
// Of the whole text: tokens that macros give, so that eight small macros, each used eight times by the next one, do not
// take minutes. Later macros are not replaced.
constexpr std::size_t kMostExpanded = 100'000, kMostExpandedOfToken = 8;
constexpr std::size_t kMostDefinitions = 8;  // of one name

// An #if that is open. `live`: its current part is read. `taken`: a part of it is read for certain, so no later one is.
// `around_...`: the same of all #ifs around it.
struct OpenBranch {
    bool around_live, around_decided;
    bool live = true, taken = false, decided = true;
};

}  // namespace

std::uint32_t line_end(const std::vector<Token>& tokens, std::uint32_t at, std::uint32_t end) {
    std::uint32_t i = at + 1;
    while (i < end && !tokens[i].first) ++i;
    return i;
}

bool opens_branch(std::string_view word) { return word == "if" || word == "ifdef" || word == "ifndef"; }

void Macros::collect() {
    std::vector<OpenBranch> open;
    for (std::uint32_t i = 0; i + 2 < tokens_.size(); ++i) {
        if (!tokens_[i].is("#") || !tokens_[i].first) continue;
        const std::string_view word = tokens_[i + 1].text;
        const bool starts = opens_branch(word), other = word == "elif" || word == "else";
        if (starts)
            open.push_back(open.empty() ? OpenBranch{true, true}
                                        : OpenBranch{open.back().around_live && open.back().live,
                                                     open.back().around_decided && open.back().decided});
        if (word == "endif" && !open.empty()) open.pop_back();
        if ((starts || other) && !open.empty()) {
            const std::optional<bool> test = word == "else" ? std::optional(true) : test_of(i);
            OpenBranch& now = open.back();
            now.decided = now.decided && (test.has_value() || now.taken);
            now.live = !now.taken && test.value_or(true);
            now.taken = now.taken || (test == true && now.decided);
            if (test && word != "else") tests_[i] = *test;
        }
        const bool live = open.empty() || (open.back().around_live && open.back().live);
        if (!live || tokens_[i + 2].type != TokenType::name) continue;
        if (word == "define") add(i, !open.empty() && !(open.back().around_decided && open.back().decided));
        if (word != "undef") continue;
        if (const auto found = macros_.find(tokens_[i + 2].text); found != macros_.end())
            for (Macro& m : found->second) m.unclear = true;
    }
}

std::optional<bool> Macros::is_defined(std::string_view name) const {
    const auto found = macros_.find(name);
    const bool certain = found != macros_.end() &&
                         std::ranges::none_of(found->second, [](const Macro& m) { return m.unclear || m.conditional; });
    return certain ? std::optional(true) : std::nullopt;  // a compiler can define others
}

// #ifndef X, and #define X without a value in the next line: the guard of a header.
bool Macros::is_guard(std::uint32_t at) const {
    const std::vector<Token>& t = tokens_;
    return at + 6 < t.size() && t[at + 1].is("ifndef") && t[at + 3].is("#") && t[at + 4].is("define") &&
           t[at + 5].text == t[at + 2].text && t[at + 6].first;
}

// #ifdef X, #if defined(X), #if !defined X, #if 0, #if X of a macro that is a number.
std::optional<bool> Macros::test_of(std::uint32_t at) {
    const std::uint32_t end = line_end(tokens_, at, static_cast<std::uint32_t>(tokens_.size() - 1));
    const std::string_view word = tokens_[at + 1].text;
    std::uint32_t begin = at + 2;
    bool negated = word == "ifndef", defined = word == "ifdef" || negated;
    if (!defined && begin < end && tokens_[begin].is("!")) negated = true, ++begin;
    if (!defined && begin < end && tokens_[begin].is("defined")) {
        defined = true, ++begin;
        if (begin + 2 < end && tokens_[begin].is("(")) ++begin;
        if (end - begin > 2) return std::nullopt;  // defined(X) && Y
    }
    std::optional<bool> out;
    if (defined) {
        if (is_guard(at) && !is_defined(tokens_[begin].text)) return true;
        out = begin < end ? is_defined(tokens_[begin].text) : std::nullopt;
    } else {
        std::vector<Token> test;
        const Cursor line{&tokens_, begin, end};
        const bool one = begin < end && expand(line, test) && test.size() == 1 && test[0].type == TokenType::number;
        if (const auto n = one ? read_literal(test[0]) : std::nullopt) out = n->value != 0;
    }
    return out ? std::optional(*out != negated) : out;
}

std::optional<bool> Macros::test_at(std::uint32_t directive) const {
    const auto found = tests_.find(directive);
    return found == tests_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::vector<Token>> Macros::branches_of(const Cursor& c) const {
    const auto is_directive = [&](std::uint32_t i) { return c[i].is("#") && c[i].first && i > c.at; };
    std::uint32_t begin = c.at;
    while (begin < c.end && !is_directive(begin)) ++begin;
    if (begin >= c.end) return {};
    std::vector<std::vector<Token>> out(2);
    for (const bool last : {false, true}) {
        constexpr std::size_t kMostOpen = 8;
        std::vector<bool> used, others;  // of each open #if: whether its current branch is used, and is not the first
        for (std::uint32_t i = c.at; i < c.end; ++i) {
            if (!is_directive(i)) {
                if (std::ranges::all_of(used, std::identity())) out[last].push_back(c[i]);
                continue;
            }
            const std::string_view word = c[i + 1].text;
            if (opens_branch(word)) used.push_back(test_at(i).value_or(!last)), others.push_back(false);
            if (used.size() > kMostOpen) return {};
            if ((word == "else" || word == "elif") && !used.empty()) {
                if (others.back()) return {};  // more than two branches
                others.back() = true;
                used.back() = !used.back() && test_at(i).value_or(true);
            }
            if (word == "endif" && !used.empty()) used.pop_back(), others.pop_back();
            i = line_end(*c.tokens, i, c.end) - 1;
        }
    }
    return out;
}

void Macros::add(std::uint32_t at, bool conditional) {
    const std::vector<Token>& t = tokens_;
    Macro m;
    m.conditional = conditional;
    m.end = line_end(t, at, static_cast<std::uint32_t>(t.size() - 1));
    m.begin = at + 3;
    if (m.begin < m.end && t[m.begin].is("(") && t[m.begin].begin == t[at + 2].end && t[m.begin].match < m.end) {
        m.function = true;
        for (std::uint32_t i = m.begin + 1; i < t[m.begin].match; ++i)
            if (t[i].type == TokenType::name)
                m.parameters.push_back(t[i].text);
            else if (!t[i].is(","))
                m.unclear = true;
        m.begin = t[m.begin].match + 1;
    }
    Definitions& all = macros_[std::string(t[at + 2].text)];
    const bool known = std::ranges::any_of(all, [&](const Macro& old) {
        return old.function == m.function && old.parameters == m.parameters &&
               std::equal(t.begin() + old.begin, t.begin() + old.end, t.begin() + m.begin, t.begin() + m.end,
                          [](const Token& a, const Token& b) { return a.text == b.text; });
    });
    if (!known && all.size() < kMostDefinitions) all.push_back(std::move(m));
}

bool Macros::used_in(std::uint32_t begin, std::uint32_t end) const {
    if (macros_.empty()) return false;
    return std::any_of(tokens_.begin() + begin, tokens_.begin() + end, [&](const Token& t) {
        return t.type == TokenType::name && macros_.find(t.text) != macros_.end();
    });
}

// Whether the body of a macro is a number or an expression of numbers. Others can be types, attributes or statements.
bool Macros::is_value(const Macro& m) const {
    constexpr std::string_view kWords = "static_cast unsigned long int";
    bool number = false;
    for (std::uint32_t i = m.begin; i < m.end; ++i) {
        const Token& t = tokens_[i];
        number = number || t.type == TokenType::number;
        if (t.type == TokenType::text || t.is(";") || t.is("=") || t.is("{") || t.is("#")) return false;
        const bool known = t.type != TokenType::name || macros_.find(t.text) != macros_.end() ||
                           std::ranges::find(m.parameters, t.text) != m.parameters.end() || has_word(kWords, t.text) ||
                           type_of_name(t.text, Language::c);
        if (!known) return false;
    }
    return number;
}

bool Macros::is_replaced(const Definitions& definitions, const Token& name, const Token& next) const {
    const Macro& first = definitions.front();
    if (first.function && !next.is("(")) return false;
    const auto alike = [&](const Macro& m) {
        return !m.unclear && m.function == first.function && m.parameters.size() == first.parameters.size();
    };
    if (!std::ranges::all_of(definitions, alike)) return false;
    if (definitions.size() == 1) return true;
    return (name.language == Language::c || name.language == Language::plain) &&
           std::ranges::all_of(definitions, [&](const Macro& m) { return is_value(m); });
}

bool Macros::expand(const Cursor& c, std::vector<Token>& out, unsigned depth, const Arguments& args) {
    if (depth > kDeepestMacro) return false;
    for (std::uint32_t i = c.at; i < c.end; ++i) {
        const Token& t = c[i];
        const std::size_t before = out.size();
        if (out.size() > kMostTokens || expanded_ > kMostExpanded + kMostExpandedOfToken * tokens_.size()) return false;
        ++expanded_;
        const auto arg = t.type == TokenType::name ? args.find(t.text) : args.end();
        const auto macro = t.type == TokenType::name && arg == args.end() ? macros_.find(t.text) : macros_.end();
        if (depth > 0 && t.is("#")) return false;
        if (arg != args.end()) {
            if (!expand(arg->second, out, depth + 1, {})) return false;
        } else if (macro == macros_.end() || !is_replaced(macro->second, t, c[i + 1])) {
            out.push_back(t);
            continue;
        } else if (!replace(c, i, macro->second, out, depth)) {
            return false;
        }
        for (std::size_t k = before; k < out.size(); ++k) {
            out[k].begin = t.begin, out[k].end = t.end;
            out[k].line = t.line;
            out[k].first = false;
        }
    }
    return out.size() <= kMostTokens;
}

// At the name of a macro. Then at the last token that is replaced.
bool Macros::replace(const Cursor& c, std::uint32_t& at, const Definitions& definitions, std::vector<Token>& out,
                     unsigned depth) {
    const Token& name = c[at];
    std::vector<Cursor> given;
    if (definitions.front().function) {
        const std::uint32_t close = c[at + 1].match;
        if (close >= c.end) return false;
        given = comma_parts(c.part(at + 2, close));
        const std::size_t wanted = definitions.front().parameters.size();
        if (given.size() > wanted) return false;
        given.resize(wanted, c.part(close, close));
        at = close;
    }
    if (definitions.size() == 1) return add_body(definitions.front(), given, out, depth);
    const auto add = [&](std::string_view text) {
        out.push_back(name);
        out.back().type = TokenType::symbol, out.back().text = text;
    };
    add("(");
    for (const Macro& m : definitions) {
        if (&m != &definitions.back()) out.push_back(name), add("?");
        add("(");
        if (!add_body(m, given, out, depth)) return false;
        add(")");
        if (&m != &definitions.back()) add(":");
    }
    add(")");
    return true;
}

bool Macros::add_body(const Macro& m, const std::vector<Cursor>& given, std::vector<Token>& out, unsigned depth) {
    Arguments args;
    for (std::size_t i = 0; i < m.parameters.size(); ++i) args[m.parameters[i]] = given[i];
    return expand({&tokens_, m.begin, m.end}, out, depth + 1, args);
}

void Reader::observe_macro(const std::string& name, const Macro& m, bool conditional) {
    if (m.function || m.begin >= m.end) return;
    std::vector<Token> tokens;
    const Cursor body = cursor(m.begin, m.end);
    language_ = t_[m.begin].language;
    begin_statement();
    if (!macros_.expand(body, tokens) ||
        std::ranges::none_of(tokens, [](const Token& t) { return t.type == TokenType::number; }))
        return;
    match_brackets(tokens);
    Cursor c{&tokens, 0, static_cast<std::uint32_t>(tokens.size())};
    const Value value = expression(c);
    if (c.failed || !c.done() || !value.type.is_number()) return;
    if (value.constant.value_or(kSmallestWord) < kSmallestWord) return;
    const TextSpan span = span_of(body);
    scopes_.observe({.type = Observation::Type::variable,
                     .text = name,
                     .span = span_of(body.part(m.begin - 1, m.end)),
                     .width = value.type.is_integer() && value.type.width == 64 ? 64u : 0u,
                     .conditional = conditional,
                     .comment = comment_of(body)},
                    {{value.id, name, span}});
}

// The lines of #elif and #else, and the line of #endif. Empty: the #endif is missing or in another block.
std::vector<std::uint32_t> Reader::branches(std::uint32_t at, std::uint32_t end) const {
    std::vector<std::uint32_t> out;
    for (std::uint32_t i = t_[at].branch; i != kNoToken && i + 1 < end; i = t_[i].branch) out.push_back(i);
    return !out.empty() && t_[out.back() + 1].is("endif") ? out : std::vector<std::uint32_t>();
}

std::uint32_t Reader::directive(std::uint32_t at, std::uint32_t end) {
    const std::string_view word = at + 1 < end ? t_[at + 1].text : std::string_view();
    const std::uint32_t line = line_end(t_, at, end);
    if (word == "else" || word == "elif" || word == "endif") end_fragment();  // its #if is missing
    if (!opens_branch(word)) return line;
    const std::vector<std::uint32_t> parts = branches(at, end);
    const auto leaves = [&](const Token& t) {  // a block that is not inside; kNoToken is larger than all
        return (t.is("{") || t.is("}")) && (t.match < at || t.match > parts.back());
    };
    if (parts.empty() || std::any_of(t_.begin() + at, t_.begin() + parts.back(), leaves)) {
        end_fragment();
        return line;
    }
    std::vector<std::uint32_t> exits;
    std::uint32_t begin = at;
    bool complete = false;
    scopes_.open_choice();
    for (const std::uint32_t next : parts) {
        const std::uint32_t from = line_end(t_, begin, end);
        const std::string_view kind = t_[begin + 1].text;
        const bool tests = kind == "if" || kind == "elif";
        const std::optional<bool> known = macros_.test_at(begin);
        const Value test = known   ? math_.number(*known ? 1 : 0, kBoolean)
                           : tests ? condition(begin + 2, from)
                                   : math_.unknown(kBoolean);
        std::uint32_t over = kNoToken;
        if (kind != "else") over = jump_if_not(test);
        scopes_.open_block(!test.constant);
        if (test.constant != std::uint64_t{0}) walk(from, next);
        scopes_.close_block();
        complete = kind == "else";
        if (!t_[next + 1].is("endif")) exits.push_back(jump());
        if (over != kNoToken) land(over);
        begin = next;
    }
    land(exits);
    scopes_.close_choice(complete);
    return line_end(t_, parts.back(), end);
}

}  // namespace tilescope::program::source
