// core/src/scene/tma_scene.cpp -- compares what TMA writes with what the MMA reads.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/scene/tma_scene.h>

#include <algorithm>
#include <unordered_map>

namespace tilescope {

Scene tma_scene(const TmaPicture& picture, TileOptions options) {
    options.swizzle = true;
    options.mma_k = 0;  // no K step is lit here
    Scene out = tile_scene(picture.layout, picture.read, options);
    Scene wrote = tile_scene(picture.layout, picture.written, options);
    if (out.grids.size() < 2 || wrote.grids.size() < 2) return out;
    out.arrows.clear();
    out.grids[1] = std::move(wrote.grids[1]);
    Cells &tile = out.grids[0], &memory = out.grids[1];
    tile.title = say("TILE ", name_of(options.operand), "  cross mark = read from a wrong place");
    memory.title = "MEMORY  as TMA writes it";
    std::ranges::fill(tile.mark, Mark::none);
    std::ranges::fill(memory.mark, Mark::none);
    std::unordered_map<std::uint32_t, std::size_t> cell_of;
    for (std::size_t i = 0; i < memory.key.size(); ++i)
        if (memory.key[i] != kNoKey) cell_of[memory.key[i]] = i;
    const auto width = static_cast<std::uint32_t>(std::max(memory.cell_columns, 1));
    for (const Element e : picture.differing) {
        tile.mark[tile.at(e.row / tile.cell_rows, e.column / tile.cell_columns)] = Mark::crossed;
        const std::uint32_t byte =
            picture.written[static_cast<std::size_t>(e.row) * static_cast<std::size_t>(picture.layout.columns) +
                            static_cast<std::size_t>(e.column)];
        if (const auto found = cell_of.find(byte / width * width); byte != kNoKey && found != cell_of.end())
            memory.mark[found->second] = Mark::crossed;
    }
    const std::string lines =
        memory.rows == 0 ? std::string("no line") : say(memory.rows, " lines of 128 bytes from ", memory.row_labels[0]);
    out.sentence = say("Operand ", name_of(options.operand), ", ", picture.layout.rows, " x ", picture.layout.columns,
                       " ", picture.layout.type->id, ", as TMA writes it: ", lines, ".");
    out.legend.back().text = "the MMA reads a different element";
    return out;
}

}  // namespace tilescope
