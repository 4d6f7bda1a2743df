// core/src/program/source_macro.cpp -- the words of #define, and the branches of #if.
// SPDX-License-Identifier: MIT
#include "source_reader.h"

#include <algorithm>

namespace tilescope::program::source {

void Reader::observe_macro(const std::string& name, const Macro& m, bool conditional) {
    if (m.function || m.begin >= m.end) return;
    std::vector<Token> tokens;
    const Cursor body{&lexed_.tokens, m.begin, m.end, false, 0};
    language_ = lexed_.tokens[m.begin].language;
    begin_statement();
    if (!macros_.expand(body, tokens) ||
        std::ranges::none_of(tokens, [](const Token& t) { return t.type == TokenType::number; }))
        return;
    match_brackets(tokens);
    Cursor c{&tokens, 0, static_cast<std::uint32_t>(tokens.size()), false, 0};
    const Value value = expression(c);
    if (c.failed || !c.done() || value.type.is_opaque() || value.type.kind == Type::Kind::boolean) return;
    if (value.constant.value_or(0x10000) < 0x10000) return;
    Observation o;
    o.type = Observation::Type::variable;
    o.text = name;
    o.span = span_of(body, m.begin - 1, m.end);
    o.width = value.type.is_integer() && value.type.width == 64 ? 64 : 0;
    o.conditional = conditional;
    o.comment = comment_of(body, m.begin, m.end);
    scopes_.observe(std::move(o), {{value.id, name, span_of(body, m.begin, m.end)}});
}

// The lines of #elif and #else, and the line of #endif. Empty: the #endif is missing or in another block.
std::vector<std::uint32_t> Reader::branches(std::uint32_t at, std::uint32_t end) const {
    const std::vector<Token>& t = lexed_.tokens;
    std::vector<std::uint32_t> out;
    for (std::uint32_t i = t[at].branch; i != kNoToken && i + 1 < end; i = t[i].branch) out.push_back(i);
    return !out.empty() && t[out.back() + 1].is("endif") ? out : std::vector<std::uint32_t>();
}

std::uint32_t Reader::directive(std::uint32_t at, std::uint32_t end) {
    const std::vector<Token>& t = lexed_.tokens;
    const std::string_view word = at + 1 < end ? t[at + 1].text : std::string_view();
    const std::uint32_t line = line_end(lexed_.tokens, at, end);
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
    bool complete = false;
    scopes_.open_choice();
    for (const std::uint32_t next : parts) {
        const std::uint32_t from = line_end(lexed_.tokens, begin, end);
        const std::string_view kind = t[begin + 1].text;
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
        if (t[next + 1].is("endif")) {
            if (over != kNoToken) land(over);
        } else {
            exits.push_back(jump());
            if (over != kNoToken) land(over);
        }
        begin = next;
    }
    for (const std::uint32_t j : exits) land(j);
    scopes_.close_choice(complete);
    return line_end(lexed_.tokens, parts.back(), end);
}

}  // namespace tilescope::program::source
