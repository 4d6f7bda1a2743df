// app/panels/memory_labels.h -- what is written into the cells of an operand: coordinate, byte, bank, value and others.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"
#include "app/widgets/cell_grid.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tilescope::ui {

// The element from which the access of the Banks tab begins: the selected one, or the one in the selected byte, or the
// first of the tile.
Element access_from(const View& view);

// Writes into the cells of a tile or its memory. A cell of several elements shows its first one.
//
//     coordinate 3,24    k 24    byte 0x5b0    chunk 3    bank 12    thread 3    value 0.5    a -> b  3,24 -> 0x5b0
//
// A chunk counts within the swizzle row; a thread is the one that reads the cell in the access of the Banks tab. What
// does not exist is empty.
class MemoryLabels final : public CellText {
public:
    // Requires: `cache` is the scene of the operand in this view and `cells` one of its grids.
    MemoryLabels(const View& view, Operand operand, const SceneCache& cache, const Cells& cells, KeptValues& values);

    void write(std::size_t index, bool all, CellWords& out) const override;

private:
    struct Place {
        std::uint32_t byte;
        std::optional<Element> element;
    };

    Place place_of(std::size_t index) const;
    std::string text_of(CellLabel what, std::size_t index, const Place& place) const;
    std::string value_at(const Element& e) const;
    std::string thread_at(std::uint32_t byte) const;
    std::string banks_at(std::uint32_t byte) const;

    const View& view_;
    Operand which_;
    const OperandView& operand_;
    const SceneCache& cache_;
    const Cells& cells_;
    KeptValues& values_;                                       // filled when a value is asked for
    std::uint32_t bytes_;                                      // of a cell
    std::vector<std::pair<std::uint32_t, unsigned>> threads_;  // first byte of a cell, thread; sorted
};

}  // namespace tilescope::ui
