// app/panels/batch_compare.cpp -- the comparison of two rows of the batch table.
// SPDX-License-Identifier: MIT
#include "app/panels/batch_compare.h"

#include "app/panels/panel_parts.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/action_button.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <array>

namespace tilescope::ui {
namespace {

using ComparedLine = std::array<std::string, 3>;  // field, first row, second row

// The titles of the columns, the words, then the fields in which they differ.
std::vector<ComparedLine> compared_lines(const BatchPanelState& state, const BatchSheet& sheet,
                                         const ComparedRows& rows) {
    const BatchRow &first = sheet.rows[rows.first], &second = sheet.rows[rows.second];
    const auto word = [&](const BatchRow& row) { return hex_word(*sheet.format, row.word, row.unknown); };
    std::vector<ComparedLine> out = {
        {"", say("1: ", title_of_row(state, first)), say("2: ", title_of_row(state, second))},
        {"word", word(first), word(second)}};
    for (const BatchDifference& d : differences(sheet, first, second))
        out.push_back({std::string(d.field), d.first, d.second});
    return out;
}

constexpr std::size_t kTitles = 2;  // lines before the first field

void draw_compared(const View& view, const std::vector<ComparedLine>& lines) {
    constexpr ImGuiTableFlags flags = ImGuiTableFlags_Borders | ImGuiTableFlags_SizingFixedFit;
    ImGui::PushFont(view.mono);
    if (ImGui::BeginTable("compared", 3, flags)) {
        for (const ComparedLine& line : lines) {
            ImGui::TableNextRow();
            for (const std::string& text : line) {
                ImGui::TableNextColumn();
                ImGui::TextUnformatted(text.c_str());
            }
            if (g_probe != nullptr && !line.front().empty()) mark(say("batch.differs.", line.front()));
        }
        ImGui::EndTable();
    }
    ImGui::PopFont();
}

std::string differ_in_words(const BatchPanelState& state, const BatchSheet& sheet, const ComparedRows& rows,
                            std::size_t fields) {
    std::string both =
        say(title_of_row(state, sheet.rows[rows.first]), " and ", title_of_row(state, sheet.rows[rows.second]));
    both.front() = 'L';
    if (fields == 0) return say(both, " have the same word.");
    return say(both, " differ in ", fields, fields == 1 ? " field:" : " fields:");
}

}  // namespace

std::string title_of_row(const BatchPanelState& state, const BatchRow& row) {
    const std::string& name = state.table.names[row.name];
    return say("line ", row.line, name.empty() ? "" : " ", name);
}

std::optional<ComparedRows> compared_rows(const BatchPanelState& state, const BatchSheet& sheet) {
    const auto is_row = [&](int at) { return at >= 0 && static_cast<std::size_t>(at) < sheet.rows.size(); };
    const bool kept = is_row(state.compared);
    const int second = kept ? state.compared : state.compares ? state.pointed : -1;
    if (!is_row(state.chosen) || !is_row(second) || second == state.chosen) return std::nullopt;
    return ComparedRows{static_cast<std::uint32_t>(state.chosen), static_cast<std::uint32_t>(second), kept};
}

float comparison_width(const BatchPanelState& state, const BatchSheet& sheet, const ComparedRows& rows) {
    std::array<float, 3> widths{};
    for (const ComparedLine& line : compared_lines(state, sheet, rows))
        for (std::size_t i = 0; i < line.size(); ++i)
            widths[i] = std::max(widths[i], ImGui::CalcTextSize(line[i].c_str()).x);
    const ImGuiStyle& style = ImGui::GetStyle();
    float needed = style.ScrollbarSize + 2 * style.WindowPadding.x;
    for (const float width : widths) needed += width + 2 * style.CellPadding.x + 1;
    return needed;
}

void draw_comparison(const View& view, BatchPanelState& state, const BatchSheet& sheet, const ComparedRows& rows) {
    state.compared_frame = ImGui::GetFrameCount();
    const std::vector<ComparedLine> lines = compared_lines(state, sheet, rows);
    wrapped(differ_in_words(state, sheet, rows, lines.size() - kTitles));
    mark("batch.compared");
    if (rows.kept) {
        stay_on_line(action_width(Icon::close, "Close"));
        if (action_button(Icon::close, "Close")) state.compared = -1;
        mark("batch.compared.close");
        if (ImGui::IsItemHovered()) ImGui::SetTooltip("Esc");
    }
    draw_compared(view, lines);
}

}  // namespace tilescope::ui
