// app/panels/tile_size.cpp -- the boxes for the size of the tiles.
// SPDX-License-Identifier: MIT
#include "app/panels/tile_size.h"
#include "app/panels/panel_parts.h"
#include "app/ui/ui_probe.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/document/emulate.h>

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

// The pieces with another number along M or N, as far apart as their rows are in memory.
TilePieces with_count(const Session& session, Operand o, unsigned count) {
    Session other = session;
    other.pieces.count[o] = count;
    const Derived derived = derive(other);
    const int rows = derived.of(o).piece_rows;
    const auto places = count == 1 ? std::nullopt : written_places(derived, o);
    if (!places || rows >= places->rows) return other.pieces;
    const std::uint64_t first = places->at({0, 0}), next = places->at({rows, 0});
    if (next > first) other.pieces.distance[o] = static_cast<std::uint32_t>((next - first) / 8);
    return other.pieces;
}

void step_pieces(const View& view, Requests& requests, Operand o, std::string_view id) {
    const unsigned now = view.session.pieces.count[o];
    const unsigned one = pick(o, view.derived.m, view.derived.n);
    const float side = ImGui::GetFrameHeight(), gap = ImGui::GetStyle().ItemInnerSpacing.x;
    for (const bool more : {false, true}) {
        const unsigned then = more ? now + 1 : now - 1;
        ImGui::SameLine(0, gap);
        ImGui::BeginDisabled(then == 0 || then > kMostPieces || then * one > kMostTileRows);
        if (ImGui::Button(more ? "+" : "-", {side, side}))
            requests.edits.push_back(SetPieces{with_count(view.session, o, then)});
        mark(id, more ? ".plus" : ".minus");
        ImGui::EndDisabled();
    }
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

void draw_pieces(const View& view, Requests& requests, std::string_view panel) {
    if (!family_of(view.session).pieces) return;
    for (const Operand o : kBothOperands) {
        const std::string id = say(panel, pick(o, ".tile_m", ".tile_n"));
        if (o == Operand::b) ImGui::SameLine();
        ImGui::PushID(id.c_str());
        ImGui::AlignTextToFramePadding();
        ImGui::TextUnformatted(
            say(pick(o, "tile M ", "tile N "), pick(o, view.derived.tile_m, view.derived.tile_n)).c_str());
        mark(id);
        step_pieces(view, requests, o, id);
        ImGui::PopID();
    }
}

}  // namespace tilescope::ui
