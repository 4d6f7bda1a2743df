// app/panels/batch_tools.cpp -- the tools of the batch table, on the line of the tabs: format, filter, sorting, export.
// SPDX-License-Identifier: MIT
//
// They are beside the tabs because each line above the table is a row less.
#include "app/panels/batch_card.h"
#include "app/panels/panel_parts.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/action_button.h"

#include <tilescope/base/say.h>

#include <imgui_stdlib.h>

#include <algorithm>
#include <array>

namespace tilescope::ui {
namespace {

// Widths in sizes of the font.
constexpr float kFormatBox = 11, kSortBox = 10, kLeastFilter = 10, kMostFilter = 26;
constexpr const char *kOddOnly = "Odd only", *kCopy = "Copy", *kSave = "CSV ...";

std::string title_of_format(const BatchSheet& sheet) {
    return say(sheet.format->id, sheet.format->kind.empty() ? "" : " ", sheet.format->kind, "  (", sheet.rows.size(),
               ")");
}

// Words of one format share their columns, so each format has a table of its own.
void draw_formats(BatchPanelState& state) {
    const std::vector<BatchSheet>& sheets = state.table.sheets;
    if (sheets.size() < 2) return;
    ImGui::SetNextItemWidth(ImGui::GetFontSize() * kFormatBox);
    const bool open = ImGui::BeginCombo("##format", title_of_format(sheets[state.sheet]).c_str());
    mark("batch.format");
    for (std::size_t i = 0; open && i < sheets.size(); ++i) {
        if (ImGui::Selectable(title_of_format(sheets[i]).c_str(), state.sheet == i)) show_sheet(state, i);
        if (g_probe != nullptr) mark(say("batch.format.", i));
    }
    if (open) ImGui::EndCombo();
    ImGui::SameLine();
}

// What the line has room for beside the other tools.
float filter_width() {
    const float font = ImGui::GetFontSize(), gap = ImGui::GetStyle().ItemSpacing.x;
    const float others = button_width(kOddOnly) + ImGui::GetFrameHeight() + font * kSortBox +
                         action_width(Icon::copy, kCopy) + action_width(Icon::save, kSave) + 5 * gap;
    return std::clamp(ImGui::GetContentRegionAvail().x - others, font * kLeastFilter, font * kMostFilter);
}

void explain_filter(const View& view, const BatchPanelState& state) {
    ImGui::BeginTooltip();
    ImGui::TextUnformatted("Shows only the rows that have all of what you type, in any order:");
    ImGui::PushFont(view.mono);
    ImGui::TextUnformatted(
        say("b_desc 128B    texts: in a name, a word, a field, a verdict or the line of the text\n"
            "start>=0x400   a column, a sign (= != < <= > >=) and a value\n"
            "verdict=error  columns are also name, line, word, and each field of the word\n"
            "start=?        the text does not give all bits of this field\n",
            shown_sheet(state)->has_text ? "stage=1        a name and a value in the line of the text\n" : "",
            "odd            the rows with the sign >")
            .c_str());
    ImGui::PopFont();
    ImGui::EndTooltip();
}

void draw_filter(const View& view, BatchPanelState& state) {
    ImGui::SetNextItemWidth(filter_width());
    // A box that has the keyboard keeps its text. So each paste has a box of its own, which is empty.
    const std::string id = say("##filter", state.paste_number.value_or(0), ' ', state.filter_box);
    ImGui::InputTextWithHint(id.c_str(), "Filter: b_desc start>=0x400", &state.query.filter);
    mark("batch.filter");
    if (ImGui::IsItemHovered() && !ImGui::IsItemActive()) explain_filter(view, state);
    stay_on_line(button_width(kOddOnly) + ImGui::GetFrameHeight());
    const bool none = state.marked.empty();
    ImGui::BeginDisabled(none && !state.query.only_marked);
    ImGui::Checkbox(kOddOnly, &state.query.only_marked);
    ImGui::EndDisabled();
    mark("batch.odd_only");
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
        ImGui::SetTooltip("%s", none ? "No word differs from its group." : "Shows only the rows with the sign >.");
}

// The same as a click on a title, for the keyboard; and the two ways to arrange the rows that no title has.
void draw_sorting(const BatchSheet& sheet, BatchPanelState& state) {
    const float width = ImGui::GetFontSize() * kSortBox;
    stay_on_line(width);
    ImGui::SetNextItemWidth(width);
    const std::string shown = say("Sorted by ", state.query.by_name ? "name, " : "", title_of(sheet, state.query.sort));
    const bool open = ImGui::BeginCombo("##sort", shown.c_str(), ImGuiComboFlags_HeightLargest);
    mark("batch.sort");
    if (!open) return;
    for (const BatchColumn& column : batch_columns(sheet)) {
        const std::string_view title = title_of(sheet, column);
        if (ImGui::Selectable(title.data(), state.query.sort == column)) state.query.sort = column;
        if (g_probe != nullptr) mark(say("batch.sort.by.", title));
    }
    ImGui::Separator();
    ImGui::Checkbox("descending", &state.query.descending);
    mark("batch.descending");
    ImGui::Checkbox("grouped by name", &state.query.by_name);
    mark("batch.by_name");
    ImGui::EndCombo();
}

void draw_export(BatchPanelState& state, Requests& requests, const BatchSheet& sheet) {
    stay_on_line(action_width(Icon::copy, kCopy));
    if (action_button(Icon::copy, kCopy)) {
        requests.copy = batch_text(state.table, sheet, state.lines, BatchForm::tsv);
        requests.status = say("Copied the table: ", state.counts, ".");
    }
    mark("batch.copy");
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("Copies the rows that are shown, with tabs between the columns.");
    stay_on_line(action_width(Icon::save, kSave));
    if (action_button(Icon::save, kSave)) requests.commands.push_back(command("save_batch"));
    mark("batch.save");
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("Saves the rows that are shown as a CSV file.");
}

}  // namespace

void draw_batch_tools(const View& view, PanelStates& states, Requests& requests) {
    BatchPanelState& state = states.batch;
    // The table of a new paste is made when the panel is drawn.
    if (shown_sheet(state) == nullptr || state.paste_number != states.paste_number) return;
    draw_formats(state);
    const BatchSheet& sheet = *shown_sheet(state);
    draw_filter(view, state);
    draw_sorting(sheet, state);
    draw_export(state, requests, sheet);
    if (is_narrow_batch()) {
        stay_on_line(button_width("Compare line 100 with ..."));
        draw_row_buttons(view, states, requests, sheet);
    }
    if (state.answered != state.query) requests.next_frame = true;  // the table may be drawn before its tools
}

}  // namespace tilescope::ui
