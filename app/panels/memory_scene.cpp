// app/panels/memory_scene.cpp -- scenes that are kept, rings from the trace, the meaning of a cell.
// SPDX-License-Identifier: MIT
#include "app/panels/memory_scene.h"

#include <tilescope/base/say.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

void index_memory(SceneCache& cache) {
    cache.cell_of.clear();
    if (cache.scene.grids.size() < 2) return;
    const Cells& memory = cache.scene.grids[1];
    for (std::size_t i = 0; i < memory.key.size(); ++i)
        if (memory.key[i] != kNoKey) cache.cell_of[memory.key[i]] = i;
}

void once_each(std::vector<std::size_t>& cells) {
    std::ranges::sort(cells);
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
}

// The address of a cell, from any cell of its line that holds something.
std::optional<std::uint32_t> address_of(const Cells& cells, std::size_t index) {
    if (cells.key[index] != kNoKey) return cells.key[index];
    const auto columns = static_cast<std::size_t>(cells.columns);
    const std::size_t first = index / columns * columns;
    for (std::size_t i = first; i < first + columns; ++i)
        if (cells.key[i] != kNoKey)
            return cells.key[i] +
                   static_cast<std::uint32_t>(index - i) * static_cast<std::uint32_t>(cells.cell_columns);
    return std::nullopt;
}

}  // namespace

const SceneCache& scene_of(const View& view, Operand operand, MemoryPanelState& state) {
    SceneCache& cache = state.cache[operand == Operand::b];
    const OperandView& o = view.derived.of(operand);
    const Look& look = view.look;
    const TileLook wanted{.operand = operand == Operand::b ? 'B' : 'A',
                          .grain = look.grain,
                          .colouring = look.colouring,
                          .swizzle = look.swizzle,
                          .k_step = look.k_step,
                          .mma_k = o.mma_k};
    if (cache.revision == view.derived.revision && cache.look == wanted) return cache;
    cache.scene = tile_scene(o.layout, o.bytes, wanted);
    cache.revision = view.derived.revision;
    cache.look = wanted;
    index_memory(cache);
    return cache;
}

std::vector<std::size_t> rings_of(const Trace& trace, Operand operand, const SceneCache& cache, const Cells& cells) {
    std::vector<std::size_t> out;
    if (cells.kind == CellKind::byte) {
        const auto width = static_cast<std::uint32_t>(std::max(cells.cell_columns, 1));
        for (const ByteFocus& b : trace.bytes)
            if (const auto found = cache.cell_of.find(b.address / width * width); found != cache.cell_of.end())
                out.push_back(found->second);
    } else {
        for (const ElementFocus& e : trace.elements) {
            const int row = e.row / cells.cell_rows, column = e.column / cells.cell_columns;
            if (e.operand == operand && row < cells.rows && column < cells.columns)
                out.push_back(cells.at(row, column));
        }
    }
    once_each(out);
    return out;
}

Focus focus_of(const Cells& cells, std::size_t index, Operand operand) {
    if (cells.kind == CellKind::byte) {
        const auto address = address_of(cells, index);
        return address ? Focus(ByteFocus{0, *address}) : Focus();
    }
    const std::uint32_t key = cells.key[index];
    if (key == kNoKey) return {};
    return ElementFocus{operand, static_cast<int>(key >> 16), static_cast<int>(key & 0xffff)};
}

std::string table_of(const Cells& cells) {
    std::string out = say(cells.row_axis, " \\ ", cells.column_axis);
    for (const std::string& label : cells.column_labels) out += say('\t', label);
    for (int row = 0; row < cells.rows; ++row) {
        const auto r = static_cast<std::size_t>(row);
        out += say('\n', r < cells.row_labels.size() ? cells.row_labels[r] : "");
        for (int column = 0; column < cells.columns; ++column) {
            const std::int32_t label = cells.label[cells.at(row, column)];
            out += '\t';
            if (label != kNoLabel) out += say(label);
        }
    }
    return out + '\n';
}

}  // namespace tilescope::ui
