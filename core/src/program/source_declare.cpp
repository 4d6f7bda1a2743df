// core/src/program/source_declare.cpp -- declarations of variables in source code.
// SPDX-License-Identifier: MIT
#include "source_reader.h"

#include <algorithm>
#include <iterator>

namespace tilescope::program::source {
namespace {

constexpr std::string_view kDeclaring[] = {"let",   "var",      "val",   "const", "static",
                                           "alias", "comptime", "final", "ref",   "mut"};
constexpr std::string_view kConstantWords[] = {"const",    "constexpr", "static", "alias",
                                               "comptime", "constinit", "final"};
constexpr std::string_view kNoTypes[] = {"return", "goto",  "delete", "new",      "throw",    "case",     "else",
                                         "using",  "in",    "is",     "and",      "or",       "not",      "if",
                                         "for",    "while", "do",     "operator", "template", "co_return"};

template <std::size_t N>
bool is_word(const Token& t, const std::string_view (&words)[N]) {
    return t.type == TokenType::name && std::ranges::find(words, t.text) != std::end(words);
}

bool is_single_name(const Cursor& c) {
    for (std::uint32_t i = c.at; i < c.end; ++i) {
        const Token& t = c[i];
        if (t.type != TokenType::name && !t.is(".") && !t.is("->") && !t.is("::")) return false;
    }
    return !c.done();
}

}  // namespace

// let d: u64 = 5;  var x: UInt64 = 5  const D = 5
bool Reader::let_declaration(Cursor c) {
    if (language_ == Language::c || !is_word(c.peek(), kDeclaring)) return false;
    const std::uint32_t begin = c.at;
    bool constant = false, is_let = false;
    while (is_word(c.peek(), kDeclaring) || c.is("pub")) {
        constant = constant || c.is("const") || c.is("alias") || c.is("comptime");
        is_let = is_let || c.is("let") || c.is("var");
        ++c.at;
    }
    if (c.is("(") && language_ == Language::rust) {  // let (m, n) = (64, 128)
        for (std::uint32_t i = c.at + 1; i < std::min(c.close(), c.end); ++i)
            if (c[i].type == TokenType::name && !c[i].is("mut")) scopes_.declare(std::string(c[i].text), kAny, false);
        const bool plain = std::none_of(c.tokens->begin() + c.at, c.tokens->begin() + std::min(c.close(), c.end),
                                        [](const Token& t) { return t.is("mut") || t.is("&"); });
        if (plain && tuple_assignment(c)) return true;
    }
    if (c.is("(") || c.is("[")) {  // a pattern: the parts are not known
        for (; !c.done() && !c.is("="); ++c.at)
            if (c.peek().type == TokenType::name) scopes_.declare(std::string(c.peek().text), kAny, false);
        if (c.take("=")) static_cast<void>(whole(c.part(c.at, c.end)));
        return true;
    }
    if (c.peek().type != TokenType::name) return false;
    bool pointer = false;
    std::optional<Type> type;
    if (Cursor typed = c; !is_let && typed.peek(1).type == TokenType::name)
        if ((type = type_at(typed, pointer))) c = typed;  // `final int x`
    const std::string name(c.peek().text);
    ++c.at;
    if (c.take(":")) {
        type = type_at(c, pointer);
        while (!c.done() && !c.is("=")) ++c.at;
    }
    if (!c.done() && !c.is("=")) return false;
    const bool has_value = c.take("=");
    if (has_value && lambda_function(name, c)) return true;
    const bool list = c.is("[") || c.is("{") || c.is("(");
    const std::uint32_t from = c.at;
    Value value = has_value ? whole(c.part(c.at, c.end)) : math_.unknown();
    if (list && value.type.is_opaque()) observe_numbers(c, from, c.end, name, 0);
    value = math_.once(value);
    flush_calls();
    flush_effects();
    if (Variable* const v = scopes_.declare(name, type.value_or(kAny), type.has_value()); v != nullptr)
        v->quiet = pointer;
    if (has_value) store(name, pointer ? math_.unknown(kOpaque) : value, true, c, begin, c.end);
    if (constant)
        if (Variable* const v = scopes_.find_to_change(name)) v->constant = true;
    return true;
}

// d: tl.uint64 = 5
bool Reader::annotated(Cursor c) {
    if (language_ != Language::python && language_ != Language::plain) return false;
    const std::uint32_t begin = c.at;
    const bool text = c.peek().type == TokenType::text;
    if (c.peek().type != TokenType::name && !text) return false;
    std::string path(c.peek().text);
    ++c.at;
    while (!text && c.is(".") && c.peek(1).type == TokenType::name) {
        path += "." + std::string(c.peek(1).text);
        c.at += 2;
    }
    if (!c.take(":") || c.done()) return false;
    if (text || c.peek().type == TokenType::number) {  // "desc": 0x4000404000010000
        if (text && path.size() > 2) path = path.substr(1, path.size() - 2);
        const Cursor part = c;
        const Value value = whole(c);
        if (value.constant.value_or(0) >= 0x10000)
            observe_value(path, value, span_of(part, part.at, part.end), 0, false);
        return true;
    }
    bool pointer = false;
    const std::optional<Type> type = type_at(c, pointer);
    while (!c.done() && !c.is("=")) c.at = c.close() != kNoToken && c.close() > c.at ? c.close() + 1 : c.at + 1;
    if (!c.take("=")) {
        if (path.find('.') == std::string::npos) scopes_.declare(path, type.value_or(kAny), type.has_value());
        return true;
    }
    Value value = math_.once(whole(c.part(c.at, c.end)));
    const bool first = path.find('.') == std::string::npos && scopes_.find(path) == nullptr;
    if (first)
        scopes_.declare(path, type.value_or(kAny), type.has_value());
    else if (type)
        value = math_.converted(value, *type);
    store(path, value, true, c, begin, c.end);
    return true;
}

// The declarations of C: a type, and names with or without values.
bool Reader::declaration(Cursor c) {
    if (language_ == Language::python || c.peek().type != TokenType::name || is_word(c.peek(), kNoTypes)) return false;
    const std::uint32_t begin = c.at;
    bool constant = false, pointer = false, known = false;
    for (std::uint32_t i = c.at; i < c.end && c[i].type == TokenType::name; ++i)
        constant = constant || is_word(c[i], kConstantWords);
    std::optional<Type> type;
    Cursor after = c;
    while (is_word(after.peek(), kConstantWords) || after.is("inline") || after.is("extern") || after.is("volatile") ||
           after.is("__shared__") || after.is("__constant__") || after.is("__device__") || after.is("alignas"))
        after.at += after.is("alignas") && after.peek(1).match < after.end ? after.peek(1).match + 1 - after.at : 1;
    if (after.is("auto")) {
        ++after.at;
        known = true;
        while (after.is("*") || after.is("&") || after.is("&&") || after.is("const")) ++after.at;
    } else if ((type = type_at(after, pointer))) {
        known = true;
    } else {  // some other type: A::B<C> *
        if (after.peek().type != TokenType::name) return false;
        ++after.at;
        while (after.is("::") && after.peek(1).type == TokenType::name) after.at += 2;
        if (after.is("<"))
            for (int depth = 0; !after.done();) {
                depth += after.is("<") ? 1 : after.is(">") ? -1 : after.is(">>") ? -2 : 0;
                if (after.is(";") || after.is("=")) return false;
                ++after.at;
                if (depth <= 0) break;
            }
        while (after.is("::") && after.peek(1).type == TokenType::name) after.at += 2;
        while (after.is("*") || after.is("&") || after.is("&&") || after.is("const"))
            pointer = pointer || after.is("*"), ++after.at;
    }
    if (after.is("[") && known && after.close() != kNoToken) {  // auto [a, b] = f();
        for (std::uint32_t i = after.at + 1; i < after.close(); ++i)
            if (c[i].type == TokenType::name) scopes_.declare_alias(std::string(c[i].text), std::string(c[i].text));
        forget_names(c, after.close(), c.end, true);
        return true;
    }
    if (after.peek().type != TokenType::name) return false;
    const Token& next = after.peek(1);
    const bool ends = after.at + 1 >= after.end;
    const bool shaped =
        ends || next.is("=") || next.is("{") || next.is("(") || next.is("[") || next.is(",") || (next.is(":") && known);
    if (!shaped || (!known && (ends || next.is(",")) && language_ != Language::c)) return false;
    const std::string made = known ? std::string() : text_of(c, c.at, after.at);
    return declarators(after, {type, pointer, constant, known && !type, made}, begin);
}

// The value after a name: = x, (x) or {x}.
Value Reader::initial_value(const Cursor& value, const std::optional<Type>& type, bool assigned) {
    const Cursor inside = value.part(value.at + 1, std::min(value.close(), value.end));
    const bool whole_part = value.close() + 1 == value.end;
    if (value.is("{") && whole_part) {
        if (!inside.done()) return whole(inside);
        return type ? math_.number(0, *type) : math_.unknown();
    }
    if (!assigned && value.is("(") && whole_part) return type ? whole(inside) : math_.unknown();
    return assigned ? whole(value) : math_.unknown();
}

bool Reader::declarators(Cursor c, const Declared& declared, std::uint32_t begin) {
    const auto& [stated_type, pointer, constant, deduced, made] = declared;
    bool first = true;
    while (!c.done()) {
        std::optional<Type> type = stated_type;
        bool reference = c.at > 0 && (c[c.at - 1].is("&") || c[c.at - 1].is("&&"));
        bool star = c.at > 0 && c[c.at - 1].is("*");
        for (; c.is("*") || c.is("&") || c.is("const"); ++c.at)
            star = star || c.is("*"), reference = reference || c.is("&");
        if (c.peek().type != TokenType::name) break;
        const std::string name(c.peek().text);
        const std::uint32_t from = first ? begin : c.at;
        ++c.at;
        bool array = false;
        while (c.is("[") && c.close() != kNoToken) array = true, c.at = c.close() + 1;
        if (c.take(":")) static_cast<void>(expression(c));  // a bit-field
        const std::uint32_t comma = argument_end(c);
        Cursor value = c.part(c.at, comma);
        const bool assigned = value.take("=");
        const bool braces = value.is("{") && value.close() + 1 == value.end;
        const unsigned width = type && type->is_integer() ? type->width : 0;
        if (reference && assigned && is_single_name(value)) {
            const Value target = whole(value);
            scopes_.declare_alias(name, target.path.find("[]") == std::string::npos ? target.path : name);
        } else if (assigned && !braces && lambda_function(name, value)) {
            scopes_.declare(name, kOpaque, false);
        } else {
            const Cursor one = value.part(value.at + 1, braces ? value.close() : value.at + 1);
            const bool list = braces && (array || one.is(".") || one.is("{") || find_symbol(one, ",") != kNoToken ||
                                         (!type && !one.done()));
            const bool parens = !assigned && value.is("(") && value.close() + 1 == value.end;
            Value x = list || (star && braces) ? math_.unknown() : initial_value(value, type, assigned);
            x = math_.once(x);
            flush_calls();
            flush_effects();
            if (deduced && !list && !star && !x.type.is_any() && !x.type.is_opaque()) type = x.type;
            const bool known = type.has_value() && !star && !(pointer && !reference) && !array;
            Variable* v = scopes_.declare(name, known ? *type : kAny, type.has_value() && !star);
            if (v != nullptr) v->quiet = star || (pointer && !reference);
            const bool has_value = (assigned || parens || braces) && !list;
            if (list)
                initialize(name, value, span_of(c, from, comma), "", width);
            else if (has_value)
                store(name, v != nullptr && v->quiet ? math_.unknown(kOpaque) : x, true, c, from, comma);
            if (v = scopes_.find_to_change(name); constant && v != nullptr && has_value) v->constant = true;
            if (v != nullptr && !made.empty()) {
                v->made = made;
                v->zeroed = braces && one.done();
            }
        }
        first = false;
        c.at = comma;
        if (!c.take(",")) break;
    }
    if (!c.done()) forget_names(c, c.at, c.end, true);
    return true;
}

}  // namespace tilescope::program::source
