// tests/fuzz/programs.cpp -- the guarantees of the readers of programs, and of the values that a program determines.
// SPDX-License-Identifier: MIT
#include "tests/fuzz/programs.h"

#include "tests/fuzz/fuzz.h"

#include <tilescope/base/say.h>
#include <tilescope/program/evaluate.h>

#include <algorithm>

namespace tilescope::fuzz {
namespace {

using namespace program;

// Readers stop copying code at fixed numbers (kMostCleared, kMostChanged, ...), so a short text gives at most this many
// statements and expressions, and each character of a longer one adds a few.
constexpr std::size_t kMostOfShort = 500'000, kMostOfCharacter = 200;

bool is_part(std::size_t first, std::size_t last, std::size_t size) { return first <= last && last <= size; }

std::string wrong_expr(const Program& p, std::size_t id) {
    const Expr& e = p.exprs[id];
    const auto about = [&](std::string_view what) { return say("expression ", id, ": ", what); };
    if (e.width > 64) return about("it has more than 64 bits");
    if (e.operation == Operation::name && e.value >= p.names.size()) return about("it reads a name that is not listed");
    if (e.operation != Operation::call) {
        const bool earlier = std::ranges::all_of(e.args, [&](ExprId arg) { return arg == kNone || arg < id; });
        return earlier ? "" : about("it uses a later expression");
    }
    if (e.value >= p.units.size()) return about("it calls a unit that does not exist");
    if (!is_part(e.args[0], e.args[1], p.arguments.size())) return about("its arguments are not listed");
    for (std::size_t i = e.args[0]; i < e.args[1]; ++i)
        if (p.arguments[i] != kNone && p.arguments[i] >= id) return about("an argument is a later expression");
    return {};
}

std::string wrong_statement(const Program& p, const Statement& s, std::string_view text) {
    if (!is_inside(s.span, text)) return "the span of a statement is outside the text";
    if (s.value != kNone && s.value >= p.exprs.size()) return "a statement uses an expression that does not exist";
    if (s.type == Statement::Type::assign && s.name >= p.names.size()) return "a statement assigns an unlisted name";
    if (s.type == Statement::Type::observe && s.index >= p.observations.size())
        return "a statement makes an observation that does not exist";
    return {};
}

std::string wrong_observation(const Program& p, const Observation& seen, std::string_view text) {
    const auto about = [&](std::string_view what) { return say("the observation '", seen.text, "': ", what); };
    if (!is_inside(seen.span, text)) return about("its span is outside the text");
    if (seen.width > 64) return about("it has more than 64 bits");
    if (!is_part(seen.first, std::size_t{seen.first} + seen.count, p.operands.size()))
        return about("its operands are not listed");
    for (std::size_t i = seen.first; i < seen.first + seen.count; ++i) {
        if (!is_inside(p.operands[i].span, text)) return about("the span of an operand is outside the text");
        if (p.operands[i].value != kNone && p.operands[i].value >= p.exprs.size())
            return about("an operand is an expression that does not exist");
    }
    return {};
}

std::string wrong_units(const Program& p) {
    std::vector<int> owners(p.statements.size());
    for (const Unit& unit : p.units) {
        if (!is_part(unit.first, unit.last, p.statements.size())) return "a unit has statements that do not exist";
        for (std::size_t i = unit.first; i < unit.last; ++i)
            if (++owners[i] > 1) return "a statement is in two units";
        for (const NameId name : unit.parameters)
            if (name >= p.names.size()) return "a parameter is a name that is not listed";
    }
    return std::ranges::find(owners, 0) == owners.end() ? "" : "a statement is in no unit";
}

// Expressions can share parts. The number of nodes, if each statement and operand has a copy of its own. Calls have the
// parts of their arguments.
std::size_t copied_nodes(const Program& p) {
    std::vector<std::size_t> nodes(p.exprs.size());
    std::size_t out = 0;
    const auto add = [&](std::size_t& sum, ExprId part) {
        if (part != kNone) sum = std::min(sum + nodes[part], kMostOfShort * kMostOfCharacter);
    };
    for (std::size_t id = 0; id < p.exprs.size(); ++id) {
        const Expr& e = p.exprs[id];
        nodes[id] = 1;
        if (e.operation == Operation::call)
            for (std::size_t i = e.args[0]; i < e.args[1]; ++i) add(nodes[id], p.arguments[i]);
        else
            for (const ExprId arg : e.args) add(nodes[id], arg);
    }
    for (const Statement& s : p.statements) add(out, s.value);
    for (const Operand& o : p.operands) add(out, o.value);
    return out;
}

std::string wrong_lists(const Program& p, std::string_view text) {
    const std::size_t most = kMostOfShort + kMostOfCharacter * text.size();
    if (p.exprs.size() > most || p.statements.size() > most || p.operands.size() > most || p.arguments.size() > most)
        return say("a text of ", text.size(), " bytes gives ", p.exprs.size(), " expressions, ", p.statements.size(),
                   " statements, ", p.operands.size(), " operands and ", p.arguments.size(), " arguments");
    std::string wrong;
    for (std::size_t i = 0; i < p.exprs.size() && wrong.empty(); ++i) wrong = wrong_expr(p, i);
    for (std::size_t i = 0; i < p.statements.size() && wrong.empty(); ++i)
        wrong = wrong_statement(p, p.statements[i], text);
    for (std::size_t i = 0; i < p.observations.size() && wrong.empty(); ++i)
        wrong = wrong_observation(p, p.observations[i], text);
    if (wrong.empty() && copied_nodes(p) > most)
        return say("a text of ", text.size(), " bytes gives statements of ", copied_nodes(p), " expressions");
    return wrong.empty() ? wrong_units(p) : wrong;
}

// `moved` is the program of the same text, which starts at `offset`. Code that is not in the text has an empty span at
// offset 0 in both.
std::string wrong_offset(const Program& p, const Program& moved, std::size_t offset) {
    const auto same = [&](const TextSpan& a, const TextSpan& b) {
        return (a.begin + offset == b.begin && a.end + offset == b.end) || (a == TextSpan{} && b == a);
    };
    if (p.statements.size() != moved.statements.size() || p.exprs.size() != moved.exprs.size() ||
        p.observations.size() != moved.observations.size() || p.operands.size() != moved.operands.size())
        return "the text gives another program if it is a part of a longer one";
    for (std::size_t i = 0; i < p.statements.size(); ++i) {
        const Statement &a = p.statements[i], &b = moved.statements[i];
        if (a.type != b.type || a.name != b.name || a.value != b.value || a.index != b.index)
            return say("statement ", i, " is another one if the text is a part of a longer one");
        if (!same(a.span, b.span)) return say("statement ", i, ": its span does not move with the text");
    }
    for (std::size_t i = 0; i < p.observations.size(); ++i) {
        const Observation &a = p.observations[i], &b = moved.observations[i];
        if (a.text != b.text || a.comment != b.comment || a.first != b.first || a.count != b.count)
            return say("the observation '", a.text, "' is another one if the text is a part of a longer one");
        if (!same(a.span, b.span)) return say("the observation '", a.text, "': its span does not move with the text");
    }
    for (std::size_t i = 0; i < p.operands.size(); ++i)
        if (!same(p.operands[i].span, moved.operands[i].span))
            return say("the operand '", p.operands[i].text, "': its span does not move with the text");
    return {};
}

// Whether two results can both be right: no bit is 0 in one and 1 in the other.
bool agree(const KnownBits& a, const KnownBits& b) { return ((a.value ^ b.value) & a.known & b.known) == 0; }

std::string wrong_values(const Program& p, const Evaluation& exact, const Evaluation& other, std::string_view which) {
    for (const Observation& seen : p.observations)
        for (std::size_t i = seen.first; i < seen.first + seen.count; ++i) {
            const KnownBits &a = exact.operands[i], &b = other.operands[i];
            if ((b.value & ~b.known) != 0) return say("'", p.operands[i].text, "': an unknown bit has a value");
            if (agree(a, b)) continue;
            return say("'", seen.text, "': the operand '", p.operands[i].text, "' is ", hex(a.value),
                       " with known bits ", hex(a.known), ", but ", which, ", it is ", hex(b.value),
                       " with known bits ", hex(b.known));
        }
    for (std::size_t i = 0; i < p.units.size(); ++i)
        if (!agree(exact.results[i], other.results[i])) return say("the result of unit ", i, " differs ", which);
    return {};
}

// The same program, in which names that it never assigns, and values that it does not determine, are numbers.
Program with_numbers(Program p, std::uint64_t seed) {
    std::vector<bool> assigned(p.names.size());
    for (const Statement& s : p.statements)
        if (s.type == Statement::Type::assign) assigned[s.name] = true;
    for (const Unit& unit : p.units)
        for (const NameId name : unit.parameters) assigned[name] = true;
    for (std::size_t i = 0; i < p.exprs.size(); ++i) {
        Expr& e = p.exprs[i];
        const bool name = e.operation == Operation::name;
        if (name ? assigned[e.value] : e.operation != Operation::unknown) continue;
        const std::uint64_t mixed = (seed + (name ? e.value : i + p.names.size())) * 0x9e3779b97f4a7c15;
        e = {Operation::constant, e.width, {kNone, kNone, kNone, kNone}, mixed ^ mixed >> 29};
    }
    return p;
}

}  // namespace

std::string wrong_program(std::string_view text, ReadProgram read) {
    constexpr std::size_t kOffset = 17;
    Program p, moved;
    read({text, 0, nullptr}, p);
    read({text, kOffset, nullptr}, moved);
    if (const std::string wrong = wrong_lists(p, text); !wrong.empty()) return wrong;
    if (const std::string wrong = wrong_offset(p, moved, kOffset); !wrong.empty()) return wrong;
    const Evaluation exact = evaluate(p);
    return first_of(
        wrong_values(p, exact, exact, "the second time"),
        wrong_values(p, exact, evaluate(p, OrRule::disjoint), "if operands of | do not overlap"),
        wrong_values(p, exact, evaluate(p, OrRule::separate), "if fields do not overlap"),
        wrong_values(p, exact, evaluate(with_numbers(p, 1)), "if unknown values are numbers"),
        wrong_values(p, exact, evaluate(with_numbers(p, text.size() + 2)), "if unknown values are other numbers"));
}

}  // namespace tilescope::fuzz
