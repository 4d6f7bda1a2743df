// core/src/emulator/sight.h -- which elements of D could show that something else was read than meant.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/emulator/emulation.h>

#include <cstdint>
#include <span>

namespace tilescope {

// What was meant, as D's rows and columns read it.
struct SightInput {
    const MmaShape& shape;
    std::string_view a_type, b_type;      // in which memory was written
    std::span<const std::uint32_t> a, b;  // m x stored k, n x k
    unsigned k = 0;                       // logical, of the run
    std::span<const std::uint32_t> sfa, sfb;
    std::span<const std::uint8_t> codes;
    unsigned unread = 0;  // last rows of b that stand for nothing: the mask shifted them past the end
};

// Fills out.shows and out.sight. Requires: expected, verdicts, zeroed and kept are there.
void find_sight(Emulation& out, const SightInput& input);

}  // namespace tilescope
