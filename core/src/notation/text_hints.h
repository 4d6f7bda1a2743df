// core/src/notation/text_hints.h -- what the words of a whole text say about its descriptors.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tilescope::notation {

// Prose beside a word makes a reading likely, but never certain.
struct TextHints {
    bool wgmma = false;               // the text names wgmma or Hopper, and nothing of tcgen05
    bool tcgen05 = false;             // the text names tcgen05 or Blackwell, and nothing of wgmma
    bool by_name = false;             // ... by the name of the instruction
    bool shared = false;              // the text names shared memory
    std::string target;               // that of a module of Triton: "sm_107a" for "cuda:107"; empty: none
    std::vector<std::string> kinds;   // the only kind that the text names; empty: none or several
    std::vector<std::string> called;  // the kinds that the names of its MMA functions leave: "tc_mma_f8"
};

// The kinds of qualifiers such as ".kind::f16" in the text, in lower case, each once.
std::vector<std::string> kinds_of_qualifiers(const std::string& text);

// Errors: none. A text of more than 256 KiB has no hints: such a text is a log of several kernels.
TextHints hints_of(std::string_view text);

}  // namespace tilescope::notation
