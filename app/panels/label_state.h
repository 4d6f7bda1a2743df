// app/panels/label_state.h -- what the labels of the cells keep from one frame to the next.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/hw/operand.h>

#include <cstdint>
#include <string>
#include <vector>

namespace tilescope::ui {

// The values of an operand, row by row. Empty: not known.
struct KeptValues {
    std::uint64_t revision = 0;
    std::string type;
    std::vector<std::uint32_t> words;
};
// What the labels of one document need, as soon as one is drawn.
struct MmaLabelStore {
    std::uint64_t revision = 0, serial = 0;
    OperandPair<std::vector<std::uint32_t>>
        element_in;  // of each chunk of memory: its first element, row << 16 | column
    OperandPair<KeptValues> values;
};

}  // namespace tilescope::ui
