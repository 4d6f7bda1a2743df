// core/src/program/ptx_order.h -- finds asynchronous MMAs of PTX whose registers are used too early.
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx.h"

namespace tilescope::program::ptx_reading {

// Looks at the instructions of a function in the order of the text. A label ends what is known, because code can jump
// there from other places; so does a call. An instruction with a guard is taken to execute if this makes the program
// right.
class AsyncOrder {
public:
    explicit AsyncOrder(std::vector<OrderGap>& out) : out_(out) {}

    void begin(bool entry);  // entry: a kernel, before which nothing ran. Else a caller can have done what is missing
    void label() { forget(); }
    void instruction(const Piece& piece, std::size_t written, TextSpan span, Registers& registers);
    void end();  // of the function

private:
    static constexpr std::size_t kUncommitted = ~std::size_t{0};
    struct Wgmma {
        TextSpan span;
        std::size_t waits = 0;  // that came before it
        std::size_t group = kUncommitted;
    };
    struct Use {
        std::size_t wgmma = 0;  // the last one that has the register
        bool copied = false;    // the register has a copy of D
    };
    struct TensorMma {
        NameId address = kNone;
        std::string_view d, guard;  // "[%r1+16]"
        TextSpan span;
        bool committed = false;
    };

    void forget();
    bool wgmma_order(const Piece& piece, TextSpan span, Registers& registers);
    void begin_wgmma(const Piece& piece, TextSpan span, Registers& registers);
    void access(const Piece& piece, std::size_t written, TextSpan span, Registers& registers);
    bool copy(const Piece& piece, Registers& registers);
    void tensor_order(const Piece& piece, std::size_t written, TextSpan span, Registers& registers);
    const Use* in_flight(NameId name) const;
    OrderGap gap_of(const Wgmma& wgmma, TextSpan use, std::string_view name) const;

    std::vector<OrderGap>& out_;
    bool entry_ = false, fence_seen_ = false, calls_ = false;
    bool fenced_ = true;  // a fence can have come before
    std::optional<TextSpan> first_;
    std::unordered_map<NameId, TextSpan> written_;  // since the last fence, by what is not a move
    std::unordered_map<NameId, Use> d_;
    std::vector<Wgmma> wgmmas_;
    std::size_t committed_ = 0, waits_ = 0;  // the first MMA that is in no group; the waits so far
    std::size_t groups_ = 0, complete_ = 0;  // committed; of these, the first ones that a wait includes
    std::vector<TensorMma> tensor_;
};

}  // namespace tilescope::program::ptx_reading
