// core/src/program/ir_asm.cpp -- inline assembly in MLIR and LLVM IR.
// SPDX-License-Identifier: MIT
#include "ir_reader.h"

#include <algorithm>
#include <utility>

namespace tilescope::program::ir {
namespace {

// The characters of a string, and where they come from.
struct Code {
    std::string text;
    std::vector<std::uint32_t> positions;
};

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// "\0A" is the character 10, in both languages. "$$" is a dollar, which begins no operand then.
Code decoded(const Source& source, const Line& line, const Token& token) {
    Code out;
    const std::string_view text = line.text;
    std::size_t end = token.end;
    if (end > token.begin && text[end - 1] == '"') --end;
    for (std::size_t i = text[token.begin] == '"' ? token.begin + 1 : token.begin; i < end; ++i) {
        const auto put = [&](char c) {
            out.text += c;
            out.positions.push_back(static_cast<std::uint32_t>(source.position(line.offset_of(i))));
        };
        if (text[i] == '$' && i + 1 < end && text[i + 1] == '$') {
            put('_');
            ++i;
            put('_');
        } else if (text[i] != '\\' || i + 1 >= end) {
            put(text[i]);
        } else if (i + 2 < end && hex_digit(text[i + 1]) >= 0 && hex_digit(text[i + 2]) >= 0) {
            put(static_cast<char>(hex_digit(text[i + 1]) * 16 + hex_digit(text[i + 2])));
            i += 2;
        } else {
            put(text[i + 1] == 'n' ? '\n' : text[i + 1] == 't' ? '\t' : text[i + 1]);
            ++i;
        }
    }
    return out;
}

struct Constraints {
    std::vector<std::string_view> list;  // of outputs, then of inputs
    std::size_t outputs = 0;
    bool strange = false;  // an output that takes an operand
};

Constraints read_constraints(std::string_view text) {
    Constraints out;
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        const std::string_view one = text.substr(0, comma);
        text.remove_prefix(std::min(text.size(), comma + 1));
        if (one.starts_with("~")) continue;
        out.list.push_back(one);
        if (!one.starts_with("=") && !one.starts_with("+")) continue;
        out.strange |= one.find('*') != one.npos || one.starts_with("+") || ++out.outputs != out.list.size();
    }
    return out;
}

unsigned width_of_constraint(std::string_view constraint) {
    if (constraint == "r") return 32;
    if (constraint == "l") return 64;
    if (constraint == "h") return 16;
    return constraint == "b" ? 1 : 0;
}

// The place of the strings and of the operands.
struct AsmParts {
    std::size_t code = 0, constraints = 0;
    std::vector<Argument> operands;
    bool whole = false;  // no operand is missing
};

std::size_t attribute(const Action& action, std::string_view name) {
    for (std::size_t i = action.first; i + 2 < action.end; ++i)
        if (action.tokens[i].is(name) && action.tokens[i + 1].is("=") && action.tokens[i + 2].type == Token::Type::text)
            return i + 2;
    return action.end;
}

std::optional<AsmParts> parts_of(const Action& action, const Evaluator& evaluator) {
    const std::vector<Token>& tokens = action.tokens;
    AsmParts out;
    if (action.generic) {
        out.code = attribute(action, "asm_string");
        out.constraints = attribute(action, "constraints");
        out.operands = evaluator.arguments_in(action.first);
        out.whole = true;
        return out.code < action.end && out.constraints < action.end ? std::optional(out) : std::nullopt;
    }
    const auto string_from = [&](std::size_t at) {
        while (at < action.end && tokens[at].type != Token::Type::text) ++at;
        return at;
    };
    out.code = string_from(action.first);
    if (out.code >= action.end) return std::nullopt;
    out.constraints = tokens[out.code + 1].is(",") ? string_from(out.code + 1) : action.end;
    if (out.constraints != out.code + 2 || out.constraints >= action.end) {
        out.constraints = action.end;
        return out;
    }
    const std::size_t next = out.constraints + 1;
    if (!action.is_mlir()) {
        if (tokens[next].is("(")) out.operands = evaluator.arguments_in(next);
        return out;
    }
    for (std::size_t i = next; i < action.types; ++i) {
        if (tokens[i].type == Token::Type::wild) break;
        if (tokens[i].type == Token::Type::value) out.operands.push_back({evaluator.value_at(i), i, i + 1});
    }
    out.whole = action.types < action.end;
    return out;
}

// mov.b64 $0, {$1, $2};
bool joins_words(std::string_view code) {
    std::string plain;
    for (const char c : code)
        if (c != ' ' && c != '\t' && c != '\n') plain += c;
    return plain == "mov.b64$0,{$1,$2};" || plain == "mov.b64$0,{$1,$2}";
}

bool holds_any(std::string_view text, std::initializer_list<std::string_view> parts) {
    return std::ranges::any_of(parts, [&](std::string_view s) { return text.find(s) != text.npos; });
}

}  // namespace

Value Reader::read_asm(const Action& action, Evaluator& evaluator) {
    const std::optional<AsmParts> parts = parts_of(action, evaluator);
    if (!parts) return {};
    const Code code = decoded(source_, *action.line, action.tokens[parts->code]);
    std::string_view written;
    if (parts->constraints < action.end) written = action.tokens[parts->constraints].text;
    if (written.size() >= 2) written = written.substr(1, written.size() - 2);
    const Constraints constraints = read_constraints(written);
    const std::size_t inputs = constraints.list.size() - std::min(constraints.outputs, constraints.list.size());
    const std::vector<Argument>& given = parts->operands;
    const bool certain = !constraints.strange && (given.size() == inputs || (given.size() < inputs && !parts->whole));
    const auto operand = [&](std::size_t i) -> ExprId {
        const unsigned width = i < constraints.list.size() ? width_of_constraint(constraints.list[i]) : 0;
        const std::size_t input = i - constraints.outputs;
        if (!certain || i < constraints.outputs || input >= given.size()) return out_.unknown(width == 0 ? 64 : width);
        const Value& value = given[input].value;
        return width == 0 ? word(value) : evaluator.word(value, width);
    };
    if (joins_words(code.text) && written == "=l,r,r" && certain) {
        Value out;
        out.expr = out_.add(Operation::join, 64, {operand(1), operand(2), kNone, kNone});
        out.width = 64;
        for (const Argument& x : given) out.telling |= x.value.telling;
        return out;
    }
    if (!holds_any(code.text, {"tcgen05.", "wgmma.", "mbarrier"})) return {};
    if (holds_any(code.text, {"{{", "[["})) return {};  // a pattern of FileCheck stands for code that is not known
    const BindOperand bind = [&](std::string_view name) -> std::optional<ExprId> {
        if (name.size() < 2 || name[0] != '$') return std::nullopt;
        const std::optional<std::uint64_t> index = integer_in(name.substr(1));
        return index ? std::optional(operand(static_cast<std::size_t>(*index))) : std::nullopt;
    };
    const std::size_t first = out_.statements.size();
    read_ptx({code.text, 0, &code.positions}, out_, bind);
    // Jumps count from the start of the assembly. An index that is too large leaves the function.
    for (std::size_t i = first; i < out_.statements.size(); ++i)
        if (Statement& s = out_.statements[i];
            s.type == Statement::Type::jump && s.index <= out_.statements.size() - first)
            s.index += static_cast<std::uint32_t>(first) - unit_begin_;
    return {};
}

}  // namespace tilescope::program::ir
