// core/src/program/ir_action.cpp -- finds the results, the name and the types of an operation.
// SPDX-License-Identifier: MIT
#include "ir_action.h"

#include <algorithm>
#include <utility>

namespace tilescope::program::ir {
namespace {

constexpr Known kOperations[] = {
    {"add", Form::binary, Operation::add},
    {"and", Form::binary, Operation::bit_and},
    {"arith.addi", Form::binary, Operation::add},
    {"arith.andi", Form::binary, Operation::bit_and},
    {"arith.bitcast", Form::bitcast},
    {"arith.cmpi", Form::compare},
    {"arith.constant", Form::constant},
    {"arith.divui", Form::binary, Operation::divide},
    {"arith.extsi", Form::sign_extend},
    {"arith.extui", Form::zero_extend},
    {"arith.index_cast", Form::index_cast, Operation::sign_extend},
    {"arith.index_castui", Form::index_cast},
    {"arith.muli", Form::binary, Operation::multiply},
    {"arith.ori", Form::binary, Operation::bit_or},
    {"arith.remui", Form::binary, Operation::remainder},
    {"arith.select", Form::select},
    {"arith.shli", Form::binary, Operation::shift_left},
    {"arith.shrsi", Form::binary, Operation::shift_right_signed},
    {"arith.shrui", Form::binary, Operation::shift_right},
    {"arith.subi", Form::binary, Operation::subtract},
    {"arith.trunci", Form::truncate},
    {"arith.xori", Form::binary, Operation::bit_xor},
    {"ashr", Form::binary, Operation::shift_right_signed},
    {"bitcast", Form::bitcast},
    {"builtin.unrealized_conversion_cast", Form::same},
    {"call", Form::call},
    {"constant", Form::constant},
    {"extractelement", Form::extract_element},
    {"extractvalue", Form::extract_value},
    {"freeze", Form::same},
    {"func.return", Form::leave},
    {"icmp", Form::compare},
    {"insertelement", Form::insert_element},
    {"insertvalue", Form::insert_value},
    {"inttoptr", Form::to_pointer},
    {"llvm.add", Form::binary, Operation::add},
    {"llvm.and", Form::binary, Operation::bit_and},
    {"llvm.ashr", Form::binary, Operation::shift_right_signed},
    {"llvm.bitcast", Form::bitcast},
    {"llvm.call_intrinsic", Form::call},
    {"llvm.extractelement", Form::extract_element},
    {"llvm.extractvalue", Form::extract_value},
    {"llvm.freeze", Form::same},
    {"llvm.icmp", Form::compare},
    {"llvm.inline_asm", Form::inline_asm},
    {"llvm.insertelement", Form::insert_element},
    {"llvm.insertvalue", Form::insert_value},
    {"llvm.inttoptr", Form::to_pointer},
    {"llvm.lshr", Form::binary, Operation::shift_right},
    {"llvm.mlir.constant", Form::constant},
    {"llvm.mlir.zero", Form::zero},
    {"llvm.mul", Form::binary, Operation::multiply},
    {"llvm.or", Form::binary, Operation::bit_or},
    {"llvm.ptrtoint", Form::from_pointer},
    {"llvm.return", Form::leave},
    {"llvm.select", Form::select},
    {"llvm.sext", Form::sign_extend},
    {"llvm.shl", Form::binary, Operation::shift_left},
    {"llvm.sub", Form::binary, Operation::subtract},
    {"llvm.trunc", Form::truncate},
    {"llvm.udiv", Form::binary, Operation::divide},
    {"llvm.urem", Form::binary, Operation::remainder},
    {"llvm.xor", Form::binary, Operation::bit_xor},
    {"llvm.zext", Form::zero_extend},
    {"lshr", Form::binary, Operation::shift_right},
    {"mul", Form::binary, Operation::multiply},
    {"number", Form::number},
    {"nvvm.inline_ptx", Form::inline_asm},
    {"or", Form::binary, Operation::bit_or},
    {"phi", Form::phi},
    {"ptrtoint", Form::from_pointer},
    {"ret", Form::leave},
    {"return", Form::leave},
    {"scf.yield", Form::yield},
    {"select", Form::select},
    {"sext", Form::sign_extend},
    {"shl", Form::binary, Operation::shift_left},
    {"std.constant", Form::constant},
    {"sub", Form::binary, Operation::subtract},
    {"trunc", Form::truncate},
    {"tt.return", Form::leave},
    {"udiv", Form::binary, Operation::divide},
    {"urem", Form::binary, Operation::remainder},
    {"vector.bitcast", Form::bitcast},
    {"vector.extract", Form::vector_extract},
    {"vector.extractelement", Form::extract_element},
    {"vector.from_elements", Form::from_elements},
    {"vector.insert", Form::vector_insert},
    {"vector.insertelement", Form::insert_element},
    {"xor", Form::binary, Operation::bit_xor},
    {"zext", Form::zero_extend},
};

bool is_opening(const Token& t, bool mlir) { return t.is("(") || t.is("[") || t.is("{") || (mlir && t.is("<")); }
bool is_closing(const Token& t, bool mlir) { return t.is(")") || t.is("]") || t.is("}") || (mlir && t.is(">")); }

// "%a, %b:2 =". Returns the token after it, or `at` if there are no results.
std::size_t read_results(const std::vector<Token>& tokens, std::size_t at, std::vector<Result>& out) {
    constexpr std::size_t kMostResults = 64;
    const std::size_t begin = at;
    while (tokens[at].type == Token::Type::value) {
        Result result{tokens[at++]};
        if (tokens[at].is(":") && tokens[at + 1].type == Token::Type::number) {
            result.count = static_cast<std::size_t>(integer_in(tokens[at + 1].text).value_or(0));
            result.count = std::min(result.count, kMostResults);
            result.many = true;
            at += 2;
        }
        out.push_back(result);
        if (tokens[at].is("=")) return at + 1;
        if (!tokens[at].is(",")) break;
        ++at;
    }
    out.clear();
    return begin;
}

}  // namespace

Known known_operation(std::string_view name) {
    const auto at = std::ranges::lower_bound(kOperations, name, {}, &Known::name);
    return at != std::end(kOperations) && at->name == name ? *at : Known{};
}

bool reads_descriptors(std::string_view name) {
    constexpr std::string_view kParts[] = {"tcgen05.mma",  "tcgen05.cp",    "wgmma.mma",  "tc_gen5_mma",
                                           "arch.mma.SM9", "arch.mma.SM10", "tcgen05_mma"};
    constexpr std::string_view kNames[] = {"nvgpu.wgmma", "nvg.wgmma", "ttng.warp_group_dot", "nvgpu.warpgroup.mma",
                                           "nvgpu.wgmma_sp"};
    return std::ranges::any_of(kParts, [&](std::string_view s) { return name.find(s) != name.npos; }) ||
           std::ranges::find(kNames, name) != std::end(kNames);
}

Action read_action(const Line& line) {
    Action out;
    out.line = &line;
    out.tokens = tokens_of(line);
    const std::vector<Token>& tokens = out.tokens;
    out.end = out.types = tokens.size() - 1;
    std::size_t at = 0;
    while (is_closing(tokens[at], false) || tokens[at].is(",")) ++at;
    at = read_results(tokens, at, out.results);
    while (tokens[at].is("tail") || tokens[at].is("musttail") || tokens[at].is("notail")) ++at;
    const Token& name = tokens[at];
    const bool piece = line.in_string || (name.type == Token::Type::text && tokens[at + 1].is(",") &&
                                          tokens[at + 2].type == Token::Type::text);
    out.first = at + 1;
    if (piece) {
        out.name = "llvm.inline_asm";
        out.first = at;
    } else if (name.type == Token::Type::text && tokens[at + 1].is("(")) {
        out.name = name.text.substr(1, name.text.size() - 2);
        out.generic = true;
    } else if (name.type == Token::Type::word) {
        out.name = name.text;
    } else if (name.type == Token::Type::number && !out.results.empty()) {
        out.name = "number";
        out.first = at;
    } else {
        out.first = at;
    }
    const bool mlir = out.is_mlir();
    int depth = 0;
    for (std::size_t i = std::min(out.first, out.end); i < out.end; ++i) {
        if (is_opening(tokens[i], mlir)) ++depth;
        if (is_closing(tokens[i], mlir)) depth = std::max(0, depth - 1);
        if (depth > 0 || !tokens[i].is(":")) continue;
        out.types = i;
        break;
    }
    return out;
}

}  // namespace tilescope::program::ir
