// core/src/program/source_postfix.cpp -- parses names, members, elements and types of source code.
// SPDX-License-Identifier: MIT
#include "source_reader.h"

#include <algorithm>
#include <iterator>

namespace tilescope::program::source {
namespace {

constexpr std::string_view kTypeWords[] = {"unsigned", "signed", "long", "short", "int", "char", "double", "float"};
constexpr std::string_view kTypeQualifiers[] = {
    "const",        "volatile",   "constexpr",    "static",     "inline",       "extern",          "typename",
    "struct",       "mutable",    "register",     "final",      "thread_local", "constinit",       "restrict",
    "__restrict__", "__shared__", "__constant__", "__device__", "__host__",     "__forceinline__", "consteval",
    "local",        "public",     "private",      "protected"};

template <std::size_t N>
bool is_one_of(const Token& t, const std::string_view (&words)[N]) {
    return t.type == TokenType::name && std::ranges::find(words, t.text) != std::end(words);
}

}  // namespace

Value Reader::read_path(const std::string& path) {
    const std::string_view root = root_of(path);
    const bool changed = std::ranges::any_of(touched_, [&](const std::string& t) { return root_of(t) == root; });
    std::string name = path;
    if (name.ends_with(".value") && scopes_.find(name) == nullptr) name.resize(name.size() - 6);
    for (std::size_t dot = name.find('.'); dot != std::string::npos && scopes_.find(name) == nullptr;
         dot = name.find('.')) {
        if (std::ranges::find(namespaces_, name.substr(0, dot)) == namespaces_.end()) break;
        name.erase(0, dot + 1);
    }
    Value out = changed ? math_.unknown() : scopes_.read(name);
    if (const auto value = known_enumerator(path); value && !changed && scopes_.find(name) == nullptr)
        out = math_.number(*value, {Type::Kind::any, 64, false, false});
    out.path = path;
    reads_.push_back(path);
    return out;
}

std::optional<Type> Reader::named_type(std::string_view path) const {
    if (const auto at = types_.find(path); at != types_.end()) return at->second;
    if (const auto at = types_.find(last_of(path)); at != types_.end()) return at->second;
    return type_of_name(path, language_);
}

// Reads a type. None, and nothing is read: the tokens are no type that is known.
std::optional<Type> Reader::type_at(Cursor& c, bool& pointer) const {
    const Cursor before = c;
    while (is_one_of(c.peek(), kTypeQualifiers)) ++c.at;
    std::optional<Type> out;
    if (is_one_of(c.peek(), kTypeWords) && language_ != Language::python) {
        int longs = 0;
        bool is_unsigned = false, small = false;
        unsigned opaque = 0;  // bits of a char or a fraction
        for (; is_one_of(c.peek(), kTypeWords) || is_one_of(c.peek(), kTypeQualifiers); ++c.at) {
            longs += c.is("long") ? 1 : 0;
            is_unsigned = is_unsigned || c.is("unsigned");
            small = small || c.is("short");
            opaque = c.is("char") ? 8 : c.is("double") ? 64 : c.is("float") ? 32 : opaque;
        }
        out = opaque != 0 ? opaque_type(opaque) : integer_type(longs != 0 ? 64 : small ? 16 : 32, !is_unsigned);
    } else if (c.peek().type == TokenType::name) {
        std::string path(c.peek().text);
        ++c.at;
        while ((c.is("::") || c.is(".")) && c.peek(1).type == TokenType::name) {
            path += "." + std::string(c.peek(1).text);
            c.at += 2;
        }
        out = named_type(path);
        if (out && scopes_.is_declared(path)) out.reset();
    }
    if (!out) {
        c = before;
        return out;
    }
    pointer = false;
    while (c.is("*") || c.is("&") || c.is("&&") || is_one_of(c.peek(), kTypeQualifiers)) {
        pointer = pointer || c.is("*") || c.is("&") || c.is("&&");
        ++c.at;
    }
    return out;
}

// The size of the type that `type` is all of. Opaque: it is not known.
Value Reader::size_of(Cursor type, bool in_bits) {
    bool pointer = false;
    const std::optional<Type> found = type_at(type, pointer);
    const bool whole_type = found && type.done() && !type[type.at - 1].is("&") && !type[type.at - 1].is("&&");
    const unsigned bits = !whole_type ? 0 : pointer ? kPointerBits : size_of_type(*found);
    if (bits == 0) return math_.unknown(kOpaque);
    return math_.number(in_bits ? bits : std::max(8u, bits) / 8, integer_type(64, false));
}

// At `<`: the arguments of a template, if a call, a member or a brace follows.
bool Reader::template_arguments(Cursor& c, Cursor& inside) const {
    constexpr std::uint32_t kMost = 64;
    int depth = 0;
    Cursor scan = c;
    for (std::uint32_t n = 0; n < kMost && !scan.done(); ++n) {
        const Token& t = scan.peek();
        if (t.is("<"))
            ++depth;
        else if (t.is(">"))
            --depth;
        else if (t.is(">>"))
            depth -= 2;
        else if (t.is(";") || t.is("{") || t.is("&&") || t.is("||") || t.is("="))
            return false;
        if (t.is("(") || t.is("[")) {
            if (scan.close() == kNoToken) return false;
            scan.at = scan.close();
        }
        ++scan.at;
        if (depth > 0) continue;
        if (depth < 0 || !(scan.is("(") || scan.is("::") || scan.is("{"))) return false;
        inside = c.part(c.at + 1, scan.at - 1);
        c.at = scan.at;
        return true;
    }
    return false;
}

// The index of the next comma or semicolon outside of brackets and of f<A, 128>(x); the end if there is none.
std::uint32_t Reader::argument_end(Cursor c) const {
    while (!c.done() && !c.is(",") && !c.is(";")) {
        Cursor inside;
        const bool generic = c.is("<") && c.at > 0 && c[c.at - 1].type == TokenType::name &&
                             language_ != Language::python && !scopes_.is_declared(std::string(c[c.at - 1].text));
        if (generic && template_arguments(c, inside)) continue;
        c.at = c.close() != kNoToken && c.close() > c.at ? c.close() + 1 : c.at + 1;
    }
    return std::min(c.at, c.end);
}

// A number as index is a part of the name. Any other index reads something unknown.
Value Reader::subscript(Cursor& c, const Value& base) {
    const std::uint32_t close = c.close();
    if (close == kNoToken) {
        c.failed = true;
        return math_.unknown();
    }
    Cursor index = c.part(c.at + 1, close);
    c.at = close + 1;
    const Token& only = index.peek();
    const bool single = index.at + 1 == index.end;
    Value out = math_.unknown();
    const std::optional<Literal> n =
        single && only.type == TokenType::number ? read_literal(only) : std::optional<Literal>();
    if (!base.path.empty() && n)
        out.path = base.path + "[" + std::to_string(n->value) + "]";
    else if (!base.path.empty() && single && only.type == TokenType::text)
        out.path = base.path + "[" + std::string(only.text) + "]";
    else {
        static_cast<void>(whole(index));
        if (!base.path.empty()) out.path = base.path + "[]";
    }
    return out;
}

// A name, a type with a value in parentheses or braces, or any other start of an expression.
Value Reader::first_part(Cursor& c, bool& read) {
    const Token& first = c.peek();
    read = true;
    if (first.type != TokenType::name) return primary(c);
    bool found = false;
    Value value = keyword(c, found);
    if (found) return value;
    if (is_one_of(first, kTypeWords) && language_ == Language::c) {  // unsigned(x)
        bool pointer = false;
        Cursor typed = c;
        const std::optional<Type> type = type_at(typed, pointer);
        const bool called = type && (typed.is("(") || typed.is("{")) && typed.close() != kNoToken;
        if (called) {
            c.at = typed.close() + 1;
            const Cursor inside = typed.part(typed.at + 1, typed.close());
            return inside.done() ? math_.number(0, *type) : math_.converted(whole(inside), *type);
        }
    }
    value.path = first.text;
    ++c.at;
    read = false;
    return value;
}

// .name, ->name, ::name
void Reader::member(Cursor& c, Chain& chain) {
    const std::string_view name = c.peek(1).text;
    Value& value = chain.value;
    c.at += 2;
    if (!chain.read || !value.path.empty()) {
        if (value.path.starts_with("*")) value.path.erase(0, 1);
        value.path += "." + std::string(name);
        chain.read = false;
    } else if (c.is("(") || c.is("[")) {  // a method of a value without a name
        const bool typed = c.is("[") && c.close() != kNoToken;
        const Cursor generic = typed ? c.part(c.at + 1, c.close()) : Cursor{};
        if (typed) c.at = c.close() + 1;
        const Value base = value;
        if (c.is("("))
            value = call(c, "." + std::string(name), typed ? &generic : nullptr, &base, chain.begin);
        else
            c.failed = true;
    } else {
        value = math_.member_of(value, name);
    }
}

// Type{...}
Value Reader::braces(Cursor& c, const std::string& path) {
    const std::optional<Type> type = named_type(path);
    const Cursor inside = c.part(c.at + 1, c.close());
    c.at = c.close() + 1;
    if (type) return inside.done() ? math_.number(0, *type) : math_.converted(whole(inside), *type);
    forget_names(inside, inside.at, inside.end, false);
    if (language_ == Language::rust) observe_members(inside);
    Value out = math_.unknown();
    out.origin = path;
    return out;
}

// The arguments of a template, or the ! of a macro of Rust. False: there are none.
bool Reader::generic_part(Cursor& c, Chain& chain) {
    const Token& t = c.peek();
    if (chain.read) return false;
    // sizeof_bits_v<T>, sizeof_bits<T>::value, size_of::<T>(), size_of[T]()
    if (const std::string_view name = last_of(chain.value.path); name == "size_of" || name.starts_with("sizeof_bits")) {
        Cursor last = c;
        last.take("::");
        const std::uint32_t from = last.is("<") || last.is("[") ? last.at + 1 : c.end + 1;
        while (!last.done() && !last.is(">") && !last.is("]") && !last.is(";")) ++last.at;
        const Value size = from <= last.at ? size_of(c.part(from, last.at), name != "size_of") : math_.unknown(kOpaque);
        if (size.constant) {
            c.at = last.at + 1;
            if (c.is("::") && c.peek(1).is("value")) c.at += 2;
            if (c.is("(") && c.peek(1).is(")")) c.at += 2;
            chain.value = size;
            return chain.read = true;
        }
    }
    if (t.is("<") && language_ != Language::python) return chain.has_generic = template_arguments(c, chain.generic);
    if (t.is("::") && c.peek(1).is("<")) {
        ++c.at;
        chain.has_generic = template_arguments(c, chain.generic);
        c.failed = !chain.has_generic;
        return true;
    }
    const bool square =
        t.is("[") && (language_ == Language::python || language_ == Language::plain) && c.close() != kNoToken;
    if (square && c.close() + 1 < c.end && c[c.close() + 1].is("(")) {
        chain.generic = c.part(c.at + 1, c.close());
        c.at = c.close() + 1;
        return chain.has_generic = true;
    }
    if (!t.is("!") || language_ != Language::rust || !(c.peek(1).is("(") || c.peek(1).is("["))) return false;
    chain.value.path += "!";
    ++c.at;
    return true;
}

// A name, and what follows it: members, elements, calls.
Value Reader::postfix(Cursor& c) {
    Chain chain;
    chain.begin = c.at;
    chain.value = first_part(c, chain.read);
    Value& value = chain.value;
    while (!c.failed && !c.done()) {
        const Token& t = c.peek();
        if ((t.is(".") || t.is("->") || t.is("::")) && c.peek(1).type == TokenType::name) {
            member(c, chain);
            chain.has_generic = false;  // Class<128>::f: not the arguments of f
        } else if (generic_part(c, chain)) {
            continue;
        } else if (t.is("(") && (!chain.read || value.path.empty())) {
            const std::string path = value.path;
            value = call(c, path, chain.has_generic ? &chain.generic : nullptr, nullptr, chain.begin);
            chain.read = true;
            chain.has_generic = false;
        } else if (t.is("[")) {
            value = subscript(c, value);
            chain.read = value.path.empty();
        } else if (t.is("{") && !chain.read && language_ != Language::python && c.close() != kNoToken) {
            value = braces(c, value.path);
            chain.read = true;
        } else if ((t.is("++") || t.is("--")) && !value.path.empty()) {
            const std::string path = value.path;
            if (!chain.read) value = read_path(path);
            touched_.push_back(path);
            value.path.clear();
            chain.read = true;
            ++c.at;
        } else if (t.is("?") && language_ == Language::rust) {
            ++c.at;
        } else {
            break;
        }
    }
    if (chain.read || c.failed) return value;
    if (value.path.find("[]") == std::string::npos) return read_path(value.path);
    Value element = math_.unknown();
    element.path = value.path;
    return element;
}

}  // namespace tilescope::program::source
