// core/src/program/source_macro.cpp -- #define and #if.
// SPDX-License-Identifier: MIT
#include "source_reader.h"

#include <algorithm>

namespace tilescope::program::source {
namespace {

constexpr std::size_t kMostTokens = 4096;  // of one statement after the replacement of macros
constexpr unsigned kDeepestMacro = 16;
// Of the whole text: tokens that macros give, so that eight small macros, each used eight times by the next one, do not
// take minutes. Later macros are not replaced.
constexpr std::size_t kMostExpanded = 100'000, kMostExpandedOfToken = 8;

bool opens_branch(std::string_view word) { return word == "if" || word == "ifdef" || word == "ifndef"; }

}  // namespace

std::uint32_t Reader::line_end(std::uint32_t at, std::uint32_t end) const {
    std::uint32_t i = at + 1;
    while (i < end && !lexed_.tokens[i].first) ++i;
    return i;
}

void Reader::collect_macros() {
    const std::vector<Token>& t = lexed_.tokens;
    for (std::uint32_t i = 0; i + 2 < t.size(); ++i) {
        if (!t[i].is("#") || !t[i].first || t[i + 2].type != TokenType::name) continue;
        if (t[i + 1].is("define")) add_macro(i);
        if (t[i + 1].is("undef")) macros_[std::string(t[i + 2].text)].ambiguous = true;
    }
}

void Reader::add_macro(std::uint32_t at) {
    const std::vector<Token>& t = lexed_.tokens;
    const auto last = static_cast<std::uint32_t>(t.size() - 1);
    Macro m;
    m.end = line_end(at, last);
    m.begin = at + 3;
    if (m.begin < m.end && t[m.begin].is("(") && t[m.begin].begin == t[at + 2].end && t[m.begin].match < m.end) {
        m.function = true;
        for (std::uint32_t i = m.begin + 1; i < t[m.begin].match; ++i)
            if (t[i].type == TokenType::name)
                m.parameters.push_back(t[i].text);
            else if (!t[i].is(","))
                m.ambiguous = true;
        m.begin = t[m.begin].match + 1;
    }
    const auto [found, fresh] = macros_.try_emplace(std::string(t[at + 2].text), m);
    if (fresh) return;
    Macro& old = found->second;
    const bool same = old.end - old.begin == m.end - m.begin &&
                      std::equal(t.begin() + old.begin, t.begin() + old.end, t.begin() + m.begin,
                                 [](const Token& a, const Token& b) { return a.text == b.text; });
    old.ambiguous = old.ambiguous || !same;
}

bool Reader::uses_macros(std::uint32_t begin, std::uint32_t end) const {
    if (macros_.empty()) return false;
    return std::any_of(lexed_.tokens.begin() + begin, lexed_.tokens.begin() + end, [&](const Token& t) {
        return t.type == TokenType::name && macros_.find(t.text) != macros_.end();
    });
}

// Replaces macros by their tokens, which get the position of the macro. False: this is not possible.
bool Reader::expand(const Cursor& c, std::vector<Token>& out, unsigned depth, const MacroArguments& args) {
    if (depth > kDeepestMacro) return false;
    for (std::uint32_t i = c.at; i < c.end; ++i) {
        const Token& t = c[i];
        const std::size_t before = out.size();
        if (out.size() > kMostTokens || expanded_ > kMostExpanded + kMostExpandedOfToken * lexed_.tokens.size())
            return false;
        ++expanded_;
        const auto arg = t.type == TokenType::name ? args.find(t.text) : args.end();
        const auto macro = t.type == TokenType::name && arg == args.end() ? macros_.find(t.text) : macros_.end();
        if (depth > 0 && t.is("#")) return false;
        if (arg != args.end()) {
            if (!expand(arg->second, out, depth + 1, {})) return false;
        } else if (macro == macros_.end() || macro->second.ambiguous || (macro->second.function && !c[i + 1].is("("))) {
            out.push_back(t);
            continue;
        } else {
            const Macro& m = macro->second;
            MacroArguments given;
            if (m.function) {
                const std::uint32_t close = c[i + 1].match;
                if (close >= c.end) return false;
                Cursor rest = c.part(i + 2, close);
                for (const std::string_view name : m.parameters) {
                    const std::uint32_t comma = std::min(find_symbol(rest, ","), close);
                    given[name] = c.part(rest.at, comma);
                    rest.at = std::min(comma + 1, close);
                }
                if (!rest.done()) return false;
                i = close;
            }
            if (!expand({&lexed_.tokens, m.begin, m.end, false, 0}, out, depth + 1, given)) return false;
        }
        for (std::size_t k = before; k < out.size(); ++k) {
            out[k].begin = t.begin, out[k].end = t.end;
            out[k].line = t.line;
            out[k].first = false;
        }
    }
    return out.size() <= kMostTokens;
}

void Reader::observe_macros() {
    for (const auto& [name, m] : macros_) {
        if (m.function || m.ambiguous || m.begin >= m.end) continue;
        std::vector<Token> tokens;
        const Cursor body{&lexed_.tokens, m.begin, m.end, false, 0};
        language_ = lexed_.tokens[m.begin].language;
        begin_statement();
        if (!expand(body, tokens, 0, {}) ||
            std::ranges::none_of(tokens, [](const Token& t) { return t.type == TokenType::number; }))
            continue;
        match_brackets(tokens);
        Cursor c{&tokens, 0, static_cast<std::uint32_t>(tokens.size()), false, 0};
        const Value value = expression(c);
        if (c.failed || !c.done() || value.type.is_opaque() || value.type.kind == Type::Kind::boolean) continue;
        if (value.constant.value_or(0x10000) < 0x10000) continue;
        Observation o;
        o.type = Observation::Type::variable;
        o.text = name;
        o.span = span_of(body, m.begin - 1, m.end);
        o.width = value.type.is_integer() && value.type.width == 64 ? 64 : 0;
        o.comment = comment_of(body, m.begin, m.end);
        scopes_.observe(std::move(o), {{value.id, name, span_of(body, m.begin, m.end)}});
    }
}

// The lines of #elif and #else, and the line of #endif. Empty: the #endif is missing or in another block.
std::vector<std::uint32_t> Reader::branches(std::uint32_t at, std::uint32_t end) const {
    const std::vector<Token>& t = lexed_.tokens;
    std::vector<std::uint32_t> out;
    int depth = 0;
    for (std::uint32_t i = at + 1; i + 1 < end; ++i) {
        if (t[i].type == TokenType::cut) break;
        if (!t[i].is("#") || !t[i].first) continue;
        const std::string_view word = t[i + 1].text;
        if (opens_branch(word)) ++depth;
        if (depth == 0 && (word == "else" || word == "elif")) out.push_back(i);
        if (word != "endif" || depth-- > 0) continue;
        out.push_back(i);
        return out;
    }
    return {};
}

std::uint32_t Reader::directive(std::uint32_t at, std::uint32_t end) {
    const std::vector<Token>& t = lexed_.tokens;
    const std::string_view word = at + 1 < end ? t[at + 1].text : std::string_view();
    const std::uint32_t line = line_end(at, end);
    if (word == "else" || word == "elif" || word == "endif") end_fragment();  // its #if is missing
    if (!opens_branch(word)) return line;
    const std::vector<std::uint32_t> parts = branches(at, end);
    bool whole_blocks = !parts.empty();
    for (std::uint32_t i = at; whole_blocks && i < parts.back(); ++i)
        if ((t[i].is("{") || t[i].is("}")) && (t[i].match == kNoToken || t[i].match < at || t[i].match > parts.back()))
            whole_blocks = false;
    if (!whole_blocks) {
        end_fragment();
        return line;
    }
    std::vector<std::uint32_t> exits;
    std::uint32_t begin = at;
    for (const std::uint32_t next : parts) {
        const std::uint32_t from = line_end(begin, end);
        const std::string_view kind = t[begin + 1].text;
        const bool tests = kind == "if" || kind == "elif";
        const Value test = tests ? condition(begin + 2, from) : math_.unknown(kBoolean);
        std::uint32_t over = kNoToken;
        if (kind != "else") over = jump_if_not(test);
        scopes_.open_block(!test.constant);
        if (!tests || test.constant != std::uint64_t{0}) walk(from, next);
        scopes_.close_block();
        if (t[next + 1].is("endif")) {
            if (over != kNoToken) land(over);
        } else {
            exits.push_back(jump());
            if (over != kNoToken) land(over);
        }
        begin = next;
    }
    for (const std::uint32_t j : exits) land(j);
    return line_end(parts.back(), end);
}

}  // namespace tilescope::program::source
