// core/src/autopsy/reads.h -- the operands of all steps of all chains, with the memory from which each one was read.
// SPDX-License-Identifier: MIT
#pragma once

#include "fit.h"

#include <deque>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace tilescope::autopsy {

// One step of a chain. An operand has no value if it was not read from shared memory, or its word or the memory is not
// known.
struct StepReads {
    const Step* step = nullptr;
    std::size_t memory = kNoMemory;  // index in Recording::memories
    OperandPair<std::optional<OperandRead>> of;
    bool a_in_registers = false;
    unsigned ctas = 1;  // that share the MMA; only the memory of one of them was recorded

    bool is_known() const { return step->read.shape.m != 0; }
    const MmaShape& shape() const { return step->read.shape; }
    unsigned rows(Operand o) const { return pick(o, shape().m, shape().n) / ctas; }  // in this memory
    const ElementType& type(Operand o) const { return *pick(o, shape().a, shape().b); }
};

struct ChainReads {
    const Chain* chain = nullptr;
    std::vector<StepReads> steps;

    // The first step whose form is known, or null.
    const StepReads* known() const;
};

class Reads {
public:
    Reads(const Recording& recording, std::span<const Chain> chains);
    Reads(const Reads&) = delete;
    Reads& operator=(const Reads&) = delete;

    std::vector<ChainReads> chains;

    const Recording& recording() const { return recording_; }
    // A recorded content of shared memory. Requires: an index of Recording::memories.
    const Memory& memory(std::size_t index, const ElementForm& form);
    // The contents from which steps were read.
    std::vector<const Memory*> memories() const;
    // The contents that were seen after an event, in their order, other than `than`.
    std::vector<std::size_t> later(std::size_t event, std::size_t than) const;

private:
    const Walks& walks(const SmemLayout& layout);
    StepReads reads_of(const Chain& chain, const Step& step);

    const Recording& recording_;
    std::map<std::pair<std::size_t, ElementForm>, Memory> memories_;
    struct SizedWalks {
        const ElementType* type;
        int rows, columns;
        Walks walks;
    };
    std::deque<SizedWalks> walks_;
};

// The index of the memory of an event.
std::size_t memory_of(const Event& event, unsigned warpgroup);

}  // namespace tilescope::autopsy
