// core/include/tilescope/document/requests.h -- layouts and masks that the user requests, and the words that give them.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/document/edit.h>
#include <tilescope/solver/solve_layout.h>
#include <tilescope/solver/solve_mask.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tilescope {

struct Derived;

// The requested layout (Session::requested_layout), read as a layout of A or B in the operand's type.
struct LayoutRequest {
    bool any = false;     // the request is not empty
    std::string refused;  // the text is not a layout, or not a layout of an operand: where and why
    LayoutAnswer answer;
    // The descriptor of each solution's first step. Empty if the format cannot encode it; `word_refused` has the
    // reason.
    std::vector<std::optional<std::uint64_t>> words;
    std::vector<std::string> word_refused;
};

// The requested mask (Session::requested_mask) for the mask's M and N.
struct MaskRequest {
    bool any = false;
    std::string refused;
    std::vector<bool> columns;  // true: zeroed
    MaskAnswer answer;
    std::optional<std::uint64_t> word;
};

// The word that differs from the requested mask in the fewest columns.
struct NearestRequest {
    std::optional<std::uint64_t> word;  // nothing: there is no request, or it is refused
    std::vector<unsigned> different;    // the columns
};

// Requires: the words and operands of `d` are set.
LayoutRequest layout_request(const Derived& d, Operand operand);
MaskRequest mask_request(const Derived& d);

// Returns the nearest word for d.mask.request. Too slow for derive(): up to a tenth of a second (nearest_mask()).
NearestRequest nearest_request(const Derived& d);

// Returns the unknown bits of the start address in the descriptor. A descriptor that is solved for a layout keeps these
// bits unknown, because a layout says nothing about them.
std::uint64_t unknown_start(const Derived& d, Operand operand);

// Returns the edits that apply a solution: the descriptor, and the transpose bit of the instruction descriptor if the
// majorness differs. Empty if the format cannot encode the solution.
std::vector<Edit> edits_of(const Derived& d, Operand operand, std::size_t solution);

// Returns the columns in the format of Session::requested_mask: highest first.
std::string mask_text(const std::vector<bool>& zeroed);

}  // namespace tilescope
