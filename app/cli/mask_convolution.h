// app/cli/mask_convolution.h -- mask --convolution: the words that a convolution needs, or the columns of a wrong word.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/commands.h"

#include <tilescope/base/answer.h>
#include <tilescope/word/field.h>

#include <string>
#include <string_view>

namespace tilescope::cli {

// The options have the names of the arguments of CUTLASS's make_column_zero_mask.
struct ConvolutionArgs {
    bool asked = false;
    std::string conv_q, cta_coord_q, skip_left, flt_s, tap;  // empty: not given
};
void declare_convolution(Verb& verb, ConvolutionArgs& args);

// The other options of the verb.
struct MaskCall {
    std::string_view word;  // "-": none
    unsigned m, n;
    bool solves = false;  // --solve was given
};
// Returns whether the options can be used together.
Answer<void> fits(const ConvolutionArgs& args, const MaskCall& call);

// Prints a row for each tap. With a word: compares it with the mask that the tap needs. Returns the exit status.
int run_convolution(const ConvolutionArgs& args, const MaskCall& call, const Format& format, const Globals& g);

}  // namespace tilescope::cli
