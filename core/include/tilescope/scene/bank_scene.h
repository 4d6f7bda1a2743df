// core/include/tilescope/scene/bank_scene.h -- a picture of the words and banks of one access.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/layout/banks.h>
#include <tilescope/scene/scene.h>

#include <string>
#include <vector>

namespace tilescope {

struct BankOptions {
    bool swizzle = true;    // false: linear addresses
    bool by_phase = false;  // true: colours and numbers are phases, not threads
    friend bool operator==(const BankOptions&, const BankOptions&) = default;
};

// Draws one grid: the 128-byte lines that the access uses, 32 words per line. A word is crossed if another word of the
// same phase is in its bank. Without the swizzle, the addresses are not real locations, so the cells have no key.
Scene bank_scene(const BankComparison& found, const BankOptions& options);

// Returns one line per phase: "threads 0-7: 1 turn (without swizzle: 8), all banks; no conflict".
std::vector<std::string> phase_lines(const BankComparison& found);

}  // namespace tilescope
