// app/panels/legality_panel.cpp -- what is legal: the same bits under other kinds, the targets, and tables of rules.
// SPDX-License-Identifier: MIT
#include "app/panels/help_topics.h"
#include "app/panels/panel_parts.h"
#include "app/ui/drawing.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

void draw_row(const View& view, const KindView& kind, Requests& requests) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const std::string name(kind.kind), label = say(kind.chosen ? "> " : "  ", kind.kind, "###", kind.kind);
    if (ImGui::Selectable(label.c_str(), kind.chosen, ImGuiSelectableFlags_SpanAllColumns) && !kind.chosen) {
        Variant variant = view.session.variant;
        variant.kind = name;
        requests.edit(SetVariant{variant});
    }
    mark("kinds.", kind.kind);
    if (ImGui::IsItemHovered()) requests.topic = say("kind::", kind.kind);
    if (kind.problem_count > 0) tip(say(kind.problems, "\nClick to change the kind. The word stays the same."));
    ImGui::TableNextColumn();
    const bool legal = kind.problem_count == 0;
    ImGui::TextUnformatted(shortened(kind.summary, ImGui::GetContentRegionAvail().x).c_str());
    ImGui::TableNextColumn();
    // Without all bits, no word is certainly legal.
    const std::string good = basis_of(view.derived, WordId::idesc) == Basis::given ? "legal" : "no known bit is wrong";
    const std::string verdict = kind.chosen && legal ? "selected, " + good : legal ? good : kind.first_problem;
    coloured_line(legal ? view.theme.good : view.theme.dim, shortened(verdict, ImGui::GetContentRegionAvail().x));
}

void draw_target(const View& view, const TargetView& target, Requests& requests) {
    const bool chosen = target.arch == view.session.arch;
    const std::string label = say(chosen ? "> " : "", target.arch, target.accepted ? "  yes" : "  -");
    if (&target != &view.derived.targets.front()) stay_on_line(button_width(label.c_str()));
    ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(chosen ? ImGuiCol_ButtonActive : ImGuiCol_Button));
    ImGui::PushStyleColor(ImGuiCol_Text, as_vec4(target.accepted ? view.theme.text : view.theme.dim));
    if (button(label.c_str(), say("targets.", target.arch)) && !chosen)
        requests.edit(SetArch{std::string(target.arch)});
    ImGui::PopStyleColor(2);
    explain_item(view, target.arch, requests, target.why);
}

WordId word_of(LegalityWord word) {
    return word == LegalityWord::a_desc   ? WordId::a_desc
           : word == LegalityWord::b_desc ? WordId::b_desc
                                          : WordId::idesc;
}

// The form and the target that the session gets from the cell. The cell's fields are separate edits.
LegalityQuery goal_of(const LegalityQuery& query, const LegalityCell& cell) {
    return {.edition = query.edition,
            .arch = cell.arch.empty() ? query.arch : std::string(cell.arch),
            .variant = cell.variant.value_or(query.variant)};
}

const Field* field_for(const Session& session, const LegalityQuery& goal, const WordFix& fix) {
    const Format* format = fix.word == LegalityWord::idesc
                               ? idesc_format(goal.variant.kind, session.edition)
                               : *find_format(family_of(goal.arch).smem, {}, session.edition);
    return format ? find_field(*format, fix.store.field) : nullptr;
}

// Compares two forms by their effective scale size. The table names every size, but the session can leave out the
// default size of its kind.
bool same_size(const Variant& a, const Variant& b) {
    Variant b_with_size_of_a = b;
    b_with_size_of_a.scale_block = a.scale_block;
    b_with_size_of_a.scale_vec = a.scale_vec;
    return a == b_with_size_of_a && scale_block_of(a) == scale_block_of(b);
}

// Whether the field is known to have this stored value.
bool has_value(const Session& session, WordId word, const Field& f, std::uint64_t raw) {
    return get_field(f, session.unknown_bits(word)) == 0 && get_field(f, session.word(word)) == raw;
}

// Returns the form of the session as a query.
LegalityQuery query_of(const Session& session) {
    return {.edition = session.edition, .arch = session.arch, .variant = session.variant};
}

// Returns the edits that store an allowed cell in the session, as one step. Returns no edits if the cell cannot be
// stored.
std::vector<Edit> edits_of_cell(const Session& session, const LegalityQuery& query, const LegalityCell& cell) {
    std::vector<Edit> out;
    if (cell.fields.empty() && !cell.variant) return out;
    const LegalityQuery goal = goal_of(query, cell);
    if (goal.arch != session.arch) out.emplace_back(SetArch{goal.arch});
    if (goal.variant != session.variant) out.emplace_back(SetVariant{goal.variant});
    // Under another kind the same bits have other meanings, so the whole legal word is stored.
    const bool whole = goal.variant.kind != session.variant.kind && cell.idesc != 0;
    if (whole) out.emplace_back(SetWord{WordId::idesc, cell.idesc});
    std::vector<WordFix> fields = cell.fields;
    const bool sets_sparse = std::ranges::any_of(fields, [](const WordFix& f) { return f.store.field == "sparse"; });
    if (goal.variant.sparse != session.variant.sparse && !sets_sparse)
        fields.push_back({LegalityWord::idesc, {"sparse", goal.variant.sparse}});
    for (const WordFix& fix : fields) {
        const Field* f = field_for(session, goal, fix);
        const WordId word = word_of(fix.word);
        if (!f || (whole && word == WordId::idesc)) continue;
        const bool same = goal.variant.kind == session.variant.kind && has_value(session, word, *f, fix.store.raw);
        if (!same) out.emplace_back(SetField{word, f, fix.store.raw});
    }
    return out;
}

// Returns true if the session already has the form, target and fields of the cell. `query`: that the table answers.
bool is_chosen(const Session& session, const LegalityTable& table, const LegalityQuery& query,
               const LegalityCell& cell) {
    if (cell.fields.empty()) return false;
    const LegalityQuery goal = goal_of(query, cell);
    const bool form = table.id == "scales" ? same_size(session.variant, goal.variant) : session.variant == goal.variant;
    if (!form || goal.arch != session.arch) return false;
    return std::ranges::all_of(cell.fields, [&](const WordFix& fix) {
        const Field* f = field_for(session, goal, fix);
        return f && has_value(session, word_of(fix.word), *f, fix.store.raw);
    });
}

// The cell under the pointer (null: none), and whether it was clicked.
struct LegalityReply {
    const LegalityCell* pointed = nullptr;
    bool clicked = false;
};

constexpr std::size_t kFewColumns = 12;  // wider tables have headings over some columns only
constexpr std::size_t kHeadingStep = 4;
constexpr float kLeastCell = 14;  // logical pixels

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

// The signs (yes, !, -) are readable without colour. A narrow "yes" is drawn as a disc.
void draw_sign(const View& view, const LegalityCell& cell, const Rect& r) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Theme& t = view.theme;
    const bool refused = cell.verdict == LegalityVerdict::refused, doubtful = cell.verdict == LegalityVerdict::doubtful;
    if (!refused) list.AddRectFilled(r.min, r.max, faded(doubtful ? t.warn : t.good, 0.22f));
    if (refused) {
        // A refused cell shows its text crossed out. Without text it shows a dash.
        if (!cell.text.empty()) draw_centred(list, r, t.dim, cell.text);
        const float half = cell.text.empty() ? 4 * view.scale : text_width(cell.text) / 2 + 2 * view.scale;
        const ImVec2 c = r.centre();
        list.AddLine({c.x - half, std::round(c.y)}, {c.x + half, std::round(c.y)}, t.dim, sizes_at(view.scale).line);
        return;
    }
    const std::string text = cell.text.empty() ? std::string("yes") : cell.text;
    const bool narrow = r.max.x - r.min.x < text_width(text);
    if (doubtful)
        draw_centred(list, r, t.text, narrow ? "!" : say(cell.text, cell.text.empty() ? "!" : " !"));
    else if (narrow)
        list.AddCircleFilled(r.centre(), 3 * view.scale, t.good);
    else
        draw_centred(list, r, t.text, text);
}

// `line`: the row of the cell, which stays readable.
void cell_tooltip(const View& view, const LegalityTable& table, const LegalityRow& row, std::size_t column,
                  const Rect& line) {
    const LegalityCell& cell = row.cells[column];
    const std::string name =
        say(row.title, "  /  ", table.columns[column], cell.text.empty() ? "" : "  =  ", cell.text);
    std::vector<TooltipLine> lines = {{view.theme.text, say(name, ":  ", name_of(cell.verdict)), "legality.why"}};
    if (!cell.why.empty()) lines.push_back({view.theme.text, say(cell.rule, "  ", cell.why)});
    if (!cell.fix.empty() && cell.verdict != LegalityVerdict::allowed) lines.push_back({view.theme.text, cell.fix});
    if (!cell.source.empty()) lines.push_back({view.theme.dim, say(cell.source, "  (", text_of(cell.certainty), ")")});
    const bool storable = cell.verdict != LegalityVerdict::refused && (!cell.fields.empty() || cell.variant);
    if (storable) lines.push_back({view.theme.text, "Click to store this choice in the session."});
    tooltip_beside(line, lines);
}

void draw_headings(const View& view, const LegalityTable& table, const Metrics& m, ImVec2 at) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddText({at.x, at.y + sizes_at(view.scale).gap / 4}, view.theme.dim, table.rows_are.c_str());
    const bool many = table.columns.size() > kFewColumns;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        if (many && (c + 1) % kHeadingStep != 0) continue;
        const float x = at.x + m.title;
        draw_centred(list, {{x + m.begin[c], at.y}, {x + m.begin[c + 1], at.y + m.row}}, view.theme.dim,
                     table.columns[c]);
    }
}

// Draws title, columns and rows. Rings mark the cells that match the session. A tooltip explains each cell.
// Marks: "legality.<table>.<row>.<column>".
LegalityReply draw_legality_grid(const View& view, const LegalityTable& table, const LegalityQuery& query) {
    const Sizes px = sizes_at(view.scale);
    const Metrics m = metrics_of(view, table, ImGui::GetContentRegionAvail().x);
    LegalityReply reply;
    ImGui::BeginGroup();
    ImGui::PushID(table.id.c_str());
    dim_text(view.theme, table.title, "legality.", table.id);
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
            if (g_probe != nullptr) {
                std::string name = table.columns[c];
                std::ranges::replace(name, ' ', '_');
                mark("legality.", table.id, '.', row.id, '.', name);
            }
            draw_sign(view, cell, place);
            if (is_chosen(view.session, table, query, cell))
                draw_ring_rect(*ImGui::GetWindowDrawList(), place.min, place.max, ring_of(view.theme, px));
            if (!ImGui::IsItemHovered()) continue;
            reply = {&cell, clicked};
            cell_tooltip(view, table, row, c, {{at.x, y}, {at.x + m.title + m.begin.back(), y + m.row}});
        }
    }
    const auto rows = static_cast<float>(table.rows.size() + 1);
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy({m.title + m.begin.back(), m.row * rows});
    ImGui::PopID();
    ImGui::EndGroup();
    return reply;
}

struct PageRow {
    LegalityPage page;
    std::string_view id, title;
    std::span<const std::string_view> subjects;
};
constexpr std::string_view kTypes[] = {"kinds", "types", "d"}, kShapes[] = {"shape", "k"},
                           kLayouts[] = {"majors", "modes"}, kModifiers[] = {"modifiers", "scales"},
                           kForms[] = {"forms"};
constexpr PageRow kPages[] = {
    {LegalityPage::types, "types", "Types", kTypes},
    {LegalityPage::shapes, "shapes", "Shapes", kShapes},
    {LegalityPage::layouts, "layouts", "Majors and modes", kLayouts},
    {LegalityPage::modifiers, "modifiers", "Modifiers and scales", kModifiers},
    {LegalityPage::forms, "forms", "Forms by target", kForms},
};
const PageRow& row_of(LegalityPage page) { return *std::ranges::find(kPages, page, &PageRow::page); }

void choose_kind(const View& view, LegalityQuery& q) {
    if (!open_list(view, "kind", "legality.kind", q.variant.kind)) return;
    for (const std::string_view kind : kinds_of(q.edition)) {
        const std::string name(kind);
        if (list_line(name, name == q.variant.kind, "legality.kind.", kind) && name != q.variant.kind) {
            // Another kind has other sizes of scale factors, so the size returns to the default.
            q.variant.kind = name;
            q.variant.scale_block = 0;
            q.variant.scale_vec = false;
        }
    }
    ImGui::EndCombo();
}

void choose_target(const View& view, LegalityQuery& q) {
    if (!open_list(view, "target", "legality.target", q.arch)) return;
    for (const ArchRow& arch : kArchs) {
        if (arch.since > q.edition) continue;
        const std::string name(arch.id);
        if (list_line(name, name == q.arch, "legality.target.", arch.id)) q.arch = name;
    }
    ImGui::EndCombo();
}

void choose_group(const View& view, Variant& v) {
    const Segment groups[] = {{"1", "1"}, {"2", "2"}};
    stay_on_line(button_width("cta_group") + 2 * button_width("2"));
    name_of_choice("cta_group");
    if (const auto i = segmented("legality.cta_group", groups, v.cta_group == 2, style_of(view)))
        v.cta_group = *i == 1 ? 2 : 1;
}

void choose_tick(const char* label, std::string_view id, bool& value) {
    stay_on_line(button_width(label) + ImGui::GetFrameHeight());
    tick_box(label, value, "legality.", id);
}

// The user can select any combination. The answer reports which forms do not exist.
void choose_query(const View& view, LegalityPanelState& state, LegalityQuery& q) {
    const LegalityQuery of_session = query_of(view.session);
    choose_kind(view, q);
    choose_target(view, q);
    const FamilyRow& family = family_of(q.arch);
    if (family.pairs) choose_group(view, q.variant);
    if (family.zero_mask) choose_tick("ws", "ws", q.variant.ws);
    choose_tick("sp", "sp", q.variant.sparse);
    choose_tick(family.a == Storage::registers ? "A in registers" : "A in tensor mem.", "a_in_tmem",
                q.variant.a_in_tmem);
    if (q == of_session) {
        state.requested.reset();
        return;
    }
    state.requested = q;
    if (button("Reset to session", "legality.reset", {.beside = true})) state.requested.reset();
}

// Returns the query that the user selected, or the session's form. A query from another edition is dropped, because its
// kind or target may not exist in the new edition.
LegalityQuery query_for(const View& view, const LegalityPanelState& state) {
    const LegalityQuery of_session = query_of(view.session);
    return state.requested && state.requested->edition == of_session.edition ? *state.requested : of_session;
}

void choose_page(const View& view, LegalityPanelState& state) {
    std::array<Segment, std::size(kPages)> segments;
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < segments.size(); ++i) {
        segments[i] = {kPages[i].id, kPages[i].title};
        if (kPages[i].page == state.page) chosen = i;
    }
    if (const auto i = segmented("legality.page", segments, chosen, style_of(view))) state.page = kPages[*i].page;
}

void draw_verdict(const View& view, const LegalityCell& form) {
    const bool refused = form.verdict == LegalityVerdict::refused;
    coloured(
        refused ? view.theme.error : view.theme.dim,
        refused
            ? say("x  ", form.rule, "  ", form.why)
            : "Entries: yes = allowed, ! = doubtful, - = refused. A ring marks the value in the session. Point at an "
              "entry for the reason.",
        "legality.verdict");
}

// Draws the tables side by side if they fit, else below each other.
LegalityReply draw_tables(const View& view, const LegalityQuery& query, const Legality& answer) {
    LegalityReply reply;
    bool first = true;
    for (const LegalityTable& table : answer.tables) {
        const float gap = 3 * ImGui::GetStyle().ItemSpacing.x;
        const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
        const Metrics m = metrics_of(view, table, ImGui::GetContentRegionAvail().x);  // many columns shrink to the room
        const float width = std::max(m.title + m.begin.back(), text_width(table.title));
        if (!first && ImGui::GetItemRectMax().x + gap + width <= right) ImGui::SameLine(0, gap);
        first = false;
        if (const LegalityReply table_reply = draw_legality_grid(view, table, query); table_reply.pointed)
            reply = table_reply;
    }
    return reply;
}

}  // namespace

// Reads: derived.kinds.   Requests: SetVariant with another kind; the word does not change.
void draw_kinds_panel(const View& view, PanelStates&, Requests& requests) {
    heading("THE SAME 32 BITS UNDER OTHER KINDS", style_of(view));
    constexpr ImGuiTableFlags flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchProp;
    if (!ImGui::BeginTable("kinds", 3, flags)) return;
    ImGui::TableSetupColumn("kind", ImGuiTableColumnFlags_WidthFixed, 100 * view.scale);
    ImGui::TableSetupColumn("fields", ImGuiTableColumnFlags_WidthStretch, 1.2f);
    ImGui::TableSetupColumn("verdict", ImGuiTableColumnFlags_WidthStretch, 1);
    for (const KindView& kind : view.derived.kinds) draw_row(view, kind, requests);
    ImGui::EndTable();
}

// Reads: derived.targets.   Requests: SetArch.
void draw_targets_panel(const View& view, PanelStates&, Requests& requests) {
    heading("TARGETS", style_of(view));
    for (const TargetView& target : view.derived.targets) draw_target(view, target, requests);
    for (const TargetView& target : view.derived.targets) {
        if (target.arch != view.session.arch) continue;
        dim_text(view.theme, target.why, "targets.why");
    }
}

// Reads: session.variant, arch and edition; the words, for the rings.
// Requests: SetArch, SetVariant, SetWord and SetField of the clicked cell, as one step.
void draw_legality_panel(const View& view, PanelStates& states, Requests& requests) {
    LegalityPanelState& state = states.legality;
    LegalityQuery query = query_for(view, state);
    choose_query(view, state, query);
    choose_page(view, state);
    const Legality& answer =
        state.kept.of({query, state.page}, [&] { return legality(query, row_of(state.page).subjects); });
    draw_verdict(view, answer.form);
    const LegalityReply reply = draw_tables(view, query, answer);
    const bool scaled = !answer.tables.empty() && answer.tables.back().id == "scales";
    if (state.page == LegalityPage::modifiers && !scaled)
        empty_state(view.theme, "legality.no_scales", say("The kind ", query.variant.kind, " has no scale factors."));
    if (!reply.clicked || reply.pointed->verdict == LegalityVerdict::refused) return;
    for (Edit& edit : edits_of_cell(view.session, query, *reply.pointed)) requests.edit(std::move(edit));
    requests.gesture = states.next_gesture++;
    state.requested.reset();
}

}  // namespace tilescope::ui
