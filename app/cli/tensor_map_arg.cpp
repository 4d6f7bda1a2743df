// app/cli/tensor_map_arg.cpp -- the option that gives a tensor map: solve, compare.
// SPDX-License-Identifier: MIT
#include "app/cli/tensor_map_arg.h"
#include "app/cli/commands.h"
#include "app/io/tensor_map_file.h"

#include <tilescope/base/say.h>

namespace tilescope::cli {

void add_tensor_map_footer(Verb& verb) {
    verb.set_footer(
        "A tensor map has the arguments of cuTensorMapEncodeTiled: inner dimension first, strides in bytes.\n"
        "  {\"type\": \"BFLOAT16\", \"swizzle\": \"128B\", \"dims\": [4096, 4096], \"strides\": [8192],\n"
        "   \"box\": [64, 128], \"smem\": \"0x400\", \"origin\": [0, 0]}\n"
        "The prefix CU_TENSOR_MAP_... of a name is optional. Optional keys, with the default in parentheses:\n"
        "element_strides (1 for each dimension), interleave (NONE), address (0), smem (0), origin ([0, 0]).\n"
        "The key origin is the row and the column in the matrix where the tile starts.\n"
        "If the tile needs several boxes, shared memory contains one box after the other. Along the\n"
        "non-contiguous index, the boxes follow each other. Then the contiguous index advances.\n");
}

Answer<TmaCopy> tensor_map_named(const std::string& path) {
    if (path != "-") return io::load_tensor_map(path);
    const auto text = io::read_standard_input();
    if (!text) return Answer<TmaCopy>::refuse(text.why);
    auto copy = io::tensor_map_from_text(*text);
    return copy ? copy : Answer<TmaCopy>::refuse(say("standard input: ", copy.why));
}

void note_refusals(std::string_view verb, const TmaTile& tile) {
    for (const TmaProblem& p : check(tile))
        refuse(verb, say("the driver refuses this copy: ", p.text, " (", p.source, ")"));
}

}  // namespace tilescope::cli
