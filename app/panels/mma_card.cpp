// app/panels/mma_card.cpp -- the card of the MMA picture: what to do, the selected element, the fault, the repairs.
// SPDX-License-Identifier: MIT
#include "app/panels/mma_parts.h"
#include "app/panels/operand_values.h"
#include "app/panels/panel_parts.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/legend.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>
#include <tilescope/document/instruction.h>
#include <tilescope/document/repair.h>
#include <tilescope/emulator/element_terms.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

bool is_wrong(const Emulation& e, const ElementFocus& at) {
    return e.verdicts[static_cast<std::size_t>(at.row) * e.n + static_cast<std::size_t>(at.column)] == Verdict::wrong;
}

// The other way to make words and memory agree: for descriptors that are being made, the memory is only an example. It
// is left out where the card is full: the panel Data has it too.
void offer_to_match(PanelStates& states, Requests& requests) {
    const ImVec2 room = ImGui::GetContentRegionAvail();
    if (room.y < ImGui::GetTextLineHeightWithSpacing()) return;
    const float padding = 2 * ImGui::GetStyle().FramePadding.x;
    const std::string label = shortened("The words are right: rewrite the memory", room.x - padding);
    if (ImGui::SmallButton(label.c_str())) {
        for (const Operand o : kBothOperands) requests.edits.emplace_back(MatchWords{o});
        requests.gesture = states.next_gesture++;
        requests.status = "A and B are written where the words read them now.";
    }
    mark("mma.match");
    if (ImGui::IsItemHovered())
        ImGui::SetTooltip(
            "Writes A and B where the words read them. Choose this if you make new descriptors and the memory is only "
            "an "
            "example.");
}

// Before an emulation, only the picture shows that the memory is another one.
void draw_written_otherwise(const View& view, PanelStates& states, Requests& requests) {
    std::string which;
    for (const Operand o : kBothOperands)
        if (is_written_otherwise(view, o)) which += say(which.empty() ? "" : " and ", name_of(o));
    if (which.empty()) return;
    ImGui::PushStyleColor(ImGuiCol_Text, colour_of(view.theme, Severity::warn));
    wrapped(say("The memory of ", which, " was written for other words."));
    ImGui::PopStyleColor();
    mark("mma.written_otherwise");
    offer_to_match(states, requests);
}

void draw_repair(const View& view, PanelStates& states, Requests& requests, const Repair& repair) {
    ImGui::PushStyleColor(ImGuiCol_Text, colour_of(view.theme, Severity::error));
    wrapped(repair.cause);
    ImGui::PopStyleColor();
    mark("mma.cause");
    const float room = ImGui::GetContentRegionAvail().x - 2 * ImGui::GetStyle().FramePadding.x;
    if (ImGui::Button(in_lines(repair.label, room).c_str())) {
        requests.edits.push_back(repair.edit);
        requests.gesture = states.next_gesture++;
        requests.status = say(repair.label, ".");
        requests.result = true;
    }
    mark("mma.fix");
    stay_on_line(ImGui::CalcTextSize(repair.effect.c_str()).x);
    dim_text(view.theme, repair.effect);
    mark("mma.effect");
}

void explain(const View& view, MmaPanelState& state, const ElementFocus& at) {
    const Results& r = view.results;
    if (state.explained != at || state.explained_serial != r.serial) {
        state.explained = at;
        state.explained_serial = r.serial;
        state.explanation =
            explanation_of(r.job, *r.emulation, static_cast<unsigned>(at.row), static_cast<unsigned>(at.column));
    }
    for (const std::string& line : state.explanation)
        if (std::ranges::find(r.job.causes, line, &Cause::sentence) == r.job.causes.end()) wrapped(line);
    mark("mma.explanation");
    if (!view.view_state.sums || r.emulation->reads.size() < 2) return;
    wrapped(running_sum(r.job, *r.emulation, static_cast<unsigned>(at.row), static_cast<unsigned>(at.column),
                        view.view_state.k_step));
    mark("mma.running_sum");
}

void draw_element(const View& view, PanelStates& states, Requests& requests, const ElementFocus& at) {
    const Results& r = view.results;
    const Repair* repair = repair_for(r.repairs, *r.emulation, at.row, at.column);
    const bool chosen_now = states.mma.explained != at;
    if (repair != nullptr && r.is_of(view.derived.revision)) {
        if (chosen_now) requests.view_state.active = repair->field.word;  // its fields are at the side
        draw_repair(view, states, requests, *repair);
    }
    explain(view, states.mma, at);
    if (repair != nullptr && r.is_of(view.derived.revision)) offer_to_match(states, requests);
    if (repair != nullptr || !is_wrong(*r.emulation, at)) return;
    for (const Cause& cause : r.job.causes) wrapped(cause.sentence);
    dim_text(view.theme, "No edit of one field makes this element right.");
    mark("mma.no_fix");
}

void draw_hint_of_card(const View& view) {
    if (view.results.emulation->count[static_cast<std::size_t>(Verdict::wrong)] == 0) return;
    dim_text(view.theme, "Click a wrong element of D to see which bytes were read for it.");
    mark("mma.hint");
}

void draw_before(const View& view, PanelStates& states, Requests& requests) {
    const Derived& d = view.derived;
    const bool pieces = d.session.pieces.all() != 1;  // the picture shows all of them
    wrapped(say("D ", pieces ? say(d.tile_m) : d.m_text, " x ", pieces ? say(d.tile_n) : d.n_text, " ", d.d_type,
                "  =  A ", d.a_type, "  x  B ", d.b_type, view.session.run.enable_d ? "  +  D" : ""));
    mark("mma.formula");
    if (pieces) {
        wrapped(pieces_sentence(d));
        mark("mma.pieces");
    }
    if (view.results.state == ResultState::refused) return;  // the lines above the picture say why
    for (const Operand o : kBothOperands)
        if (!view.derived.of(o).placed() && view.derived.of(o).in_smem) {
            wrapped(say(name_of(o), ": ", view.derived.of(o).unplaced));
            mark("mma.unplaced");
        }
    if (const MaskPicture& mask = d.mask_examples; d.of(WordId::zcm).used && d.mask_asks.empty() && mask.zeroed > 0) {
        wrapped(say("The mask zeroes ", mask.zeroed, " of ", mask.columns.size(), " columns of D."));
        mark("mma.mask");
    }
    draw_written_otherwise(view, states, requests);
    dim_text(view.theme,
             "Point at an element of D: its row of A, its column of B, and the bytes that are read light up. D is "
             "coloured by its lanes until you press Emulate.");
    mark("mma.intro");
}

}  // namespace

std::optional<ElementFocus> selected_of_result(const View& view) {
    if (!view.results.emulation) return std::nullopt;
    const Emulation& e = *view.results.emulation;
    const std::optional<Trace> pinned = pinned_trace(view);
    const auto at = element_of_d(view.view_state.selection, pinned ? *pinned : view.trace);
    const bool inside =
        at && at->row >= 0 && at->column >= 0 && at->row < static_cast<int>(e.m) && at->column < static_cast<int>(e.n);
    return inside ? at : std::nullopt;
}

void draw_mma_card(const View& view, PanelStates& states, Requests& requests, Rect place) {
    const ImVec2 size{place.max.x - place.min.x, place.max.y - place.min.y};
    if (size.x < 40 * view.scale || size.y < 20 * view.scale) return;
    ImGui::SetCursorScreenPos(place.min);
    if (begin_part("mma.card", size)) {
        const Results& r = view.results;
        const bool shown = r.emulation && r.state != ResultState::refused;
        if (!shown) draw_before(view, states, requests);
        const auto at = shown ? selected_of_result(view) : std::nullopt;
        if (at)
            draw_element(view, states, requests, *at);
        else if (shown)
            draw_hint_of_card(view);
        legend(states.mma.picture.scene.legend, style_of(view));
    }
    ImGui::EndChild();
    mark("mma.card");
}

}  // namespace tilescope::ui
