// core/include/tilescope/session/wishes.h -- what a person wishes for, and the words that would give it.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/session/edit.h>
#include <tilescope/solver/solve_layout.h>
#include <tilescope/solver/solve_mask.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tilescope {

struct Derived;

// Session::wanted_layout as a layout of A or B: the text is read in the operand's type.
struct LayoutWish {
    bool any = false;     // a text is there
    std::string refused;  // it is no layout, or no operand: where and why
    LayoutAnswer answer;
    // The descriptor of each solution's first step; nothing where the format cannot hold it, and then why.
    std::vector<std::optional<std::uint64_t>> words;
    std::vector<std::string> word_refused;
};

// Session::wanted_mask for the mask's M and N.
struct MaskWish {
    bool any = false;
    std::string refused;
    std::vector<bool> columns;  // zeroed ones
    MaskAnswer answer;
    std::optional<std::uint64_t> word;
};

// Requires: the words and operands of `d` are there.
LayoutWish layout_wish(const Derived& d, Operand operand);
MaskWish mask_wish(const Derived& d);

// Takes a solution over: the descriptor, and the instruction descriptor's transpose bit where majorness differs.
// Empty where the format cannot hold it.
std::vector<Edit> edits_of(const Derived& d, Operand operand, std::size_t solution);

// The columns as Session::wanted_mask holds them: highest first.
std::string mask_text(const std::vector<bool>& zeroed);

}  // namespace tilescope
