// app/panels/before_after_panel.cpp -- shows eight rows without and with the swizzle, and the banks of one read.
// SPDX-License-Identifier: MIT
#include "app/panels/memory_parts.h"
#include "app/panels/panel_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/view/pictures.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

constexpr float kLeastComparison = 200, kComparisonLegendFrom = 240;  // heights in logical pixels

using Comparison = BeforeAfterPanelState::Picture;

const Comparison& comparison_of(const View& view, BeforeAfterPanelState& state) {
    return state.picture.of({view.derived.revision, view.view_state.operand, access_from(view)}, [&] {
        auto scene = before_after_picture(view.derived, view.view_state);
        Comparison out{.refused = scene.why};
        if (!scene) return out;
        out.scene = std::move(*scene);
        for (const Cells& cells : out.scene.grids) out.links.emplace_back().cell_of = cells_by_key(cells);
        return out;
    });
}

std::string place_of(std::uint32_t byte) {
    const std::uint32_t bank = byte / kBanks.word_bytes % kBanks.banks;
    return say("byte ", hex(byte), ", banks ", bank, " to ", bank + kChunkBytes / kBanks.word_bytes - 1);
}

// What the user moves on one side moves on the other.
void draw_sides(const View& view, BeforeAfterPanelState& state, Requests& requests, ImVec2 room) {
    const Comparison& picture = state.picture.value;
    const auto& grids = picture.scene.grids;
    const Operand operand = view.view_state.operand;
    const std::vector<ImVec2> sizes = sizes_across(picture.scene, room, style_of(view));
    const auto across = static_cast<std::size_t>(picture.scene.across);
    for (std::size_t i = 0; i < grids.size(); ++i) {
        if (i % across != 0) ImGui::SameLine(0, 2 * ImGui::GetStyle().ItemSpacing.x);
        const Rings rings = rings_in(view, operand, picture.links[i], grids[i]);
        const std::string id = say("before_after.", grids[i].id);
        const GridReply reply = titled_grid(
            view, requests, grids[i],
            {.id = id, .size = sizes[i], .pointed = rings.pointed, .selected = rings.selected}, state.grids[i]);
        if (reply.hovered && grids[i].key[*reply.hovered] != kNoKey) {
            requests.point(focus_of(grids[i], *reply.hovered, operand), reply.clicked.has_value());
            if (i % across == 0) requests.about = about_before(grids[i], *reply.hovered);
        }
        if (reply.led) follow_view(state.grids[i ^ 1], state.grids[i], {.rows = 1, .columns = 1});
    }
}

}  // namespace

std::string about_before(const Cells& cells, std::size_t index) {
    const std::uint32_t after = cells.key[index],
                        column = static_cast<std::uint32_t>(index) % static_cast<std::uint32_t>(cells.columns);
    return say("This chunk: without the XOR at ", place_of(after / kLineBytes * kLineBytes + column * kChunkBytes),
               "; with it at ", place_of(after / kChunkBytes * kChunkBytes), '.');
}

// Reads: the operand's layout; the selection (the read begins there).
// Requests: the operand, focus, selection, the animation.
void draw_before_after_panel(const View& view, PanelStates& states, Requests& requests) {
    if (!view.presenting) choose_operand(view, requests, "before_after.operand");
    if (const OperandView& o = view.derived.of(view.view_state.operand); !o.placed())
        return unplaced_state(view, states, requests, "before_after.none", view.view_state.operand);
    assumed_note(view, view.view_state.operand);
    const Comparison& picture = comparison_of(view, states.before_after);
    if (!picture.refused.empty()) return empty_state(view.theme, "before_after.refused", picture.refused);
    if (!view.presenting) {
        if (button("Play", "before_after.play", {.icon = Icon::run, .beside = true})) requests.ask("play_before-after");
        constexpr float kLetters = 150;
        sentence_above(picture.scene.sentence, kLetters, "before_after.sentence");
    }
    const ImVec2 room = ImGui::GetContentRegionAvail(), at = ImGui::GetCursorScreenPos();
    const bool with_legend = room.y > kComparisonLegendFrom * view.scale;
    const float below =
        with_legend ? legend_height(picture.scene.legend, style_of(view)) + ImGui::GetStyle().ItemSpacing.y : 0;
    const float height = std::max(room.y - below, kLeastComparison * view.scale);
    draw_sides(view, states.before_after, requests, {room.x, height});
    mark_picture(at, {at.x + room.x, at.y + height});
    if (with_legend) legend(picture.scene.legend, style_of(view));
}

std::optional<Scene> picture_of_before_after(const PictureSource& source) {
    const OperandView& o = source.derived.of(source.view_state.operand);
    const Comparison& picture = source.states.before_after.picture.value;
    if (!o.placed() || !picture.refused.empty()) return std::nullopt;
    return scene_with_cells(with_note(picture.scene, o));
}

}  // namespace tilescope::ui
