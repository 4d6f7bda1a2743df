// core/src/program/ptx_table.cpp -- the table of PTX opcodes.
// SPDX-License-Identifier: MIT
#include "ptx_table.h"

#include <algorithm>
#include <array>
#include <string>

namespace tilescope::program::ptx_reading {
namespace {

// Opcodes that are not here write their first operand. Stores and copies have an address there, not a register.
// clang-format off
constexpr std::array kRows = std::to_array<Row>({
    {"abs", Effect::computes, negate, Operation::select, "s"},
    {"add", Effect::computes, binary, Operation::add, "bus"},
    {"and", Effect::computes, binary, Operation::bit_and, "bp"},
    {"bar.arrive", Effect::none},
    {"bar.sync", Effect::none},
    {"bar.warp", Effect::none},
    {"barrier.arrive", Effect::none},
    {"barrier.sync", Effect::none},
    {"bfe", Effect::computes, extract, Operation::extract, "us"},
    {"bfi", Effect::computes, insert, Operation::insert, "b"},
    {"bra", Effect::jump},
    {"brkpt", Effect::none},
    {"brx", Effect::jump_list},
    {"call", Effect::call},
    {"cvt", Effect::computes, convert, Operation::unknown, "us"},
    {"cvta.shared", Effect::computes, generic_address, Operation::add, "u"},
    {"cvta.to", Effect::computes, generic_address, Operation::subtract, "u"},
    {"div", Effect::computes, divide, Operation::divide, "us"},
    {"exit", Effect::leave},
    {"lop3", Effect::computes, look_up_bits, Operation::lookup, "b"},
    {"mad.lo", Effect::computes, multiply_add, Operation::multiply, "us"},
    {"mad.wide", Effect::computes, multiply_wide, Operation::multiply, "us"},
    {"max", Effect::computes, extreme, Operation::less, "us"},
    {"min", Effect::computes, extreme, Operation::less, "us"},
    {"mov", Effect::computes, move, Operation::unknown, "busfp"},
    {"mul.hi", Effect::computes, multiply_high, Operation::multiply, "us"},
    {"mul.lo", Effect::computes, binary, Operation::multiply, "us"},
    {"mul.wide", Effect::computes, multiply_wide, Operation::multiply, "us"},
    {"nanosleep", Effect::none},
    {"neg", Effect::computes, negate, Operation::subtract, "s"},
    {"not", Effect::computes, unary, Operation::bit_not, "bp"},
    {"or", Effect::computes, binary, Operation::bit_or, "bp"},
    {"pmevent", Effect::none},
    {"prmt", Effect::computes, permute, Operation::permute, "b"},
    {"rem", Effect::computes, divide, Operation::remainder, "us"},
    {"ret", Effect::leave},
    {"selp", Effect::computes, choose, Operation::select, "busf"},
    {"setmaxnreg", Effect::none},
    {"setp", Effect::computes, compare, Operation::unknown, "bus"},
    {"shf.l", Effect::computes, funnel, Operation::shift_left, "b"},
    {"shf.r", Effect::computes, funnel, Operation::shift_right, "b"},
    {"shfl.sync", Effect::computes, shuffle, Operation::unknown, "b"},
    {"shl", Effect::computes, shift, Operation::shift_left, "b"},
    {"shr", Effect::computes, shift, Operation::shift_right, "bus"},
    {"stackrestore", Effect::none},
    {"sub", Effect::computes, binary, Operation::subtract, "bus"},
    {"tcgen05.dealloc", Effect::none},
    {"tcgen05.ld", Effect::before_address},
    {"trap", Effect::leave},
    {"xor", Effect::computes, binary, Operation::bit_xor, "bp"},
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

std::optional<ValueType> only_type(const Instruction& instruction, std::string_view skipped) {
    const std::vector<std::string_view>& words = instruction.words;
    const bool skip = words.size() == 2 && !skipped.empty() && words[0] == skipped;
    if (words.size() != (skip ? 2u : 1u)) return std::nullopt;
    const std::optional<ValueType> type = type_of(words.back());
    if (!type || type->width == 8 || instruction.row->kinds.find(type->kind) == std::string_view::npos)
        return std::nullopt;
    return type;
}

bool Instruction::put(std::string_view name, ExprId value, unsigned width, bool dull) {
    if (value == kNone) return false;
    if (name == "_") return true;
    if (!is_name(name)) return false;
    writes.push_back({name, value, width, dull});
    return true;
}

}  // namespace tilescope::program::ptx_reading
