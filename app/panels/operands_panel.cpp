// app/panels/operands_panel.cpp -- A and B in short: size, type, majorness, addresses; and the K of the tiles.
// SPDX-License-Identifier: MIT
#include "app/panels/operand_values.h"
#include "app/panels/panel_parts.h"
#include "app/panels/tile_builder.h"
#include "app/panels/tile_size.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/heading.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>

namespace tilescope::ui {
namespace {

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
// Requests: SetTileK, SetPieces, SetRecipe, SetImage, and the requests of the tile builder.
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
    draw_tile_k(view, states.operands.box, requests, "operands.tile_k");
    draw_pieces(view, requests, "operands");
    draw_builders(view, states, requests);
}

}  // namespace tilescope::ui
