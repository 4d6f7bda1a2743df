// app/panels/memory_scene.cpp -- cached scenes, rings from the trace, and the focus of a cell.
// SPDX-License-Identifier: MIT
#include "app/panels/memory_scene.h"

#include <tilescope/base/say.h>
#include <tilescope/view/pictures.h>

#include <algorithm>
#include <cmath>

namespace tilescope::ui {
namespace {

void sort_and_deduplicate(std::vector<std::size_t>& cells) {
    std::ranges::sort(cells);
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
}

// Returns the address of a cell. For an empty cell, computes it from any non-empty cell of the same line.
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

void index_bytes(SceneCache& cache, std::size_t grid) {
    cache.cell_of.clear();
    if (cache.scene.grids.size() <= grid) return;
    const Cells& memory = cache.scene.grids[grid];
    for (std::size_t i = 0; i < memory.key.size(); ++i)
        if (memory.key[i] != kNoKey) cache.cell_of[memory.key[i]] = i;
}

const SceneCache& scene_of(const View& view, Operand operand, MemoryPanelState& state) {
    SceneCache& cache = state.cache[operand];
    const OperandView& o = view.derived.of(operand);
    const ViewState& view_state = view.view_state;
    const TileOptions tile_look = tile_options(view.derived, view_state, operand);
    if (cache.revision == view.derived.revision && cache.view_state == tile_look) return cache;
    cache.scene = memory_picture(view.derived, view_state, operand);
    cache.left_out = view_state.swizzle || !o.placed() ? Swizzle{} : row_of(o.layout.mode).swizzle;
    cache.revision = view.derived.revision;
    cache.view_state = tile_look;
    index_bytes(cache, 1);
    link_grids(cache, o, view_state.swizzle);
    return cache;
}

std::vector<std::size_t> rings_of(const Trace& trace, Operand operand, const SceneCache& cache, const Cells& cells) {
    std::vector<std::size_t> out;
    if (cells.kind == CellKind::byte) {
        const auto width = static_cast<std::uint32_t>(std::max(cells.cell_columns, 1));
        for (const ByteFocus& b : trace.bytes)
            if (const auto found = cache.cell_of.find(cache.left_out(b.address) / width * width);
                found != cache.cell_of.end())
                out.push_back(found->second);
    } else {
        for (const ElementFocus& e : trace.elements) {
            const int row = e.row / cells.cell_rows, column = e.column / cells.cell_columns;
            if (e.matrix == matrix_of(operand) && row < cells.rows && column < cells.columns)
                out.push_back(cells.at(row, column));
        }
    }
    sort_and_deduplicate(out);
    return out;
}

Rings rings_in(const View& view, Operand operand, const SceneCache& cache, const Cells& cells) {
    const auto rings = [&](const Trace& t) { return rings_of(t, operand, cache, cells); };
    const bool selection = !std::holds_alternative<std::monostate>(view.view_state.selection);
    if (selection && view.focus == view.view_state.selection) return {{}, rings(view.trace)};
    Rings out{rings(view.trace), {}};
    if (selection) out.selected = rings(trace(view.derived, view.view_state.selection));
    return out;
}

Focus focus_of(const Cells& cells, std::size_t index, Operand operand, const Swizzle& left_out) {
    if (cells.kind == CellKind::byte) {
        const auto address = address_of(cells, index);
        return address ? Focus(ByteFocus{0, left_out(*address)}) : Focus();
    }
    const std::uint32_t key = cells.key[index];
    if (key == kNoKey) return {};
    return ElementFocus{matrix_of(operand), static_cast<int>(key >> 16), static_cast<int>(key & 0xffff)};
}

void link_grids(SceneCache& cache, const OperandView& operand, bool swizzle) {
    constexpr int kGroup = 8;  // rows of a core matrix
    cache.element_in.clear(), cache.tile_to_memory = {};
    if (cache.scene.grids.size() < 2) return;
    const Cells &tile = cache.scene.grids[0], &memory = cache.scene.grids[1];
    cache.element_in.assign(memory.tone.size(), kNoKey);
    if (tile.rows == 0 || memory.rows == 0) return;
    const auto width = static_cast<std::uint32_t>(std::max(memory.cell_columns, 1));
    const auto columns = static_cast<std::size_t>(operand.layout.columns),
               tile_columns = static_cast<std::size_t>(tile.columns);
    const Swizzle xor_of = row_of(operand.layout.mode).swizzle;
    const float ratio = static_cast<float>(memory.rows) / static_cast<float>(tile.rows);
    bool common = operand.layout.major == Major::k && tile.cell_rows == 1;
    for (std::size_t i = 0; i < tile.key.size(); ++i) {
        const std::uint32_t byte = operand.bytes[(tile.key[i] >> 16) * columns + (tile.key[i] & 0xffff)];
        if (byte == kNoKey) continue;
        const auto found = cache.cell_of.find((swizzle ? byte : xor_of(byte)) / width * width);
        if (found == cache.cell_of.end()) continue;
        std::uint32_t& first = cache.element_in[found->second];
        if (first == kNoKey) first = tile.key[i];
        const std::size_t row = i / tile_columns, line = found->second / static_cast<std::size_t>(memory.columns);
        const float begin = static_cast<float>(row / kGroup * kGroup) * ratio, end = std::ceil(begin + kGroup * ratio);
        common = common && static_cast<float>(line) >= std::floor(begin) && static_cast<float>(line) < end;
    }
    if (common) cache.tile_to_memory = {.rows = ratio, .columns = 0};
}

namespace {

// Returns the first address of a drawn row. Empty lines are not drawn, so the addresses of two rows can differ by more
// than one line.
std::uint32_t line_at(const Cells& cells, int row) {
    const auto width = static_cast<std::uint32_t>(cells.columns * std::max(cells.cell_columns, 1));
    for (int column = 0; column < cells.columns; ++column)
        if (const std::uint32_t key = cells.key[cells.at(row, column)]; key != kNoKey) return key / width * width;
    return kNoKey;
}

std::optional<ByteFocus> byte_beside(const Cells& cells, const ByteFocus& from, int down, int right) {
    const int width = std::max(cells.cell_columns, 1);
    const auto line = static_cast<std::uint32_t>(cells.columns * width);
    int row = 0;
    while (row < cells.rows && line_at(cells, row) != from.address / line * line) ++row;
    if (row == cells.rows) return std::nullopt;
    const int to_row = std::clamp(row + down, 0, cells.rows - 1);
    const int column = std::clamp(static_cast<int>(from.address % line) / width + right, 0, cells.columns - 1);
    return ByteFocus{from.cta, line_at(cells, to_row) + static_cast<std::uint32_t>(column * width)};
}

}  // namespace

std::optional<Focus> focus_beside(const Cells& cells, const Focus& from, int down, int right, const Swizzle& left_out) {
    // The XOR is its own inverse.
    if (const auto* byte = std::get_if<ByteFocus>(&from); byte && cells.kind == CellKind::byte) {
        const auto to = byte_beside(cells, {byte->cta, left_out(byte->address)}, down, right);
        return to ? std::optional<Focus>(ByteFocus{to->cta, left_out(to->address)}) : std::nullopt;
    }
    const auto* element = std::get_if<ElementFocus>(&from);
    if (!element || cells.kind == CellKind::byte) return std::nullopt;
    const int last_row = cells.rows * cells.cell_rows - 1, last_column = cells.columns * cells.cell_columns - 1;
    return ElementFocus{element->matrix, std::clamp(element->row + down * cells.cell_rows, 0, last_row),
                        std::clamp(element->column + right * cells.cell_columns, 0, last_column)};
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
