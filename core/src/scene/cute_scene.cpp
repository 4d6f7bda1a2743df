// core/src/scene/cute_scene.cpp -- a CuTe layout as a table of offsets.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/scene/cute_scene.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr std::int64_t kMostCells = 1 << 16;

// Returns the offset after the swizzle, in units. The offset is relative to the layout; it is not an address.
std::int64_t place_of(const CuteText& text, std::int64_t offset) {
    CuteText at_zero = text;
    at_zero.address = 0;
    at_zero.unit_bits = std::max(text.unit_bits, 1u);  // a swizzle without a pointer acts on the offset itself
    return static_cast<std::int64_t>(bit_of(at_zero, offset) / at_zero.unit_bits);
}

}  // namespace

Answer<Scene> cute_scene(const CuteText& text) {
    const auto modes = modes_of(text);
    if (!modes) return Answer<Scene>::refuse(modes.why);
    if (modes->size() > 2)
        return Answer<Scene>::refuse(say("the layout has ", modes->size(), " modes; a table needs one or two modes"));
    const CuteModes one{{1, 0}};
    const CuteModes &rows = modes->size() == 2 ? (*modes)[0] : one, &columns = modes->back();
    if (size_of(rows) * size_of(columns) > kMostCells)
        return Answer<Scene>::refuse(say("the layout has ", size_of(rows) * size_of(columns),
                                         " coordinates; a picture shows at most ", kMostCells));
    Cells cells;
    cells.id = "cute";
    cells.title = to_text(text);
    cells.row_axis = "row";
    cells.column_axis = "column";
    cells.rows = static_cast<int>(size_of(rows));
    cells.columns = static_cast<int>(size_of(columns));
    for (int r = 0; r < cells.rows; ++r) {
        cells.row_labels.push_back(say(r));
        for (int c = 0; c < cells.columns; ++c) {
            const std::int64_t offset = place_of(text, offset_of(rows, r) + offset_of(columns, c));
            cells.tone.push_back(static_cast<Tone>(static_cast<std::uint64_t>(offset) % 8));
            cells.mark.push_back(Mark::none);
            cells.label.push_back(static_cast<std::int32_t>(offset));
            cells.key.push_back(kNoKey);
            cells.lit.push_back(0);
        }
    }
    for (int c = 0; c < cells.columns; ++c) cells.column_labels.push_back(say(c));
    Scene scene;
    scene.sentence = say(cells.title, ": ", cells.rows, " x ", cells.columns, ", the offset of each coordinate",
                         text.unit_bits == 0 ? std::string() : say(" in units of ", text.unit_bits, " bits"), ".");
    scene.grids.push_back(std::move(cells));
    return scene;
}

}  // namespace tilescope
