// app/panels/tensor_map_panel.cpp -- compares the TMA copy that fills an operand with the reads of the MMA.
// SPDX-License-Identifier: MIT
#include "app/panels/memory_scene.h"
#include "app/panels/panel_parts.h"
#include "app/panels/tensor_map_fields.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/legend.h"
#include "app/widgets/segmented.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>
#include <tilescope/layout/tma_tile.h>
#include <tilescope/scene/tile_scene.h>
#include <tilescope/view/pictures.h>

#include <algorithm>
#include <array>

namespace tilescope::ui {
namespace {

constexpr float kLeastTensorMapGrid = 160, kTensorMapLegendFrom = 240;  // logical pixels

// Returns the scene. Like the memory picture, it is built only after a change of the document or the view state.
const SceneCache& scene_for(const View& view, TensorMapPanelState& state, Operand operand) {
    SceneCache& cache = state.cache[operand];
    const TileOptions tile_look = tensor_map_options(view.view_state, operand);
    if (cache.revision == view.derived.revision && cache.view_state == tile_look) return cache;
    cache.scene = tensor_map_picture(view.derived, view.view_state, operand);
    cache.revision = view.derived.revision;
    cache.view_state = tile_look;
    index_bytes(cache, 1);
    return cache;
}

void draw_make(const View& view, Requests& requests, Operand operand) {
    empty_state(view.theme, "tensor_map.empty",
                say("There is no TMA copy for ", name_of(operand),
                    ". If you make one, this tab compares the bytes that its boxes write with the bytes that the MMA "
                    "reads. A new copy is made from the descriptor, so both agree at first. Then enter the arguments "
                    "of your program."));
    if (ImGui::Button("Make a copy from the descriptor"))
        requests.edits.push_back(SetTensorMap{operand, copy_from_descriptor(view.derived, operand)});
    mark("tensor_map.make");
}

void draw_transfer(const View& view, PanelStates& states, Requests& requests, Operand operand) {
    const TmaView& tma = view.derived.tma[operand];
    const std::vector<Edit> edits = descriptor_from_copy(view.derived, operand);
    ImGui::BeginDisabled(edits.empty());
    if (ImGui::Button("Descriptor from map")) requests.edits = edits, requests.gesture = states.next_gesture++;
    ImGui::EndDisabled();
    mark("tensor_map.to_descriptor");
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
        ImGui::SetTooltip("%s", edits.empty() ? tma.keep_descriptor.c_str() : tma.agreement.repair.text.c_str());
    stay_on_line(button_width("Map from descriptor"));
    ImGui::BeginDisabled(tma.agreement.different == 0);
    if (ImGui::Button("Map from descriptor"))
        requests.edits.push_back(SetTensorMap{operand, copy_from_descriptor(view.derived, operand)});
    ImGui::EndDisabled();
    mark("tensor_map.to_map");
    stay_on_line(button_width("Remove"));
    if (ImGui::Button("Remove")) requests.edits.push_back(SetTensorMap{operand, {}});
    mark("tensor_map.remove");
}

void draw_sentences(const View& view, const TmaView& tma) {
    const bool agrees = tma.agreement.different == 0;
    ImGui::PushStyleColor(ImGuiCol_Text, agrees ? view.theme.good : view.theme.error);
    wrapped(say(agrees ? "ok  " : "x  ", tma.agreement.sentence));
    ImGui::PopStyleColor();
    mark("tensor_map.sentence");
    for (std::size_t i = 0; i < tma.problems.size(); ++i) {
        const Problem& p = tma.problems[i];
        wrapped(say(sign_of(p.severity), p.severity == Severity::error ? "  The driver refuses: " : "  ", p.text));
        mark("tensor_map.refused.", say(i));
        if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", p.source.c_str());
    }
}

void draw_map_grid(const View& view, PanelStates& states, Requests& requests, std::size_t which, ImVec2 size) {
    TensorMapPanelState& state = states.tensor_map;
    const Operand operand = view.view_state.operand;
    const SceneCache& cache = state.cache[operand];
    const Cells& cells = cache.scene.grids[which];
    const Rings rings = rings_in(view, operand, cache, cells);
    ImGui::BeginGroup();
    const std::string_view id = which == 0 ? "tensor_map.tile" : "tensor_map.memory";
    picture_title(cells.title, size.x, id);
    const GridOptions options{.id = id,
                              .size = {size.x, size.y - ImGui::GetTextLineHeightWithSpacing()},
                              .pointed = rings.pointed,
                              .selected = rings.selected,
                              .reveal = first_of(rings.selected)};
    GridView& grid_view = state.grids[operand][which];
    const GridReply reply = moving_grid(view, requests, cells, options, grid_view);
    ImGui::EndGroup();
    if (reply.hovered) requests.focus = focus_of(cells, *reply.hovered, operand);
    if (reply.clicked) requests.view_state.selection = focus_of(cells, *reply.clicked, operand);
}

void draw_pictures(const View& view, PanelStates& states, Requests& requests, Operand operand) {
    const SceneCache& cache = scene_for(view, states.tensor_map, operand);
    if (cache.scene.grids.size() < 2) return empty_state(view.theme, "tensor_map.none", cache.scene.sentence);
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float gap = 2 * ImGui::GetStyle().ItemSpacing.x;
    const bool with_legend = room.y > kTensorMapLegendFrom * view.scale;
    const ImVec2 half{(room.x - gap) / 2,
                      std::max(room.y - (with_legend ? legend_height(cache.scene.legend, style_of(view)) : 0),
                               kLeastTensorMapGrid * view.scale)};
    draw_map_grid(view, states, requests, 0, half);
    ImGui::SameLine(0, gap);
    draw_map_grid(view, states, requests, 1, half);
    if (with_legend) legend(cache.scene.legend, style_of(view));
}

}  // namespace

// Reads: the operand's tensor map, derived.tma, the trace.   Requests: SetTensorMap; SetWord and SetField of a
// descriptor made from the map; operand, focus, selection.
void draw_tensor_map_panel(const View& view, PanelStates& states, Requests& requests) {
    const Operand operand = view.view_state.operand;
    if (!view.presenting) choose_operand(view, requests, "tensor_map.operand");
    if (const OperandView& o = view.derived.of(operand); !o.placed())
        return unplaced_state(view, states, requests, "tensor_map.none", operand);
    if (!can_be_copied(*view.derived.of(operand).layout.type))
        return empty_state(view.theme, "tensor_map.none", no_tensor_map(view.derived, operand));
    const TmaView& tma = view.derived.tma[operand];
    if (!tma.unknown.empty())
        return ask_state(view, states, requests, "tensor_map.none", tma.unknown,
                         std::array{FieldPlace{word_of(operand), "start"}});
    if (!tma.any) return draw_make(view, requests, operand);
    if (!view.presenting) {
        stay_on_line(button_width("Descriptor from map Map from descriptor Remove") + 4 * ImGui::GetFrameHeight());
        draw_transfer(view, states, requests, operand);
        draw_tensor_map_fields(view, states, requests, operand);
    }
    draw_sentences(view, tma);
    draw_pictures(view, states, requests, operand);
}

std::optional<Scene> picture_of_tensor_map(const PictureSource& source) {
    const Operand operand = source.view_state.operand;
    if (!no_tensor_map(source.derived, operand).empty()) return std::nullopt;
    return scene_with_cells(with_note(source.states.tensor_map.cache[operand].scene, source.derived.of(operand)));
}

}  // namespace tilescope::ui
