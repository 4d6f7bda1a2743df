// app/panels/operands_panel.cpp -- A and B in short: size, type, majorness, addresses; and the K of the tiles.
// SPDX-License-Identifier: MIT
#include "app/panels/operand_values.h"
#include "app/panels/panel_parts.h"
#include "app/panels/tile_builder.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/heading.h"
#include "app/widgets/number_box.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace tilescope::ui {
namespace {

constexpr unsigned kLeastTileK = 8, kMostTileK = 1024;

void draw_operand(const View& view, Operand operand) {
    const OperandView& o = view.derived.of(operand);
    const std::string id = say("operands.", pick(operand, "a", "b"));
    if (!o.placed()) {
        wrapped(o.unplaced);
        mark(id);
        return;
    }
    wrapped(say(name_of(operand), "  ", o.layout.rows, " x ", o.layout.columns, "  ", o.layout.type->id, "  ",
                name_of(o.layout.major)));
    mark(id);
    const Extent range = extent(o.layout);
    // Without a known start, only the number of bytes is known.
    mono_text(view, o.assumed.empty() ? say(hex(range.first), " to ", hex(range.last)) : "? to ?");
    if (!o.assumed.empty() && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", o.assumed.c_str());
    const std::string bytes = say(range.last - range.first + 1, " B");
    stay_on_line(ImGui::CalcTextSize(bytes.c_str()).x);
    dim_text(view.theme, bytes);
    mark(id, ".bytes");
    if (!o.type_note.empty()) dim_text(view.theme, o.type_note);
    if (o.overlaps) dim_text(view.theme, say(sign_of(Severity::warn), "  ", o.overlap_note));
}

Answer<unsigned> tile_k_for(std::string_view text) {
    const Answer<std::uint64_t> number = parse_number(text);
    if (!number) return Answer<unsigned>::refuse(number.why);
    if (*number < kLeastTileK || *number > kMostTileK)
        return Answer<unsigned>::refuse(
            say("The value of tile K is ", *number, ". It must be from ", kLeastTileK, " to ", kMostTileK, "."));
    return static_cast<unsigned>(*number);
}

void request_tile_k(Requests& requests, unsigned tile_k) { requests.edits.push_back(SetTileK{tile_k}); }

// The buttons change tile K by the K of one instruction, because a tile consists of whole instructions.
void step_tile_k(const View& view, Requests& requests) {
    const unsigned step = std::max(1u, view.derived.a.mma_k), now = view.session.tile_k;
    const float side = ImGui::GetFrameHeight(), gap = ImGui::GetStyle().ItemInnerSpacing.x;
    ImGui::SameLine(0, gap);
    ImGui::BeginDisabled(now < kLeastTileK + step);
    if (ImGui::Button("-", {side, side})) request_tile_k(requests, now - step);
    mark("operands.tile_k", ".minus");
    ImGui::EndDisabled();
    ImGui::SameLine(0, gap);
    ImGui::BeginDisabled(now + step > kMostTileK);
    if (ImGui::Button("+", {side, side})) request_tile_k(requests, now + step);
    mark("operands.tile_k", ".plus");
    ImGui::EndDisabled();
}

void draw_tile_k(const View& view, OperandsPanelState& state, Requests& requests) {
    constexpr std::string_view id = "operands.tile_k";
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
        state.box = tile_k ? BoxState{} : BoxState{std::string(id), tile_k.why};
    }
    step_tile_k(view, requests);
    refusal_line(id, state.box, view.theme);
}

// Draws the buttons that open the tile builder for A and for B.
void draw_builders(const View& view, PanelStates& states, Requests& requests) {
    for (const Operand operand : kBothOperands) {
        if (operand == Operand::b) stay_on_line(button_width("Tile B.."));
        const OperandView& o = view.derived.of(operand);
        ImGui::BeginDisabled(!o.placed());
        if (ImGui::Button(pick(operand, "Tile A..", "Tile B..").data()))
            states.tile = {true, operand, o.layout.rows, states.tile.stages};
        ImGui::EndDisabled();
        mark("operands.build_", pick(operand, "a", "b"));
    }
    draw_tile_builder(view, states, requests);
}

}  // namespace

// Reads: both operands in the layout of their descriptors, their values and images.
// Requests: SetTileK, SetRecipe, SetImage, and the requests of the tile builder.
void draw_operands_panel(const View& view, PanelStates& states, Requests& requests) {
    heading("OPERANDS", style_of(view));
    for (const Operand operand : kBothOperands) {
        draw_operand(view, operand);
        draw_operand_values(view, states, requests, recipe_of(operand));
        draw_operand_image(view, states, requests, operand);
    }
    for (const RecipeOf of : {RecipeOf::d, RecipeOf::sfa, RecipeOf::sfb})
        draw_operand_values(view, states, requests, of);
    draw_metadata_values(view, states, requests);
    draw_tile_k(view, states.operands, requests);
    draw_builders(view, states, requests);
}

}  // namespace tilescope::ui
