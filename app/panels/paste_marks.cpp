// app/panels/paste_marks.cpp -- what the paste panel says about its words: odd ones, and those that do not fit.
// SPDX-License-Identifier: MIT
#include "app/panels/paste_marks.h"
#include "app/panels/panel_parts.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

void warning(const View& view, std::string_view sentence) {
    ImGui::PushStyleColor(ImGuiCol_Text, as_vec4(colour_of(view.theme, Severity::warn)));
    wrapped(say(sign_of(Severity::warn), "  ", sentence));
    ImGui::PopStyleColor();
}

}  // namespace

bool is_odd_word(const BatchPanelState& state, std::size_t found) {
    return std::ranges::any_of(
        state.marked, [&](const BatchPlace& p) { return state.table.sheets[p.sheet].rows[p.row].found == found; });
}

bool draw_odd_line(const View& view, const BatchPanelState& state, std::string_view id, OddLine line) {
    const std::string sentence = odd_in_words(state);
    if (sentence.empty()) return false;
    const char* label = state.odd < 0 || state.marked.size() == 1 ? "Show###show" : "Next###show";
    const bool pressed = ImGui::Button(label);
    mark(id, ".show");
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("Selects its row in the tab Batch and scrolls to it.");
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    if (line == OddLine::wrapped) {
        warning(view, sentence);
        mark(id);
        return pressed;
    }
    const std::string all = say(sign_of(Severity::warn), "  ", sentence);
    ImGui::PushStyleColor(ImGuiCol_Text, as_vec4(colour_of(view.theme, Severity::warn)));
    ImGui::TextUnformatted(shortened(all, ImGui::GetContentRegionAvail().x).c_str());
    ImGui::PopStyleColor();
    mark(id);
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", sentence.c_str());
    return pressed;
}

void refuse_misfit(const View& view, PastePanelState& state, std::size_t index) {
    const FoundWord& word = view.pasted.words[index];
    PasteChoice& choice = state.plan[index];
    const Format& format = *word.readings[std::min(choice.reading, word.readings.size() - 1)].format;
    const bool is_here = state.misfit_of == static_cast<int>(index);
    if (choice.card && view.derived.of(*choice.card).format->bits < format.bits) {
        state.misfit_of = static_cast<int>(index);
        state.misfit = say("A word of ", format.bits, " bits does not fit on the card ", row_of(*choice.card).title,
                           ", which has ", view.derived.of(*choice.card).format->bits, " bits.");
        choice.card.reset();
    } else if (is_here && choice.card) {
        state.misfit_of = -1;
    }
    if (state.misfit_of != static_cast<int>(index)) return;
    warning(view, state.misfit);
    mark("paste.misfit");
}

void draw_several(const View& view, PastePanelState& state) {
    if (state.several_of != state.plan || state.several_in != state.planned_for) {
        state.several = several_words_note(view.pasted, state.plan);
        state.several_of = state.plan;
        state.several_in = state.planned_for;
    }
    if (state.several.empty()) return;
    warning(view, state.several);
    mark("paste.several");
}

void draw_text_source(const View& view, const PastePanelState& state) {
    if (state.from_clipboard.empty() || state.from_clipboard != state.text) return;
    dim_text(view.theme, "This is the text of the clipboard. Nothing is applied yet.");
    mark("paste.from_clipboard");
}

}  // namespace tilescope::ui
