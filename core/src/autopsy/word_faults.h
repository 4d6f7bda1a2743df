// core/src/autopsy/word_faults.h -- faults in the words of an operand, from the words that would read the right bytes.
// SPDX-License-Identifier: MIT
#pragma once

#include "findings.h"

#include <tilescope/layout/tensor_map.h>

#include <string>
#include <vector>

namespace tilescope::autopsy {

// A tensor map among the parameters of the kernel.
struct SeenMap {
    std::size_t offset = 0;  // in constant bank 0
    TensorMap map;
    bool certain = true;  // all bits are those of the measured driver; else it counts only if its tensor is a matrix
};
std::vector<SeenMap> maps_in(const Recording& recording);

// What is known of one operand of a chain.
struct OperandCase {
    Operand operand = Operand::a;
    const ChainReads* chain = nullptr;
    const MatrixView* view = nullptr;
    const ChainBlock* block = nullptr;
    const std::vector<Finding>* findings = nullptr;
};

// The change that is chosen for each wrong step with fits; null: none.
std::vector<const Fit*> chosen_fits(const OperandCase& c);
// The same, and where the bytes are not all there, the change that reads most of them: what a fault is named for.
std::vector<const Fit*> named_fits(const OperandCase& c);

// The faults that the chosen changes stand for, the most probable first. `other`: the other operand.
struct WordFaults {
    std::vector<Fault> all;
    bool map_or_word = false;  // the first one is that of a tensor map; the others are as probable instead of it
};
WordFaults word_faults(const OperandCase& c, const OperandCase& other, const std::vector<SeenMap>& maps);

// Whether several values of single fields explain all wrong steps, or could.
bool has_other_explanation(const OperandCase& c);

// "A", "B".
constexpr Part part_of(Operand o) { return pick(o, Part::a, Part::b); }

// "K step 4", "K steps 0, 4 to 7"; empty if these are all `count` steps.
std::string steps_text(const std::vector<unsigned>& steps, std::size_t count);

// A field of a word as `decode` says it.
FieldValue value_in(const Format& format, FaultField field, const SmemLayout& layout);

}  // namespace tilescope::autopsy
