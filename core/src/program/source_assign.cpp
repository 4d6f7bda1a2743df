// core/src/program/source_assign.cpp -- declarations and assignments of source code.
// SPDX-License-Identifier: MIT
#include "source_reader.h"

namespace tilescope::program::source {
namespace {

constexpr std::string_view kDeclaring = "let var val const static alias comptime final ref mut";
constexpr std::string_view kConstantWords = "const constexpr static alias comptime constinit final";
constexpr std::string_view kNoTypes =
    "return goto delete new throw case else using in is and or not if for while do operator template co_return";

bool is_single_name(const Cursor& c) {
    const auto is_part = [](const Token& t) {
        return t.type == TokenType::name || t.is(".") || t.is("->") || t.is("::");
    };
    return !c.done() && std::ranges::all_of(c.all(), is_part);
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
    std::optional<TypeAt> type;
    if (Cursor typed = c; !is_let && typed.peek(1).type == TokenType::name)
        if ((type = type_at(typed))) c = typed, pointer = type->pointer;  // `final int x`
    const std::string name(c.peek().text);
    ++c.at;
    if (c.take(":")) {
        type = type_at(c);
        pointer = type ? type->pointer : pointer;
        while (!c.done() && !c.is("=")) ++c.at;
    }
    if (!c.done() && !c.is("=")) return false;
    const bool has_value = c.take("=");
    if (has_value && lambda_function(name, c)) return true;
    const bool list = c.is("[") || c.is("{") || c.is("(");
    const std::uint32_t from = c.at;
    Value value = has_value ? whole(c.part(c.at, c.end)) : math_.unknown();
    if (list && value.type.is_opaque()) observe_numbers(c.part(from, c.end), name, 0);
    value = math_.once(value);
    flush();
    if (Variable* const v = scopes_.declare(name, type ? *type : kAny, type.has_value()); v != nullptr)
        v->quiet = pointer;
    if (has_value) store(name, pointer ? math_.unknown(kOpaque) : value, true, c.part(begin, c.end));
    if (constant)
        if (Variable* const v = scopes_.find_to_change(name)) v->constant = true;
    return true;
}

// d: tl.uint64 = 5
bool Reader::annotated(Cursor c) {
    if (!is_indented(language_)) return false;
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
        if (value.constant.value_or(0) >= kSmallestWord) observe_value(path, value, span_of(part));
        return true;
    }
    const std::optional<Type> type = type_at(c);
    while (!c.done() && !c.is("=")) c.skip();
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
    store(path, value, true, c.part(begin, c.end));
    return true;
}

// The declarations of C: a type, and names with or without values.
bool Reader::declaration(Cursor c) {
    if (language_ == Language::python || c.peek().type != TokenType::name || is_word(c.peek(), kNoTypes)) return false;
    const std::uint32_t begin = c.at;
    bool constant = false, pointer = false, known = false;
    for (std::uint32_t i = c.at; i < c.end && c[i].type == TokenType::name; ++i)
        constant = constant || is_word(c[i], kConstantWords);
    std::optional<TypeAt> type;
    Cursor after = c;
    while (is_word(after.peek(), kConstantWords) || after.is("inline") || after.is("extern") || after.is("volatile") ||
           after.is("__shared__") || after.is("__constant__") || after.is("__device__") || after.is("alignas"))
        after.at += after.is("alignas") && after.peek(1).match < after.end ? after.peek(1).match + 1 - after.at : 1;
    if (after.is("auto")) {
        ++after.at;
        known = true;
        while (after.is("*") || after.is("&") || after.is("&&") || after.is("const")) ++after.at;
    } else if ((type = type_at(after))) {
        known = true, pointer = type->pointer;
    } else {  // some other type: A::B<C> *
        if (after.peek().type != TokenType::name) return false;
        ++after.at;
        while (after.is("::") && after.peek(1).type == TokenType::name) after.at += 2;
        if (after.is("<"))
            for (int depth = 0; !after.done();) {
                depth += angles_of(after.peek());
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
        forget_names(c.part(after.close(), c.end), true);
        return true;
    }
    if (after.peek().type != TokenType::name) return false;
    const Token& next = after.peek(1);
    const bool ends = after.at + 1 >= after.end;
    const bool shaped =
        ends || next.is("=") || next.is("{") || next.is("(") || next.is("[") || next.is(",") || (next.is(":") && known);
    if (!shaped || (!known && (ends || next.is(",")) && language_ != Language::c)) return false;
    const std::string made = known ? std::string() : text_of(c.part(c.at, after.at));
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
            flush();
            if (deduced && !list && !star && !x.type.is_any() && !x.type.is_opaque()) type = x.type;
            const bool known = type.has_value() && !star && !(pointer && !reference) && !array;
            Variable* v = scopes_.declare(name, known ? *type : kAny, type.has_value() && !star);
            if (v != nullptr) v->quiet = star || (pointer && !reference);
            const bool has_value = (assigned || parens || braces) && !list;
            if (list)
                initialize(name, value, width);
            else if (has_value)
                store(name, v != nullptr && v->quiet ? math_.unknown(kOpaque) : x, true, c.part(from, comma));
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
    if (!c.done()) forget_names(c, true);
    return true;
}

namespace {

// The index of the first of these symbols outside of brackets.
template <typename Wanted>
std::uint32_t find_outside(const Cursor& c, const Wanted& wanted) {
    for (std::uint32_t i = c.at; i < c.end; ++i) {
        if (c[i].type == TokenType::symbol && wanted(c[i])) return i;
        if (c[i].match < c.end && c[i].match > i) i = c[i].match;
    }
    return kNoToken;
}

}  // namespace

std::uint32_t find_symbol(const Cursor& c, std::string_view symbol) {
    return find_outside(c, [&](const Token& t) { return t.text == symbol; });
}

std::vector<Cursor> comma_parts(const Cursor& c) {
    std::vector<Cursor> out;
    for (Cursor rest = c; !rest.done();) {
        const std::uint32_t comma = std::min(find_symbol(rest, ","), c.end);
        out.push_back(c.part(rest.at, comma));
        rest.at = comma + 1;
    }
    return out;
}

void Reader::observe_choices(const std::string& path, const Value& value, TextSpan span) {
    if (value.choices.size() < 2 || value.choices.size() > 16) return;
    for (const ExprId choice : value.choices) {
        const Expr& e = out_.exprs[choice];
        if (e.operation == Operation::constant && e.value < kSmallestWord) continue;
        const unsigned width = value.type.is_integer() ? value.type.width : 0;
        observe_value(path, {.id = choice, .type = value.type}, span, width, true);
    }
}

// Gives a value to a name, as the whole statement does.
void Reader::store(const std::string& path, const Value& given, bool plain, const Cursor& statement) {
    Value value = given;
    const BitField* const field = fields_.of_member(path);
    if (field != nullptr) value = math_.converted(value, field->type);
    bool keeps = !plain;
    for (const std::string& name : reads_) {
        if (name == path)
            keeps = true;
        else
            scopes_.mark_read(name);
    }
    flush_calls();
    for (ExprId& choice : value.choices) choice = math_.once(choice);
    const std::uint32_t first = here();
    observe_choices(path, value, span_of(statement));
    const std::uint32_t last = here();
    flush_effects();
    if (const std::size_t element = path.find("[]"); element != std::string::npos) {  // words[i] = base | i
        if (plain && path.size() == element + 2 && !value.type.is_opaque() &&
            value.constant.value_or(kSmallestWord) >= kSmallestWord)
            observe_value(path.substr(0, element), value, span_of(statement));
        return scopes_.forget(path.substr(0, element));
    }
    const std::string root(root_of(path));
    if (language_ == Language::python && root == path && !scopes_.is_local(path)) scopes_.declare(path, kAny, false);
    Scopes::Write how{.plain = !keeps, .span = span_of(statement), .comment = comment_of(statement)};
    if (field != nullptr) how.field = field->meaning;
    how.trivial = !keeps && value.constant == std::uint64_t{0} && !is_field_name(path) && how.field.field.empty();
    scopes_.write(path, value, how);
    scopes_.keep_choices(path, first, last);
    if (plain)
        for (const auto& [member, id] : value.members)
            scopes_.write(path + "." + member, math_.member_of(value, member), how);
    if (Variable* const v = scopes_.find_to_change(path); v != nullptr) {
        if (plain) v->made = given.origin;
        v->zeroed = plain && given.constant == std::uint64_t{0};
    }
    reads_.clear();
}

// name = [1, 2], or {"a": 1, "b": 2}[key]: `opaque` says that the value is the list.
void Reader::observe_list(const Cursor& list, const std::string& name, bool opaque) {
    const std::uint32_t close = list.close();
    const std::uint32_t behind = close < list.end ? close + 1 : list.end;
    const bool indexed = behind < list.end && list[behind].is("[");
    if (opaque || indexed) observe_numbers(list.part(list.at, behind), name, 0);
    if (opaque && !indexed && close < list.end) observe_elements(list.part(list.at + 1, close), name, 0);
}

bool Reader::assignment(Cursor c) {
    const std::uint32_t begin = c.at;
    const std::uint32_t op_at = find_outside(c, assigns);
    if (op_at == kNoToken) return false;
    const Token op = c[op_at];
    if (op.is("++") || op.is("--")) {
        const bool before = op_at == begin;
        if (!before && op_at + 1 != c.end) return false;
        Cursor target = c.part(before ? begin + 1 : begin, before ? c.end : op_at);
        const Value x = unary(target);
        if (target.failed || !target.done() || x.path.empty()) return false;
        store(x.path, math_.binary(op.is("++") ? "+" : "-", x, math_.number(1, x.type.is_opaque() ? kAny : x.type)),
              false, c.part(begin, c.end));
        return true;
    }
    Cursor left = c.part(begin, op_at);
    const Value target = unary(left);
    if (left.failed || !left.done()) return false;
    if (target.path.empty()) {  // through a pointer: any name in it can change
        forget_names(c.part(begin, op_at), true);
        const Value x = whole(c.part(op_at + 1, c.end));
        const bool stated =
            op.is("=") && c[op_at - 1].is(")") && x.constant.value_or(0) >= kSmallestWord;  // word(main) = 5
        if (stated) observe_value(text_of(c.part(begin, op_at)), x, span_of(c.part(op_at + 1, c.end)));
        return true;
    }
    if (!is_compound(op)) reads_.clear();
    c.at = op_at + 1;
    if (!is_compound(op) && c.is("{") && language_ != Language::python && c.close() != kNoToken &&
        c.close() + 1 == c.end) {
        initialize(target.path, c, 0);
        return true;
    }
    if (!is_compound(op) && lambda_function(target.path, c)) return true;
    const bool list = c.is("[") || c.is("{") || c.is("(");
    std::vector<std::string> targets = {target.path};
    Value value = expression(c);
    while (!c.failed && !is_compound(op) && c.is("=") && !value.path.empty()) {
        targets.push_back(value.path);
        reads_.clear();
        ++c.at;
        value = expression(c);
    }
    const std::uint32_t stop = c.at;
    if (c.is(",") && language_ == Language::python) {
        value = math_.unknown(kOpaque);
        c.at = c.end;
    }
    if (c.failed || (!c.done() && !c.is(","))) return false;
    if (list) observe_list(c.part(op_at + 1, stop), target.path, value.type.is_opaque());
    if (is_compound(op)) value = math_.binary(op.text.substr(0, op.text.size() - 1), target, value);
    for (std::size_t i = targets.size(); i-- > 0;) store(targets[i], value, !is_compound(op), c.part(begin, stop));
    if (c.take(",") && !c.done()) {
        Cursor rest = c;
        if (!assignment(rest)) forget_names(c, true);
    }
    return true;
}

// a, b = 1, 2
bool Reader::tuple_assignment(Cursor c) {
    if (language_ == Language::c) return false;
    const std::uint32_t equal = find_symbol(c, "=");
    if (equal == kNoToken) return false;
    Cursor left = c.part(c.at, equal), right = c.part(equal + 1, c.end);
    if (left.is("(") && left.close() + 1 == left.end) left = c.part(left.at + 1, left.close());
    if (find_symbol(left, ",") == kNoToken) return false;
    if (right.is("(") && right.close() + 1 == right.end) right = c.part(right.at + 1, right.close());
    const Cursor targets = left;
    std::vector<std::string> paths;
    std::vector<Value> values;
    while (!left.failed && !left.done()) {
        const Value x = unary(left);
        if (x.path.empty() || x.path.find("[]") != std::string::npos) break;
        paths.push_back(x.path);
        if (!left.take(",")) break;
    }
    reads_.clear();
    while (!right.failed && !right.done()) {
        values.push_back(math_.once(expression(right)));
        if (!right.take(",")) break;
    }
    const bool read = !left.failed && left.done() && !right.failed && right.done();
    if (!read || find_symbol(right, "=") != kNoToken) {
        forget_names(targets, true);
        return true;
    }
    const bool equal_count = paths.size() == values.size();
    for (std::size_t i = 0; i < values.size(); ++i) {
        NameId name = out_.name("source part " + std::to_string(out_.names.size()));
        scopes_.assign(name, values[i].id, {});
        values[i].id = out_.read(name, values[i].type.width);
    }
    for (std::size_t i = 0; i < paths.size(); ++i)
        store(paths[i], equal_count ? values[i] : math_.unknown(kOpaque), true, c.part(targets.at, c.end));
    return true;
}

// {.start_address_ = 1, .layout_type_ = 2}
void Reader::fields_of(const std::string& object, const Cursor& list) {
    for (const Cursor& one : comma_parts(list)) {
        if (!one.is(".") || one.peek(1).type != TokenType::name || !one.peek(2).is("=")) continue;
        const std::string path = object + "." + std::string(one.peek(1).text);
        const Cursor inner = one.part(one.at + 3, one.end);
        if (inner.is("{") && inner.peek(1).is(".") && inner.close() != kNoToken)
            fields_of(path, inner.part(inner.at + 1, inner.close()));
        else
            store(path, whole(inner), true, one);
    }
}

// The elements of a table of descriptors that are expressions: {(base & ~(3 << 4)) | 2 << 4, base | 1 << 15}.
void Reader::observe_elements(const Cursor& inside, const std::string& name, unsigned width) {
    if (!is_descriptor_name(name)) return;
    for (const Cursor& one : comma_parts(inside)) {
        const bool nested = one.is("{") || one.is("[");
        if (nested || one.end < one.at + 2 || find_symbol(one, ":") != kNoToken) continue;
        const Value x = whole(one);
        if (x.type.is_number() && !x.constant) observe_value(name, x, span_of(one), width);
    }
}

// At a brace: the elements of an array, the fields of a struct, or one value.
void Reader::initialize(const std::string& name, Cursor c, unsigned width) {
    const Cursor inside = c.part(c.at + 1, c.close());
    scopes_.forget(name);
    if (inside.is(".")) return fields_of(name, inside);
    observe_numbers(inside, name, width);
    observe_elements(inside, name, width);
    constexpr std::uint32_t kMost = 100;
    std::uint32_t element = 0;
    for (const Cursor& one : comma_parts(inside)) {
        if (element == kMost) break;
        const std::string path = name + "[" + std::to_string(element++) + "]";
        if (one.done() || one.is("{") || one.is("[") || one.is(".")) continue;
        const Value x = whole(one);
        const Variable* const v = scopes_.find(name);
        const bool typed = v != nullptr && v->stated && width != 0;
        const Value stored = typed ? math_.converted(x, integer_type(width, false)) : x;
        flush_effects();
        scopes_.write(path, stored, {.span = span_of(one), .trivial = true});
    }
    reads_.clear();
}

}  // namespace tilescope::program::source
