// core/src/program/ptx_moves.cpp -- moves, conversions, comparisons and selections of PTX.
// SPDX-License-Identifier: MIT
#include "ptx_table.h"

#include <algorithm>

namespace tilescope::program::ptx_reading {
namespace {

std::uint64_t low_bits(unsigned width) { return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1; }

// "p|q" names two destinations.
struct Destinations {
    std::string_view first, second;
};
Destinations destinations_of(std::string_view operand) {
    const std::size_t bar = operand.find('|');
    if (bar == operand.npos) return {operand, {}};
    return {without_blanks(operand.substr(0, bar)), without_blanks(operand.substr(bar + 1))};
}

bool divides(std::size_t parts, unsigned width) { return (parts == 2 || parts == 4) && width / parts >= 8; }

// mov.b64 {lo, hi}, s
bool take_apart(Instruction& op, const std::vector<std::string_view>& parts, unsigned width) {
    const ExprId source = op.in(1, width);
    if (source == kNone || !divides(parts.size(), width)) return false;
    const unsigned step = width / static_cast<unsigned>(parts.size());
    for (unsigned i = 0; i < parts.size(); ++i) {
        const ExprId moved = op.node(Operation::shift_right, width, {source, op.number(i * step), kNone, kNone});
        const ExprId part = op.node(Operation::bit_and, step, {moved, op.number(low_bits(step)), kNone, kNone});
        if (!op.put(parts[i], part, step, true)) return false;
    }
    return true;
}

// mov.b64 d, {lo, hi}
bool put_together(Instruction& op, const std::vector<std::string_view>& parts, unsigned width) {
    if (!divides(parts.size(), width)) return false;
    const unsigned step = width / static_cast<unsigned>(parts.size());
    ExprId value = kNone;
    for (unsigned i = 0; i < parts.size(); ++i) {
        const ExprId part = scalar(op.body, parts[i], step);
        if (part == kNone) return false;
        const ExprId moved = op.node(Operation::shift_left, width, {part, op.number(i * step), kNone, kNone});
        value = i == 0 ? part : op.node(Operation::bit_or, width, {value, moved, kNone, kNone});
    }
    return op.put(op.piece.operands[0], value, width);
}

struct Comparison {
    std::string_view name;
    Operation operation;
    bool swapped, negated, unsigned_only;
};
constexpr Comparison kComparisons[] = {
    {"eq", Operation::equal, false, false, false}, {"ne", Operation::equal, false, true, false},
    {"lt", Operation::less, false, false, false},  {"ge", Operation::less, false, true, false},
    {"gt", Operation::less, true, false, false},   {"le", Operation::less, true, true, false},
    {"lo", Operation::less, false, false, true},   {"hs", Operation::less, false, true, true},
    {"hi", Operation::less, true, false, true},    {"ls", Operation::less, true, true, true},
};

struct BooleanOperation {
    std::string_view name;
    Operation operation;
};
constexpr BooleanOperation kBooleans[] = {
    {"and", Operation::bit_and}, {"or", Operation::bit_or}, {"xor", Operation::bit_xor}};

const BooleanOperation* boolean_of(std::string_view word) {
    const auto* at = std::ranges::find(kBooleans, word, &BooleanOperation::name);
    return at == std::end(kBooleans) ? nullptr : at;
}

ExprId inverse(Instruction& op, ExprId truth) { return op.node(Operation::bit_not, 1, {truth, kNone, kNone, kNone}); }

ExprId comparison_of(Instruction& op, const Comparison& how, const ValueType& type) {
    ExprId a = op.in(1, type.width), b = op.in(2, type.width);
    if (a == kNone || b == kNone) return kNone;
    if (how.swapped) std::swap(a, b);
    const bool is_signed = type.kind == 's' && how.operation == Operation::less;
    const ExprId truth = is_signed ? op.node(Operation::less_signed, 1, {a, b, kNone, kNone}, type.width)
                                   : op.node(how.operation, 1, {a, b, kNone, kNone});
    return how.negated ? inverse(op, truth) : truth;
}

bool is_truth_number(std::string_view operand) {
    const std::optional<Immediate> number = read_immediate(operand);
    return number && (number->value <= 1 || number->value == ~std::uint64_t{0});
}

}  // namespace

bool move(Instruction& op) {
    const auto type = only_type(op);
    if (!type || op.count() != 2) return false;
    const auto parts = elements_of(op.piece.operands[0]);
    if (!parts.empty()) return take_apart(op, parts, type->width);
    const auto sources = elements_of(op.piece.operands[1]);
    if (!sources.empty()) return put_together(op, sources, type->width);
    const std::string_view source = op.piece.operands[1];
    const Register* from = is_name(source) ? &op.body.find(source) : nullptr;
    const bool dull = from != nullptr && (from->opaque || from->text == kThreadIndex);
    return op.put(op.piece.operands[0], op.in(1, type->width), type->width, dull);
}

// The register can be wider than the type. Then it gets the sign of a signed type.
bool convert(Instruction& op) {
    if (op.words.size() != 2 || op.count() != 2) return false;
    const auto to = type_of(op.words[0]), from = type_of(op.words[1]);
    if (!to || !from || op.row->kinds.find(to->kind) == std::string_view::npos ||
        op.row->kinds.find(from->kind) == std::string_view::npos)
        return false;
    ExprId value = op.in(1, from->width);
    if (value == kNone) return false;
    if (from->kind == 's') value = op.node(Operation::sign_extend, 64, {value, kNone, kNone, kNone}, from->width);
    value = op.node(Operation::bit_and, to->width, {value, op.number(low_bits(to->width)), kNone, kNone});
    if (to->kind == 's') value = op.node(Operation::sign_extend, 64, {value, kNone, kNone, kNone}, to->width);
    const bool exact = to->width == 64 || (to->kind == 'u' && to->width == 32);
    return op.put(op.piece.operands[0], value, exact ? to->width : 0);
}

// A generic address is the shared one counted from the start of a window, which no text states.
bool generic_address(Instruction& op) {
    const bool back = op.row->operation == Operation::subtract;
    if (op.words.size() != (back ? 2u : 1u) || (back && op.words[0] != "shared") || op.count() != 2) return false;
    const auto type = type_of(op.words.back());
    if (!type || op.row->kinds.find(type->kind) == std::string_view::npos) return false;
    const ExprId a = op.in(1, type->width);
    if (a == kNone) return false;
    const ExprId window = op.body.out().read(op.body.out().name(kSharedWindow), type->width);
    return op.put(op.piece.operands[0], op.node(op.row->operation, type->width, {a, window, kNone, kNone}),
                  type->width);
}

bool choose(Instruction& op) {
    const auto type = only_type(op);
    if (!type || op.count() != 4) return false;
    const ExprId a = op.in(1, type->width), b = op.in(2, type->width), which = op.in(3, 1);
    if (a == kNone || b == kNone || which == kNone) return false;
    const bool dull = is_truth_number(op.piece.operands[1]) && is_truth_number(op.piece.operands[2]);
    return op.put(op.piece.operands[0], op.node(Operation::select, type->width, {which, a, b, kNone}), type->width,
                  dull);
}

// p|q = (a cmp b) bool c: q takes the opposite of the comparison.
bool compare(Instruction& op) {
    const std::size_t words = op.words.size();
    if (words < 2 || words > 3 || op.count() != words + 1) return false;
    const auto* how = std::ranges::find(kComparisons, op.words[0], &Comparison::name);
    const auto type = type_of(op.words.back());
    if (how == std::end(kComparisons) || !type || type->width < 16) return false;
    const bool order = how->operation != Operation::equal;
    const std::string_view kinds = how->unsigned_only ? "u" : order ? "us" : op.row->kinds;
    if (kinds.find(type->kind) == kinds.npos) return false;
    ExprId truth = comparison_of(op, *how, *type);
    if (truth == kNone) return false;
    ExprId opposite = inverse(op, truth);
    if (words == 3) {
        const BooleanOperation* with = boolean_of(op.words[1]);
        const ExprId c = with == nullptr ? kNone : op.in(3, 1);
        if (c == kNone) return false;
        truth = op.node(with->operation, 1, {truth, c, kNone, kNone});
        opposite = op.node(with->operation, 1, {opposite, c, kNone, kNone});
    }
    const Destinations to = destinations_of(op.piece.operands[0]);
    return op.put(to.first, truth, 1) && (to.second.empty() || op.put(to.second, opposite, 1));
}

// lop3.b32 d, a, b, c, table or lop3.or.b32 d|p, a, b, c, table, q
bool look_up_bits(Instruction& op) {
    const std::size_t words = op.words.size();
    if (words < 1 || words > 2 || op.words.back() != "b32" || op.count() != words + 4) return false;
    const ExprId a = op.in(1, 32), b = op.in(2, 32), c = op.in(3, 32);
    const std::optional<Immediate> table = read_immediate(op.piece.operands[4]);
    if (a == kNone || b == kNone || c == kNone || !table || table->value > 0xff || table->float_bits != 0) return false;
    const ExprId value = op.node(Operation::lookup, 32, {a, b, c, kNone}, table->value);
    const Destinations to = destinations_of(op.piece.operands[0]);
    if (words == 2) {
        const BooleanOperation* with = boolean_of(op.words[0]);
        const ExprId q = with == nullptr ? kNone : op.in(5, 1);
        if (q == kNone || to.second.empty()) return false;
        const ExprId zero = op.node(Operation::equal, 1, {value, op.number(0), kNone, kNone});
        const ExprId truth = op.node(with->operation, 1, {inverse(op, zero), q, kNone, kNone});
        if (!op.put(to.second, truth, 1)) return false;
    } else if (!to.second.empty()) {
        return false;
    }
    return op.put(to.first, value, 32);
}

// shfl.sync d|p, a, lane, clamp, mask: the value of `a` in some thread that is at this instruction. What is known of
// `a` is known in every thread. Source: PTX ISA 9.1, 9.7.9.6.
bool shuffle(Instruction& op) {
    if (op.words.size() != 2 || op.words[1] != "b32" || op.count() != 5) return false;
    const ExprId value = op.in(1, 32);
    if (value == kNone) return false;
    const Destinations to = destinations_of(op.piece.operands[0]);
    return op.put(to.first, value, 32, true) && (to.second.empty() || op.put(to.second, op.body.out().unknown(1), 1));
}

bool permute(Instruction& op) {
    const auto type = only_type(op);
    if (!type || type->width != 32 || op.count() != 4) return false;
    const ExprId a = op.in(1, 32), b = op.in(2, 32), selector = op.in(3, 32);
    if (a == kNone || b == kNone || selector == kNone) return false;
    return op.put(op.piece.operands[0], op.node(Operation::permute, 32, {a, b, selector, kNone}), 32);
}

}  // namespace tilescope::program::ptx_reading
