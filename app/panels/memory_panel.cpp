// app/panels/memory_panel.cpp -- an operand as matrix, and the same chunks as they lie in shared memory.
// SPDX-License-Identifier: MIT
#include "app/panels/address_bits.h"
#include "app/panels/memory_tools.h"
#include "app/ui/drawing.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/cell_grid.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

// The scene is built when the document or the look has changed, not each frame.
const Scene& scene_of(const View& view, Operand operand, MemoryPanelState& state) {
    SceneCache& cache = state.cache[operand == Operand::b];
    const OperandView& o = view.derived.of(operand);
    const Look& look = view.look;
    const TileLook wanted{.operand = operand == Operand::b ? 'B' : 'A',
                          .grain = look.grain,
                          .colouring = look.colouring,
                          .swizzle = look.swizzle,
                          .k_step = look.k_step,
                          .mma_k = o.mma_k};
    if (cache.revision != view.derived.revision || cache.look != wanted) {
        cache.scene = tile_scene(o.layout, o.bytes, wanted);
        cache.revision = view.derived.revision;
        cache.look = wanted;
        cache.cell_of.clear();
        if (cache.scene.grids.size() > 1)
            for (std::size_t i = 0; i < cache.scene.grids[1].key.size(); ++i)
                cache.cell_of[cache.scene.grids[1].key[i]] = i;
    }
    return cache.scene;
}

std::vector<std::size_t> tile_rings(const View& view, Operand operand, const Cells& cells) {
    std::vector<std::size_t> out;
    for (const ElementFocus& e : view.trace.elements)
        if (e.operand == operand && e.row / cells.cell_rows < cells.rows &&
            e.column / cells.cell_columns < cells.columns)
            out.push_back(cells.at(e.row / cells.cell_rows, e.column / cells.cell_columns));
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

std::vector<std::size_t> memory_rings(const View& view, const Cells& cells, const SceneCache& cache) {
    std::vector<std::size_t> out;
    const auto width = static_cast<std::uint32_t>(std::max(cells.cell_columns, 1));
    for (const ByteFocus& b : view.trace.bytes)
        if (const auto found = cache.cell_of.find(b.address / width * width); found != cache.cell_of.end())
            out.push_back(found->second);
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

Focus focus_of(const Cells& cells, std::size_t index, Operand operand) {
    const std::uint32_t key = cells.key[index];
    if (key == kNoKey) return {};
    if (cells.kind == CellKind::byte) return ByteFocus{0, key};
    return ElementFocus{operand, static_cast<int>(key >> 16), static_cast<int>(key & 0xffff)};
}

void draw_arrows(const View& view, const Scene& scene, const GridPlaces& places) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Sizes px = sizes_at(view.scale);
    list.PushClipRect(places.area.min, places.area.max, true);
    for (const Arrow& a : scene.arrows) {
        if (a.from_row == a.to_row && a.from_column == a.to_column) continue;
        const auto middle = [&](int row, int column) {
            return places.corner(static_cast<float>(row) + 0.5f, static_cast<float>(column) + 0.5f);
        };
        const ImVec2 from = middle(a.from_row, a.from_column), to = middle(a.to_row, a.to_column);
        const ImU32 colour = view.theme.accent;
        if (a.ignored)
            dashed_line(list, from, to, faded(colour, 0.6f), px.ring);
        else
            list.AddLine(from, to, colour, px.ring);
        list.AddCircleFilled(to, 2.5f * px.ring, a.ignored ? faded(colour, 0.6f) : colour);
    }
    list.PopClipRect();
}

struct Pair {
    const Scene& scene;
    Operand operand;
    ImVec2 size;  // of both grids together
};

void draw_grid(const View& view, MemoryPanelState& state, Asks& asks, const Pair& pair, std::size_t which,
               float width) {
    const Cells& cells = pair.scene.grids[which];
    const SceneCache& cache = state.cache[pair.operand == Operand::b];
    const bool memory = cells.kind == CellKind::byte;
    const std::vector<std::size_t> rings =
        memory ? memory_rings(view, cells, cache) : tile_rings(view, pair.operand, cells);
    const bool selected = view.focus == view.look.selection;
    ImGui::BeginGroup();
    ImGui::TextUnformatted(shortened(cells.title, width).c_str());
    const float title = ImGui::GetTextLineHeightWithSpacing();
    const std::string id =
        say(memory ? "memory.memory" : "memory.tile", pair.operand == view.look.operand ? "" : "_other");
    const std::span<const std::size_t> all(rings);
    const GridAsk ask{.id = id,
                      .size = {width, pair.size.y - title},
                      .pointed = selected ? std::span<const std::size_t>() : all,
                      .selected = selected ? all : std::span<const std::size_t>(),
                      .reveal = {}};
    const GridReply reply =
        cell_grid(cells, ask, state.grids[2 * (pair.operand == Operand::b) + memory], style_of(view));
    if (!memory) draw_arrows(view, pair.scene, reply.places);
    ImGui::EndGroup();
    if (reply.hovered) asks.focus = focus_of(cells, *reply.hovered, pair.operand);
    if (reply.clicked) {
        asks.look.selection = focus_of(cells, *reply.clicked, pair.operand);
        asks.look.active = word_of(pair.operand);
    }
}

void draw_operand(const View& view, MemoryPanelState& state, Asks& asks, Operand operand, ImVec2 size) {
    if (!view.derived.of(operand).in_smem) {
        ImGui::TextWrapped("A is read from tensor memory in this form.");
        mark("memory.empty");
        return;
    }
    const Pair pair{scene_of(view, operand, state), operand, size};
    if (pair.scene.grids.size() < 2) return ImGui::TextWrapped("%s", pair.scene.sentence.c_str());
    const float gap = 2 * ImGui::GetStyle().ItemSpacing.x, half = (size.x - gap) / 2;
    draw_grid(view, state, asks, pair, 0, half);
    ImGui::SameLine(0, gap);
    draw_grid(view, state, asks, pair, 1, half);
}

}  // namespace

// Reads: operands, their scenes, the trace, the look.   Asks: focus, selection, look; SetField start by [Use as start].
void draw_memory_panel(const View& view, PanelStates& states, Asks& asks) {
    draw_memory_tools(view, asks);
    draw_memory_notes(view);
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float bits = address_bits_height(view) + ImGui::GetStyle().ItemSpacing.y;
    const float height = std::max(room.y - bits, 120 * view.scale);
    if (view.wide) {
        const float gap = 3 * ImGui::GetStyle().ItemSpacing.x, half = (room.x - gap) / 2;
        draw_operand(view, states.memory, asks, Operand::a, {half, height});
        ImGui::SameLine(0, gap);
        draw_operand(view, states.memory, asks, Operand::b, {half, height});
    } else {
        draw_operand(view, states.memory, asks, view.look.operand == Operand::b ? Operand::b : Operand::a,
                     {room.x, height});
    }
    draw_address_bits(view);
}

}  // namespace tilescope::ui
