// app/panels/batch_rows.cpp -- the rows of the batch table, the card of a row beside them, the comparison of two rows.
// SPDX-License-Identifier: MIT
#include "app/panels/batch_parts.h"
#include "app/panels/panel_parts.h"
#include "app/ui/imgui_compat.h"

#include <tilescope/base/say.h>
#include <tilescope/rules/read_paste.h>

#include <algorithm>
#include <utility>

namespace tilescope::ui {
namespace {

// The rows that the comparison shows, as indexes. `kept`: the user chose both; else the second one is under the pointer
// while the user looks for it.
struct ComparedRows {
    std::uint32_t first = 0, second = 0;
    bool kept = false;
};

using ComparedLine = std::array<std::string, 3>;  // field, first row, second row

// "line 12 b_desc"
std::string title_of_row(const BatchPanelState& state, const BatchRow& row) {
    const std::string& name = state.table.names[row.name];
    return say("line ", row.line, name.empty() ? "" : " ", name);
}

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
            if (!line.front().empty()) mark("batch.differs.", line.front());
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

std::optional<ComparedRows> compared_rows(const BatchPanelState& state, const BatchSheet& sheet) {
    const auto is_row = [&](int at) { return at >= 0 && static_cast<std::size_t>(at) < sheet.rows.size(); };
    const bool kept = is_row(state.compared);
    const int second = kept ? state.compared : state.compares ? state.pointed : -1;
    if (!is_row(state.chosen) || !is_row(second) || second == state.chosen) return std::nullopt;
    return ComparedRows{static_cast<std::uint32_t>(state.chosen), static_cast<std::uint32_t>(second), kept};
}

// Returns the width that the comparison needs, in window pixels.
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

// Draws which two rows are compared, the fields in which they differ, and a button that closes the comparison.
void draw_comparison(const View& view, BatchPanelState& state, const BatchSheet& sheet, const ComparedRows& rows) {
    state.compared_frame = ImGui::GetFrameCount();
    const std::vector<ComparedLine> lines = compared_lines(state, sheet, rows);
    wrapped(differ_in_words(state, sheet, rows, lines.size() - kTitles), "batch.compared");
    if (rows.kept) {
        if (button("Close", "batch.compared.close", {.icon = Icon::close, .beside = true})) state.compared = -1;
        tip("Esc");
    }
    draw_compared(view, lines);
}

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
    const std::vector<Problem> problems = problems_of(found, context_of(view.pasted, found), state.target);
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
    coloured(row.severity ? colour_of(view.theme, *row.severity) : view.theme.text, text, "batch.preview.about");
}

// The row under the pointer, else the selected one; -1: none.
int shown_row(const BatchPanelState& state, const BatchSheet& sheet) {
    const int row = state.pointed >= 0 ? state.pointed : state.chosen;
    return row < static_cast<int>(sheet.rows.size()) ? row : -1;
}

// All fields but constants and zeros, with addresses as the table has them.
std::string meaning_in_words(const BatchSheet& sheet, const BatchRow& row) {
    return list_of(sheet.format->fields, [&](const Field& f) {
        const std::uint64_t raw = get_field(f, row.word), unknown = get_field(f, row.unknown);
        const bool said = f.encoding != Encoding::fixed && (raw | unknown) != 0;
        return said ? say(f.id, ' ', shown_meaning_of(f, raw, unknown)) : std::string();
    });
}

void draw_row_card(const View& view, const BatchPanelState& state, const BatchSheet& sheet, std::size_t at) {
    const BatchRow& row = sheet.rows[at];
    mono_text(view, say(title_of_row(state, row), "  ", hex_word(*sheet.format, row.word, row.unknown)),
              "batch.preview");
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
    if (button(say(label, "###compare").c_str(), "batch.compare")) state.compares = !state.compares;
    tip(any ? "Then click the other row. A click on it with Ctrl does the same." : "First click a row.", kOffToo);
    ImGui::EndDisabled();
}

constexpr const char *kHint = "Point at a row to see its meaning. Click it to select it.",
                     *kSecond = "Now click the row to compare it with.";

constexpr std::size_t kFewestLines = 3;  // visible lines, however low the panel is
constexpr float kLeastText = 12;         // the narrowest column of the text, in sizes of the font; else it folds away

// Draws the title and, in the sorted column, a triangle for the direction.
void draw_title(const View& view, const BatchSheet& sheet, BatchPanelState& state, const BatchColumn& column) {
    const std::string_view title = title_of(sheet, column);
    const bool sorted = state.query.sort == column;
    // Blanks make room for the triangle.
    ImGui::TableHeader(say(title, sorted ? "    " : "", "###", title).c_str());
    if (ImGui::IsItemActivated()) {  // a second click reverses the order
        state.query.descending = sorted && !state.query.descending;
        state.query.sort = column;
    }
    mark("batch.sort.", title);
    const ImVec2 low = ImGui::GetItemRectMin(), size = ImGui::CalcTextSize(std::string(title).c_str());
    if (sorted) {
        const float r = size.y * 0.25f;
        const ImVec2 c{low.x + ImGui::GetStyle().CellPadding.x + size.x + 2 * r, low.y + size.y * 0.6f};
        const float tip = state.query.descending ? r : -r;
        ImGui::GetWindowDrawList()->AddTriangleFilled({c.x - r, c.y - tip}, {c.x + r, c.y - tip}, {c.x, c.y + tip},
                                                      view.theme.accent);
    }
    const Field* f = column.kind == BatchColumnKind::field ? &sheet.format->fields[column.field] : nullptr;
    tip(f == nullptr
            ? "Click to sort."
            : say(f->doc, f->unit.empty() ? "" : " In ", f->unit, f->unit.empty() ? "" : ".", " Click to sort."));
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
    mark("batch.", at);
    if (ImGui::IsItemHovered() || ImGui::IsItemFocused()) state.pointed = index;
    for (const BatchColumn& column : columns) {
        ImGui::TableNextColumn();
        if (column.kind == BatchColumnKind::text) {
            const std::string& text = state.table.texts[row.text].shown;
            coloured_line(view.theme.dim, shortened(text, ImGui::GetContentRegionAvail().x));
            tip(text);
            mark("batch.", at, ".text");
            continue;
        }
        const bool odd = is_odd_cell(sheet, row, column);
        coloured_line(odd ? view.theme.warn : colour_of_cell(view, state.table, row, column),
                      text_of_cell(state.table, sheet, row, column));
        if (odd) mark("batch.", at, ".odd.", title_of(sheet, column));
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
    mark("batch.group.", line.name);
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
    tip(said.text);
}

float height_of_rows(std::size_t count) {
    return static_cast<float>(count + 1) * (ImGui::GetTextLineHeight() + 2 * ImGui::GetStyle().CellPadding.y);
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
        visible_lines(state.lines.size(),
                      [&](std::size_t i) { draw_line(view, state, sheet, columns, state.lines[i]); });
        ImGui::EndTable();
        if (std::exchange(state.reveals, false)) ImGui::SetScrollHereY(1);  // a low panel scrolls to its table
    }
    ImGui::PopFont();
}

}  // namespace tilescope::ui
