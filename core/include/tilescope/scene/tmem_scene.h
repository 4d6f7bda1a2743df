// core/include/tilescope/scene/tmem_scene.h -- Tensor Memory of one CTA as a map: who has which lanes and columns.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/layout/tmem_view.h>
#include <tilescope/scene/scene.h>

#include <cstdint>

namespace tilescope {

// overview: 8 columns x 4 lanes a drawn cell, which shows all of it and still the free half of a sub-partition.
enum class TmemGrain : std::uint8_t { overview, cell };
inline constexpr NamedValue kTmemGrainNames[] = {{0, "overview"}, {1, "cell"}};

struct TmemLook {
    unsigned cta = 0;
    TmemGrain grain = TmemGrain::overview;
    friend bool operator==(const TmemLook&, const TmemLook&) = default;
};

// grids[0]: lanes x columns; an area a region, named as in kTmemPlaces. Cells whose bits two operands have are crossed,
// regions that rest on less than a confirmed fact hatched. No grid where nothing lies in Tensor Memory.
Scene tmem_scene(const TmemView& view, const TmemLook& look);

}  // namespace tilescope
