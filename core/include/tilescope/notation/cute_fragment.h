// core/include/tilescope/notation/cute_fragment.h -- operand fragments of CuTe: descriptor iterators, and their K step.
// SPDX-License-Identifier: MIT
//
// A CuTe kernel prints its operand fragments as layouts of descriptors. The strides count 16 bytes, as the start field
// of a descriptor does. The modes are: one instruction, instructions along M or N, instructions along K, and often the
// stages of a pipeline:
//
//     tCrA: GMMA::DescriptorIterator o (_1,_2,(_4,_2),(_1,_2)):(_0,_1024,(_2,_2048),(_0,_4096))
//     |                                 |  |   |   |   |                    |
//     name               one instruction   |   |   |   stages               the K step: 2 units = 32 bytes
//                                    M or N    K: four steps of 2 units, then the next atom, 2048 units further
//
// A kernel can slice modes away, so fragments of one or two modes have no certain K mode. In a fragment of three modes,
// the third mode is K, or the stages if the kernel sliced K away: `k_is_certain` is false.
//
// Source: CUTLASS include/cute/atom/mma_atom.hpp make_fragment_A, partition_shape_A; mma_traits_sm90_gmma.hpp
// DescriptorIterator @7107b055.
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/notation/cute.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

inline constexpr std::int64_t kFragmentUnitBytes = 16;

struct CuteFragment {
    std::string name;                   // "tCrA"; empty if the text has none
    std::string_view instruction;       // "wgmma" for GMMA, "tcgen05" for UMMA; empty if the text names neither
    CuteText layout;                    // shape and stride; the unit is 128 bits
    std::vector<CuteModes> modes;       // the top-level modes of `layout`, each flattened
    std::optional<std::size_t> k_mode;  // index into `modes`
    bool k_is_certain = false;
    CuteMode k_step{1,
                    0};  // the innermost step of the K mode: number of steps, and units of 16 bytes; {1, 0}: one step
};

// Reads one fragment, with or without a name and a colon before it, and with or without a colon after it.
// Errors: the text has no DescriptorIterator; the layout cannot be read (see parse_cute()) or evaluated (modes_of()).
Answer<CuteFragment> parse_fragment(std::string_view text);

// Returns the fragments of all lines that have one. Lines without a fragment, or with one that cannot be read, are not
// in the result.
std::vector<CuteFragment> fragments_in(std::string_view text);

// Returns a sentence: "tCrA is a layout of wgmma descriptors. A K step adds 2 units of 16 bytes = 32 bytes."
std::string sentence_of(const CuteFragment& fragment);

}  // namespace tilescope
