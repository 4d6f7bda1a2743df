// core/src/program/source_asm.cpp -- inline assembly in source code.
// SPDX-License-Identifier: MIT
#include "source_reader.h"

#include <tilescope/base/text.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace tilescope::program::source {
namespace {

constexpr std::string_view kCompilerWords[] = {"asm", "__asm__", "__asm"};
constexpr std::string_view kLlvmWords[] = {"inline_asm", "inline_ptx", "inlined_assembly", "inline_asm_elementwise"};
// "=r,l,~{memory}": the operands of inline assembly in LLVM.
bool is_constraints(std::string_view text) {
    if (text.empty() || text.size() > 400) return false;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(',', at), text.size());
        std::string_view one = text.substr(at, end - at);
        while (!one.empty() && std::string_view("=+&~* ").find(one[0]) != one.npos) one.remove_prefix(1);
        if (!one.starts_with("{") && (one.empty() || one.size() > 2 || !(one[0] >= 'a' && one[0] <= 'z'))) return false;
        at = end + 1;
    }
    return true;
}

Type type_of_constraint(std::string_view text) {
    while (!text.empty() && std::string_view("=+&~* ").find(text[0]) != text.npos) text.remove_prefix(1);
    if (text == "r") return integer_type(32, false);
    if (text == "l") return integer_type(64, false);
    if (text == "h") return integer_type(16, false);
    return text == "n" || text == "i" ? kAny : kOpaque;
}

}  // namespace

bool Reader::assembly(Cursor c) {
    const auto is_word = [](const Token& t, const auto& words) {
        return t.type == TokenType::name && std::ranges::find(words, t.text) != std::end(words);
    };
    for (std::uint32_t i = c.at; i < c.end; ++i)
        if (is_word(c[i], kLlvmWords)) return llvm_assembly(c);
    std::uint32_t word = c.at;
    while (word < c.end && !is_word(c[word], kCompilerWords)) {
        const std::uint32_t body =
            language_ == Language::c ? lambda_body(c.part(word, c.end)) : kNoToken;  // its statements are read later
        word = body == kNoToken ? word + 1 : c[body].match;
    }
    if (word == c.end) {  // strings with PTX, without the word before them
        Template text;
        Cursor strings = c;
        const bool first = strings.peek().type == TokenType::text;
        if (first) template_strings(strings, text, nullptr, true);
        const bool ends = strings.done() || strings.is(":") || strings.is("::") || strings.is(")");
        if (!first || !ends || !has_ptx(text.text.text)) {
            quoted_assembly(c);
            return false;
        }
        compiler_assembly(c);
        return true;
    }
    std::uint32_t open = word + 1;
    const bool macro = c[open].is("!");
    while (open < c.end && !c[open].is("(") && c[open].type != TokenType::text) ++open;
    if (open >= c.end) return false;
    if (c[open].type == TokenType::text) return llvm_assembly(c);  // call void asm sideeffect "..."
    const Cursor inside = c.part(open + 1, c[open].match < c.end ? c[open].match : c.end);
    if (macro)
        rust_assembly(inside);
    else
        compiler_assembly(inside);
    return true;
}

// "..." : outputs : inputs : clobbers
void Reader::compiler_assembly(Cursor c) {
    Template text;
    const Cursor all = c;
    template_strings(c, text, nullptr, true);
    AssemblyOperands operands;
    unsigned section = 0, number = 0;
    while (!c.done()) {
        if (c.is(":") || c.is("::")) {
            section += c.is("::") ? 2 : 1;
            ++c.at;
            continue;
        }
        if (section < 1 || section > 2) {
            ++c.at;
            continue;
        }
        std::string name;
        if (c.is("[") && c.close() == c.at + 2) name = "%[" + std::string(c.peek(1).text) + "]", c.at += 3;
        if (c.peek().type != TokenType::text || !c.peek(1).is("(")) {
            ++c.at;
            continue;
        }
        Decoded constraint;
        decode_string(c.peek(), constraint);
        ++c.at;
        const std::uint32_t close = c.close() == kNoToken ? c.end : c.close();
        const Cursor inner = c.part(c.at + 1, close);
        const Type type = type_of_constraint(constraint.text);
        Value value = whole(inner);
        const std::string index = "%" + std::to_string(number++);
        if (section == 1) {
            if (value.path.empty()) forget_names(inner, inner.at, inner.end, true);
            operands.outputs[index] = {value.path, type};
            if (!name.empty()) operands.outputs[name] = {value.path, type};
        }
        if (section == 2 || constraint.text.starts_with("+")) {
            value = math_.converted(value, type);
            operands.inputs[index] = value;
            if (!name.empty()) operands.inputs[name] = value;
        }
        c.at = close + 1;
    }
    if (text.text.text.empty()) forget_names(all, all.at, all.end, false);
    read_template(text, operands);
}

// asm!("... {0} {name}", in(reg64) x, name = out(reg32) y)
void Reader::rust_assembly(Cursor c) {
    Decoded strings;
    while (c.peek().type == TokenType::text) {
        decode_string(c.peek(), strings);
        strings.text += '\n';
        strings.positions.push_back(c.peek().end);
        ++c.at;
        c.take(",");
    }
    const auto named = [](std::string_view name) {
        return is_digit(name.empty() ? ' ' : name[0]) ? "%" + std::string(name) : "%[" + std::string(name) + "]";
    };
    Decoded text;  // {name} is %[name]
    for (std::size_t i = 0; i < strings.text.size(); ++i) {
        const std::size_t close = strings.text[i] == '{' ? strings.text.find_first_of("}, ", i) : std::string::npos;
        const bool twice = i + 1 < strings.text.size() && strings.text[i + 1] == strings.text[i];
        if ((strings.text[i] == '{' || strings.text[i] == '}') && twice) ++i;
        const bool operand = !twice && close != std::string::npos && strings.text[close] == '}' && close > i + 1;
        const std::string_view inside = operand ? std::string_view(strings.text).substr(i + 1, close - i - 1) : "";
        text.text += operand ? named(inside.substr(0, inside.find(':'))) : std::string(1, strings.text[i]);
        text.positions.resize(text.text.size(), strings.positions[i]);
        if (operand) i = close;
    }
    AssemblyOperands operands;
    for (unsigned number = 0; !c.done();) {
        const std::uint32_t comma = std::min(find_symbol(c, ","), c.end);
        std::string name = "%" + std::to_string(number);
        if (c.peek(1).is("=")) name = named(c.peek().text), c.at += 2;
        const std::string_view kind = c.peek().text;
        const bool in = kind == "in" || kind == "inout" || kind == "inlateout", out = kind.find("out") != kind.npos;
        if ((in || out) && c.peek(1).is("(") && c.peek(1).match < comma) {
            const std::string_view reg = c.peek(2).text;
            const Type type = type_of_constraint(reg == "reg64"   ? "l"
                                                 : reg == "reg32" ? "r"
                                                 : reg == "reg16" ? "h"
                                                                  : "");
            const Value value = whole(c.part(c.peek(1).match + 1, comma));
            if (in) operands.inputs[name] = math_.converted(value, type);
            if (out) operands.outputs[name] = {value.path, type};
            ++number;
        }
        c.at = comma + 1;
    }
    read_assembly(text, operands);
}

// llvm.inline_asm(type, [operands], "...", "=r,l"), or asm sideeffect "...", "r,l"(i32 %1, i64 64)
bool Reader::llvm_assembly(Cursor c) {
    Template text;
    Decoded constraints;
    std::uint32_t list = kNoToken, after = kNoToken;
    for (std::uint32_t i = c.at; i < c.end; ++i) {
        if (c[i].type == TokenType::text) {
            Template one;
            Cursor strings = c.part(i, c.end);
            quoted_strings(strings, one);
            if (has_ptx(one.text.text) && text.text.text.empty())
                text = one;
            else if (constraints.text.empty() && is_constraints(one.text.text))
                constraints = one.text, after = strings.at;
            i = strings.at - 1;
        }
        const bool argument = c[i].is("[") && i > c.at && (c[i - 1].is(",") || c[i - 1].is("(") || c[i - 1].is("="));
        if (argument && list == kNoToken && c[i].match < c.end) list = i;
    }
    for (std::uint32_t i = c.at; i < c.end && list == kNoToken; ++i)
        if (c[i].is("]") && c[i + 1].is("(") && c[i + 1].match < c.end) list = i + 1;
    if (list == kNoToken && after < c.end && c[after].is("(") && c[after].match < c.end) list = after;
    const std::uint32_t equal = find_symbol(c, "=");
    if (equal != kNoToken && c[c.at].type == TokenType::name) forget_names(c, c.at, equal, true);
    for (std::uint32_t i = c.at; i < c.end && text.text.text.empty(); ++i)
        if (const auto kept = strings_.templates.find(c[i].text); kept != strings_.templates.end() && !c[i + 1].is("="))
            text = kept->second;
    if (text.text.text.empty()) return true;
    if (list == kNoToken) {  // asm = "..."
        if (equal != kNoToken) strings_.keep(c, equal + 1, text);
        read_template(text, {});
        return true;
    }
    std::vector<Type> types;
    unsigned outputs = 0;
    for (std::size_t at = 0; at < constraints.text.size();) {
        const std::size_t end = std::min(constraints.text.find(',', at), constraints.text.size());
        const std::string_view one = trimmed(std::string_view(constraints.text).substr(at, end - at));
        types.push_back(type_of_constraint(one));
        if (one.starts_with("=")) ++outputs;
        at = end + 1;
    }
    AssemblyOperands operands;
    Cursor args = c.part(list + 1, c[list].match);
    for (unsigned number = outputs; !args.done(); ++number) {
        const std::uint32_t comma = std::min(find_symbol(args, ","), args.end);
        Cursor one = args.part(args.at, comma);
        Type type = number < types.size() ? types[number] : kOpaque;
        const bool typed = one.at + 1 < one.end && one.peek().type == TokenType::name && named_type(one.peek().text);
        if (typed && !one.peek(1).is("(")) ++one.at;
        operands.inputs["$" + std::to_string(number)] = math_.converted(whole(one), type);
        args.at = comma + 1;
    }
    read_template(text, operands);
    return true;
}

void Reader::read_assembly(const Decoded& text, const AssemblyOperands& operands) {
    for (const std::string& name : reads_) scopes_.mark_read(name);
    flush_calls();
    const std::size_t statements = out_.statements.size(), units = out_.units.size(), names = out_.names.size();
    const std::size_t before = scopes_.code->size();
    if (has_ptx(text.text)) {
        std::vector<std::uint32_t> positions;
        for (const std::uint32_t p : text.positions)
            positions.push_back(static_cast<std::uint32_t>(source_.position(p)));
        const std::size_t seen = out_.observations.size();
        read_ptx({text.text, 0, &positions}, out_, [&](std::string_view operand) -> std::optional<ExprId> {
            const auto found = operands.inputs.find(operand);
            if (found == operands.inputs.end() || found->second.type.is_opaque()) return std::nullopt;
            const Type& type = found->second.type;
            if (out_.exprs[found->second.id].width == type.width) return found->second.id;
            return out_.add(Operation::bit_and, type.width,
                            {found->second.id, out_.constant(~std::uint64_t{0}), kNone, kNone});
        });
        for (std::size_t i = seen; i < out_.observations.size(); ++i)
            out_.observations[i].conditional = out_.observations[i].conditional || scopes_.conditional();
        move_statements(statements, units);
    }
    flush_effects();
    for (const auto& [operand, target] : operands.outputs) {
        if (target.first.empty()) continue;
        NameId result = kNone;  // the register of the operand, if the text writes it
        for (std::size_t i = before; i < scopes_.code->size(); ++i) {
            const Statement& s = (*scopes_.code)[i];
            if (s.type == Statement::Type::assign && s.name >= names && out_.names[s.name].ends_with(":" + operand))
                result = s.name;
        }
        Value value = math_.unknown(target.second);
        if (result != kNone && !target.second.is_opaque()) value.id = out_.read(result, target.second.width);
        Scopes::Write how;
        how.trivial = result == kNone;
        how.span = {};
        const Variable* const old = scopes_.find(target.first);
        if (old != nullptr) how.span = old->span;
        scopes_.write(target.first, value, how);
    }
    reads_.clear();
}

// The statements of the assembly become statements of the surrounding function.
void Reader::move_statements(std::size_t statements, std::size_t units) {
    const auto base = here();
    const auto count = static_cast<std::uint32_t>(out_.statements.size() - statements);
    for (std::size_t i = statements; i < out_.statements.size(); ++i) {
        Statement s = out_.statements[i];
        if (s.type == Statement::Type::end) s = {Statement::Type::jump, kNone, kNone, count, s.span};
        if (s.type == Statement::Type::jump) s.index = base + std::min(s.index, count);
        scopes_.code->push_back(s);
    }
    out_.statements.resize(statements);
    out_.units.resize(units);
}

}  // namespace tilescope::program::source
