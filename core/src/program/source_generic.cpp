// core/src/program/source_generic.cpp -- parameters of templates, and the values that a call states for them.
// SPDX-License-Identifier: MIT
#include "source_reader.h"

#include <algorithm>
#include <iterator>

namespace tilescope::program::source {
namespace {

// The index after the `>` that closes the `<` at `open`; kNoToken: there is none.
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

using Numbers = std::vector<std::optional<std::uint64_t>>;

// "constexpr int BLOCK_M = 64;": the value, if the text gives the name no other one.
std::optional<std::uint64_t> constant_named(const std::vector<Token>& t, std::string_view name) {
    constexpr std::uint32_t kMostBefore = 4;  // words of the type
    std::optional<std::uint64_t> out;
    for (std::uint32_t i = 0; i + 3 < t.size(); ++i) {
        if (t[i].type != TokenType::name || t[i].text != name || !t[i + 1].is("=")) continue;
        bool constant = false;
        for (std::uint32_t j = i; j > 0 && i - j < kMostBefore && !t[j - 1].is(";"); --j)
            constant = constant || t[j - 1].is("constexpr") || t[j - 1].is("const");
        const std::optional<Literal> n = t[i + 2].type == TokenType::number && (t[i + 3].is(";") || t[i + 3].is(","))
                                             ? read_literal(t[i + 2])
                                             : std::nullopt;
        if (out || !constant || !n) return std::nullopt;
        out = n->value;
    }
    return out;
}

// "comptime AType = DType.float8_e4m3fn", "using A = cutlass::half_t;": the path, if the text gives the name no other
// one. Nothing: it gives none.
Cursor named_path(const std::vector<Token>& t, std::string_view name) {
    constexpr std::string_view kWords[] = {"comptime", "alias", "using"};
    Cursor out{&t, 0, 0};
    for (std::uint32_t i = 1; i + 2 < t.size(); ++i) {
        if (t[i].type != TokenType::name || t[i].text != name || !t[i + 1].is("=")) continue;
        std::uint32_t end = i + 2;
        while (end < t.size() && (t[end].type == TokenType::name || t[end].is(".") || t[end].is("::")) &&
               (end == i + 2 || !t[end].first))
            ++end;
        const bool given = std::ranges::find(kWords, t[i - 1].text) != std::end(kWords) && end > i + 2;
        if (!given || !out.done()) return {&t, 0, 0};
        out = {&t, i + 2, end};
    }
    return out;
}

// kernel<128, BLOCK_N><<<grid, block>>>(p), template void kernel<128, 256>(P*): the numbers, if all such places state
// the same ones. Without a name: those of launches with `count` arguments.
Numbers instantiation(const std::vector<Token>& t, std::string_view name, std::size_t count) {
    const auto end = static_cast<std::uint32_t>(t.size() - 1);
    Numbers found;
    for (std::uint32_t i = 0; i + 1 < end; ++i) {
        if ((!name.empty() && t[i].text != name) || t[i].type != TokenType::name || !t[i + 1].is("<")) continue;
        const std::uint32_t behind = behind_angles(t, i + 1, end);
        const bool launch = behind < end && (t[behind].is("<<") || t[behind].is("<<<"));
        if (behind == kNoToken || (name.empty() && !launch)) continue;
        Numbers numbers;
        for (const Cursor& piece : pieces_of({&t, i + 2, behind - 1, false, 0})) {
            const bool one = piece.at + 1 == piece.end;
            const bool number = one && piece.peek().type == TokenType::number;
            const std::optional<Literal> n = number ? read_literal(piece.peek()) : std::nullopt;
            numbers.push_back(n                ? std::optional(n->value)
                              : one && !number ? constant_named(t, piece.peek().text)
                                               : std::nullopt);
        }
        if (name.empty() && numbers.size() != count) continue;
        if (!found.empty() && found != numbers) return {};
        found = std::move(numbers);
    }
    return found;
}

// Whether the line of the function is missing between "template <int N>" and its first statement.
bool lacks_function(const std::vector<Token>& t, std::uint32_t at, std::uint32_t end) {
    constexpr std::string_view kTemplates[] = {"constexpr", "inline", "static", "using", "const", "struct", "class"};
    if (at >= end || std::ranges::find(kTemplates, t[at].text) != std::end(kTemplates)) return false;
    while (at < end && !t[at].is("(") && !t[at].is("{") && !t[at].is(";") && !t[at].is("=")) ++at;
    return at < end && t[at].is("=");
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
    if (lacks_function(t, behind, end)) {
        const Numbers found = instantiation(t, {}, generics_.size());
        for (std::size_t i = 0; i < found.size(); ++i)
            if (const Variable* const v = scopes_.declare(generics_[i].name, kAny, false); v != nullptr && found[i])
                scopes_.assign(v->id, out_.constant(*found[i]), {});
        generics_.clear();
    }
    return behind;
}

// The arguments of a template. Their texts begin with "<". A type has no value. A shape of Mojo, Index(M, N), is its
// sizes, and a name is what the text gives it.
std::vector<Operand> Reader::generic_operands(const Cursor& given) {
    std::vector<Operand> out;
    std::vector<Cursor> pieces;
    for (const Cursor& piece : pieces_of(given)) {
        const std::uint32_t open = piece[piece.end - 1].match;
        const bool shape =
            (piece.is("Index") || piece.is("IndexList")) && piece[piece.end - 1].is(")") && open > piece.at;
        const std::vector<Cursor> sizes = shape ? pieces_of(piece.part(open + 1, piece.end - 1)) : std::vector{piece};
        pieces.insert(pieces.end(), sizes.begin(), sizes.end());
    }
    for (Cursor piece : pieces) {
        std::string key = "<";
        if (piece.peek().type == TokenType::name && piece.peek(1).is("=")) {
            key += std::string(piece.peek().text) + "=";
            piece.at += 2;
        }
        const bool name = piece.at + 1 == piece.end && piece.peek().type == TokenType::name;
        const Cursor meant = name ? named_path(lexed_.tokens, piece.peek().text) : Cursor();
        const bool type = piece.at + 1 == piece.end && named_type(piece.peek().text).has_value();
        const Value x = is_arithmetic(piece) && !type ? whole(piece) : math_.unknown(kOpaque);
        scopes_.mark_read(x.path);
        out.push_back({x.type.is_opaque() ? kNone : math_.converted(x, kAny).id,
                       key + (meant.done() ? text_of(piece, piece.at, piece.end) : text_of(meant, meant.at, meant.end)),
                       span_of(piece, piece.at, piece.end)});
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

// The values in the function, if all places in the text that state them state the same numbers.
void Reader::assign_instantiation(const Function& f) {
    const bool used = (f.stated && !f.result.is_opaque()) || f.generics.empty() || f.ambiguous;
    if (used || f.language != Language::c) return;
    const Numbers found = instantiation(lexed_.tokens, f.name, f.generics.size());
    for (std::size_t i = 0; i < std::min(found.size(), f.generics.size()); ++i) {
        const Variable* const v = scopes_.find(f.generics[i].name);
        if (v != nullptr && found[i]) scopes_.assign(v->id, out_.constant(*found[i]), {});
    }
}

}  // namespace tilescope::program::source
