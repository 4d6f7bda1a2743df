// core/src/program/ptx_table.cpp -- what PTX opcodes compute, and their table.
// SPDX-License-Identifier: MIT
#include "ptx.h"

namespace tilescope::program::ptx_reading {

ExprId Instruction::node(Operation operation, unsigned width, std::initializer_list<ExprId> args, std::uint64_t value) {
    const bool known = std::ranges::find(args, kNone) == args.end();
    return known ? body.out().add(operation, width, args, value) : kNone;
}

bool Instruction::put(std::string_view name, ExprId value, unsigned width, bool dull) {
    if (value == kNone) return false;
    if (name == "_") return true;
    if (!is_name(name)) return false;
    writes.push_back({name, value, width, dull});
    return true;
}

namespace {

// "p|q" names two destinations.
struct Destinations {
    std::string_view first, second;
};
Destinations destinations_of(std::string_view operand) {
    const std::size_t bar = operand.find('|');
    if (bar == operand.npos) return {operand, {}};
    return {without_blanks(operand.substr(0, bar)), without_blanks(operand.substr(bar + 1))};
}

ExprId high_bit(Instruction& op, ExprId x) {
    return op.node(Operation::shift_right, {x, op.number(op.type.width - 1)});
}

ExprId widened(Instruction& op, ExprId x, unsigned width) {
    return op.type.kind == 's' ? op.node(Operation::sign_extend, width, {x}, op.type.width) : x;
}

ExprId inverse(Instruction& op, ExprId truth) { return op.node(Operation::bit_not, 1, {truth}); }

bool unary(Instruction& op) { return op.give(op.node(op.row->operation, {op.in(1)})); }

bool binary(Instruction& op) { return op.give(op.node(op.row->operation, {op.in(1), op.in(2)})); }

bool shift(Instruction& op) {
    const Operation operation = op.type.kind == 's' ? Operation::shift_right_signed : op.row->operation;
    return op.give(op.node(operation, {op.in(1), op.in(2, 32)}));
}

// neg, abs
bool negate(Instruction& op) {
    const ExprId a = op.in(1), minus = op.node(Operation::subtract, {op.number(0), a});
    if (op.row->operation != Operation::select) return op.give(minus);
    return op.give(op.node(Operation::select, {high_bit(op, a), minus, a}));
}

bool multiply_add(Instruction& op) {
    const ExprId product = op.node(Operation::multiply, {op.in(1), op.in(2)});
    return op.give(op.node(Operation::add, {product, op.in(3)}));
}

// mul.wide, mad.wide
bool multiply_wide(Instruction& op) {
    if (op.type.width > 32) return false;
    const unsigned width = 2 * op.type.width;
    const ExprId a = widened(op, op.in(1), width), b = widened(op, op.in(2), width);
    ExprId value = op.node(Operation::multiply, width, {a, b});
    if (op.count() == 4) value = op.node(Operation::add, width, {value, op.in(3, width)});
    return op.give(value, width);
}

// Compilers divide by a constant with it: the stage of a pipeline is the round modulo the number of stages. The product
// of 64-bit values has four parts. Of signed 64-bit values, the result is unknown.
bool multiply_high(Instruction& op) {
    if (op.type.width < 32 || (op.type.width == 64 && op.type.kind == 's')) return false;
    const auto times = [&](ExprId a, ExprId b) { return op.node(Operation::multiply, 64, {a, b}); };
    const auto plus = [&](ExprId a, ExprId b) { return op.node(Operation::add, 64, {a, b}); };
    const auto low = [&](ExprId a) { return op.node(Operation::bit_and, 64, {a, op.number(0xffffffff)}); };
    const auto high = [&](ExprId a) { return op.node(Operation::shift_right, 64, {a, op.number(32)}); };
    const ExprId a = widened(op, op.in(1), 64), b = widened(op, op.in(2), 64);
    if (op.type.width == 32) return op.give(high(times(a, b)));
    const ExprId cross = times(high(a), low(b)), other = times(low(a), high(b));
    const ExprId below = plus(plus(high(times(low(a), low(b))), low(cross)), low(other));
    const ExprId above = plus(times(high(a), high(b)), high(cross));
    return op.give(plus(plus(above, high(other)), high(below)));
}

// Signed division is unsigned division if no operand is negative. Otherwise the result is unknown.
bool divide(Instruction& op) {
    const ExprId a = op.in(1), b = op.in(2), value = op.node(op.row->operation, {a, b});
    if (op.type.kind != 's') return op.give(value);
    const ExprId negative = high_bit(op, op.node(Operation::bit_or, {a, b}));
    return op.give(op.node(Operation::select, {negative, op.unknown(op.type.width), value}));
}

// min, max
bool extreme(Instruction& op) {
    const ExprId a = op.in(1), b = op.in(2);
    const ExprId less = op.type.kind == 's' ? op.node(Operation::less_signed, 1, {a, b}, op.type.width)
                                            : op.node(Operation::less, 1, {a, b});
    const bool least = op.row->name == "min";
    return op.give(op.node(Operation::select, {less, least ? a : b, least ? b : a}));
}

// A field that a signed bfe takes from the middle of a word, or from its end.
ExprId signed_field(Instruction& op, ExprId x) {
    const std::optional<Immediate> position = read_immediate(op.piece.operands[2]);
    const std::optional<Immediate> length = read_immediate(op.piece.operands[3]);
    if (!position || !length || position->float_bits + length->float_bits != 0) return kNone;
    const std::uint64_t first = position->value & 0xff, bits = length->value & 0xff;
    if (bits == 0) return op.number(0, op.type.width);
    if (first + bits >= op.type.width) return op.node(Operation::shift_right_signed, {x, op.number(first)});
    const ExprId field = op.node(Operation::extract, {x, op.number(first), op.number(bits)});
    return op.node(Operation::sign_extend, op.type.width, {field}, bits);
}

// Positions and lengths above 255 have no meaning in PTX. ptxas takes their low 8 bits in a word of 32 bits, but not in
// one of 64 bits.
ExprId in_range(Instruction& op, ExprId value, ExprId position, ExprId length) {
    if (op.type.width == 32) return value;
    const ExprId both = op.node(Operation::bit_or, 32, {position, length});
    const ExprId above = op.node(Operation::shift_right, 32, {both, op.number(8)});
    return op.node(Operation::select, {above, op.unknown(op.type.width), value});
}

// bfe
bool extract(Instruction& op) {
    if (op.type.width < 32) return false;
    const ExprId a = op.in(1), position = op.in(2, 32), length = op.in(3, 32);
    const ExprId unsigned_field = op.node(Operation::extract, {a, position, length});
    if (unsigned_field == kNone) return false;
    return op.give(in_range(op, op.type.kind == 's' ? signed_field(op, a) : unsigned_field, position, length));
}

// bfi
bool insert(Instruction& op) {
    if (op.type.width < 32) return false;
    const ExprId a = op.in(1), b = op.in(2), position = op.in(3, 32), length = op.in(4, 32);
    return op.give(in_range(op, op.node(Operation::insert, {a, b, position, length}), position, length));
}

// shf.l gives the high word of (b, a) << n, shf.r the low word of (b, a) >> n.
bool funnel(Instruction& op) {
    if (op.words.size() != 2 || op.words[1] != "b32" || op.count() != 4) return false;
    const bool wraps = op.words[0] == "wrap";
    if (!wraps && op.words[0] != "clamp") return false;
    const ExprId a = op.in(1, 32), b = op.in(2, 32), n = op.in(3, 32);
    const ExprId most = op.number(32), below = op.node(Operation::less, 1, {n, most});
    const ExprId count =
        wraps ? op.node(Operation::bit_and, 32, {n, op.number(31)}) : op.node(Operation::select, 32, {below, n, most});
    const ExprId pair = op.node(Operation::join, 64, {a, b});
    const ExprId moved = op.node(op.row->operation, 64, {pair, count});
    const bool left = op.row->operation == Operation::shift_left;
    const ExprId word = left ? op.node(Operation::shift_right, 64, {moved, most}) : moved;
    return op.give(op.node(Operation::bit_and, 32, {word, op.number(0xffffffff)}), 32);
}

bool divides(std::size_t parts, unsigned width) { return (parts == 2 || parts == 4) && width / parts >= 8; }

// mov.b64 {lo, hi}, s
bool take_apart(Instruction& op, const std::vector<std::string_view>& parts) {
    const unsigned width = op.type.width;
    const ExprId source = op.in(1);
    if (source == kNone || !divides(parts.size(), width)) return false;
    const unsigned step = width / static_cast<unsigned>(parts.size());
    for (unsigned i = 0; i < parts.size(); ++i) {
        const ExprId moved = op.node(Operation::shift_right, {source, op.number(i * step)});
        const ExprId part = op.node(Operation::bit_and, step, {moved, op.number(low_ones(step))});
        if (!op.put(parts[i], part, step, true)) return false;
    }
    return true;
}

// mov.b64 d, {lo, hi}
bool put_together(Instruction& op, const std::vector<std::string_view>& parts) {
    if (!divides(parts.size(), op.type.width)) return false;
    const unsigned step = op.type.width / static_cast<unsigned>(parts.size());
    ExprId value = kNone;
    for (unsigned i = 0; i < parts.size(); ++i) {
        const ExprId part = scalar(op.body, parts[i], step);
        const ExprId moved = op.node(Operation::shift_left, {part, op.number(i * step)});
        value = i == 0 ? part : op.node(Operation::bit_or, {value, moved});
    }
    return op.give(value);
}

bool move(Instruction& op) {
    if (const auto parts = elements_of(op.piece.operands[0]); !parts.empty()) return take_apart(op, parts);
    const std::string_view source = op.piece.operands[1];
    if (const auto parts = elements_of(source); !parts.empty()) return put_together(op, parts);
    const Register* from = is_name(source) ? &op.body.find(source) : nullptr;
    const bool dull = from != nullptr && (from->opaque || from->text == kThreadIndex);
    return op.put(op.piece.operands[0], op.in(1), op.type.width, dull);
}

// The register can be wider than the type. Then it gets the sign of a signed type.
bool convert(Instruction& op) {
    if (op.words.size() != 2 || op.count() != 2) return false;
    const auto to = type_of(op.words[0]), from = type_of(op.words[1]);
    const auto known = [&](char kind) { return op.row->kinds.find(kind) != std::string_view::npos; };
    if (!to || !from || !known(to->kind) || !known(from->kind)) return false;
    ExprId value = op.in(1, from->width);
    if (from->kind == 's') value = op.node(Operation::sign_extend, 64, {value}, from->width);
    value = op.node(Operation::bit_and, to->width, {value, op.number(low_ones(to->width))});
    if (to->kind == 's') value = op.node(Operation::sign_extend, 64, {value}, to->width);
    const bool exact = to->width == 64 || (to->kind == 'u' && to->width == 32);
    return op.give(value, exact ? to->width : 0);
}

// cvta.shared, cvta.to.shared: a generic address is the shared one counted from the start of a window, which no text
// states.
bool generic_address(Instruction& op) {
    const bool back = op.row->operation == Operation::subtract;
    if (op.words.size() != (back ? 2u : 1u) || (back && op.words[0] != "shared") || op.count() != 2) return false;
    const auto type = type_of(op.words.back());
    if (!type || op.row->kinds.find(type->kind) == std::string_view::npos) return false;
    const ExprId window = op.body.out().read(op.body.out().name(kSharedWindow), type->width);
    return op.give(op.node(op.row->operation, type->width, {op.in(1, type->width), window}), type->width);
}

bool is_truth_number(std::string_view operand) {
    const std::optional<Immediate> number = read_immediate(operand);
    return number && (number->value <= 1 || number->value == ~std::uint64_t{0});
}

// selp
bool choose(Instruction& op) {
    const ExprId a = op.in(1), b = op.in(2), which = op.in(3, 1);
    const bool dull = is_truth_number(op.piece.operands[1]) && is_truth_number(op.piece.operands[2]);
    return op.put(op.piece.operands[0], op.node(Operation::select, {which, a, b}), op.type.width, dull);
}

// Names of comparisons that only unsigned values have.
constexpr std::pair<std::string_view, std::string_view> kUnsignedNames[] = {
    {"lo", "lt"}, {"hs", "ge"}, {"hi", "gt"}, {"ls", "le"}};

// Operation::unknown: the word is no boolean operation.
Operation boolean_of(std::string_view word) {
    return word == "and"   ? Operation::bit_and
           : word == "or"  ? Operation::bit_or
           : word == "xor" ? Operation::bit_xor
                           : Operation::unknown;
}

// setp: p|q = (a cmp b) bool c: q takes the opposite of the comparison.
bool compare(Instruction& op) {
    const std::size_t words = op.words.size();
    if (words < 2 || words > 3 || op.count() != words + 1) return false;
    const auto* renamed = std::ranges::find(kUnsignedNames, op.words[0], [](const auto& name) { return name.first; });
    const bool is_unsigned = renamed != std::end(kUnsignedNames);
    const Relation* how = relation_named(is_unsigned ? renamed->second : op.words[0]);
    const auto type = type_of(op.words.back());
    if (how == nullptr || !type || type->width < 16) return false;
    const std::string_view kinds = is_unsigned ? "u" : how->equal ? op.row->kinds : "us";
    if (kinds.find(type->kind) == kinds.npos) return false;
    const ExprId a = op.in(1, type->width), b = op.in(2, type->width);
    ExprId truth = compared(op.body.out(), *how, type->kind == 's', type->width, a, b);
    ExprId opposite = inverse(op, truth);
    if (words == 3) {
        const Operation with = boolean_of(op.words[1]);
        if (with == Operation::unknown) return false;
        const ExprId c = op.in(3, 1);
        truth = op.node(with, 1, {truth, c});
        opposite = op.node(with, 1, {opposite, c});
    }
    const Destinations to = destinations_of(op.piece.operands[0]);
    return op.put(to.first, truth, 1) && (to.second.empty() || op.put(to.second, opposite, 1));
}

// lop3.b32 d, a, b, c, table or lop3.or.b32 d|p, a, b, c, table, q
bool look_up_bits(Instruction& op) {
    const std::size_t words = op.words.size();
    if (words < 1 || words > 2 || op.words.back() != "b32" || op.count() != words + 4) return false;
    const std::optional<Immediate> table = read_immediate(op.piece.operands[4]);
    if (!table || table->value > 0xff || table->float_bits != 0) return false;
    const ExprId value = op.node(Operation::lookup, 32, {op.in(1, 32), op.in(2, 32), op.in(3, 32)}, table->value);
    const Destinations to = destinations_of(op.piece.operands[0]);
    if (to.second.empty() == (words == 2)) return false;
    if (words == 2) {
        const Operation with = boolean_of(op.words[0]);
        if (with == Operation::unknown) return false;
        const ExprId zero = op.node(Operation::equal, 1, {value, op.number(0)});
        if (!op.put(to.second, op.node(with, 1, {inverse(op, zero), op.in(5, 1)}), 1)) return false;
    }
    return op.put(to.first, value, 32);
}

// shfl.sync d|p, a, lane, clamp, mask: the value of `a` in some thread that is at this instruction. What is known of
// `a` is known in every thread. Source: PTX ISA 9.1, 9.7.9.6.
bool shuffle(Instruction& op) {
    if (op.words.size() != 2 || op.words[1] != "b32" || op.count() != 5) return false;
    const ExprId value = op.in(1, 32);
    const Destinations to = destinations_of(op.piece.operands[0]);
    return op.put(to.first, value, 32, true) && (to.second.empty() || op.put(to.second, op.unknown(1), 1));
}

bool permute(Instruction& op) {
    if (op.type.width != 32) return false;
    return op.give(op.node(Operation::permute, {op.in(1), op.in(2), op.in(3)}));
}

// Opcodes that are not here write their first operand. Stores and copies have an address there, not a register.
// clang-format off
constexpr std::array kRows = std::to_array<Row>({
    {"abs", Effect::computes, negate, Operation::select, "s", 2},
    {"add", Effect::computes, binary, Operation::add, "bus", 3, true},
    {"and", Effect::computes, binary, Operation::bit_and, "bp", 3},
    {"bar.arrive", Effect::none},
    {"bar.sync", Effect::none},
    {"bar.warp", Effect::none},
    {"barrier.arrive", Effect::none},
    {"barrier.sync", Effect::none},
    {"bfe", Effect::computes, extract, Operation::extract, "us", 4},
    {"bfi", Effect::computes, insert, Operation::insert, "b", 5},
    {"bra", Effect::jump},
    {"brkpt", Effect::none},
    {"brx", Effect::jump_list},
    {"call", Effect::call},
    {"cvt", Effect::computes, convert, Operation::unknown, "us"},
    {"cvta.shared", Effect::computes, generic_address, Operation::add, "u"},
    {"cvta.to", Effect::computes, generic_address, Operation::subtract, "u"},
    {"div", Effect::computes, divide, Operation::divide, "us", 3},
    {"exit", Effect::leave},
    {"lop3", Effect::computes, look_up_bits, Operation::lookup, "b"},
    {"mad.lo", Effect::computes, multiply_add, Operation::multiply, "us", 4, true},
    {"mad.wide", Effect::computes, multiply_wide, Operation::multiply, "us", 4},
    {"max", Effect::computes, extreme, Operation::less, "us", 3},
    {"min", Effect::computes, extreme, Operation::less, "us", 3},
    {"mov", Effect::computes, move, Operation::unknown, "busfp", 2},
    {"mul.hi", Effect::computes, multiply_high, Operation::multiply, "us", 3},
    {"mul.lo", Effect::computes, binary, Operation::multiply, "us", 3},
    {"mul.wide", Effect::computes, multiply_wide, Operation::multiply, "us", 3},
    {"nanosleep", Effect::none},
    {"neg", Effect::computes, negate, Operation::subtract, "s", 2},
    {"not", Effect::computes, unary, Operation::bit_not, "bp", 2},
    {"or", Effect::computes, binary, Operation::bit_or, "bp", 3},
    {"pmevent", Effect::none},
    {"prmt", Effect::computes, permute, Operation::permute, "b", 4},
    {"rem", Effect::computes, divide, Operation::remainder, "us", 3},
    {"ret", Effect::leave},
    {"selp", Effect::computes, choose, Operation::select, "busf", 4},
    {"setmaxnreg", Effect::none},
    {"setp", Effect::computes, compare, Operation::unknown, "bus"},
    {"shf.l", Effect::computes, funnel, Operation::shift_left, "b"},
    {"shf.r", Effect::computes, funnel, Operation::shift_right, "b"},
    {"shfl.sync", Effect::computes, shuffle, Operation::unknown, "b"},
    {"shl", Effect::computes, shift, Operation::shift_left, "b", 3},
    {"shr", Effect::computes, shift, Operation::shift_right, "bus", 3},
    {"stackrestore", Effect::none},
    {"sub", Effect::computes, binary, Operation::subtract, "bus", 3, true},
    {"tcgen05.dealloc", Effect::none},
    {"tcgen05.ld", Effect::before_address},
    {"trap", Effect::leave},
    {"xor", Effect::computes, binary, Operation::bit_xor, "bp", 3},
});

struct NamedType {
    std::string_view name;
    ValueType type;
};
constexpr std::array kTypes = std::to_array<NamedType>({
    {"b16", {16, 'b'}}, {"b32", {32, 'b'}}, {"b64", {64, 'b'}}, {"b8", {8, 'b'}},   {"bf16", {16, 'f'}},
    {"f16", {16, 'f'}}, {"f32", {32, 'f'}}, {"f64", {64, 'f'}}, {"pred", {1, 'p'}}, {"s16", {16, 's'}},
    {"s32", {32, 's'}}, {"s64", {64, 's'}}, {"s8", {8, 's'}},   {"u16", {16, 'u'}}, {"u32", {32, 'u'}},
    {"u64", {64, 'u'}}, {"u8", {8, 'u'}},
});
// clang-format on
static_assert(std::ranges::is_sorted(kRows, {}, &Row::name));
static_assert(std::ranges::is_sorted(kTypes, {}, &NamedType::name));

const Row* row_of(std::string_view name) {
    const auto at = std::ranges::lower_bound(kRows, name, {}, &Row::name);
    return at != kRows.end() && at->name == name ? &*at : nullptr;
}

}  // namespace

void look_up(Instruction& instruction) {
    const std::string_view opcode = instruction.piece.word;
    const std::size_t first = std::min(opcode.find('.'), opcode.size());
    const std::size_t second = std::min(opcode.find('.', first + 1), opcode.size());
    std::size_t end = second;
    instruction.row = row_of(opcode.substr(0, second));
    if (instruction.row == nullptr) {
        instruction.row = row_of(opcode.substr(0, first));
        end = first;
    }
    instruction.words.clear();
    while (end < opcode.size()) {
        const std::size_t next = std::min(opcode.find('.', end + 1), opcode.size());
        instruction.words.push_back(opcode.substr(end + 1, next - end - 1));
        end = next;
    }
}

std::optional<ValueType> type_of(std::string_view word) {
    const auto at = std::ranges::lower_bound(kTypes, word, {}, &NamedType::name);
    return at != kTypes.end() && at->name == word ? std::optional(at->type) : std::nullopt;
}

bool compute(Instruction& op) {
    const Row& row = *op.row;
    if (row.operands == 0) return row.compute(op);
    const bool carry = row.carry_out && op.words.size() == 2 && op.words[0] == "cc";
    if (op.words.size() != (carry ? 2u : 1u) || op.count() != row.operands) return false;
    const std::optional<ValueType> type = type_of(op.words.back());
    if (!type || type->width == 8 || row.kinds.find(type->kind) == row.kinds.npos) return false;
    op.type = *type;
    return row.compute(op);
}

bool is_move(const Row& row) { return row.compute == move; }

}  // namespace tilescope::program::ptx_reading
