// app/panels/batch_rows.cpp -- draws the rows of the batch table.
// SPDX-License-Identifier: MIT
#include "app/panels/batch_rows.h"
#include "app/panels/panel_parts.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <utility>

namespace tilescope::ui {
namespace {

constexpr std::size_t kFewestLines = 3;  // visible lines, however low the panel is
constexpr float kLeastText = 12;         // the narrowest column of the text, in sizes of the font; else it folds away

// Draws the title and, in the sorted column, a triangle for the direction.
void draw_title(const View& view, const BatchSheet& sheet, BatchPanelState& state, const BatchColumn& column) {
    const std::string_view title = title_of(sheet, column);
    const bool sorted = state.query.sort == column;
    // Blanks make room for the triangle.
    ImGui::TableHeader(say(title, sorted ? "    " : "", "###", title).c_str());
    if (ImGui::IsItemActivated()) sort_batch(state.query, column);
    if (g_probe != nullptr) mark(say("batch.sort.", title));
    const ImVec2 low = ImGui::GetItemRectMin(), size = ImGui::CalcTextSize(std::string(title).c_str());
    if (sorted) {
        const float r = size.y * 0.25f;
        const ImVec2 c{low.x + ImGui::GetStyle().CellPadding.x + size.x + 2 * r, low.y + size.y * 0.6f};
        const float tip = state.query.descending ? r : -r;
        ImGui::GetWindowDrawList()->AddTriangleFilled({c.x - r, c.y - tip}, {c.x + r, c.y - tip}, {c.x, c.y + tip},
                                                      view.theme.accent);
    }
    if (!ImGui::IsItemHovered()) return;
    const Field* f = column.kind == BatchColumnKind::field ? &sheet.format->fields[column.field] : nullptr;
    const std::string text = f == nullptr ? "Click to sort."
                                          : say(f->doc, f->unit.empty() ? "" : " In ", f->unit,
                                                f->unit.empty() ? "" : ".", " Click to sort.");
    ImGui::SetTooltip("%s", text.c_str());
}

void click_row(BatchPanelState& state, int row) {
    const bool compare = (ImGui::GetIO().KeyCtrl || state.compares) && state.chosen >= 0 && state.chosen != row;
    state.compares = false;
    if (compare) {
        state.compared = state.compared == row ? -1 : row;
        return;
    }
    state.chosen = row;  // even if it is chosen: a second click on what one reads must not close its card
    state.compared = -1;
}

bool is_odd_cell(const BatchSheet& sheet, const BatchRow& row, const BatchColumn& column) {
    if (column.kind != BatchColumnKind::field) return false;
    const bool start = row.expected && sheet.format->fields[column.field].id == "start";
    return start || (row.odd >> column.field & 1) != 0;
}

ImU32 colour_of_cell(const View& view, const BatchTable& table, const BatchRow& row, const BatchColumn& column) {
    if (column.kind != BatchColumnKind::verdict) return view.theme.text;
    const BatchVerdict& verdict = table.verdicts[row.verdict];
    if (verdict.worst) return colour_of(view.theme, *verdict.worst);
    return row.is_marked() ? colour_of(view.theme, Severity::warn) : view.theme.good;
}

// ">" stands before an odd value, the sign of the severity before a rule. A marked row that breaks no rule is not "ok".
std::string text_of_cell(const BatchTable& table, const BatchSheet& sheet, const BatchRow& row,
                         const BatchColumn& column) {
    if (column.kind == BatchColumnKind::verdict && table.verdicts[row.verdict].worst)
        return say(sign_of(*table.verdicts[row.verdict].worst), "  ", table.verdicts[row.verdict].rule);
    if (column.kind == BatchColumnKind::verdict && row.is_marked()) return say(sign_of(Severity::warn), "  odd");
    return say(is_odd_cell(sheet, row, column) ? "> " : "", shown_cell_of(table, sheet, row, column));
}

void draw_text_cell(const View& view, const std::string& text) {
    ImGui::PushStyleColor(ImGuiCol_Text, as_vec4(view.theme.dim));
    ImGui::TextUnformatted(shortened(text, ImGui::GetContentRegionAvail().x).c_str());
    ImGui::PopStyleColor();
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", text.c_str());
}

// While two rows are compared, they have the numbers that the comparison gives them.
const char* sign_of_row(const BatchPanelState& state, const BatchRow& row, int index) {
    if (state.compared == index) return "2";
    if (state.chosen == index && (state.compares || state.compared >= 0)) return "1";
    return row.is_marked() ? ">" : " ";
}

void draw_row(const View& view, BatchPanelState& state, const BatchSheet& sheet,
              const std::vector<BatchColumn>& columns, std::uint32_t at) {
    const BatchRow& row = sheet.rows[at];
    const int index = static_cast<int>(at);
    const bool chosen = state.chosen == index, compared = state.compared == index;
    ImGui::TableNextColumn();
    if (ImGui::Selectable(sign_of_row(state, row, index), chosen || compared, ImGuiSelectableFlags_SpanAllColumns))
        click_row(state, index);
    if (g_probe != nullptr) mark(say("batch.", at));
    if (ImGui::IsItemHovered() || ImGui::IsItemFocused()) state.pointed = index;
    for (const BatchColumn& column : columns) {
        ImGui::TableNextColumn();
        if (column.kind == BatchColumnKind::text) {
            draw_text_cell(view, state.table.texts[row.text].shown);
            if (g_probe != nullptr) mark(say("batch.", at, ".text"));
            continue;
        }
        const bool odd = is_odd_cell(sheet, row, column);
        ImGui::PushStyleColor(ImGuiCol_Text, odd ? view.theme.warn : colour_of_cell(view, state.table, row, column));
        ImGui::TextUnformatted(text_of_cell(state.table, sheet, row, column).c_str());
        ImGui::PopStyleColor();
        if (odd && g_probe != nullptr) mark(say("batch.", at, ".odd.", title_of(sheet, column)));
    }
}

void draw_group(BatchPanelState& state, const BatchLine& line) {
    ImGui::TableNextColumn();
    const bool folded = state.query.folded.contains(line.name);
    if (ImGui::Selectable(folded ? "+" : "-", false, ImGuiSelectableFlags_SpanAllColumns)) {
        if (folded)
            state.query.folded.erase(line.name);
        else
            state.query.folded.insert(line.name);
    }
    if (g_probe != nullptr) mark(say("batch.group.", line.name));
    ImGui::TableNextColumn();
    const std::string& name = state.table.names[line.name];
    ImGui::TextUnformatted(say(name.empty() ? "no name" : name, "  (", line.count, ")").c_str());
}

void draw_line(const View& view, BatchPanelState& state, const BatchSheet& sheet,
               const std::vector<BatchColumn>& columns, const BatchLine& line) {
    ImGui::TableNextRow();
    ImGui::PushID(static_cast<int>(line.row));
    ImGui::PushID(line.count == 0 ? "row" : "group");
    if (line.count == 0)
        draw_row(view, state, sheet, columns, line.row);
    else
        draw_group(state, line);
    ImGui::PopID();
    ImGui::PopID();
}

// The room of the column of the text: what the other columns leave. 0: too narrow.
float text_width(const BatchPanelState& state, float table) {
    const ImGuiStyle& style = ImGui::GetStyle();
    const float room = table - state.text_from - style.ScrollbarSize - 2 * style.CellPadding.x - 2;
    return state.text_from > 0 && room >= kLeastText * ImGui::GetFontSize() ? room : 0;
}

// The width of a column when its table is new: its title with the triangle, and the cells of rows from all of the text.
float first_width(const BatchPanelState& state, const BatchSheet& sheet, const BatchColumn& column) {
    constexpr std::size_t kMeasured = 32;
    const auto width_of = [](const std::string& text) { return ImGui::CalcTextSize(text.c_str()).x; };
    float width = width_of(say(title_of(sheet, column), "    "));
    const auto measure = [&](std::size_t at) {
        width = std::max(width, width_of(text_of_cell(state.table, sheet, sheet.rows[at], column)));
    };
    for (std::size_t i = 0; i < kMeasured; ++i) measure(i * (sheet.rows.size() - 1) / (kMeasured - 1));
    for (std::size_t i = 0; i < std::min(kMeasured, state.marked.size()); ++i)
        if (&state.table.sheets[state.marked[i].sheet] == &sheet) measure(state.marked[i].row);
    return width;
}

void set_up_columns(const BatchPanelState& state, const BatchSheet& sheet, const std::vector<BatchColumn>& columns,
                    float text) {
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn("##mark", ImGuiTableColumnFlags_WidthFixed | ImGuiTableColumnFlags_NoResize);
    for (const BatchColumn& column : columns) {
        ImGuiTableColumnFlags flags = ImGuiTableColumnFlags_WidthFixed;
        const bool is_text = column.kind == BatchColumnKind::text;
        if (is_text) flags |= ImGuiTableColumnFlags_NoResize;
        if (is_text && text == 0) flags |= ImGuiTableColumnFlags_Disabled;
        ImGui::TableSetupColumn(title_of(sheet, column).data(), flags,
                                is_text ? std::max(text, 1.0f) : first_width(state, sheet, column));
    }
}

void draw_titles(const View& view, BatchPanelState& state, const BatchSheet& sheet,
                 const std::vector<BatchColumn>& columns) {
    ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
    for (std::size_t c = 0; c < columns.size(); ++c) {
        if (!ImGui::TableSetColumnIndex(static_cast<int>(c) + 1)) continue;
        if (c + 1 < columns.size() && columns[c + 1].kind == BatchColumnKind::text)
            state.text_from = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x +
                              ImGui::GetStyle().CellPadding.x - ImGui::GetWindowPos().x + ImGui::GetScrollX();
        draw_title(view, sheet, state, columns[c]);
    }
}

// Scrolls to the chosen row, to the middle of the table.
void reveal_chosen(const BatchPanelState& state) {
    const auto at = std::ranges::find_if(state.lines, [&](const BatchLine& line) {
        return line.count == 0 && static_cast<int>(line.row) == state.chosen;
    });
    if (at == state.lines.end()) return;
    const float above = height_of_rows(static_cast<std::size_t>(at - state.lines.begin()));
    ImGui::SetScrollY(std::max(above - ImGui::GetWindowHeight() / 2, 0.0f));
}

}  // namespace

float height_of_rows(std::size_t count) {
    return static_cast<float>(count + 1) * (ImGui::GetTextLineHeight() + 2 * ImGui::GetStyle().CellPadding.y);
}

void sort_batch(BatchQuery& query, const BatchColumn& column) {
    query.descending = query.sort == column && !query.descending;
    query.sort = column;
}

void draw_batch_rows(const View& view, BatchPanelState& state, float side) {
    const BatchSheet& sheet = *shown_sheet(state);
    const std::vector<BatchColumn> columns = batch_columns(sheet);
    constexpr ImGuiTableFlags flags = ImGuiTableFlags_BordersInnerV | ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollX |
                                      ImGuiTableFlags_ScrollY | ImGuiTableFlags_Resizable |
                                      ImGuiTableFlags_SizingFixedFit;
    const float height =
        std::max(ImGui::GetContentRegionAvail().y, height_of_rows(std::min(kFewestLines, state.lines.size())));
    // Tables of other formats have other columns, and columns keep their widths by the id of the table.
    const std::string id = say("batch ", sheet.format->id, sheet.format->kind, " ", columns.size());
    ImGui::PushFont(view.mono);
    const float width = ImGui::GetContentRegionAvail().x - (side > 0 ? side + ImGui::GetStyle().ItemSpacing.x : 0);
    if (ImGui::BeginTable(id.c_str(), static_cast<int>(columns.size()) + 1, flags, {width, height})) {
        set_up_columns(state, sheet, columns, text_width(state, width));
        draw_titles(view, state, sheet, columns);
        if (state.reveals) reveal_chosen(state);
        ImGuiListClipper clipper;
        clipper.Begin(static_cast<int>(state.lines.size()));
        while (clipper.Step())
            for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
                draw_line(view, state, sheet, columns, state.lines[static_cast<std::size_t>(i)]);
        ImGui::EndTable();
        if (std::exchange(state.reveals, false)) ImGui::SetScrollHereY(1);  // a low panel scrolls to its table
    }
    ImGui::PopFont();
}

}  // namespace tilescope::ui
