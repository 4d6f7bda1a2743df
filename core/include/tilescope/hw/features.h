// core/include/tilescope/hw/features.h -- what a target may have: the capabilities that code asks for.
// SPDX-License-Identifier: MIT
//
// A target is a row of kArchs (archs.h) and has a set of these. Code asks has_feature(arch, Feature::shift), never
// whether the target is called sm_100a: then a new target is one row.
#pragma once

#include <tilescope/base/enum_set.h>

#include <cstdint>

namespace tilescope {

enum class Feature : std::uint8_t {
    wgmma,          // wgmma.mma_async, and its shared-memory descriptor
    tcgen05,        // tcgen05 instructions and Tensor Memory
    exact,          // an 'a' target: code for it runs on this chip alone, and it has what its family does not promise
    kind_i8,        // .kind::i8
    kind_ti16,      // .kind::ti16
    scale_input_d,  // the number behind the predicate that scales D
    scale_vec,      // sizes of scale vectors spelled .scale_vec::1X, 2X, 4X
    sparse_packed,  // .sp with kinds that read packed fp4
    shift,          // tcgen05.shift
    ld_red,         // tcgen05.ld.red
    loose,          // ptxas 13.0 knows the target, and takes what later ones refuse: tcgen05.ld without .aligned, ...
    spcompress,     // tcgen05.ld.spcompress
    commit_wide,    // tcgen05.commit to 32 CTAs
    commit_restricted,  // tcgen05.commit that waits for the reading of A alone
    k96,                // K = 96 of packed fp4 kinds, with the absolute mode of lbo
    collector_b,        // .collector::b without .ws
    lut_b,              // .decompress::lut::b
    fields_94,          // the descriptor fields that PTX 9.4 added
};

using Features = EnumSet<Feature>;

}  // namespace tilescope
