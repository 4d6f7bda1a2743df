// core/src/program/ptx_order.cpp -- finds asynchronous MMAs of PTX whose registers are used too early.
// SPDX-License-Identifier: MIT
#include "ptx_order.h"

#include <tilescope/base/number.h>

namespace tilescope::program::ptx_reading {
namespace {

// Opcodes that cannot tell a thread that an MMA of another one is complete. All others can, for example a barrier, or a
// load of a flag.
constexpr std::array kSilent = std::to_array<std::string_view>(
    {"add", "and", "bfe", "bfi",  "cvt", "cvta", "div",  "elect", "fma", "lop3", "mad", "max", "min",     "mov", "mul",
     "neg", "not", "or",  "prmt", "rem", "selp", "setp", "shf",   "shl", "shr",  "st",  "sub", "tcgen05", "xor"});
static_assert(std::ranges::is_sorted(kSilent));

constexpr std::size_t kMostTensorMmas = 64;  // that are looked at for one tcgen05.ld

bool is_silent(std::string_view word) { return std::ranges::binary_search(kSilent, word.substr(0, word.find('.'))); }

bool leaves(const Piece& piece) {
    const std::string_view base = piece.word.substr(0, piece.word.find('.'));
    return base == "call" || base == "brx" ||
           (piece.guard.empty() && (base == "bra" || base == "ret" || base == "exit" || base == "trap"));
}

bool is_move(std::string_view word) { return word.starts_with("mov."); }

}  // namespace

void AsyncOrder::begin(bool entry) {
    forget();
    entry_ = entry;
    fenced_ = !entry;
    fence_seen_ = calls_ = false;
    first_.reset();
}

void AsyncOrder::forget() {
    fenced_ = true;
    written_.clear(), d_.clear(), wgmmas_.clear(), tensor_.clear();
    committed_ = waits_ = groups_ = complete_ = 0;
}

// A kernel that has wgmma, calls nothing and has no fence at all needs no way through its text.
void AsyncOrder::end() {
    if (entry_ && first_ && !fence_seen_ && !calls_) out_.push_back({Missing::fence, *first_, *first_, {}});
    begin(false);
}

void AsyncOrder::instruction(const Piece& piece, std::size_t written, TextSpan span, Registers& registers) {
    if (leaves(piece)) {
        calls_ |= piece.word.starts_with("call");
        return forget();
    }
    if (wgmma_order(piece, span, registers)) return;
    access(piece, written, span, registers);
    tensor_order(piece, written, span, registers);
}

// Returns whether the instruction is one of wgmma.
bool AsyncOrder::wgmma_order(const Piece& piece, TextSpan span, Registers& registers) {
    if (piece.word.starts_with("wgmma.mma_async")) {
        begin_wgmma(piece, span, registers);
    } else if (piece.word.starts_with("wgmma.fence")) {
        fenced_ = fence_seen_ = true;
        written_.clear();
    } else if (piece.word.starts_with("wgmma.commit_group")) {
        for (; committed_ < wgmmas_.size(); ++committed_) wgmmas_[committed_].group = groups_;
        ++groups_;
    } else if (piece.word.starts_with("wgmma.wait_group")) {
        const auto left = parse_number(piece.operands.empty() ? "" : piece.operands[0]);
        if (!left) return forget(), true;
        complete_ = std::max(complete_, groups_ - std::min<std::size_t>(groups_, *left));
        ++waits_;
    } else {
        return false;
    }
    return true;
}

void AsyncOrder::begin_wgmma(const Piece& piece, TextSpan span, Registers& registers) {
    if (piece.operands.size() < 2) return;
    if (!first_) first_ = span;
    std::optional<OrderGap> gap;
    if (!fenced_) gap = {Missing::fence, span, span, {}};
    for (std::size_t i = 0; i < 2; ++i)
        each_name(i == 0 || piece.operands[1].starts_with('{') ? piece.operands[i] : "", [&](std::string_view name) {
            const NameId id = registers.find(name).name;
            if (const auto at = written_.find(id); at != written_.end() && (!gap || gap->name.empty()))
                gap = {Missing::fence, span, at->second, std::string(name)};
            if (piece.guard.empty() && i == 0) d_[id] = {wgmmas_.size(), false};
        });
    if (piece.guard.empty()) wgmmas_.push_back({span, waits_});
    if (!gap) return;
    out_.push_back(std::move(*gap));
    written_.clear();  // what follows lacks the same fence
    fenced_ = fence_seen_ = true;
}

const AsyncOrder::Use* AsyncOrder::in_flight(NameId name) const {
    const auto at = d_.find(name);
    if (at == d_.end()) return nullptr;
    const std::size_t group = wgmmas_[at->second.wgmma].group;
    return group == kUncommitted || group >= complete_ ? &at->second : nullptr;
}

OrderGap AsyncOrder::gap_of(const Wgmma& wgmma, TextSpan use, std::string_view name) const {
    const bool lacks_commit = wgmma.group == kUncommitted && waits_ > wgmma.waits;
    return {lacks_commit ? Missing::commit : Missing::wait, wgmma.span, use, std::string(name)};
}

// Compilers copy accumulators between registers that become one. A copy is not an access; what uses the copy is one.
bool AsyncOrder::copy(const Piece& piece, Registers& registers) {
    if (!is_move(piece.word) || piece.operands.size() != 2) return false;
    const Use* from = nullptr;
    each_name(piece.operands[1], [&](std::string_view name) {
        if (const Use* use = in_flight(registers.find(name).name)) from = use;
    });
    if (from == nullptr) return false;
    const std::size_t wgmma = from->wgmma;
    each_name(piece.operands[0], [&](std::string_view name) {
        const auto [at, fresh] = d_.try_emplace(registers.find(name).name, Use{wgmma, true});
        if (!fresh && at->second.copied) at->second.wgmma = wgmma;
    });
    return true;
}

void AsyncOrder::access(const Piece& piece, std::size_t written, TextSpan span, Registers& registers) {
    if (!d_.empty() && copy(piece, registers)) return;
    std::optional<OrderGap> gap;
    for (std::size_t i = 0; i < piece.operands.size(); ++i)
        each_name(piece.operands[i], [&](std::string_view name) {
            const NameId id = registers.find(name).name;
            const bool writes = i < written;
            if (writes && !is_move(piece.word)) written_[id] = span;
            const Use* use = in_flight(id);
            if (use != nullptr && use->copied && writes)
                d_.erase(id);
            else if (use != nullptr && !gap)
                gap = gap_of(wgmmas_[use->wgmma], span, name);
        });
    if (!gap) return;
    out_.push_back(std::move(*gap));
    d_.clear();  // what follows is wrong for the same reason
}

void AsyncOrder::tensor_order(const Piece& piece, std::size_t written, TextSpan span, Registers& registers) {
    const auto address = std::ranges::find_if(piece.operands, [](std::string_view o) { return o.starts_with('['); });
    const auto register_in = [&](std::string_view operand) {
        NameId out = kNone;
        each_name(operand, [&](std::string_view name) { out = registers.find(name).name; });
        return out;
    };
    if (piece.word.starts_with("tcgen05.mma.") && address != piece.operands.end()) {
        if (tensor_.size() == kMostTensorMmas) tensor_.erase(tensor_.begin());
        tensor_.push_back({register_in(*address), *address, piece.guard, span});
        return;
    }
    if (tensor_.empty()) return;
    if (piece.word.starts_with("tcgen05.commit"))
        for (TensorMma& one : tensor_) one.committed = true;
    if (!is_silent(piece.word)) std::erase_if(tensor_, [](const TensorMma& one) { return one.committed; });
    if (piece.word.starts_with("tcgen05.ld") && address != piece.operands.end()) {
        const auto mma = std::ranges::find_if(tensor_, [&](const TensorMma& one) {
            return one.address != kNone && one.address == register_in(*address) && one.d == *address &&
                   (one.guard.empty() || piece.guard.empty());
        });
        if (mma != tensor_.end()) {
            out_.push_back(
                {mma->committed ? Missing::barrier_wait : Missing::mma_commit, mma->span, span, std::string(*address)});
            tensor_.clear();
        }
    }
    for (std::size_t i = 0; i < written; ++i)
        each_name(piece.operands[i], [&](std::string_view name) {
            std::erase_if(tensor_, [&](const TensorMma& one) { return one.address == registers.find(name).name; });
        });
}

}  // namespace tilescope::program::ptx_reading
