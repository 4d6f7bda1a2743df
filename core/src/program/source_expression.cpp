// core/src/program/source_expression.cpp -- parses the expressions of source code.
// SPDX-License-Identifier: MIT
#include "source_reader.h"

namespace tilescope::program::source {
namespace {

constexpr int kUnaryLevel = 12, kLowestLevel = 1, kNotLevel = 3;

struct BinaryOperator {
    std::string_view text;
    int c, python, julia;  // how tightly it binds; 0: it is not one. Rust has the order of Python
};
constexpr BinaryOperator kOperators[] = {
    {"||", 1, 1, 1}, {"or", 1, 1, 0},   {"&&", 2, 2, 2},   {"and", 2, 2, 0}, {"|", 3, 5, 9},    {"^", 4, 6, 0},
    {"&", 5, 7, 10}, {"==", 6, 4, 4},   {"!=", 6, 4, 4},   {"===", 0, 0, 4}, {"!==", 0, 0, 4},  {"<", 7, 4, 4},
    {">", 7, 4, 4},  {"<=", 7, 4, 4},   {">=", 7, 4, 4},   {"<<", 8, 8, 11}, {">>", 8, 8, 11},  {"+", 9, 9, 9},
    {"-", 9, 9, 9},  {"*", 10, 10, 10}, {"/", 10, 10, 10}, {"//", 0, 10, 0}, {"%", 10, 10, 10}, {"@", 0, 10, 0},
    {"in", 0, 4, 4}, {"is", 0, 4, 0},   {"not", 0, 4, 0},
};

const BinaryOperator* operator_at(const Token& token) {
    if (token.type != TokenType::symbol && token.type != TokenType::name) return nullptr;
    const auto* const found = std::ranges::find(kOperators, token.text, &BinaryOperator::text);
    return found == std::end(kOperators) ? nullptr : found;
}

int level_of(const BinaryOperator& op, Language language) {
    if (language == Language::python || language == Language::rust) return op.python;
    return language == Language::julia ? op.julia : op.c;
}

}  // namespace

bool is_cut(const Cursor& c) {
    return std::ranges::any_of(c.all(), [](const Token& t) { return t.is("(") && t.match == kNoToken; });
}

std::uint32_t lambda_body(const Cursor& c) {
    if (!c.is("[") || c.close() == kNoToken) return kNoToken;
    Cursor body = c;
    body.at = c.close() + 1;
    if (body.is("(") && body.close() != kNoToken) body.at = body.close() + 1;
    while (!body.done() && !body.is("{") && !body.is(";") && !body.is(",") && !body.is("(")) ++body.at;
    return body.is("{") && body.close() != kNoToken ? body.at : kNoToken;
}

// All tokens are one expression. If not, nothing is known about it and about its names. `a #if X | b #endif` is one of
// two values.
Value Reader::whole(Cursor c) {
    const Cursor all = c;
    const auto read = [&](Cursor part) {
        const Value out = expression(part);
        if (!part.failed && part.done()) return out;
        forget_names(all, !is_cut(all));
        return math_.unknown();
    };
    const auto listed = [&](std::vector<Token>& tokens) {
        match_brackets(tokens);
        return Cursor{&tokens, 0, static_cast<std::uint32_t>(tokens.size()), false, c.depth};
    };
    const bool written = c.tokens == &t_ && !c.done();
    std::vector<Value> values;
    for (std::vector<Token>& branch : written ? macros_.branches_of(c) : std::vector<std::vector<Token>>()) {
        std::vector<Token> expanded;
        const Cursor part = listed(branch);
        values.push_back(read(macros_.expand(part, expanded) ? listed(expanded) : part));
    }
    if (values.size() == 2) return math_.choose(math_.unknown(kBoolean), values[0], values[1]);
    std::vector<Token> expanded;
    const bool replaced = written && macros_.used_in(c.at, c.end) && macros_.expand(c, expanded);
    return read(replaced ? listed(expanded) : c);
}

Value Reader::expression(Cursor& c, int level) {
    if (++c.depth > kDeepestNesting) c.failed = true;
    if (c.failed || c.done()) return fail(c);
    Value left;
    if (level <= kNotLevel && language_ == Language::python && c.take("not"))
        left = math_.negated(expression(c, kNotLevel));
    else
        left = unary(c);
    if (left.id == kNone) left = math_.unknown();  // it was not understood
    while (!c.failed && !c.done()) {
        const BinaryOperator* const op = operator_at(c.peek());
        const int binds = op == nullptr ? 0 : level_of(*op, language_);
        if (binds == 0 || binds < std::max(level, kLowestLevel)) break;
        ++c.at;
        const bool is_not = op->text == "is" || op->text == "not";
        if (is_not && (c.is("not") || c.is("in"))) ++c.at;
        const std::uint32_t operand = c.at;
        const Value right = expression(c, binds + 1);
        const bool chained = binds == 4 && language_ == Language::python && operator_at(c.peek()) != nullptr &&
                             level_of(*operator_at(c.peek()), language_) == 4;
        const std::string_view text = op->text;
        if (op->text == "is" || op->text == "in" || op->text == "not" || op->text == "@" || chained)
            left = math_.unknown(op->text == "@" ? kOpaque : kBoolean);
        else if (text == "&&" || text == "||")
            left = math_.truth(math_.binary(text == "&&" ? "&" : "|", math_.truth(left), math_.truth(right)));
        else if (text == "and" || text == "or") {
            const Value first = math_.once(left);
            left = text == "or" ? math_.choose(first, first, right) : math_.choose(first, right, first);
            left.choices.clear();
        } else {
            left = math_.binary(text, left, right);
        }
        if (operand == c.at) c.failed = true;
    }
    if (level == 0) left = conditional(c, std::move(left));
    --c.depth;
    return left;
}

// a ? b : c, or a if b else c.
Value Reader::conditional(Cursor& c, Value value) {
    if (c.failed || c.done()) return value;
    if (language_ != Language::python && language_ != Language::rust && c.take("?")) {
        const Value yes = expression(c);
        if (!c.take(":")) c.failed = true;
        const Value no = expression(c);
        return math_.choose(value, yes, no);
    }
    if (!is_indented(language_) || !c.take("if")) return value;
    const Value test = expression(c, 1);
    if (!c.take("else")) c.failed = true;
    const Value no = expression(c);
    return math_.choose(test, value, no);
}

Value Reader::unary(Cursor& c) {
    if (++c.depth > kDeepestNesting || c.done()) return fail(c);
    constexpr std::string_view kPrefixes = "- + ~ ! * & ++ -- && ** await";
    const Token& t = c.peek();
    const bool prefix = (t.type == TokenType::symbol || t.text == "await") && has_word(kPrefixes, t.text);
    Value out;
    if (!prefix) {
        out = postfix(c);
    } else {
        ++c.at;
        const bool changes = t.text == "&" && (language_ != Language::rust || c.take("mut"));
        const Value x = unary(c);
        if (t.text == "-")
            out = math_.minus(x);
        else if (t.text == "+")
            out = x;
        else if (t.text == "~" || (t.text == "!" && language_ == Language::rust))
            out = math_.inverted(x);
        else if (t.text == "!")
            out = math_.negated(x);
        else if (t.text == "*" && !x.path.empty() && language_ != Language::python)
            out = read_path("*" + x.path);
        else {
            if (!x.path.empty() && (changes || t.text == "++" || t.text == "--" || t.text == "&&"))
                touched_.push_back(x.path);
            out = math_.unknown(t.text == "&" ? kOpaque : kAny);
        }
    }
    if (language_ == Language::python && c.is("**")) {
        ++c.at;
        out = math_.binary("**", out, unary(c));
    }
    while (language_ == Language::rust && c.take("as")) {
        const std::optional<TypeAt> type = type_at(c);
        if (!type) ++c.at;
        out = type && !type->pointer ? math_.converted(out, *type) : math_.unknown();
    }
    --c.depth;
    return out;
}

Value Reader::primary(Cursor& c) {
    const Token& t = c.peek();
    if (t.type == TokenType::number) {
        ++c.at;
        // "desc = 0x40004040 (start 0x400)": no language calls a number, so this is a remark.
        if (c.is("(") && c.close() != kNoToken) c.at = c.close() + 1;
        return math_.literal(t);
    }
    if (t.type == TokenType::text) {
        for (; c.peek().type == TokenType::text; ++c.at) observe_format(c.peek());
        return math_.unknown(kOpaque);
    }
    if (t.is("(")) return parenthesized(c);
    if (t.is("[") || t.is("{")) return bracketed(c);
    return fail(c);
}

Value Reader::parenthesized(Cursor& c) {
    const std::uint32_t close = c.close();
    if (close == kNoToken) return fail(c);
    Cursor inside = c.part(c.at + 1, close);
    c.at = close + 1;
    if (language_ == Language::c || language_ == Language::plain) {
        Cursor typed = inside;
        const std::optional<TypeAt> type = type_at(typed);
        const bool operand = !c.done() && (c.peek().type != TokenType::symbol || c.is("(") || c.is("-") || c.is("~") ||
                                           c.is("*") || c.is("&") || c.is("!") || c.is("{"));
        if (type && typed.done() && operand) {
            const Value x = unary(c);
            return type->pointer ? math_.unknown(kOpaque) : math_.converted(x, *type);
        }
    }
    if (inside.done()) return math_.unknown(kOpaque);
    const Cursor all = inside;
    Value out = expression(inside);
    bool tuple = false;
    while (!inside.failed && inside.take(",")) {
        tuple = true;
        if (!inside.done()) static_cast<void>(expression(inside));
    }
    if (!inside.failed && (is_compound(inside.peek()) || inside.is("=") || inside.is(":="))) {
        if (!out.path.empty()) touched_.push_back(out.path);
        ++inside.at;
        static_cast<void>(expression(inside));
        out = math_.unknown();
    }
    if (inside.failed || !inside.done()) {
        forget_names(all, true);
        return math_.unknown();
    }
    return tuple ? math_.unknown(kOpaque) : out;
}

// A list, a table or a set. The body of a lambda is not read: what it assigns can change at any time.
Value Reader::bracketed(Cursor& c) {
    if (skip_lambda(c)) return math_.unknown(kOpaque);
    const std::uint32_t close = c.close();
    if (close == kNoToken) return fail(c);
    forget_names(c.part(c.at + 1, close), false);
    c.at = close + 1;
    return math_.unknown(kOpaque);
}

bool Reader::skip_lambda(Cursor& c) {
    const std::uint32_t open = language_ == Language::c ? lambda_body(c) : kNoToken;
    if (open == kNoToken) return false;
    const std::uint32_t close = c[open].match;
    const std::size_t before = touched_.size();
    forget_names(c.part(open + 1, close), false);
    for (std::size_t i = before; i < touched_.size(); ++i) scopes_.escape(touched_[i]);
    c.at = close + 1;
    return true;
}

// `if a { b } else { c }` and `unsafe { a }` of Rust.
Value Reader::rust_block(Cursor& c) {
    const bool tests = c.take("if");
    const std::uint32_t from = c.at;
    while (!c.done() && !c.is("{")) c.at = c.is("(") && c.close() != kNoToken ? c.close() + 1 : c.at + 1;
    const std::uint32_t close = c.done() ? kNoToken : c.close();
    if (close == kNoToken) return fail(c);
    const Value test = tests ? whole(c.part(from, c.at)) : math_.unknown();
    const Value yes = whole(c.part(c.at + 1, close));
    c.at = close + 1;
    if (!tests) return yes;
    if (!c.take("else")) return math_.unknown();
    return math_.choose(test, yes, rust_block(c));
}

std::optional<Value> Reader::keyword(Cursor& c) {
    const std::string_view word = c.peek().text;
    if (word == "true" || word == "True") return ++c.at, math_.number(1, kBoolean);
    if (word == "false" || word == "False") return ++c.at, math_.number(0, kBoolean);
    if (word == "nullptr" || word == "None" || word == "NULL") return ++c.at, math_.unknown(kOpaque);
    const bool rust = language_ == Language::rust;
    if (rust && (word == "if" || word == "unsafe")) return rust_block(c);
    if (word == "lambda" && language_ == Language::python) {
        while (!c.done() && !c.is(",")) c.skip();
        return math_.unknown(kOpaque);
    }
    if (word == "sizeof" || word == "alignof" || word == "decltype" || word == "typeid" || (rust && word == "match")) {
        while (!c.done() && !c.is("(") && !c.is("{")) ++c.at;
        if (word == "sizeof" && c.is("(") && c.close() != kNoToken)
            if (const Value size = size_of(c.part(c.at + 1, c.close()), false); size.constant) {
                c.at = c.close() + 1;
                return size;
            }
        if (c.done() || c.close() == kNoToken) return fail(c);
        forget_names(c.part(c.at, c.close()), false);
        c.at = c.close() + 1;
        return math_.unknown();
    }
    return std::nullopt;
}

namespace {

constexpr std::string_view kTypeWords = "unsigned signed long short int char double float";
constexpr std::string_view kTypeQualifiers =
    "const volatile constexpr static inline extern typename struct mutable register final thread_local constinit "
    "restrict __restrict__ __shared__ __constant__ __device__ __host__ __forceinline__ consteval local public private "
    "protected";

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
std::optional<TypeAt> Reader::type_at(Cursor& c) const {
    const Cursor before = c;
    while (is_word(c.peek(), kTypeQualifiers)) ++c.at;
    std::optional<Type> out;
    if (is_word(c.peek(), kTypeWords) && language_ != Language::python) {
        int longs = 0;
        bool is_unsigned = false, small = false;
        unsigned opaque = 0;  // bits of a char or a fraction
        for (; is_word(c.peek(), kTypeWords) || is_word(c.peek(), kTypeQualifiers); ++c.at) {
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
        return std::nullopt;
    }
    bool pointer = false;
    while (c.is("*") || c.is("&") || c.is("&&") || is_word(c.peek(), kTypeQualifiers)) {
        pointer = pointer || c.is("*") || c.is("&") || c.is("&&");
        ++c.at;
    }
    return TypeAt{*out, pointer};
}

// The type of a result that the tokens are all of. A pointer is opaque.
std::optional<Type> Reader::result_type(Cursor c) const {
    const std::optional<TypeAt> type = type_at(c);
    if (!type || !c.done()) return std::nullopt;
    return type->pointer ? kOpaque : Type(*type);
}

// The size of the type that `type` is all of. Opaque: it is not known.
Value Reader::size_of(Cursor type, bool in_bits) {
    const std::optional<TypeAt> found = type_at(type);
    const bool whole_type = found && type.done() && !type[type.at - 1].is("&") && !type[type.at - 1].is("&&");
    const unsigned bits = !whole_type ? 0 : found->pointer ? kPointerBits : size_of_type(*found);
    if (bits == 0) return math_.unknown(kOpaque);
    return math_.number(in_bits ? bits : std::max(8u, bits) / 8, integer_type(64, false));
}

// At `<`: the arguments of a template, if a call, a member or a brace follows. The cursor moves after `>`.
std::optional<Cursor> Reader::template_arguments(Cursor& c) const {
    constexpr std::uint32_t kMost = 64;
    int depth = 0;
    Cursor scan = c;
    for (std::uint32_t n = 0; n < kMost && !scan.done(); ++n) {
        const Token& t = scan.peek();
        depth += angles_of(t);
        if (t.is(";") || t.is("{") || t.is("&&") || t.is("||") || t.is("=")) return std::nullopt;
        if (t.is("(") || t.is("[")) {
            if (scan.close() == kNoToken) return std::nullopt;
            scan.at = scan.close();
        }
        ++scan.at;
        if (depth > 0) continue;
        if (depth < 0 || !(scan.is("(") || scan.is("::") || scan.is("{"))) return std::nullopt;
        const Cursor inside = c.part(c.at + 1, scan.at - 1);
        c.at = scan.at;
        return inside;
    }
    return std::nullopt;
}

// The index of the next comma or semicolon outside of brackets and of f<A, 128>(x); the end if there is none.
std::uint32_t Reader::argument_end(Cursor c) const {
    while (!c.done() && !c.is(",") && !c.is(";")) {
        const bool generic = c.is("<") && c.at > 0 && c[c.at - 1].type == TokenType::name &&
                             language_ != Language::python && !scopes_.is_declared(std::string(c[c.at - 1].text));
        if (generic && template_arguments(c)) continue;
        c.skip();
    }
    return std::min(c.at, c.end);
}

// A number as index is a part of the name. Any other index reads something unknown.
Value Reader::subscript(Cursor& c, const Value& base) {
    const std::uint32_t close = c.close();
    if (close == kNoToken) return fail(c);
    Cursor index = c.part(c.at + 1, close);
    c.at = close + 1;
    const Token& only = index.peek();
    const bool single = index.is_one();
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
    if (const std::optional<Value> value = keyword(c)) return *value;
    if (is_word(first, kTypeWords) && language_ == Language::c) {  // unsigned(x)
        Cursor typed = c;
        const std::optional<Type> type = type_at(typed);
        const bool called = type && (typed.is("(") || typed.is("{")) && typed.close() != kNoToken;
        if (called) {
            c.at = typed.close() + 1;
            const Cursor inside = typed.part(typed.at + 1, typed.close());
            return inside.done() ? math_.number(0, *type) : math_.converted(whole(inside), *type);
        }
    }
    ++c.at;
    read = false;
    return {.path = std::string(first.text)};
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
    forget_names(inside, false);
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
    if (t.is("<") && language_ != Language::python) return (chain.generic = template_arguments(c)).has_value();
    if (t.is("::") && c.peek(1).is("<")) {
        ++c.at;
        chain.generic = template_arguments(c);
        c.failed = !chain.generic;
        return true;
    }
    const bool square = t.is("[") && is_indented(language_) && c.close() != kNoToken;
    if (square && c.close() + 1 < c.end && c[c.close() + 1].is("(")) {
        chain.generic = c.part(c.at + 1, c.close());
        c.at = c.close() + 1;
        return true;
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
            chain.generic.reset();  // Class<128>::f: not the arguments of f
        } else if (generic_part(c, chain)) {
            continue;
        } else if (t.is("(") && (!chain.read || value.path.empty())) {
            const std::string path = value.path;
            value = call(c, path, chain.generic ? &*chain.generic : nullptr, nullptr, chain.begin);
            chain.read = true;
            chain.generic.reset();
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
