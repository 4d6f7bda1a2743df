// core/src/emulator/row_reads.h -- what one row of A or B was read from, where that is not what it should be.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/emulator/emulation.h>

#include <cstdint>
#include <vector>

namespace tilescope {

// The type that A or B was written with, and the type that the instruction reads.
struct WrittenAndRead {
    const ElementType *written = nullptr, *read = nullptr;

    bool differ() const { return written != nullptr && read != nullptr && written != read; }
    // Returns true if the widths differ. Then the address of element k of a row is not the address of a written
    // element.
    bool other_width() const {
        return differ() && (written->container_bits != read->container_bits || written->bits != read->bits);
    }
    friend bool operator==(const WrittenAndRead&, const WrittenAndRead&) = default;
};
WrittenAndRead types_of(const EmulatorJob& job, Operand o);

// The content of memory at the address where one element was read.
struct FoundThere {
    enum class What : std::uint8_t {
        right,      // the correct element
        over,       // the address is correct, but another element was written there later
        skipped,    // the writer of the operand left the element out
        element,    // another element
        factors,    // scale factors, stored for the copy to Tensor Memory
        below,      // the address is below the memory of the CTA, where 0 is read
        outside,    // the address is past the end
        unwritten,  // nothing was written there
    } what = What::right;
    Operand owner = Operand::a;  // element, over: the operand of that element
    Element element{0, 0};
    std::uint64_t byte = 0;
    bool same_value = false;  // over: the later element has the value of the first one
};

// Neighboring columns whose reads found neighboring elements, or the same kind of content.
struct ReadRun {
    int first, last;  // stored columns of K in the tile
    FoundThere found;
};

// Returns the runs of wrong reads of one row of A or B.
std::vector<ReadRun> wrong_runs(const EmulatorJob& job, const Emulation& e, Operand operand, int row);

}  // namespace tilescope
