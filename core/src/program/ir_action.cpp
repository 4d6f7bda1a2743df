// core/src/program/ir_action.cpp -- the results, the name and the types of an operation, and the values by name.
// SPDX-License-Identifier: MIT
#include "ir.h"

namespace tilescope::program::ir {
namespace {

struct Names {
    Known known;
    std::string_view names;
};
constexpr Names kOperations[] = {
    {{Form::binary, Operation::add}, "add arith.addi llvm.add"},
    {{Form::binary, Operation::bit_and}, "and arith.andi llvm.and"},
    {{Form::binary, Operation::bit_or}, "arith.ori llvm.or or"},
    {{Form::binary, Operation::bit_xor}, "arith.xori llvm.xor xor"},
    {{Form::binary, Operation::divide}, "arith.divui llvm.udiv udiv"},
    {{Form::binary, Operation::multiply}, "arith.muli llvm.mul mul"},
    {{Form::binary, Operation::remainder}, "arith.remui llvm.urem urem"},
    {{Form::binary, Operation::shift_left}, "arith.shli llvm.shl shl"},
    {{Form::binary, Operation::shift_right}, "arith.shrui llvm.lshr lshr"},
    {{Form::binary, Operation::shift_right_signed}, "arith.shrsi ashr llvm.ashr"},
    {{Form::binary, Operation::subtract}, "arith.subi llvm.sub sub"},
    {{Form::compare}, "arith.cmpi icmp llvm.icmp"},
    {{Form::select}, "arith.select llvm.select select"},
    {{Form::zero_extend}, "arith.extui llvm.zext zext"},
    {{Form::sign_extend}, "arith.extsi llvm.sext sext"},
    {{Form::truncate}, "arith.trunci llvm.trunc trunc"},
    {{Form::index_cast}, "arith.index_castui"},
    {{Form::index_cast, Operation::sign_extend}, "arith.index_cast"},
    {{Form::same}, "builtin.unrealized_conversion_cast freeze llvm.freeze"},
    {{Form::bitcast}, "arith.bitcast bitcast llvm.bitcast vector.bitcast"},
    {{Form::to_pointer}, "inttoptr llvm.inttoptr"},
    {{Form::from_pointer}, "llvm.ptrtoint ptrtoint"},
    {{Form::constant}, "arith.constant constant llvm.mlir.constant std.constant"},
    {{Form::zero}, "llvm.mlir.zero"},
    {{Form::number}, "number"},
    {{Form::phi}, "phi"},
    {{Form::insert_element}, "insertelement llvm.insertelement vector.insertelement"},
    {{Form::extract_element}, "extractelement llvm.extractelement vector.extractelement"},
    {{Form::from_elements}, "vector.from_elements"},
    {{Form::insert_value}, "insertvalue llvm.insertvalue vector.insert"},
    {{Form::extract_value}, "extractvalue llvm.extractvalue vector.extract"},
    {{Form::inline_asm}, "llvm.inline_asm nvvm.inline_ptx"},
    {{Form::call}, "call llvm.call_intrinsic"},
    {{Form::leave}, "func.return llvm.return ret return tt.return"},
    {{Form::yield}, "scf.yield"},
};

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
    const auto* const found =
        std::ranges::find_if(kOperations, [&](const Names& n) { return has_word(n.names, name); });
    return found == std::end(kOperations) ? Known{} : found->known;
}

bool reads_descriptors(std::string_view name) {
    constexpr std::string_view kParts[] = {"tcgen05.mma",  "tcgen05.cp",    "wgmma.mma",  "tc_gen5_mma",
                                           "arch.mma.SM9", "arch.mma.SM10", "tcgen05_mma"};
    constexpr std::string_view kNames = "nvgpu.wgmma nvg.wgmma ttng.warp_group_dot nvgpu.warpgroup.mma nvgpu.wgmma_sp";
    return std::ranges::any_of(kParts, [&](std::string_view s) { return name.find(s) != name.npos; }) ||
           has_word(kNames, name);
}

Action read_action(const Line& line) {
    Action out;
    out.line = &line;
    out.tokens = tokens_of(line);
    const std::vector<Token>& tokens = out.tokens;
    out.end = out.types = tokens.size() - 1;
    std::size_t at = 0;
    while (closes(tokens[at], false) || tokens[at].is(",")) ++at;
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
        if (opens(tokens[i], mlir)) ++depth;
        if (closes(tokens[i], mlir)) depth = std::max(0, depth - 1);
        if (depth > 0 || !tokens[i].is(":")) continue;
        out.types = i;
        break;
    }
    return out;
}

namespace {

std::size_t digits_from(std::string_view s, std::size_t at) {
    const std::size_t end = s.find_first_not_of("0123456789", at);
    return end == s.npos ? s.size() : end;
}

// The printer adds "_4" to a name that exists already.
bool is_copy_number(std::string_view s) {
    return s.empty() || (s.size() > 1 && s[0] == '_' && digits_from(s, 1) == s.size());
}

std::optional<Value> constant_in(std::string_view number, unsigned width) {
    const auto constant = integer_in(number, width);
    if (!constant) return std::nullopt;
    return Value{.width = width, .constant = constant, .telling = is_large(constant, width == 0 ? 64 : width)};
}

}  // namespace

std::optional<Value> stated_by_name(std::string_view key, bool index) {
    for (const std::string_view truth : {"%true", "%false"})
        if (index && key.starts_with(truth) && is_copy_number(key.substr(truth.size())))
            return constant_in(truth == "%true" ? "1" : "0", 1);
    if (!key.starts_with("%c")) return std::nullopt;
    const std::size_t end = digits_from(key, key.substr(2).starts_with('-') ? 3 : 2);
    const std::string_view number = key.substr(2, end - 2), rest = key.substr(end);
    if (!rest.starts_with("_i")) return index && is_copy_number(rest) ? constant_in(number, 64) : std::nullopt;
    const std::size_t width_end = digits_from(rest, 2);
    const std::optional<std::uint64_t> width = integer_in(rest.substr(2, width_end - 2));
    if (!width || *width == 0 || *width > 64 || !is_copy_number(rest.substr(width_end))) return std::nullopt;
    return constant_in(number, static_cast<unsigned>(*width));
}

void Scope::define(const std::string& key, DeadEnd definition) {
    Entry next{std::move(definition), early_uses_.contains(key)};
    const auto [at, fresh] = entries_.try_emplace(key);
    std::optional<Entry> before;
    if (!fresh) {
        if (depth_ > 0)
            before = std::move(at->second);
        else
            finish(at->second);
    }
    at->second = std::move(next);
    if (depth_ > 0) changes_.push_back({depth_, key, std::move(before)});
}

void Scope::mark_used(const std::string& key, bool passed_on) {
    const auto at = entries_.find(key);
    if (at == entries_.end())
        early_uses_.insert(key);
    else
        (passed_on ? at->second.used : at->second.definition.lost) = true;
}

const Value* Scope::find(const std::string& key) const {
    const auto at = entries_.find(key);
    return at == entries_.end() ? nullptr : &at->second.definition.value;
}

void Scope::finish(Entry& entry) {
    if (!entry.used && entry.definition.value.telling) dead_ends_.push_back(std::move(entry.definition));
}

// The names of a region are not visible after it.
void Scope::leave() {
    for (; !changes_.empty() && changes_.back().depth >= depth_ && depth_ > 0; changes_.pop_back()) {
        Change& change = changes_.back();
        const auto at = entries_.find(change.key);
        if (at == entries_.end()) continue;
        finish(at->second);
        if (change.before)
            at->second = std::move(*change.before);
        else
            entries_.erase(at);
    }
    if (depth_ > 0) --depth_;
}

void Scope::clear() {
    while (depth_ > 0) leave();
    for (auto& [key, entry] : entries_) finish(entry);
    entries_.clear();
    early_uses_.clear();
}

}  // namespace tilescope::program::ir
