// app/panels/batch_panel.cpp -- all pasted words as a table: sorted, filtered, compared, copied and saved.
// SPDX-License-Identifier: MIT
#include "app/panels/batch_compare.h"
#include "app/panels/batch_put.h"
#include "app/panels/batch_rows.h"
#include "app/panels/panel_parts.h"
#include "app/panels/paste_marks.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/action_button.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>
#include <tilescope/rules/read_paste.h>

#include <imgui_stdlib.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

// What a followed file has brought so far, with a button that ends it.
void draw_following(const BatchPanelState& state, Requests& requests) {
    if (state.following.empty()) return;
    const float button = action_width(Icon::stop, "Stop following");
    if (action_button(Icon::stop, "Stop following")) requests.commands.emplace_back(CommandId::do_stop_follow);
    mark("batch.follow.stop");
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(
        shortened(state.following, ImGui::GetWindowContentRegionMax().x - button - 2 * ImGui::GetFontSize()).c_str());
    mark("batch.follow");
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", state.following.c_str());
}

std::string title_of_format(const BatchSheet& sheet) {
    return say(sheet.format->id, sheet.format->kind.empty() ? "" : " ", sheet.format->kind, "  (", sheet.rows.size(),
               ")");
}

// Words of one format share their columns, so each format has a table of its own.
void draw_formats(BatchPanelState& state) {
    const std::vector<BatchSheet>& sheets = state.table.sheets;
    if (sheets.size() < 2) return;
    ImGui::SetNextItemWidth(ImGui::GetFontSize() * 11);
    const bool open = ImGui::BeginCombo("##format", title_of_format(sheets[state.sheet]).c_str());
    mark("batch.format");
    for (std::size_t i = 0; open && i < sheets.size(); ++i) {
        if (ImGui::Selectable(title_of_format(sheets[i]).c_str(), state.sheet == i)) show_sheet(state, i);
        if (g_probe != nullptr) mark(say("batch.format.", i));
    }
    if (open) ImGui::EndCombo();
    ImGui::SameLine();
}

void draw_filter(BatchPanelState& state) {
    ImGui::SetNextItemWidth(ImGui::GetFontSize() * 16);
    // A box that has the keyboard keeps its text. So each paste has a box of its own, which is empty.
    const std::string id = say("##filter", *state.paste_number, ' ', state.filter_box);
    ImGui::InputTextWithHint(id.c_str(), "filter: a_desc start>1024", &state.query.filter);
    mark("batch.filter");
    if (ImGui::IsItemHovered() && !ImGui::IsItemActive())
        ImGui::SetTooltip(
            "Words in any order find names, lines, verdicts, digits, values of fields and the text of the line.\n"
            "Conditions: start>=1024  swizzle!=128B  line<50  name=a_desc  verdict=error  start=?\n"
            "If the text has stage=1, stage=1 and stage>0 are conditions too. The word odd finds the marked rows.");
    ImGui::SameLine();
    const bool none = state.marked.empty();
    ImGui::BeginDisabled(none && !state.query.only_marked);
    ImGui::Checkbox("Odd only", &state.query.only_marked);
    ImGui::EndDisabled();
    mark("batch.odd_only");
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
        ImGui::SetTooltip("%s", none ? "No word differs from its group." : "Shows only the rows with the sign >.");
}

// The same as a click on a title, for the keyboard.
void draw_sorting(const BatchSheet& sheet, BatchPanelState& state) {
    stay_on_line(ImGui::GetFontSize() * 16);
    ImGui::SetNextItemWidth(ImGui::GetFontSize() * 9);
    const bool open = ImGui::BeginCombo("##sort", say("sorted by ", title_of(sheet, state.query.sort)).c_str());
    mark("batch.sort");
    if (open) {
        for (const BatchColumn& column : batch_columns(sheet)) {
            const std::string_view title = title_of(sheet, column);
            if (ImGui::Selectable(title.data(), state.query.sort == column)) state.query.sort = column;
            if (g_probe != nullptr) mark(say("batch.sort.by.", title));
        }
        ImGui::EndCombo();
    }
    stay_on_line(button_width("descending") + ImGui::GetFrameHeight());
    ImGui::Checkbox("descending", &state.query.descending);
    mark("batch.descending");
    stay_on_line(button_width("by name") + ImGui::GetFrameHeight());
    ImGui::Checkbox("by name", &state.query.by_name);
    mark("batch.by_name");
}

void draw_actions(const View& view, PanelStates& states, Requests& requests, const BatchSheet& sheet) {
    BatchPanelState& state = states.batch;
    stay_on_line(action_width(Icon::copy, "Copy"));
    if (action_button(Icon::copy, "Copy")) {
        requests.copy = batch_text(state.table, sheet, state.lines, BatchForm::tsv);
        requests.status = say("Copied the table: ", state.counts, ".");
    }
    mark("batch.copy");
    stay_on_line(action_width(Icon::save, "CSV ..."));
    if (action_button(Icon::save, "CSV ...")) requests.commands.emplace_back(CommandId::do_save_batch);
    mark("batch.save");
    ImGui::BeginDisabled(state.chosen < 0);
    stay_on_line(button_width("Compare with ..."));
    if (ImGui::Button(state.compares ? "Compare with ... now choose the other row###compare"
                                     : "Compare with ...###compare"))
        state.compares = !state.compares;
    mark("batch.compare");
    ImGui::EndDisabled();
    draw_put(view, states, requests, sheet);
}

void draw_summary(const View& view, const BatchPanelState& state) {
    const std::string summary = say(state.counts, ".", state.common.empty() ? "" : " ", state.common);
    if (!state.marked.empty()) stay_on_line(ImGui::CalcTextSize(summary.c_str()).x);  // after the odd word
    dim_text(view.theme, summary);
    mark("batch.common");
    for (const KStep& step : view.pasted.steps)
        dim_text(view.theme, say(step.name, ": the start address advances by ", step.units * 16, " bytes"));
    if (state.refused.empty()) return;
    ImGui::PushStyleColor(ImGuiCol_Text, as_vec4(view.theme.error));
    wrapped(state.refused);
    ImGui::PopStyleColor();
    mark("batch.refused");
}

// What there is to say about a row: its marks, else its worst problem, else its change.
std::string sentence_of(const View& view, const BatchPanelState& state, const BatchSheet& sheet, std::size_t at) {
    const BatchRow& row = sheet.rows[at];
    std::string out;
    for (const std::string& mark : marks_of(state.table, sheet, row)) out += say(out.empty() ? "> " : " ", mark);
    const FoundWord& found = view.pasted.words[row.found];
    const std::vector<Problem> problems = problems_of(found, context_of(view.pasted, found), state.arch);
    if (const auto worst = std::ranges::min_element(problems, {}, &Problem::severity); worst != problems.end())
        out += say(out.empty() ? "" : "   ", sign_of(worst->severity), "  ", worst->rule, "  ", worst->text);
    if (!out.empty()) return out;
    const std::string change = change_before(sheet, at);
    return change.empty() ? "the first word of this name" : say("since the word of this name before: ", change);
}

// Two lines about the row under the pointer, else about the selected row. They have their place without a row too, so
// that the table does not move.
void draw_preview(const View& view, const BatchPanelState& state, const BatchSheet& sheet) {
    const int shown = state.pointed >= 0 ? state.pointed : state.chosen;
    const auto at = static_cast<std::size_t>(shown);
    std::string word = "Point at a row to see its meaning.", about;
    if (shown >= 0 && at < sheet.rows.size()) {
        const BatchRow& row = sheet.rows[at];
        word = say("line ", row.line, "  ", state.table.names[row.name], "  ",
                   hex_word(*sheet.format, row.word, row.unknown), "  ",
                   brief_meaning(*sheet.format, row.word, row.unknown));
        if (sheet.has_text) word += say("     ", state.table.texts[row.text].shown);
        about = sentence_of(view, state, sheet, at);
    }
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::PushFont(view.mono);
    ImGui::TextUnformatted(shortened(word, width).c_str());
    ImGui::PopFont();
    mark("batch.preview");
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", word.c_str());
    ImGui::TextUnformatted(shortened(about, width).c_str());
    mark("batch.preview.about");
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", about.c_str());
}

}  // namespace

// Reads: all words of the last paste.   Requests: SetWords for the selected word; the active word; the table as text;
// the command that saves it.
void draw_batch_panel(const View& view, PanelStates& states, Requests& requests) {
    BatchPanelState& state = states.batch;
    follow_batch(state, view.pasted, states.paste.text, states.paste_number, view.session.arch);
    draw_following(state, requests);
    const BatchSheet* sheet = shown_sheet(state);
    if (sheet == nullptr || state.table.sheets.empty())
        return empty_state(view.theme, "batch.empty",
                           state.following.empty() ? "Paste a log. Each descriptor in it becomes a row here."
                                                   : "No word has come yet. Each one becomes a row here.");
    draw_formats(state);
    sheet = shown_sheet(state);
    draw_filter(state);
    draw_sorting(*sheet, state);
    draw_actions(view, states, requests, *sheet);
    // What the user has just changed counts for all that follows.
    follow_batch(state, view.pasted, states.paste.text, states.paste_number, view.session.arch);
    if (draw_odd_line(view, state, "batch.odd")) show_next_odd(state);
    follow_batch(state, view.pasted, states.paste.text, states.paste_number, view.session.arch);
    sheet = shown_sheet(state);
    draw_summary(view, state);
    draw_preview(view, state, *sheet);
    const int pointed = state.pointed;
    const float text_from = state.text_from;
    const BatchQuery query = state.query;
    state.pointed = -1;
    const float side = comparison_width(state, *sheet);
    draw_batch_rows(view, state, side);
    draw_comparison(view, state, *sheet, side);
    const bool changed = state.pointed != pointed || state.query != query || state.text_from != text_from;
    if (changed || state.reveals) requests.next_frame = true;
}

}  // namespace tilescope::ui
