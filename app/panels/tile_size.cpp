// app/panels/tile_size.cpp -- the box for the K of the tiles.
// SPDX-License-Identifier: MIT
#include "app/panels/tile_size.h"
#include "app/panels/panel_parts.h"
#include "app/ui/ui_probe.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace tilescope::ui {
namespace {

constexpr unsigned kLeastTileK = 8, kMostTileK = 1024;

void request_tile_k(Requests& requests, unsigned tile_k) { requests.edits.push_back(SetTileK{tile_k}); }

// The buttons change tile K by the K of one instruction, because a tile consists of whole instructions.
void step_tile_k(const View& view, Requests& requests, std::string_view id) {
    const unsigned step = std::max(1u, view.derived.a.mma_k), now = view.session.tile_k;
    const float side = ImGui::GetFrameHeight(), gap = ImGui::GetStyle().ItemInnerSpacing.x;
    ImGui::SameLine(0, gap);
    ImGui::BeginDisabled(now < kLeastTileK + step);
    if (ImGui::Button("-", {side, side})) request_tile_k(requests, now - step);
    mark(id, ".minus");
    ImGui::EndDisabled();
    ImGui::SameLine(0, gap);
    ImGui::BeginDisabled(now + step > kMostTileK);
    if (ImGui::Button("+", {side, side})) request_tile_k(requests, now + step);
    mark(id, ".plus");
    ImGui::EndDisabled();
}

}  // namespace

Answer<unsigned> tile_k_for(std::string_view text) {
    const Answer<std::uint64_t> number = parse_number(text);
    if (!number) return Answer<unsigned>::refuse(number.why);
    if (*number < kLeastTileK || *number > kMostTileK)
        return Answer<unsigned>::refuse(
            say("The value of tile K is ", *number, ". It must be from ", kLeastTileK, " to ", kMostTileK, "."));
    return static_cast<unsigned>(*number);
}

void draw_tile_k(const View& view, BoxState& box, Requests& requests, std::string_view id) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("tile K");
    ImGui::SameLine();
    std::array<char, 80> typed{};
    say(view.session.tile_k).copy(typed.data(), typed.size() - 1);
    ImGui::SetNextItemWidth(ImGui::CalcTextSize("00000").x + 2 * ImGui::GetStyle().FramePadding.x);
    const bool edited = ImGui::InputText("##tile_k", typed.data(), typed.size(), ImGuiInputTextFlags_AutoSelectAll);
    mark(id);
    if (edited) {
        const Answer<unsigned> tile_k = tile_k_for({typed.data(), std::strlen(typed.data())});
        if (tile_k) request_tile_k(requests, *tile_k);
        box = tile_k ? BoxState{} : BoxState{std::string(id), tile_k.why};
    }
    step_tile_k(view, requests, id);
    refusal_line(id, box, view.theme);
}

}  // namespace tilescope::ui
