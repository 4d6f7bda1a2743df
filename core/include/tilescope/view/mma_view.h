// core/include/tilescope/view/mma_view.h -- the picture of the session's MMA: what lights up, what was read wrong.
// SPDX-License-Identifier: MIT
//
//     const MmaPicture picture = mma_picture_of(derived, nullptr, {});
//     for (const MmaLight& l : lights_of(picture, derived, focus, trace(derived, focus))) draw_outline(l);
#pragma once

#include <tilescope/document/derive.h>
#include <tilescope/document/focus.h>
#include <tilescope/emulator/emulation.h>
#include <tilescope/scene/mma_scene.h>

#include <string>
#include <vector>

namespace tilescope {

struct MmaLook {
    unsigned k_step = 0;
    unsigned cta = 0;
    unsigned first_step = 0;  // of the emulation (EmulatorJob::first_step)
    bool sums = false;        // D has its numbers after the K step, if the emulation has this step
    SumRange range;           // range_of_sums() of the emulation
    friend bool operator==(const MmaLook&, const MmaLook&) = default;
};

// Draws the MMA of a document. `emulation` colours D; null, or a result of another size: D is coloured by lane.
MmaPicture mma_picture_of(const Derived& derived, const Emulation* emulation, const MmaLook& look);

// A rectangle of cells of one part that belongs to the focus. `whole`: the row or column of all K, of which the shown
// step is a part.
struct MmaLight {
    PicturePart part = PicturePart::a;
    int row = 0, column = 0, rows = 1, columns = 1;
    bool whole = false;
    friend bool operator==(const MmaLight&, const MmaLight&) = default;
};
// Returns what belongs to the focus. Requires: `trace` is the trace of `focus`, and `picture` the one of `derived`.
//
//     an element of D      its row of A, its column of B, their bytes, its cell, its scale factors
//     a byte, an element   the elements at these bytes, and the rows or columns of D that they feed
std::vector<MmaLight> lights_of(const MmaPicture& picture, const Derived& derived, const Focus& focus,
                                const Trace& trace);

// An arrow from bytes of shared memory to an element of A or B: where it was read, or where it should have been read.
struct MmaArrow {
    PicturePart from = PicturePart::memory_a;  // memory of A or of B
    int from_row = 0, from_column = 0;
    PicturePart to = PicturePart::a;
    int to_row = 0, to_column = 0;
    bool expected = false;  // false: where the element was read
    std::string label;      // "read 0x4640", "B[8][0] is at 0x4e40"
};
// Returns the arrows of one element of D: for each operand the first wrong read. Empty if no read was wrong. Bytes
// that the picture does not have give no arrow.
std::vector<MmaArrow> wrong_reads(const MmaPicture& picture, const EmulatorJob& job, const Emulation& emulation,
                                  const ElementFocus& element);

}  // namespace tilescope
