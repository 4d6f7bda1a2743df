// app/panels/legality_grid.cpp -- draws one legality table as a grid of signs.
// SPDX-License-Identifier: MIT
#include "app/panels/legality_grid.h"
#include "app/panels/panel_parts.h"
#include "app/ui/drawing.h"
#include "app/ui/style.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/heading.h"

#include <tilescope/base/say.h>

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace tilescope::ui {
namespace {

constexpr std::size_t kFewColumns = 12;  // wider tables have headings over some columns only
constexpr std::size_t kHeadingStep = 4;
constexpr float kLeastCell = 14, kTooltip = 30;  // logical pixels; letters

// Sizes of one table, in window pixels.
struct Metrics {
    float title, row;
    std::vector<float> begin;  // of each column, from the end of the titles; then the end of the last one

    float width(std::size_t column) const { return begin[column + 1] - begin[column]; }
};

float text_width(const std::string& text) { return ImGui::CalcTextSize(text.c_str()).x; }

// All columns have the same width. If the table is then wider than the room, each has the width of its own texts.
std::vector<float> column_widths(const View& view, const LegalityTable& table, float room, float row) {
    const float gap = sizes_at(view.scale).gap, yes = text_width("yes");
    const auto count = static_cast<float>(table.columns.size());
    std::vector<float> widths(table.columns.size());
    if (table.columns.size() > kFewColumns) {
        std::ranges::fill(widths, std::max(kLeastCell * view.scale, std::min(std::floor(room / count), row)));
        return widths;
    }
    for (std::size_t c = 0; c < widths.size(); ++c) {
        widths[c] = std::max(text_width(table.columns[c]), yes);
        for (const LegalityRow& r : table.rows) widths[c] = std::max(widths[c], text_width(r.cells[c].text));
        widths[c] = std::ceil(widths[c] + gap);
    }
    const float widest = std::max(std::ranges::max(widths), std::ceil(yes + 2 * gap));
    if (widest * count <= room) std::ranges::fill(widths, widest);
    return widths;
}

Metrics metrics_of(const View& view, const LegalityTable& table, float room) {
    const Sizes px = sizes_at(view.scale);
    Metrics m{text_width(table.rows_are), px.text + px.gap / 2, {0}};
    for (const LegalityRow& row : table.rows) m.title = std::max(m.title, text_width(row.title));
    m.title = std::ceil(m.title + px.gap);
    for (const float width : column_widths(view, table, room - m.title, m.row))
        m.begin.push_back(m.begin.back() + width);
    return m;
}

void centred(ImDrawList& list, const Rect& r, ImU32 colour, const std::string& text) {
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    list.AddText({std::round((r.min.x + r.max.x - size.x) / 2), std::round((r.min.y + r.max.y - size.y) / 2)}, colour,
                 text.c_str());
}

// The signs (yes, !, -) are readable without colour. A narrow "yes" is drawn as a disc.
void draw_sign(const View& view, const LegalityCell& cell, const Rect& r) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Theme& t = view.theme;
    const bool refused = cell.verdict == LegalityVerdict::refused, doubtful = cell.verdict == LegalityVerdict::doubtful;
    if (!refused) list.AddRectFilled(r.min, r.max, faded(doubtful ? t.warn : t.good, 0.22f));
    if (refused) {
        // A refused cell shows its text crossed out. Without text it shows a dash.
        if (!cell.text.empty()) centred(list, r, t.dim, cell.text);
        const float half = cell.text.empty() ? 4 * view.scale : text_width(cell.text) / 2 + 2 * view.scale;
        const ImVec2 c = r.centre();
        list.AddLine({c.x - half, std::round(c.y)}, {c.x + half, std::round(c.y)}, t.dim, sizes_at(view.scale).line);
        return;
    }
    const std::string text = cell.text.empty() ? std::string("yes") : cell.text;
    const bool narrow = r.max.x - r.min.x < text_width(text);
    if (doubtful)
        centred(list, r, t.text, narrow ? "!" : say(cell.text, cell.text.empty() ? "!" : " !"));
    else if (narrow)
        list.AddCircleFilled(r.centre(), 3 * view.scale, t.good);
    else
        centred(list, r, t.text, text);
}

void cell_tooltip(const LegalityTable& table, const LegalityRow& row, std::size_t column) {
    const LegalityCell& cell = row.cells[column];
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * kTooltip);
    const std::string name =
        say(row.title, "  /  ", table.columns[column], cell.text.empty() ? "" : "  =  ", cell.text);
    ImGui::TextUnformatted(say(name, ":  ", name_of(cell.verdict)).c_str());
    mark("legality.why");
    if (!cell.why.empty()) ImGui::TextUnformatted(say(cell.rule, "  ", cell.why).c_str());
    if (!cell.fix.empty() && cell.verdict != LegalityVerdict::allowed) ImGui::TextUnformatted(cell.fix.c_str());
    if (!cell.source.empty()) ImGui::TextUnformatted(say(cell.source, "  (", text_of(cell.certainty), ")").c_str());
    const bool storable = cell.verdict != LegalityVerdict::refused && (!cell.fields.empty() || cell.variant);
    if (storable) ImGui::TextUnformatted("Click to store this choice in the session.");
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

void draw_headings(const View& view, const LegalityTable& table, const Metrics& m, ImVec2 at) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddText({at.x, at.y + sizes_at(view.scale).gap / 4}, view.theme.dim, table.rows_are.c_str());
    const bool many = table.columns.size() > kFewColumns;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        if (many && (c + 1) % kHeadingStep != 0) continue;
        const float x = at.x + m.title;
        centred(list, {{x + m.begin[c], at.y}, {x + m.begin[c + 1], at.y + m.row}}, view.theme.dim, table.columns[c]);
    }
}

void mark_cell(const LegalityTable& table, const LegalityRow& row, std::size_t column) {
    if (g_probe == nullptr) return;
    std::string name = table.columns[column];
    std::ranges::replace(name, ' ', '_');
    mark(say("legality.", table.id, '.', row.id, '.', name));
}

}  // namespace

float legality_grid_width(const View& view, const LegalityTable& table, float room) {
    const Metrics m = metrics_of(view, table, room);
    return std::max(m.title + m.begin.back(), text_width(table.title));
}

LegalityReply draw_legality_grid(const View& view, const LegalityPlan& plan) {
    const LegalityTable& table = plan.table;
    const Sizes px = sizes_at(view.scale);
    const Metrics m = metrics_of(view, table, ImGui::GetContentRegionAvail().x);
    LegalityReply reply;
    ImGui::BeginGroup();
    ImGui::PushID(table.id.c_str());
    dim_text(view.theme, table.title);
    mark("legality.", table.id);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw_headings(view, table, m, at);
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        const LegalityRow& row = table.rows[r];
        const float y = at.y + m.row * static_cast<float>(r + 1);
        ImGui::GetWindowDrawList()->AddText({at.x, y + px.gap / 4}, view.theme.text, row.title.c_str());
        for (std::size_t c = 0; c < row.cells.size(); ++c) {
            const LegalityCell& cell = row.cells[c];
            if (cell.verdict == LegalityVerdict::absent) continue;
            const ImVec2 low{at.x + m.title + m.begin[c], y};
            const Rect place{low, {low.x + m.width(c) - px.line, y + m.row - px.line}};
            ImGui::SetCursorScreenPos(low);
            ImGui::PushID(static_cast<int>(r * table.columns.size() + c));
            const bool clicked = ImGui::InvisibleButton("cell", {m.width(c) - px.line, m.row - px.line});
            ImGui::PopID();
            mark_cell(table, row, c);
            draw_sign(view, cell, place);
            const RingStyle ring{.colour = view.theme.accent, .halo = view.theme.ring_halo, .width = px.ring};
            if (is_chosen(view.session, plan, cell))
                draw_ring_rect(*ImGui::GetWindowDrawList(), place.min, place.max, ring);
            if (!ImGui::IsItemHovered()) continue;
            reply = {&cell, clicked};
            cell_tooltip(table, row, c);
        }
    }
    const auto rows = static_cast<float>(table.rows.size() + 1);
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy({m.title + m.begin.back(), m.row * rows});
    ImGui::PopID();
    ImGui::EndGroup();
    return reply;
}

}  // namespace tilescope::ui
