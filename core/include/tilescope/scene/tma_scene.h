// core/include/tilescope/scene/tma_scene.h -- what TMA writes beside what the MMA reads.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/scene/tile_scene.h>

#include <cstdint>
#include <span>

namespace tilescope {

// A tile where the MMA reads it, and where TMA wrote it (kNoKey: nowhere); and which elements that concerns.
struct TmaPicture {
    const SmemLayout& layout;
    std::span<const std::uint32_t> read, written;
    std::span<const Element> differing;
};

// grids[0]: the tile. grids[1]: shared memory as TMA writes it. Cells with an element that the MMA reads from elsewhere
// are crossed in both. The swizzle is always in the picture.
Scene tma_scene(const TmaPicture& picture, TileLook look);

}  // namespace tilescope
