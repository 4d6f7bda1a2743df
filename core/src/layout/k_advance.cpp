// core/src/layout/k_advance.cpp -- the start address of each instruction along K.
// SPDX-License-Identifier: MIT
#include <tilescope/layout/k_advance.h>
#include <tilescope/layout/placing.h>

namespace tilescope {

std::uint32_t k_step_start(const SmemLayout& layout, unsigned step) {
    const auto column = static_cast<int>(step * dense_k(*layout.type));
    return placing::linear_address(layout, {0, column});
}

int k_step_units(const SmemLayout& layout, unsigned step) {
    const std::uint32_t bytes = k_step_start(layout, step + 1) - k_step_start(layout, step);
    return static_cast<std::int32_t>(bytes) / static_cast<std::int32_t>(placing::kChunk);
}

SmemLayout k_step_slice(const SmemLayout& layout, unsigned step) {
    SmemLayout slice = layout;
    slice.start = k_step_start(layout, step);
    slice.columns = static_cast<int>(dense_k(*layout.type));
    return slice;
}

}  // namespace tilescope
