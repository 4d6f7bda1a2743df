// app/panels/mma_labels.h -- what is written into the cells of the MMA picture.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"
#include "app/widgets/cell_grid.h"

#include <tilescope/scene/mma_scene.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tilescope::ui {

// Writes into the cells of one part of the picture. A cell of several elements shows its first one.
//
//     coordinate 3,24    place 0x5b0 or 9,152    value 0.5    verdict wrong    a -> b  3,24 -> 0x5b0
class MmaLabels final : public CellText {
public:
    // Requires: `picture` is the one of this view and has the part.
    MmaLabels(const View& view, const MmaPicture& picture, PicturePart part, MmaLabelStore& store);

    void write(std::size_t index, bool all, CellWords& out) const override;

private:
    // An element of A, B or D, as the inspector counts it: the rows of A and B are those of one CTA.
    struct Place {
        Matrix matrix;
        int row, column;
        int row_of_all;  // counted through all CTAs
    };

    std::optional<Place> element_of(std::size_t index) const;
    std::optional<Place> element_in_memory(Operand operand, std::size_t index) const;
    std::string text_of(CellLabel what, std::size_t index) const;
    std::string place_text(std::size_t index) const;
    std::string value_text(std::size_t index) const;

    const View& view_;
    const MmaPicture& picture_;
    PicturePart part_;
    const Cells& cells_;
    MmaLabelStore& store_;  // filled when a label needs it
};

}  // namespace tilescope::ui
