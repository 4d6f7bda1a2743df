// core/include/tilescope/scene/tmem_scene.h -- a map of Tensor Memory of one CTA: the lanes and columns in use.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/layout/tmem_view.h>
#include <tilescope/scene/scene.h>

#include <cstdint>

namespace tilescope {

// overview: each drawn cell is 8 columns x 4 lanes. All of Tensor Memory fits, and a free half of a sub-partition is
// still visible.
enum class TmemGrain : std::uint8_t { overview, cell };
inline constexpr NamedValue kTmemGrainNames[] = {{0, "overview"}, {1, "cell"}};

struct TmemOptions {
    unsigned cta = 0;
    TmemGrain grain = TmemGrain::overview;
    friend bool operator==(const TmemOptions&, const TmemOptions&) = default;
};

// Draws one grid of lanes x columns, with one area per region (ids as in kTmemPlaces). Cells that two operands share
// are crossed. A region is hatched if its location is not confirmed. No grid if Tensor Memory is not used.
Scene tmem_scene(const TmemView& view, const TmemOptions& options);

}  // namespace tilescope
