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
#include <utility>

namespace tilescope::ui {
namespace {

using Rows = std::vector<const BatchRow*>;

// Rows of all formats with these lines, in the order of the text. The rows of a format are in this order, so no frame
// looks at 100,000 rows for the few beside one of them.
Rows rows_of_lines(const PasteResult& pasted, const BatchTable& table, std::uint64_t first, std::uint64_t last) {
    Rows out;
    for (const BatchSheet& sheet : table.sheets)
        for (auto row = std::ranges::lower_bound(sheet.rows, first, {}, &BatchRow::line);
             row != sheet.rows.end() && row->line <= last; ++row)
            out.push_back(&*row);
    std::ranges::sort(out, {}, [&](const BatchRow* row) {
        return std::tuple(row->line, pasted.words[row->found].span.begin, row->found);
    });
    return out;
}

// The first and the last line with a row.
std::pair<std::uint64_t, std::uint64_t> lines_of(const BatchTable& table) {
    std::pair<std::uint64_t, std::uint64_t> out{~std::uint64_t{0}, 0};
    for (const BatchSheet& sheet : table.sheets)
        out = {std::min(out.first, sheet.rows.front().line), std::max(out.second, sheet.rows.back().line)};
    return out;
}

using RowPlace = Rows::const_iterator;

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
    const PasteOutcome outcome = outcome_of(alone, plan, view.session, true);
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
    constexpr std::uint64_t kLines = 64;  // a record has fewer; if not, more lines are looked at
    const auto [first, last] = lines_of(table);
    const Rows line = rows_of_lines(pasted, table, row.line, row.line);
    std::vector<std::uint32_t> out = words_between(line.begin(), line.end());
    const std::uint32_t name = rows_of_lines(pasted, table, first, first).front()->name;
    const auto has_first_name = [&](const BatchRow* other) { return other->name == name; };
    for (std::uint64_t around = kLines; line.size() == 1; around *= 2) {
        const std::uint64_t from = row.line - std::min(row.line - first, around),
                            to = row.line + std::min(last - row.line, around);
        const Rows rows = rows_of_lines(pasted, table, from, to);
        auto begin = std::ranges::find(rows, &row);
        while (begin != rows.begin() && !has_first_name(*begin)) --begin;
        const auto end = std::find_if(begin + 1, rows.end(), has_first_name);
        const bool is_whole = (has_first_name(*begin) || from == first) && (end != rows.end() || to == last);
        if (!is_whole) continue;
        out = words_between(begin, end);
        break;
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
