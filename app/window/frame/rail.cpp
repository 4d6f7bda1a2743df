// app/window/frame/rail.cpp -- the tiles of the rail, and the panel that a tile opens beside it.
// SPDX-License-Identifier: MIT
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/buttons.h"
#include "app/widgets/text_fit.h"
#include "app/window/frame/drawer.h"
#include "app/window/frame/regions.h"
#include "app/window/paste/paste.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <cmath>

namespace tilescope::ui {
namespace {

constexpr float kFlyoutWidth = 340;  // logical pixels
constexpr const char* kFlyoutId = "flyout";
constexpr std::string_view kPaste = "paste";

void draw_panel_tile(const Panel& panel, const View& view, Context c) {
    const bool open = c.regions.flyout == panel.id;
    const std::size_t waiting = panel.waiting != nullptr ? panel.waiting(c.document().states) : 0;
    const ImVec2 size{ImGui::GetContentRegionAvail().x, (waiting != 0 ? 2.0f : 1.5f) * sizes_at(view.scale).row};
    ImGui::PushStyleColor(ImGuiCol_Button, faded(view.theme.accent, open ? 0.20f : 0.0f));
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 0});
    const std::string label =
        say(shortened(panel.tile, size.x), waiting != 0 ? say('\n', waiting, " wait") : "", "###", panel.id);
    if (waiting != 0) ImGui::PushStyleColor(ImGuiCol_Text, colour_of(view.theme, Severity::ask));
    if (ImGui::Button(label.c_str(), size)) {
        c.regions.flyout = open ? std::string() : std::string(panel.id);
        if (c.regions.flyout == kPaste) fill_paste_box(c);
    }
    if (waiting != 0) ImGui::PopStyleColor();
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
    mark("rail.", panel.id);
    if (waiting != 0) mark(say("rail.", panel.id), ".waiting");
    if (!open) tip(panel.title);
}

const Panel* open_panel(const Regions& regions) {
    const auto found = std::ranges::find_if(
        all_panels(), [&](const Panel& p) { return p.region == Region::rail && p.id == regions.flyout; });
    return found == all_panels().end() ? nullptr : &*found;
}

// The panel closes with Esc, or if the user clicks beside it. The click also does what it does there.
void close_on_request(Regions& regions, const Rect& rail) {
    const bool popup = ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
    if (popup) return;
    const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize(), mouse = ImGui::GetIO().MousePos;
    const bool inside = Rect{low, {low.x + size.x, low.y + size.y}}.contains(mouse);
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !inside && !rail.contains(mouse)) regions.flyout.clear();
}

// In the corner of the panel, on the line of its title.
void draw_close(Regions& regions, float width) {
    const ImVec2 end = ImGui::GetCursorPos(), pad = ImGui::GetStyle().WindowPadding;
    const float side = ImGui::GetFrameHeight();
    ImGui::SetCursorPos({width - pad.x - side, pad.y / 2 + ImGui::GetScrollY()});
    if (icon_button(Icon::close, "close", {side, side})) regions.flyout.clear();
    mark("rail.close");
    tip("Close (Esc)");
    ImGui::SetCursorPos(end);
}

void draw_flyout(const View& view, Document& doc, Regions& regions, const Rect& rail) {
    const Panel* panel = open_panel(regions);
    if (panel == nullptr) return;
    const float gap = ImGui::GetStyle().ItemSpacing.x, width = std::round(kFlyoutWidth * view.scale);
    ImGui::SetNextWindowPos({rail.max.x + gap, rail.min.y});
    ImGui::SetNextWindowSizeConstraints({width, 0}, {width, rail.max.y - rail.min.y});
    constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                        ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize |
                                        ImGuiWindowFlags_NoFocusOnAppearing;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, sizes_at(view.scale).ring);
    if (ImGui::Begin(kFlyoutId, nullptr, kFlags & ~ImGuiWindowFlags_NoScrollbar)) {
        mark_rect(
            {ImGui::GetWindowPos(),
             {ImGui::GetWindowPos().x + ImGui::GetWindowWidth(), ImGui::GetWindowPos().y + ImGui::GetWindowHeight()}},
            "rail.flyout");
        ImGui::Dummy({width - 2 * ImGui::GetStyle().WindowPadding.x, 0});
        ImGui::PushID(panel->id.data());
        panel->draw(view, doc.states, doc.requests);
        ImGui::PopID();
        draw_close(regions, width);
        close_on_request(regions, rail);
    }
    ImGui::End();
    ImGui::PopStyleVar();
}

}  // namespace

void draw_rail_tiles(const View& view, Context c, const Rect& place) {
    ImGui::SetCursorScreenPos(place.min);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {4 * view.scale, 4 * view.scale});
    const bool open = begin_region("rail", {place.max.x - place.min.x, place.max.y - place.min.y}, view, c.regions);
    ImGui::PopStyleVar();
    if (open) {
        for (const Panel& panel : all_panels()) {
            if (panel.region != Region::rail || !(panel.screens & on(c.document().view_state.screen))) continue;
            if (panel.tiles != nullptr)
                panel.tiles(view, c.document().states, c.document().requests);
            else
                draw_panel_tile(panel, view, c);
        }
    }
    ImGui::EndChild();
    mark("region.rail");
    draw_flyout(view, c.document(), c.regions, place);
}

}  // namespace tilescope::ui
