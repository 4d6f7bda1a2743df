// core/src/notation/layout_texts.h -- finds what CuTe fragments and Triton's layouts in a text say about descriptors.
// SPDX-License-Identifier: MIT
#pragma once

#include "work.h"

namespace tilescope::notation {

// Adds the K steps of DescriptorIterator lines, and the high halves of the descriptors for Triton's layouts.
void read_layout_texts(Work& work);

}  // namespace tilescope::notation
