// core/include/tilescope/scene/bank_scene.h -- an access as words in 32 banks.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/layout/banks.h>
#include <tilescope/scene/scene.h>

#include <string>
#include <vector>

namespace tilescope {

struct BankLook {
    bool swizzle = true;    // false: linear addresses
    bool by_phase = false;  // colours and numbers are phases', not threads'
    friend bool operator==(const BankLook&, const BankLook&) = default;
};

// One grid: the lines of 128 bytes that the access touches, 32 words each. Words that share their bank with others in a
// phase are crossed. Without the swizzle addresses are no places in memory, so cells stand for nothing there.
Scene bank_scene(const BankComparison& found, const BankLook& look);

// A line a phase: "threads 0-7: 1 turn (off: 8), all banks; no conflict".
std::vector<std::string> phase_lines(const BankComparison& found);

}  // namespace tilescope
