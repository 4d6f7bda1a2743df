// core/include/tilescope/program/order_gap.h -- what is missing between an MMA and the use of its registers.
// SPDX-License-Identifier: MIT
//
//     wgmma.mma_async... {%f1, ...}, a, b, 1, 1, 1;
//     wgmma.commit_group.sync.aligned;
//     st.global.f32 [%rd1], %f1;              a gap: wait; `use` is this line, and `name` is "%f1"
#pragma once

#include <tilescope/base/text_span.h>

#include <cstdint>
#include <string>

namespace tilescope::program {

enum class Missing : std::uint8_t {
    fence,         // wgmma.fence, before the MMA
    commit,        // wgmma.commit_group, between the MMA and a wait
    wait,          // wgmma.wait_group, between the MMA and the use
    mma_commit,    // tcgen05.commit, between the MMA and tcgen05.ld
    barrier_wait,  // a wait for the mbarrier of the tcgen05.commit, before tcgen05.ld
};

// A gap is proven: the text has one way from the first of the two instructions to the second, or no instruction of this
// kind in the whole kernel.
struct OrderGap {
    Missing missing = Missing::fence;
    TextSpan mma, use;  // use: what accesses the register; the MMA itself if it is the first one of its kernel
    std::string name;   // the register, as written; empty: none
};

}  // namespace tilescope::program
