// app/panels/batch_panel.cpp -- many pasted words: one a line, with the differences to the line before.
// SPDX-License-Identifier: MIT
#include "app/panels/panel_parts.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>

namespace tilescope::ui {
namespace {

const PasteReading& best_of(const FoundWord& word) { return word.readings.front(); }

// "start 1024 -> 1056": what a K step changed. Words of another table are not compared.
std::string change_from(const FoundWord& before, const FoundWord& word) {
    const PasteReading &a = best_of(before), &b = best_of(word);
    if (a.format != b.format) return {};
    std::string text;
    for (const FieldChange& c : differences(*b.format, a.word, b.word))
        text +=
            say(text.empty() ? "" : ", ", c.field->id, ' ', text_of(*c.field, c.from), " -> ", text_of(*c.field, c.to));
    return text.empty() ? "the same" : text;
}

void draw_line(const View& view, std::size_t index, BatchPanelState& state) {
    const FoundWord& word = view.pasted.words[index];
    ImGui::TableNextRow();
    ImGui::PushID(static_cast<int>(index));
    ImGui::TableNextColumn();
    ImGui::PushFont(view.mono);
    const std::string digits = hex_word(*best_of(word).format, best_of(word).word);
    const bool chosen = state.chosen == static_cast<int>(index);
    constexpr ImGuiSelectableFlags flags = ImGuiSelectableFlags_SpanAllColumns;
    if (ImGui::Selectable(digits.c_str(), chosen, flags)) state.chosen = static_cast<int>(index);
    ImGui::PopFont();
    if (g_probe != nullptr) mark(say("batch.", index));
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s\n%s", word.source.c_str(), best_of(word).why.c_str());
    ImGui::TableNextColumn();
    const std::string what = say(best_of(word).format->id, "  ", word.name, word.merged > 1 ? "  x " : "",
                                 word.merged > 1 ? say(word.merged) : "");
    ImGui::TextUnformatted(shortened(what, ImGui::GetContentRegionAvail().x).c_str());
    ImGui::TableNextColumn();
    const std::string change = index == 0 ? std::string() : change_from(view.pasted.words[index - 1], word);
    ImGui::TextUnformatted(shortened(change, ImGui::GetContentRegionAvail().x).c_str());
    ImGui::PopID();
}

// The chosen line goes on the card it would go on if it had been pasted alone.
void draw_put(const View& view, BatchPanelState& state, Asks& asks) {
    const bool any = state.chosen >= 0;
    ImGui::BeginDisabled(!any);
    const bool clicked = ImGui::Button("Put the chosen word on its card");
    mark("batch.put");
    ImGui::EndDisabled();
    if (!clicked || !any) return;
    PasteResult alone;
    alone.words.push_back(view.pasted.words[static_cast<std::size_t>(state.chosen)]);
    const PastePlan plan = plan_paste(alone, view.look.active);
    const std::vector<Edit> edits = edits_of(alone, plan, view.session);
    asks.edits.insert(asks.edits.end(), edits.begin(), edits.end());
    if (plan.front().card)
        asks.look.active = *plan.front().card;
    else
        asks.status = "There is no card for this word.";
}

void draw_steps(const View& view) {
    for (const KStep& step : view.pasted.steps)
        dim_text(view.theme, say(step.name, ": the start moves on by ", step.units * 16, " bytes"));
}

}  // namespace

// Reads: every word of the last paste. Asks: SetWords of the chosen one; the active word.
void draw_batch_panel(const View& view, PanelStates& states, Asks& asks) {
    BatchPanelState& state = states.batch;
    const std::size_t count = view.pasted.words.size();
    if (count == 0) {
        state.chosen = -1;
        empty_state(view.theme, "batch.empty", "Paste a log: every descriptor in it becomes a line here.");
        return;
    }
    if (state.chosen >= static_cast<int>(count)) state.chosen = -1;
    draw_put(view, state, asks);
    draw_steps(view);
    if (!ImGui::BeginTable("batch", 3, ImGuiTableFlags_BordersInnerV)) return;
    ImGui::TableSetupColumn("Word", ImGuiTableColumnFlags_WidthStretch, 3);
    ImGui::TableSetupColumn("What", ImGuiTableColumnFlags_WidthStretch, 3);
    ImGui::TableSetupColumn("Against the line before", ImGuiTableColumnFlags_WidthStretch, 5);
    ImGui::TableHeadersRow();
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(count));
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
            draw_line(view, static_cast<std::size_t>(i), state);
    ImGui::EndTable();
}

}  // namespace tilescope::ui
