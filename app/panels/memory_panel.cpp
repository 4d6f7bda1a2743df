// app/panels/memory_panel.cpp -- an operand as a matrix, and the same chunks in shared memory.
// SPDX-License-Identifier: MIT
#include "app/panels/memory_arrows.h"
#include "app/panels/memory_glide.h"
#include "app/panels/memory_labels.h"
#include "app/panels/memory_menu.h"
#include "app/panels/memory_scene.h"
#include "app/panels/memory_tools.h"
#include "app/panels/panel_parts.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/legend.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>
#include <tilescope/view/pictures.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

// Heights in logical pixels. The legend is shown only if the grids stay high enough.
constexpr float kLeastMemoryGrid = 100, kMemoryLegendFrom = 300;

struct GridPlan {
    const Trace* pinned;  // trace of the selection; null: nothing is selected
    const SceneCache& cache;
    Operand operand;
    std::size_t which;  // 0: the tile, 1: memory
    ImVec2 size;        // includes the title

    const Cells& cells() const { return cache.scene.grids[which]; }
};

// Starts the animation of the chunks if the swizzle of the picture was switched. With reduced motion they jump.
void start_glide(const View& view, MemoryPanelState& state) {
    const bool switched = state.swizzled != view.view_state.swizzle;
    state.swizzled = view.view_state.swizzle;
    if (switched) state.glide_from = ImGui::GetTime();
    if (view.reduced_motion) state.glide_from = -1;
}

void continue_glide(const View& view, MemoryPanelState& state, Requests& requests, const GridPlan& plan,
                    const GridPlaces& places) {
    if (state.glide_from < 0) return;
    const Swizzle swizzle = row_of(view.derived.of(plan.operand).layout.mode).swizzle;
    const double seconds = ImGui::GetTime() - state.glide_from;
    if (draw_glide(plan.cells(), places, swizzle, seconds, style_of(view))) requests.next_frame = true;
}

Focus focus_in(const GridPlan& plan, std::size_t index) {
    return focus_of(plan.cells(), index, plan.operand, plan.cache.left_out);
}

void take_reply(const GridReply& reply, const GridPlan& plan, MemoryPanelState& state, Requests& requests) {
    if (reply.menu) state.menu = focus_in(plan, *reply.menu), state.menu_opens = true;
    if (reply.hovered) requests.focus = focus_in(plan, *reply.hovered);
    if (!reply.clicked) return;
    requests.view_state.selection = focus_in(plan, *reply.clicked);
    requests.view_state.active = word_of(plan.operand);
    requests.view_state.operand = plan.operand;
}

// Draws the XOR of the element that is pointed at, or else of the selected element.
void draw_xor(const View& view, const GridPlan& plan, const GridPlaces& places) {
    if (!view.view_state.swizzle) return;
    for (const Trace* trace : {&view.trace, plan.pinned}) {
        if (trace == nullptr) continue;
        for (const ElementFocus& e : trace->elements)
            if (e.matrix == matrix_of(plan.operand)) {
                const SmemLayout& layout = view.derived.of(plan.operand).layout;
                return draw_xor_arrow(plan.cells(), layout, {e.row, e.column}, places, style_of(view));
            }
    }
}

// Returns true if the user moved the grid.
bool draw_grid(const View& view, MemoryPanelState& state, Requests& requests, const GridPlan& plan) {
    const Cells& cells = plan.cells();
    const bool memory = plan.which == 1;
    std::vector<std::size_t> pointed, selected;
    if (plan.pinned != &view.trace) pointed = rings_of(view.trace, plan.operand, plan.cache, cells);
    if (plan.pinned != nullptr) selected = rings_of(*plan.pinned, plan.operand, plan.cache, cells);
    ImGui::BeginGroup();
    if (memory)
        picture_title(cells.title, plan.size.x, "memory.memory");
    else
        draw_tile_title(view, state, requests, {plan.operand, cells.title, plan.size.x});
    const std::string id =
        say(memory ? "memory.memory" : "memory.tile", plan.operand == view.view_state.operand ? "" : "_other");
    const MemoryLabels labels(view, plan.operand, plan.cache, cells, state.values[plan.operand]);
    const GridOptions options{.id = id,
                              .size = {plan.size.x, plan.size.y - ImGui::GetTextLineHeightWithSpacing()},
                              .pointed = pointed,
                              .selected = selected,
                              .reveal = first_of(selected),
                              .text = &labels,
                              .numbers = view.view_state.labels == CellLabel::automatic};
    GridView& grid_view = state.grids[plan.operand][plan.which];
    if (state.reveal) grid_view.revealed.reset();
    const GridReply reply = moving_grid(view, requests, cells, options, grid_view);
    if (memory)
        draw_xor(view, plan, reply.places), continue_glide(view, state, requests, plan, reply.places);
    else
        draw_stride_arrows(plan.cache.scene, reply.places, style_of(view));
    ImGui::EndGroup();
    take_reply(reply, plan, state, requests);
    return reply.led;
}

struct OperandPlan {
    const Trace* pinned;
    Operand operand;
    ImVec2 size;
};

// Draws the reason why there are no grids, in the area of the two grids.
void draw_empty(const View& view, PanelStates& states, Requests& requests, const OperandPlan& plan) {
    const bool in_tmem = !view.derived.of(plan.operand).in_smem && family_of(view.session).a == Storage::tensor_memory;
    ImGui::BeginGroup();
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + plan.size.x);
    unplaced_state(view, states, requests, "memory.empty", plan.operand);
    ImGui::PopTextWrapPos();
    if (in_tmem && ImGui::Button("Open screen 5")) requests.commands.push_back(screen_command(Screen::tmem));
    if (in_tmem) mark("memory.show_tmem");
    ImGui::Dummy(plan.size);
    ImGui::EndGroup();
}

// Returns true if the user moved one of the grids: the other one follows if they have a common axis.
bool draw_operand(const View& view, PanelStates& states, Requests& requests, const OperandPlan& plan) {
    MemoryPanelState& state = states.memory;
    const auto& [pinned, operand, size] = plan;
    const SceneCache& cache = scene_of(view, operand, state);
    if (cache.scene.grids.size() < 2) {
        draw_empty(view, states, requests, plan);
        return false;
    }
    const float gap = 2 * ImGui::GetStyle().ItemSpacing.x;
    const ImVec2 half{(size.x - gap) / 2, size.y};
    const bool tile_led = draw_grid(view, state, requests, {pinned, cache, operand, 0, half});
    ImGui::SameLine(0, gap);
    const bool memory_led = draw_grid(view, state, requests, {pinned, cache, operand, 1, half});
    auto& [tile, memory] = state.grids[operand];
    const CommonAxes& axes = cache.tile_to_memory;
    if (axes.rows > 0 && tile_led) follow_view(memory, tile, axes);
    if (axes.rows > 0 && memory_led) follow_view(tile, memory, axes.inverse());
    return tile_led || (axes.rows > 0 && memory_led);
}

// The tiles of A and B have the axis K, if K goes to the right in both and their cells have the same size. Their rows
// are m and n, and their memories are at different addresses, so nothing else is common.
CommonAxes axes_of_tiles(const MemoryPanelState& state) {
    const auto &a = state.cache[Operand::a].scene.grids, &b = state.cache[Operand::b].scene.grids;
    if (a.size() < 2 || b.size() < 2) return {};
    return {.rows = 0, .columns = a[0].columns == b[0].columns && a[0].cell_columns == b[0].cell_columns ? 1.0f : 0.0f};
}

void draw_operands(const View& view, PanelStates& states, Requests& requests, ImVec2 size) {
    const std::optional<Trace> selected = pinned_trace(view);
    const bool here = !std::holds_alternative<std::monostate>(view.focus) && view.focus == view.view_state.selection;
    const Trace* pinned = selected ? &*selected : here ? &view.trace : nullptr;
    if (!view.wide) {
        draw_operand(view, states, requests, {pinned, view.view_state.operand, size});
        return;
    }
    const float gap = 3 * ImGui::GetStyle().ItemSpacing.x;
    const ImVec2 half{(size.x - gap) / 2, size.y};
    const bool a_led = draw_operand(view, states, requests, {pinned, Operand::a, half});
    ImGui::SameLine(0, gap);
    const bool b_led = draw_operand(view, states, requests, {pinned, Operand::b, half});
    const CommonAxes axes = axes_of_tiles(states.memory);
    MovingView &a = states.memory.grids[Operand::a][0], &b = states.memory.grids[Operand::b][0];
    if (axes.columns > 0 && a_led) follow_view(b, a, axes);
    if (axes.columns > 0 && b_led) follow_view(a, b, axes);
}

// Space swaps A and B. If the pointer drags the picture while Space is held, Space only pans.
void swap_on_space(const View& view, MemoryPanelState& state, bool pointing, Requests& requests) {
    if (key_down(Key::space) && ImGui::IsMouseDown(ImGuiMouseButton_Left)) state.panned = true;
    if (!key_released(Key::space) || view.presenting) return;
    const ImGuiIO& io = ImGui::GetIO();
    if (pointing && !state.panned && !view.wide && !io.WantTextInput && !io.NavVisible)
        requests.commands.push_back(command("operand"));
    state.panned = false;
}

}  // namespace

// Reads: operands, their scenes, the trace, the view state.
// Requests: focus, selection, view state; SetWord with another start by [Use as start].
void draw_memory_panel(const View& view, PanelStates& states, Requests& requests) {
    const bool pointed_before = requests.focus.has_value();
    if (!view.presenting) draw_memory_tools(view, states.memory, requests);
    draw_memory_notes(view);
    start_glide(view, states.memory);
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float gap = ImGui::GetStyle().ItemSpacing.y;
    const float legend_height = std::max(states.memory.legend_height, ImGui::GetTextLineHeight() + gap);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    float height = room.y;
    const SceneCache& shown = states.memory.cache[view.view_state.operand];
    const bool with_legend = height > kMemoryLegendFrom * view.scale && !shown.scene.legend.empty();
    if (with_legend) height -= legend_height;
    draw_operands(view, states, requests, {room.x, std::max(height, kLeastMemoryGrid * view.scale)});
    if (with_legend) {
        const float top = ImGui::GetCursorPosY();
        legend(shown.scene.legend, style_of(view));
        stride_legend(shown.scene, style_of(view));
        states.memory.legend_height = ImGui::GetCursorPosY() - top;
    }
    mark_picture(at, {at.x + room.x, at.y + std::max(room.y, kLeastMemoryGrid * view.scale)});
    swap_on_space(view, states.memory, requests.focus.has_value() && !pointed_before, requests);
    draw_cell_menu(view, states.memory, requests);
    states.memory.reveal = false;
}

std::optional<Scene> picture_of_memory(const PictureSource& source) {
    const Operand operand = source.view_state.operand;
    return scene_with_cells(with_note(source.states.memory.cache[operand].scene, source.derived.of(operand)));
}

}  // namespace tilescope::ui
