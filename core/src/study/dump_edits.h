// core/src/study/dump_edits.h -- the edits that are tried to explain a D that differs from the model.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/document/emulate.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

struct DumpEdit {
    Session session;                                   // after the edit
    std::string label;                                 // "Set sbo of a_desc to 512 bytes"
    std::string_view what;                             // "word", "memory", "run", "overlap"
    int bits = 0;                                      // that it flips in words
    std::function<void(EmulatorJob&)> of_kernel = {};  // what the kernel does and no session says; empty: nothing
};

// Errors that kernels have: a stride that is halved, doubled or that of the other direction, the slice of another K
// step, another mode, type or majorness, in one word or in both, exchanged strides and descriptors; a memory that was
// written in another mode, or as a plain matrix; other K steps, one that is left out, a descriptor that is not
// advanced; a D that was not cleared; A and B that share bytes, and columns that no load wrote, so that they are 0. If
// the session's own memory has such a fault, no word is tried: edits only repair the memory.
std::vector<DumpEdit> dump_edits(const Derived& derived, const EmulatorJob& job);

}  // namespace tilescope
