// core/src/autopsy/paragraph.h -- the sentences about a chain that do not depend on A and B.
// SPDX-License-Identifier: MIT
#pragma once

#include "study.h"

#include <optional>
#include <string>
#include <vector>

namespace tilescope::autopsy {

// "gemm" of "void gemm<64>(float*)".
std::string short_name(const std::string& kernel);

// "line 142 of gemm.cu", or with the line of the call if the instruction is in an inlined function; empty: not known.
std::string lines_text(const CodePlace& at);

// The number of an MMA in the machine code, from 0. No value: its place is not known.
std::optional<unsigned> number_of(const Recording& recording, const CodePlace& at);

// "MMA 3 of kernel `gemm`, warpgroup 1, line 142 of gemm.cu", or "MMAs 0 to 3 of ..." of `count` steps from `step` on.
std::string place_text(const Recording& recording, const ChainReads& chain, bool with_warpgroup, std::size_t step,
                       std::size_t count = 1);

// Shape, types, words, broken rules, and whether D is what the words and the bytes give.
std::vector<std::string> facts_of(const Recording& recording, const ChainReads& chain);

// "The steps should read rows 0 to 63 of A, rows 0 to 95 of B, K columns 0 to 127."
std::string block_text(const ChainReads& chain, const Study& study, const ChainStudy& result);

}  // namespace tilescope::autopsy
