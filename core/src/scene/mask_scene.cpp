// core/src/scene/mask_scene.cpp -- the zero-column mask: one strip per sub-mask.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/scene/mask_scene.h>

#include <algorithm>

namespace tilescope {
namespace {

Cells strip(const MaskPicture& picture, unsigned first, unsigned last) {
    Cells out;
    out.column_axis = "column";
    out.rows = 1;
    out.columns = static_cast<int>(last - first);
    out.kind = CellKind::mask_column;
    for (unsigned j = first; j < last; ++j) {
        const MaskColumn& c = picture.columns[j];
        out.tone.push_back(c.zeroed ? Tone::zeroed : Tone::used);
        out.mark.push_back(c.zeroed ? Mark::hatched : Mark::none);
        out.label.push_back(static_cast<std::int32_t>(j - first));
        out.key.push_back(j);
        out.lit.push_back(0);
        out.column_labels.push_back(say(j - first));
    }
    return out;
}

}  // namespace

Scene mask_scene(const MaskPicture& picture) {
    Scene scene;
    for (unsigned b = 0; b < picture.submasks; ++b) {
        const unsigned first = std::min(b * picture.submask_columns, picture.n);
        const unsigned last = std::min(first + picture.submask_columns, picture.n);
        Cells cells = strip(picture, first, last);
        cells.id = say("mask_", b);
        cells.title = say("sub ", b);
        cells.row_labels.push_back(cells.title);
        scene.grids.push_back(std::move(cells));
    }
    const bool shifted = !picture.columns.empty() && picture.columns.front().source != 0;
    if (shifted) {
        Cells source = strip(picture, 0, picture.n);
        source.id = "mask_source";
        source.title = "reads B column";
        for (unsigned j = 0; j < picture.n; ++j) source.label[j] = static_cast<std::int32_t>(picture.columns[j].source);
        scene.grids.push_back(std::move(source));
    }
    scene.legend = {{Tone::zeroed, Mark::hatched, "zeroed: B is read as 0"}, {Tone::used, Mark::none, "used"}};
    scene.sentence = say(picture.zeroed, " of ", picture.n, " columns are zeroed.");
    return scene;
}

}  // namespace tilescope
