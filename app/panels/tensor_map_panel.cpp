// app/panels/tensor_map_panel.cpp -- the members of a tensor map, and its copy compared with what the MMA reads.
// SPDX-License-Identifier: MIT
#include "app/panels/memory_parts.h"
#include "app/panels/panel_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/layout/tma_tile.h>
#include <tilescope/notation/tensor_maps.h>
#include <tilescope/scene/tile_scene.h>
#include <tilescope/view/pictures.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

constexpr float kColumn = 205;  // logical pixels
constexpr int kMostColumns = 4;

struct Member {
    const TmaMemberRow& row;
    const TmaCopy& copy;
    Operand operand;
    std::string id;  // its mark
};

void request_member(Requests& requests, TensorMapPanelState& state, const Member& m, std::string_view text) {
    const auto next = with_text(m.copy, m.row.member, text);
    state.box = next ? BoxState{} : BoxState{m.id, next.why};
    if (next) requests.edit(SetTensorMap{m.operand, *next});
}

// Draws the names of a table as a list.
template <class Row>
void draw_choice(Requests& requests, TensorMapPanelState& state, const Member& m, std::span<const Row> rows) {
    const std::string now = text_of(m.copy, m.row.member);
    if (const Row* row = drop_down("##choice", m.id, now, rows, &Row::name))
        request_member(requests, state, m, row->name);
}

void draw_box(const View& view, Requests& requests, TensorMapPanelState& state, const Member& m) {
    const auto would = [&](std::string_view text) -> Answer<std::string> {
        const auto next = with_text(m.copy, m.row.member, text);
        return next ? Answer<std::string>(say(m.row.id, ' ', text_of(*next, m.row.member))) : Refusal(next.why);
    };
    ImGui::PushFont(view.mono);
    const auto text = typed_box({m.id, text_of(m.copy, m.row.member), would, view.theme}, state.box);
    ImGui::PopFont();
    if (text) request_member(requests, state, m, *text);
}

void draw_member(const View& view, Requests& requests, TensorMapPanelState& state, const Member& m) {
    const std::string title = m.row.id == "element_strides" ? "steps" : std::string(m.row.id);
    ImGui::PushID(m.row.id.data());
    const float left = ImGui::GetCursorPosX();
    beside_boxes(title);
    tip(say(m.row.id, m.row.unit.empty() ? "" : ", in ", m.row.unit, ". ", m.row.doc));
    ImGui::SameLine();
    ImGui::SetCursorPosX(left + ImGui::CalcTextSize("l2_promotion ").x);
    ImGui::SetNextItemWidth(-1);
    switch (m.row.member) {
    case TmaMember::type: draw_choice<TmaType>(requests, state, m, kTmaTypes); break;
    case TmaMember::swizzle: draw_choice<TmaSwizzle>(requests, state, m, kTmaSwizzles); break;
    case TmaMember::interleave: draw_choice<NamedValue>(requests, state, m, kTmaInterleaveNames); break;
    case TmaMember::oob_fill: draw_choice<NamedValue>(requests, state, m, kTmaFillNames); break;
    case TmaMember::l2_promotion: draw_choice<NamedValue>(requests, state, m, kTmaL2Names); break;
    default: draw_box(view, requests, state, m); break;
    }
    refusal_line(m.id, state.box, view.theme);
    ImGui::PopID();
}

// Draws the members in as many columns as fit. A typed text is used when its box loses the focus. The reason for a
// refused text appears below the box.
// Requires: the operand has a tensor map.
void draw_tensor_map_fields(const View& view, PanelStates& states, Requests& requests, Operand operand) {
    const TmaCopy& copy = *view.session.copy_of(operand);
    const int columns = static_cast<int>(ImGui::GetContentRegionAvail().x / (kColumn * view.scale));
    if (!ImGui::BeginTable("members", std::clamp(columns, 1, kMostColumns))) return;
    for (const TmaMemberRow& row : kTmaMembers) {
        ImGui::TableNextColumn();
        draw_member(view, requests, states.tensor_map, {row, copy, operand, say("tensor_map.", row.id)});
    }
    ImGui::EndTable();
}

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
    if (button("Make a copy from the descriptor", "tensor_map.make"))
        requests.edit(SetTensorMap{operand, copy_from_descriptor(view.derived, operand)});
}

void draw_transfer(const View& view, PanelStates& states, Requests& requests, Operand operand) {
    const TmaView& tma = view.derived.tma[operand];
    const std::vector<Edit> edits = descriptor_from_copy(view.derived, operand);
    if (button("Descriptor from map", "tensor_map.to_descriptor", {.disabled = edits.empty()}))
        requests.edits = edits, requests.gesture = states.next_gesture++;
    tip(edits.empty() ? tma.keep_descriptor : tma.agreement.repair.text, kOffToo);
    if (button("Map from descriptor", "tensor_map.to_map", {.beside = true, .disabled = tma.agreement.different == 0}))
        requests.edit(SetTensorMap{operand, copy_from_descriptor(view.derived, operand)});
    if (button("Remove", "tensor_map.remove", {.beside = true})) requests.edit(SetTensorMap{operand, {}});
    // The fields would take all of a small window.
    bool& open = states.tensor_map.fields_open;
    if (view.compact && button(open ? "Fields ^###fields" : "Fields v###fields", "tensor_map.fields", {.beside = true}))
        open = !open;
}

void draw_sentences(const View& view, const TmaView& tma) {
    const bool agrees = tma.agreement.different == 0;
    coloured(agrees ? view.theme.good : view.theme.error, say(agrees ? "ok  " : "x  ", tma.agreement.sentence),
             "tensor_map.sentence");
    for (std::size_t i = 0; i < tma.problems.size(); ++i) {
        const Problem& p = tma.problems[i];
        wrapped(say(sign_of(p.severity), p.severity == Severity::error ? "  The driver refuses: " : "  ", p.text),
                "tensor_map.refused.", say(i));
        tip(p.source);
    }
}

void draw_map_grid(const View& view, PanelStates& states, Requests& requests, std::size_t which, ImVec2 size) {
    TensorMapPanelState& state = states.tensor_map;
    const Operand operand = view.view_state.operand;
    const SceneCache& cache = state.cache[operand];
    const Cells& cells = cache.scene.grids[which];
    const Rings rings = rings_in(view, operand, cache, cells);
    const GridReply reply = titled_grid(view, requests, cells,
                                        {.id = which == 0 ? "tensor_map.tile" : "tensor_map.memory",
                                         .size = size,
                                         .pointed = rings.pointed,
                                         .selected = rings.selected},
                                        state.grids[operand][which]);
    if (reply.hovered) requests.point(focus_of(cells, *reply.hovered, operand), reply.clicked.has_value());
}

void draw_pictures(const View& view, PanelStates& states, Requests& requests, Operand operand) {
    const SceneCache& cache = scene_for(view, states.tensor_map, operand);
    if (cache.scene.grids.size() < 2) return empty_state(view.theme, "tensor_map.none", cache.scene.sentence);
    const ImVec2 room = ImGui::GetContentRegionAvail(), at = ImGui::GetCursorScreenPos();
    const float gap = 2 * ImGui::GetStyle().ItemSpacing.x;
    const bool with_legend = room.y > kTensorMapLegendFrom * view.scale;
    const ImVec2 half{(room.x - gap) / 2,
                      std::max(room.y - (with_legend ? legend_height(cache.scene.legend, style_of(view)) : 0),
                               kLeastTensorMapGrid * view.scale)};
    draw_map_grid(view, states, requests, 0, half);
    ImGui::SameLine(0, gap);
    draw_map_grid(view, states, requests, 1, half);
    if (with_legend) legend(cache.scene.legend, style_of(view));
    mark_picture(at, {at.x + room.x, ImGui::GetItemRectMax().y});
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
        if (!view.compact || states.tensor_map.fields_open) draw_tensor_map_fields(view, states, requests, operand);
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
