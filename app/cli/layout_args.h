// app/cli/layout_args.h -- the options that name an operand tile: layout, locate, banks, compare.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/commands.h"

#include <tilescope/base/answer.h>
#include <tilescope/layout/smem_layout.h>

#include <string>
#include <string_view>

namespace tilescope::cli {

struct LayoutArgs {
    std::string desc, swizzle, lbo, sbo, start, base_offset, as, major, type;
    int rows = 0, columns = 0;
    unsigned k_step = 0, mma_k = 0;
    std::uint32_t k_atom = 0;
};
void declare_layout_args(CLI::App& app, LayoutArgs& args);

// The tile, advanced by its K step. What is wrong with the descriptor goes to standard error, in the verb's name.
Answer<SmemLayout> layout_from(std::string_view verb, const LayoutArgs& args, const Globals& g);

// Refused with the list of what there is, in the option's name.
Answer<const ElementType*> type_named(std::string_view option, std::string_view id);
Answer<Major> major_named(std::string_view id);

// Whether a tile may have that size.
Answer<void> is_size(int rows, int columns);

// --as smem|wgmma; without it the format of --arch.
Answer<const Format*> descriptor_format(std::string_view as, const Globals& g);

}  // namespace tilescope::cli
