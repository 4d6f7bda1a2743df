// core/include/tilescope/scene/movement.h -- cells on their way from one place of a scene to another.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/scene/scene.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tilescope {

// A cell of a grid of a scene.
struct CellSpot {
    std::size_t grid = 0;  // index into Scene::grids
    int row = 0, column = 0;
    friend bool operator==(const CellSpot&, const CellSpot&) = default;
};

// A cell that goes from one place to another, perhaps in another grid. The arrow between both places is part of the
// picture: it shows where the cell goes, also in a picture that does not move.
struct Movement {
    CellSpot from, to;
    Tone tone = Tone::empty;
    Mark mark = Mark::none;
    std::int32_t label = kNoLabel;
    std::uint32_t key = kNoKey;
    bool stays = true;  // false: when it arrives it is gone, and the cell at `to` does not change
    double part = 0;    // of the way: 0 is at `from`, 1 at `to`
};

// A scene, and the cells that are on their way in it.
struct MovingScene {
    Scene scene;
    std::vector<Movement> movements;
    // For each grid, the number with the most digits that any of its cells ever has, so that cells keep their size.
    // Empty: the numbers of the scene.
    std::vector<std::int32_t> widest;
};

// Returns the part of the way of movement `index` of `count`, if `time` (0 to 1) of the step has passed. Movements
// start one after the other, and each starts and ends at rest.
double part_of_way(double time, std::size_t index, std::size_t count);

// Returns which of `count` movements have an arrow if only `most` can: evenly chosen, the first one always.
std::vector<std::size_t> trails_of(std::size_t count, std::size_t most);

// Returns the scene with at most `rows` rows of each grid: those pages of `rows` rows on which the first movement of
// the grid begins or ends, or the first lit cell lies. A movement between rows that are left out is left out too.
MovingScene page_of(const MovingScene& whole, int rows);

}  // namespace tilescope
