// core/src/program/source_assign.cpp -- assignments of source code.
// SPDX-License-Identifier: MIT
#include "source_reader.h"

#include <algorithm>
#include <iterator>

namespace tilescope::program::source {
namespace {

constexpr std::string_view kCompound[] = {"|=", "+=", "^=", "&=", "-=", "<<=", ">>=", "*=", "/=", "%=", "//=", "**="};

// The index of the first of these symbols outside of brackets.
template <typename Wanted>
std::uint32_t find_outside(const Cursor& c, const Wanted& wanted) {
    for (std::uint32_t i = c.at; i < c.end; ++i) {
        if (c[i].type == TokenType::symbol && wanted(c[i])) return i;
        if (c[i].match < c.end && c[i].match > i) i = c[i].match;
    }
    return kNoToken;
}

bool is_compound(const Token& t) {
    return t.type == TokenType::symbol && std::ranges::find(kCompound, t.text) != std::end(kCompound);
}

}  // namespace

std::uint32_t find_symbol(const Cursor& c, std::string_view symbol) {
    return find_outside(c, [&](const Token& t) { return t.text == symbol; });
}

void Reader::observe_choices(const std::string& path, const Value& value, TextSpan span) {
    if (value.choices.size() < 2 || value.choices.size() > 16) return;
    for (const ExprId choice : value.choices) {
        const Expr& e = out_.exprs[choice];
        if (e.operation == Operation::constant && e.value < 0x10000) continue;
        Value one;
        one.id = choice;
        one.type = value.type;
        observe_value(path, one, span, value.type.is_integer() ? value.type.width : 0, true);
    }
}

// Gives a value to a name, as the whole statement does.
void Reader::store(const std::string& path, const Value& given, bool plain, const Cursor& c, std::uint32_t begin,
                   std::uint32_t end) {
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
    observe_choices(path, value, span_of(c, begin, end));
    const std::uint32_t last = here();
    flush_effects();
    if (const std::size_t element = path.find("[]"); element != std::string::npos) {  // words[i] = base | i
        if (plain && path.size() == element + 2 && !value.type.is_opaque() &&
            value.constant.value_or(0x10000) >= 0x10000)
            observe_value(path.substr(0, element), value, span_of(c, begin, end), 0, false);
        return scopes_.forget(path.substr(0, element));
    }
    const std::string root(root_of(path));
    if (language_ == Language::python && root == path && !scopes_.is_local(path)) scopes_.declare(path, kAny, false);
    Scopes::Write how;
    how.plain = !keeps;
    how.span = span_of(c, begin, end);
    how.comment = comment_of(c, begin, end);
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
    if (opaque || indexed) observe_numbers(list, list.at, behind, name, 0);
    if (opaque && !indexed && close < list.end) observe_elements(list.part(list.at + 1, close), name, 0);
}

bool Reader::assignment(Cursor c) {
    const std::uint32_t begin = c.at;
    const std::uint32_t op_at = find_outside(
        c, [](const Token& t) { return t.is("=") || t.is(":=") || is_compound(t) || t.is("++") || t.is("--"); });
    if (op_at == kNoToken) return false;
    const Token op = c[op_at];
    if (op.is("++") || op.is("--")) {
        const bool before = op_at == begin;
        if (!before && op_at + 1 != c.end) return false;
        Cursor target = c.part(before ? begin + 1 : begin, before ? c.end : op_at);
        const Value x = unary(target);
        if (target.failed || !target.done() || x.path.empty()) return false;
        store(x.path, math_.binary(op.is("++") ? "+" : "-", x, math_.number(1, x.type.is_opaque() ? kAny : x.type)),
              false, c, begin, c.end);
        return true;
    }
    Cursor left = c.part(begin, op_at);
    const Value target = unary(left);
    if (left.failed || !left.done()) return false;
    if (target.path.empty()) {  // through a pointer: any name in it can change
        forget_names(c, begin, op_at, true);
        const Value x = whole(c.part(op_at + 1, c.end));
        const bool stated = op.is("=") && c[op_at - 1].is(")") && x.constant.value_or(0) >= 0x10000;  // word(main) = 5
        if (stated) observe_value(text_of(c, begin, op_at), x, span_of(c, op_at + 1, c.end), 0, false);
        return true;
    }
    if (!is_compound(op)) reads_.clear();
    c.at = op_at + 1;
    if (!is_compound(op) && c.is("{") && language_ != Language::python && c.close() != kNoToken &&
        c.close() + 1 == c.end) {
        initialize(target.path, c, span_of(c, begin, c.end), comment_of(c, begin, c.end), 0);
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
    for (std::size_t i = targets.size(); i-- > 0;) store(targets[i], value, !is_compound(op), c, begin, stop);
    if (c.take(",") && !c.done()) {
        Cursor rest = c;
        if (!assignment(rest)) forget_names(c, c.at, c.end, true);
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
        forget_names(targets, targets.at, targets.end, true);
        return true;
    }
    const bool equal_count = paths.size() == values.size();
    for (std::size_t i = 0; i < values.size(); ++i) {
        NameId name = out_.name("source part " + std::to_string(out_.names.size()));
        scopes_.assign(name, values[i].id, {});
        values[i].id = out_.read(name, values[i].type.width);
    }
    for (std::size_t i = 0; i < paths.size(); ++i)
        store(paths[i], equal_count ? values[i] : math_.unknown(kOpaque), true, c, targets.at, c.end);
    return true;
}

// {.start_address_ = 1, .layout_type_ = 2}
bool Reader::fields_of(const std::string& object, Cursor c, TextSpan) {
    bool any = false;
    while (!c.done()) {
        const std::uint32_t comma = std::min(find_symbol(c, ","), c.end);
        if (c.is(".") && c.peek(1).type == TokenType::name && c.peek(2).is("=")) {
            const std::string path = object + "." + std::string(c.peek(1).text);
            const std::uint32_t begin = c.at;
            Cursor inner = c.part(c.at + 3, comma);
            if (inner.is("{") && inner.peek(1).is(".") && inner.close() != kNoToken)
                fields_of(path, c.part(inner.at + 1, inner.close()), {});
            else
                store(path, whole(inner), true, c, begin, comma);
            any = true;
        }
        c.at = comma + 1;
    }
    return any;
}

// The elements of a table of descriptors that are expressions: {(base & ~(3 << 4)) | 2 << 4, base | 1 << 15}.
void Reader::observe_elements(const Cursor& inside, const std::string& name, unsigned width) {
    if (!is_descriptor_name(name)) return;
    for (Cursor rest = inside; !rest.done();) {
        const std::uint32_t begin = rest.at, comma = std::min(find_symbol(rest, ","), inside.end);
        rest.at = comma + 1;
        const bool nested = inside[begin].is("{") || inside[begin].is("[");
        if (nested || comma < begin + 2 || find_symbol(inside.part(begin, comma), ":") != kNoToken) continue;
        const Value x = whole(inside.part(begin, comma));
        const bool integer = x.type.is_any() || x.type.is_integer();
        if (integer && !x.constant) observe_value(name, x, span_of(inside, begin, comma), width, false);
    }
}

// At a brace: the elements of an array, the fields of a struct, or one value.
void Reader::initialize(const std::string& name, Cursor c, TextSpan span, const std::string&, unsigned width) {
    const std::uint32_t close = c.close();
    const Cursor inside = c.part(c.at + 1, close);
    scopes_.forget(name);
    if (inside.is(".")) {
        fields_of(name, inside, span);
        return;
    }
    observe_numbers(inside, inside.at, inside.end, name, width);
    observe_elements(inside, name, width);
    constexpr std::uint32_t kMost = 100;
    std::uint32_t element = 0;
    for (std::uint32_t at = inside.at; at < inside.end && element < kMost; ++element) {
        Cursor rest = c.part(at, inside.end);
        const std::uint32_t comma = std::min(find_symbol(rest, ","), inside.end);
        const bool nested = c[at].is("{") || c[at].is("[") || c[at].is(".");
        if (!nested && comma > at) {
            const Value x = whole(c.part(at, comma));
            const Variable* const v = scopes_.find(name);
            const bool typed = v != nullptr && v->stated && width != 0;
            const Value stored = typed ? math_.converted(x, integer_type(width, false)) : x;
            flush_effects();
            Scopes::Write how;
            how.span = span_of(c, at, comma);
            how.trivial = true;
            scopes_.write(name + "[" + std::to_string(element) + "]", stored, how);
        }
        at = comma + 1;
    }
    reads_.clear();
}

}  // namespace tilescope::program::source
