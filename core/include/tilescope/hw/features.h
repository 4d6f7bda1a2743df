// core/include/tilescope/hw/features.h -- the features that a target can have.
// SPDX-License-Identifier: MIT
//
// Each row of kArchs (archs.h) is a target and has a set of features. Code tests a feature, never the name of a target:
//
//     if (has_feature(arch, Feature::shift)) ...
//
// So a new target needs only a new row.
#pragma once

#include <tilescope/base/enum_set.h>

#include <cstdint>

namespace tilescope {

enum class Feature : std::uint8_t {
    wgmma,          // wgmma.mma_async, and its shared-memory descriptor
    tcgen05,        // tcgen05 instructions and Tensor Memory
    exact,          // an 'a' target: its code runs on one chip only, and can use features that the family does not have
    kind_i8,        // .kind::i8
    kind_ti16,      // .kind::ti16
    scale_input_d,  // the immediate that scales D (written after the predicate)
    scale_vec,      // scale vector sizes written as .scale_vec::1X, 2X, 4X
    sparse_packed,  // .sp with the kinds that read packed fp4
    shift,          // tcgen05.shift
    ld_red,         // tcgen05.ld.red
    loose,  // ptxas 13.0 has the target and accepts forms that later versions refuse: tcgen05.ld without .aligned, ...
    spcompress,         // tcgen05.ld.spcompress
    commit_wide,        // tcgen05.commit to 32 CTAs
    commit_restricted,  // tcgen05.commit that waits only until A is read
    k96,                // K = 96 for the packed fp4 kinds, with the absolute-address mode of lbo
    collector_b,        // .collector::b without .ws
    lut_b,              // .decompress::lut::b
    fields_94,          // the descriptor fields that PTX 9.4 added
    tma_packed,         // tensor maps of 4- and 6-bit types
    tma_atoms,          // tensor maps with swizzle atoms of 32 or 64 bytes
};

using Features = EnumSet<Feature>;

}  // namespace tilescope
