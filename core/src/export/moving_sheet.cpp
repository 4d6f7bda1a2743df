// core/src/export/moving_sheet.cpp -- a sheet with the cells that are on their way.
// SPDX-License-Identifier: MIT
#include "sheet_colours.h"

#include <tilescope/base/say.h>
#include <tilescope/export/sheet.h>

#include <algorithm>
#include <string>

namespace tilescope {
namespace {

// With more movements than this at once, only evenly chosen ones have an arrow: else arrows would hide the cells.
constexpr std::size_t kMostTrails = 8;

// The first cell of each grid in Sheet::cells, which has the cells of all grids in the order of the scene.
std::vector<std::size_t> first_cells(const Scene& scene) {
    std::vector<std::size_t> out;
    std::size_t next = 0;
    for (const Cells& cells : scene.grids) out.push_back(next), next += cells.at(cells.rows, 0);
    return out;
}

// Grids whose cells have no number yet must have room for it: a cell keeps its size in all frames.
void show_widest(const MovingScene& moving, Scene& scene) {
    for (std::size_t grid = 0; grid < scene.grids.size() && grid < moving.widest.size(); ++grid)
        if (!scene.grids[grid].label.empty() && moving.widest[grid] != kNoLabel)
            scene.grids[grid].label.front() = moving.widest[grid];
}

std::string label_text(std::int32_t label) { return label == kNoLabel ? std::string() : say(label); }

}  // namespace

Sheet sheet_of(const MovingScene& moving, const SheetOptions& options) {
    Scene scene = moving.scene;
    show_widest(moving, scene);
    Sheet sheet = sheet_of(scene, options);
    const std::vector<std::size_t> first = first_cells(scene);
    for (std::size_t grid = 0; grid < scene.grids.size(); ++grid)
        if (!scene.grids[grid].label.empty())
            sheet.cells[first[grid]].label = label_text(moving.scene.grids[grid].label.front());
    const auto cell_at = [&](const CellSpot& spot) {
        return sheet.cells[first[spot.grid] + scene.grids[spot.grid].at(spot.row, spot.column)];
    };
    const std::vector<std::size_t> trails = trails_of(moving.movements.size(), kMostTrails);
    for (std::size_t i = 0; i < moving.movements.size(); ++i) {
        const Movement& m = moving.movements[i];
        const SheetCell from = cell_at(m.from), to = cell_at(m.to);
        const double stay = 1 - m.part;
        const auto between = [&](double a, double b) { return a * stay + b * m.part; };
        if (std::ranges::binary_search(trails, i))
            sheet.trails.push_back({from.x + from.width / 2, from.y + from.height / 2, to.x + to.width / 2,
                                    to.y + to.height / 2, false, "goes to"});
        if (m.part >= 1 && !m.stays) continue;
        SheetCell cell = to;
        cell.x = between(from.x, to.x), cell.y = between(from.y, to.y);
        cell.width = between(from.width, to.width), cell.height = between(from.height, to.height);
        const Inked ink = ink_of(m.tone, options.palette);
        cell.fill = ink.fill, cell.ink = ink.ink, cell.mark = m.mark, cell.lit = m.part > 0 && m.part < 1;
        cell.label = label_text(m.label);
        sheet.flying.push_back(cell);
    }
    return sheet;
}

}  // namespace tilescope
