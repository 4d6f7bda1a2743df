// core/include/tilescope/scene/tma_scene.h -- compares what TMA writes with what the MMA reads.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/scene/tile_scene.h>

#include <cstdint>
#include <span>

namespace tilescope {

// A tile: the byte where the MMA reads each element, the byte where TMA writes it (kNoKey: nowhere), and the elements
// that differ.
struct TmaPicture {
    const SmemLayout& layout;
    std::span<const std::uint32_t> read, written;
    std::span<const Element> differing;
};

// Draws two grids: grids[0] is the tile, grids[1] is shared memory as TMA writes it. In both, a cell is crossed if the
// MMA reads one of its elements from a different byte. The picture always includes the swizzle.
Scene tma_scene(const TmaPicture& picture, TileOptions options);

}  // namespace tilescope
