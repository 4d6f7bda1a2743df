// app/panels/batch_put.cpp -- finds the words that belong to a row, and puts them on the cards.
// SPDX-License-Identifier: MIT
#include "app/panels/batch_put.h"
#include "app/panels/panel_parts.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/paste_plan.h"
#include "app/ui/ui_probe.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <set>
#include <tuple>

namespace tilescope::ui {
namespace {

// Rows of all formats, in the order of the text.
std::vector<const BatchRow*> rows_in_order(const PasteResult& pasted, const BatchTable& table) {
    std::vector<const BatchRow*> out;
    for (const BatchSheet& sheet : table.sheets)
        for (const BatchRow& row : sheet.rows) out.push_back(&row);
    std::ranges::sort(out, {}, [&](const BatchRow* row) {
        return std::tuple(row->line, pasted.words[row->found].span.begin, row->found);
    });
    return out;
}

using RowPlace = std::vector<const BatchRow*>::const_iterator;

std::vector<std::uint32_t> words_between(RowPlace begin, RowPlace end) {
    std::vector<std::uint32_t> out;
    std::set<std::uint32_t> names;
    for (; begin != end; ++begin) {
        if (!names.insert((*begin)->name).second) return {};
        out.push_back((*begin)->found);
    }
    return out;
}

// The number of words that the paste panel would put on cards, without these.
std::size_t planned_without(const View& view, const std::vector<std::uint32_t>& found) {
    const PastePlan plan = plan_paste(view.pasted, view.view_state.active, view.session);
    std::size_t out = 0;
    for (std::size_t i = 0; i < plan.size(); ++i)
        out += plan[i].card && std::ranges::find(found, i) == found.end() ? 1 : 0;
    return out;
}

// Puts these words on the cards that plan_paste() chooses for them alone.
void put_on_cards(const View& view, PanelStates& states, Requests& requests, const std::vector<std::uint32_t>& found) {
    PasteResult alone;
    alone.instructions = view.pasted.instructions;
    alone.context = view.pasted.context;
    for (const std::uint32_t i : found) alone.words.push_back(view.pasted.words[i]);
    const PastePlan plan = plan_paste(alone, view.view_state.active, view.session);
    const PasteOutcome outcome = outcome_of(alone, plan, view.session);
    requests.edits.insert(requests.edits.end(), outcome.edits.begin(), outcome.edits.end());
    requests.gesture = states.next_gesture++;
    if (outcome.active) requests.view_state.active = *outcome.active;
    if (!outcome.active) {
        requests.status = "No card can store this word.";
        return;
    }
    const std::string own = own_words_note(plan, view.session);
    const bool told = outcome.sentence.find(own) != std::string::npos;
    requests.status = say(outcome.sentence, told ? "" : " ", told ? std::string() : own);
    // These edits end the waiting of the other words of the text.
    if (outcome.edits.empty() || states.paste.waiting == 0) return;
    if (const std::size_t left = planned_without(view, found); left > 0)
        *requests.status += say(" ", not_applied_text(left), '.');
}

}  // namespace

std::vector<std::uint32_t> words_beside(const PasteResult& pasted, const BatchTable& table, const BatchRow& row) {
    const std::vector<const BatchRow*> rows = rows_in_order(pasted, table);
    const auto at = std::ranges::find(rows, &row);
    if (at == rows.end()) return {row.found};
    const auto same_line = [&](const BatchRow* other) { return other->line == row.line; };
    const auto line_begin = std::ranges::find_if(rows, same_line);
    auto line_end = line_begin;
    while (line_end != rows.end() && same_line(*line_end)) ++line_end;
    std::vector<std::uint32_t> out = words_between(line_begin, line_end);
    if (line_end - line_begin == 1) {
        const auto first_name = [&](const BatchRow* other) { return other->name == rows.front()->name; };
        auto begin = at;
        while (!first_name(*begin)) --begin;
        out = words_between(begin, std::find_if(begin + 1, rows.end(), first_name));
    }
    return out.empty() ? std::vector{row.found} : out;
}

void draw_put(const View& view, PanelStates& states, Requests& requests, const BatchSheet& sheet) {
    BatchPanelState& state = states.batch;
    const bool any = state.chosen >= 0 && static_cast<std::size_t>(state.chosen) < sheet.rows.size();
    const BatchRow* row = any ? &sheet.rows[static_cast<std::size_t>(state.chosen)] : nullptr;
    ImGui::BeginDisabled(!any);
    stay_on_line(button_width("Put on its card"));
    if (ImGui::Button("Put on its card")) put_on_cards(view, states, requests, {row->found});
    mark("batch.put");
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
        ImGui::SetTooltip("Puts the selected word on the card that fits it.");
    ImGui::EndDisabled();
    if (!any) return;
    const BesideKey key{states.paste_number, state.sheet, state.chosen, sheet.rows.size()};
    if (state.beside_of != key) {
        state.beside = words_beside(view.pasted, state.table, *row);
        state.beside_of = key;
    }
    if (state.beside.size() < 2) return;
    const std::string label = say("Put all ", state.beside.size(), " words###put_all");
    stay_on_line(button_width(label.c_str()));
    if (ImGui::Button(label.c_str())) put_on_cards(view, states, requests, state.beside);
    mark("batch.put_all");
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("Puts the words that the text prints with this one on their cards.");
}

}  // namespace tilescope::ui
