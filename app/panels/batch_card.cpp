// app/panels/batch_card.cpp -- the card of a row, beside the batch table: its buttons and meaning, or the comparison.
// SPDX-License-Identifier: MIT
#include "app/panels/batch_card.h"

#include "app/panels/batch_compare.h"
#include "app/panels/batch_put.h"
#include "app/panels/panel_parts.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>
#include <tilescope/rules/read_paste.h>

#include <algorithm>
#include <optional>

namespace tilescope::ui {
namespace {

// In sizes of the font.
constexpr float kLeastPanel = 56, kLeastCard = 28;
constexpr float kCardOfPanel = 0.34f, kMostOfPanel = 0.5f;

// What is said about a row: its marks and its worst problem, else how it differs from the word before.
struct AboutRow {
    std::string text;
    std::optional<Severity> severity;  // none: nothing is wrong
};

AboutRow about_row(const View& view, const BatchPanelState& state, const BatchSheet& sheet, std::size_t at) {
    const BatchRow& row = sheet.rows[at];
    AboutRow out;
    for (const std::string& mark : marks_of(state.table, sheet, row))
        out.text += say(out.text.empty() ? "> " : " ", mark);
    if (!out.text.empty()) out.severity = Severity::warn;
    const FoundWord& found = view.pasted.words[row.found];
    const std::vector<Problem> problems = problems_of(found, context_of(view.pasted, found), state.arch);
    if (const auto worst = std::ranges::min_element(problems, {}, &Problem::severity); worst != problems.end()) {
        out.text += say(out.text.empty() ? "" : "\n", sign_of(worst->severity), "  ", worst->rule, "  ", worst->text);
        out.severity = std::min(out.severity.value_or(worst->severity), worst->severity);
    }
    if (out.severity) return out;
    const std::string change = change_before(sheet, at), &name = state.table.names[row.name];
    const std::string named = name.empty() ? "word without a name" : name;
    if (change.empty()) return {say("The first ", named, "."), {}};
    if (change == kUnchanged) return {say("The same as the ", named, " before."), {}};
    return {say("Since the ", named, " before: ", change, "."), {}};
}

void about_line(const View& view, const AboutRow& row, std::string_view text) {
    ImGui::PushStyleColor(ImGuiCol_Text, row.severity ? colour_of(view.theme, *row.severity) : view.theme.text);
    wrapped(text);
    ImGui::PopStyleColor();
    mark("batch.preview.about");
}

// The row under the pointer, else the selected one; -1: none.
int shown_row(const BatchPanelState& state, const BatchSheet& sheet) {
    const int row = state.pointed >= 0 ? state.pointed : state.chosen;
    return row < static_cast<int>(sheet.rows.size()) ? row : -1;
}

// All fields but constants and zeros, with addresses as the table has them.
std::string meaning_in_words(const BatchSheet& sheet, const BatchRow& row) {
    std::string out;
    for (const Field& f : sheet.format->fields) {
        const std::uint64_t raw = get_field(f, row.word), unknown = get_field(f, row.unknown);
        if (f.encoding != Encoding::fixed && (raw | unknown) != 0)
            out += say(out.empty() ? "" : ", ", f.id, ' ', shown_meaning_of(f, raw, unknown));
    }
    return out;
}

void draw_row_card(const View& view, const BatchPanelState& state, const BatchSheet& sheet, std::size_t at) {
    const BatchRow& row = sheet.rows[at];
    mono_text(view, say(title_of_row(state, row), "  ", hex_word(*sheet.format, row.word, row.unknown)));
    mark("batch.preview");
    const AboutRow said = about_row(view, state, sheet, at);
    about_line(view, said, said.text);
    wrapped(meaning_in_words(sheet, row));
    if (sheet.has_text) dim_text(view.theme, state.table.texts[row.text].shown);
}

// Begins, or gives up, the search for the row to compare with.
void draw_compare_button(BatchPanelState& state, const BatchSheet& sheet) {
    const bool any = state.chosen >= 0 && static_cast<std::size_t>(state.chosen) < sheet.rows.size();
    ImGui::BeginDisabled(!any);
    std::string label = "Compare with ...";
    if (state.compares)
        label = "Do not compare";
    else if (any)
        label = say("Compare line ", sheet.rows[static_cast<std::size_t>(state.chosen)].line, " with ...");
    if (ImGui::Button(say(label, "###compare").c_str())) state.compares = !state.compares;
    mark("batch.compare");
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
        ImGui::SetTooltip(any ? "Then click the other row. A click on it with Ctrl does the same."
                              : "First click a row.");
    ImGui::EndDisabled();
}

constexpr const char *kHint = "Point at a row to see its meaning. Click it to select it.",
                     *kSecond = "Now click the row to compare it with.";

}  // namespace

bool is_narrow_batch() {
    return ImGui::GetWindowContentRegionMax().x - ImGui::GetWindowContentRegionMin().x <
           kLeastPanel * ImGui::GetFontSize();
}

float card_room(const BatchPanelState& state, const BatchSheet& sheet) {
    const float font = ImGui::GetFontSize(), panel = ImGui::GetContentRegionAvail().x;
    const auto rows = compared_rows(state, sheet);
    const float needed = rows && rows->kept ? comparison_width(state, sheet, *rows) : 0, most = panel * kMostOfPanel;
    if (is_narrow_batch()) return std::min(needed, most);
    return std::min(std::max({needed, kLeastCard * font, panel * kCardOfPanel}), most);
}

void draw_row_buttons(const View& view, PanelStates& states, Requests& requests, const BatchSheet& sheet) {
    draw_compare_button(states.batch, sheet);
    draw_put(view, states, requests, sheet);
}

void draw_batch_card(const View& view, PanelStates& states, Requests& requests, const BatchSheet& sheet, float room) {
    if (room <= 0) return;
    BatchPanelState& state = states.batch;
    const bool narrow = is_narrow_batch();
    const float height = ImGui::GetItemRectSize().y;
    ImGui::SameLine();
    if (begin_part("card", {room, height})) {
        if (!narrow) draw_row_buttons(view, states, requests, sheet);
        const auto rows = compared_rows(state, sheet);
        const int row = shown_row(state, sheet);
        if (rows)
            draw_comparison(view, state, sheet, *rows);
        else if (state.compares && state.chosen >= 0)
            dim_text(view.theme, kSecond);
        else if (row >= 0)
            draw_row_card(view, state, sheet, static_cast<std::size_t>(row));
        else
            dim_text(view.theme, kHint);
    }
    ImGui::EndChild();
    mark("batch.card");
}

void draw_row_line(const View& view, const BatchPanelState& state, const BatchSheet& sheet, std::string_view all) {
    const int row = shown_row(state, sheet);
    AboutRow said{state.compares ? std::string(kSecond) : std::string(all), {}};
    if (row >= 0 && !state.compares) {
        const auto at = static_cast<std::size_t>(row);
        said = about_row(view, state, sheet, at);
        said.text = say(title_of_row(state, sheet.rows[at]), ": ", said.text);
    }
    // One line, with and without a row, so that the table does not move.
    std::string line = said.text;
    std::ranges::replace(line, '\n', ' ');
    about_line(view, said, shortened(line, ImGui::GetContentRegionAvail().x));
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", said.text.c_str());
}

}  // namespace tilescope::ui
