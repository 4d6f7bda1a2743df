// core/src/program/source_generic.cpp -- parameters of templates, and the values that a call states for them.
// SPDX-License-Identifier: MIT
#include "source_reader.h"

#include <algorithm>
#include <iterator>

namespace tilescope::program::source {
namespace {

// The index behind the `>` that closes the `<` at `open`; kNoToken: there is none.
std::uint32_t behind_angles(const std::vector<Token>& t, std::uint32_t open, std::uint32_t end) {
    constexpr std::uint32_t kMostAngleTokens = 400;
    int depth = 0;
    for (std::uint32_t i = open; i < std::min(end, open + kMostAngleTokens); ++i) {
        depth += t[i].is("<") ? 1 : t[i].is(">") ? -1 : t[i].is(">>") ? -2 : 0;
        if (t[i].is(";") || t[i].is("{")) return kNoToken;
        if (t[i].match > i && t[i].match < end && t[i].type == TokenType::symbol) i = t[i].match;
        if (depth <= 0) return i + 1;
    }
    return kNoToken;
}

// Splits at commas outside of brackets and <>.
std::vector<Cursor> pieces_of(const Cursor& c) {
    std::vector<Cursor> out;
    int depth = 0;
    std::uint32_t begin = c.at;
    for (std::uint32_t i = c.at; i <= c.end; ++i) {
        const bool ends = i == c.end || (c[i].is(",") && depth <= 0);
        if (ends && i > begin) out.push_back(c.part(begin, i));
        if (ends) begin = i + 1;
        if (i == c.end) break;
        depth += c[i].is("<") ? 1 : c[i].is(">") ? -1 : c[i].is(">>") ? -2 : 0;
        if (c[i].match > i && c[i].match < c.end && c[i].type == TokenType::symbol) i = c[i].match;
    }
    return out;
}

bool is_arithmetic(const Cursor& c) {
    constexpr std::string_view kParts[] = {"::", ".", "(", ")", "+", "-", "*", "/", "%", "|", "&", "<<", ">>"};
    return std::all_of(c.tokens->begin() + c.at, c.tokens->begin() + c.end, [&](const Token& t) {
        return t.type == TokenType::number || t.type == TokenType::name ||
               std::ranges::find(kParts, t.text) != std::end(kParts);
    });
}

}  // namespace

// <int N = 128, class T> of C++, [n: Int] of Mojo, <const N: usize> of Rust.
void Reader::read_generics(const Cursor& inside) {
    for (const Cursor& piece : pieces_of(inside)) {
        const bool typed_behind = language_ != Language::c;
        const std::uint32_t equal = std::min(find_symbol(piece, "="), piece.end);
        const std::uint32_t colon = typed_behind ? std::min(find_symbol(piece, ":"), equal) : equal;
        Parameter p;
        for (std::uint32_t i = piece.at; i < colon; ++i)
            if (piece[i].type == TokenType::name) p.name = piece[i].text;
        if (p.name.empty()) p.name = "source unnamed";
        if (equal < piece.end) {
            const Cursor value = piece.part(equal + 1, piece.end);
            if (is_arithmetic(value)) p.initial = whole(value).constant;
        }
        generics_.push_back(std::move(p));
    }
}

std::uint32_t Reader::template_statement(std::uint32_t at, std::uint32_t end) {
    const std::vector<Token>& t = lexed_.tokens;
    if (at + 1 >= end || !t[at + 1].is("<")) return kNoToken;
    const std::uint32_t behind = behind_angles(t, at + 1, end);
    if (behind == kNoToken) return end;
    generics_.clear();
    begin_statement();
    read_generics({&t, at + 2, behind - 1, false, 0});
    return behind;
}

// The arguments of a template. Their texts begin with "<". A type has no value.
std::vector<Operand> Reader::generic_operands(const Cursor& given) {
    std::vector<Operand> out;
    for (Cursor piece : pieces_of(given)) {
        if (piece.peek().type == TokenType::name && piece.peek(1).is("=")) piece.at += 2;
        const bool type = piece.at + 1 == piece.end && named_type(piece.peek().text).has_value();
        const Value x = is_arithmetic(piece) && !type ? whole(piece) : math_.unknown(kOpaque);
        scopes_.mark_read(x.path);
        out.push_back({x.type.is_opaque() ? kNone : math_.converted(x, kAny).id,
                       "<" + text_of(piece, piece.at, piece.end), span_of(piece, piece.at, piece.end)});
    }
    return out;
}

// The values of f<128, 2 * kRows>(x), with the default values.
void Reader::generic_values(const Function& f, const Cursor* given, std::vector<ExprId>& values) {
    const std::vector<Operand> stated = given != nullptr ? generic_operands(*given) : std::vector<Operand>();
    for (std::size_t i = 0; i < f.generics.size(); ++i) {
        const Parameter& p = f.generics[i];
        ExprId value = p.initial ? out_.constant(*p.initial) : out_.unknown();
        if (i < stated.size()) value = stated[i].value == kNone ? out_.unknown() : stated[i].value;
        values.push_back(value);
    }
}

// kernel<128, 256><<<grid, block>>>(p), template void kernel<128, 256>(P*): if all places in the text state the same
// numbers, these are the values in the function.
void Reader::assign_instantiation(const Function& f) {
    const std::vector<Token>& t = lexed_.tokens;
    const auto end = static_cast<std::uint32_t>(t.size() - 1);
    const bool used = (f.stated && !f.result.is_opaque()) || f.generics.empty() || f.ambiguous;
    if (used || f.language != Language::c) return;
    std::vector<std::optional<std::uint64_t>> found;
    for (std::uint32_t i = 0; i + 1 < end; ++i) {
        if (t[i].text != f.name || t[i].type != TokenType::name || !t[i + 1].is("<")) continue;
        const std::uint32_t behind = behind_angles(t, i + 1, end);
        if (behind == kNoToken) continue;
        std::vector<std::optional<std::uint64_t>> numbers;
        for (const Cursor& piece : pieces_of({&t, i + 2, behind - 1, false, 0})) {
            const bool number = piece.at + 1 == piece.end && piece.peek().type == TokenType::number;
            const std::optional<Literal> n = number ? read_literal(piece.peek()) : std::nullopt;
            numbers.push_back(n ? std::optional(n->value) : std::nullopt);
        }
        if (!found.empty() && found != numbers) return;
        found = std::move(numbers);
    }
    for (std::size_t i = 0; i < std::min(found.size(), f.generics.size()); ++i) {
        const Variable* const v = scopes_.find(f.generics[i].name);
        if (v != nullptr && found[i]) scopes_.assign(v->id, out_.constant(*found[i]), {});
    }
}

}  // namespace tilescope::program::source
