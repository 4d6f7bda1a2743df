// core/src/layout/k_advance.cpp -- the start address of each instruction along K.
// SPDX-License-Identifier: MIT
#include <tilescope/layout/k_advance.h>
#include <tilescope/layout/placing.h>

namespace tilescope {
namespace {

unsigned columns_of(const SmemLayout& layout, unsigned columns) {
    if (columns != 0) return columns;
    return layout.mma_columns > 0 ? static_cast<unsigned>(layout.mma_columns) : dense_k(*layout.type);
}

// The layout of a tile whose instructions read this number of columns.
SmemLayout read_by(SmemLayout layout, unsigned columns) {
    layout.mma_columns = static_cast<int>(columns_of(layout, columns));
    return layout;
}

}  // namespace

std::uint32_t k_step_start(const SmemLayout& layout, unsigned step, unsigned columns) {
    const auto column = static_cast<int>(step * columns_of(layout, columns));
    return placing::linear_address(read_by(layout, columns), {0, column});
}

int k_step_units(const SmemLayout& layout, unsigned step, unsigned columns) {
    const std::uint32_t bytes = k_step_start(layout, step + 1, columns) - k_step_start(layout, step, columns);
    return static_cast<std::int32_t>(bytes) / static_cast<std::int32_t>(placing::kChunk);
}

SmemLayout k_step_slice(const SmemLayout& layout, unsigned step, unsigned columns) {
    SmemLayout slice = read_by(layout, columns);
    slice.start = k_step_start(layout, step, columns);
    slice.columns = slice.mma_columns;
    if (!placing::continues_elsewhere(layout)) return slice;
    // A slice that leaves its first line continues in the next column of atoms.
    const placing::Walks w = placing::walks_of(layout);
    const unsigned outer = w.column.step_of(static_cast<int>(step) * slice.columns) / w.column.inner;
    slice.lbo = w.origin + w.column.outer_part(outer + 1);
    return slice;
}

}  // namespace tilescope
