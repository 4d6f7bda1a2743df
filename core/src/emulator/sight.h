// core/src/emulator/sight.h -- finds the elements of D that can show a wrong read.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/emulator/emulation.h>

#include <cstdint>
#include <span>

namespace tilescope {

// The reference operands in the order in which the rows and columns of D use them.
struct SightInput {
    const MmaShape& shape;
    std::string_view a_type, b_type;      // the types that memory was written with
    std::span<const std::uint32_t> a, b;  // m x stored k, n x k
    unsigned k = 0;                       // the logical K of all steps of the run
    std::span<const std::uint32_t> sfa, sfb;
    std::span<const std::uint8_t> codes;
    unsigned unread = 0;  // number of last columns of D without a row of b: the mask shifts them past the end of B
};

// Fills out.shows and out.sight. Requires: out has expected, verdicts, zeroed and kept.
void find_sight(Emulation& out, const SightInput& input);

}  // namespace tilescope
