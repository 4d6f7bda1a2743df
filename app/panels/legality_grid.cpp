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

namespace tilescope::ui {
namespace {

constexpr std::size_t kFewColumns = 12;  // wider tables have headings over some columns only
constexpr std::size_t kHeadingStep = 4;
constexpr float kLeastCell = 14, kTooltip = 30;  // logical pixels; letters

// Sizes of one table, in window pixels.
struct Metrics {
    float title, cell, row;
};

float text_width(const std::string& text) { return ImGui::CalcTextSize(text.c_str()).x; }

Metrics metrics_of(const View& view, const LegalityTable& table, float room) {
    const Sizes px = sizes_at(view.scale);
    Metrics m{text_width(table.rows_are), 0, px.text + px.gap / 2};
    for (const LegalityRow& row : table.rows) {
        m.title = std::max(m.title, text_width(row.title));
        for (const LegalityCell& cell : row.cells) m.cell = std::max(m.cell, text_width(cell.text));
    }
    m.title = std::ceil(m.title + px.gap);
    const bool many = table.columns.size() > kFewColumns;
    for (const std::string& c : table.columns) m.cell = std::max(m.cell, many ? 0 : text_width(c));
    m.cell = std::ceil(std::max(m.cell + px.gap, text_width("yes") + 2 * px.gap));
    if (!many) return m;
    const float width_that_fits = std::floor((room - m.title) / static_cast<float>(table.columns.size()));
    m.cell = std::max(kLeastCell * view.scale, std::min(width_that_fits, m.row));
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
        // A refused cell shows its text crossed out. Without a text it shows a dash.
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
    if (!cell.source.empty()) ImGui::TextUnformatted(say(cell.source, "  (", name_of(cell.certainty), ")").c_str());
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
        const float x = at.x + m.title + m.cell * static_cast<float>(c);
        centred(list, {{x, at.y}, {x + m.cell, at.y + m.row}}, view.theme.dim, table.columns[c]);
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
    return std::max(m.title + m.cell * static_cast<float>(table.columns.size()), text_width(table.title));
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
            const ImVec2 low{at.x + m.title + m.cell * static_cast<float>(c), y};
            const Rect place{low, {low.x + m.cell - px.line, y + m.row - px.line}};
            ImGui::SetCursorScreenPos(low);
            ImGui::PushID(static_cast<int>(r * table.columns.size() + c));
            const bool clicked = ImGui::InvisibleButton("cell", {m.cell - px.line, m.row - px.line});
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
    ImGui::Dummy({m.title + m.cell * static_cast<float>(table.columns.size()), m.row * rows});
    ImGui::PopID();
    ImGui::EndGroup();
    return reply;
}

}  // namespace tilescope::ui
