// app/panels/legality_panel.cpp -- which types, shapes, majors, modes and forms are legal for a kind on a target.
// SPDX-License-Identifier: MIT
#include "app/panels/form_options.h"
#include "app/panels/legality_grid.h"
#include "app/panels/panel_parts.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/segmented.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>

#include <algorithm>
#include <array>

namespace tilescope::ui {
namespace {

constexpr float kLegalityListWidth = 112;  // logical pixels

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

// The answer depends only on the query and the page. It is computed when one of them changes, not in every frame.
const Legality& answer_for(LegalityPanelState& state, const LegalityQuery& query) {
    if (state.kept_for == query && state.kept_page == state.page) return state.kept;
    state.kept = legality(query, row_of(state.page).subjects);
    state.kept_for = query;
    state.kept_page = state.page;
    return state.kept;
}

bool open_list(const View& view, const char* name, const std::string& shown) {
    stay_on_line(button_width(name) + kLegalityListWidth * view.scale);
    name_of_choice(name);
    ImGui::SetNextItemWidth(kLegalityListWidth * view.scale);
    const bool open = ImGui::BeginCombo(say("##", name).c_str(), shown.c_str(), ImGuiComboFlags_HeightLarge);
    mark("legality.", name);
    return open;
}

void choose_kind(const View& view, LegalityQuery& q) {
    if (!open_list(view, "kind", q.variant.kind)) return;
    for (const std::string_view kind : kinds_of(q.edition)) {
        const std::string name(kind);
        if (ImGui::Selectable(name.c_str(), name == q.variant.kind) && name != q.variant.kind) {
            // Another kind has other sizes of scale factors, so the size returns to the default.
            q.variant.kind = name;
            q.variant.scale_block = 0;
            q.variant.scale_vec = false;
        }
        mark("legality.kind.", kind);
    }
    ImGui::EndCombo();
}

void choose_target(const View& view, LegalityQuery& q) {
    if (!open_list(view, "target", q.arch)) return;
    for (const ArchRow& arch : kArchs) {
        if (arch.since > q.edition) continue;
        const std::string name(arch.id);
        if (ImGui::Selectable(name.c_str(), name == q.arch)) q.arch = name;
        mark("legality.target.", arch.id);
    }
    ImGui::EndCombo();
}

void choose_group(const View& view, Variant& v) {
    const std::array<Segment, 2> groups = {Segment{"1", "1"}, Segment{"2", "2"}};
    stay_on_line(button_width("cta_group") + 2 * button_width("2"));
    name_of_choice("cta_group");
    if (const auto i = segmented("legality.cta_group", groups, v.cta_group == 2, style_of(view)))
        v.cta_group = *i == 1 ? 2 : 1;
}

void choose_tick(const char* label, std::string_view id, bool& value) {
    stay_on_line(button_width(label) + ImGui::GetFrameHeight());
    ImGui::Checkbox(label, &value);
    mark("legality.", id);
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
    stay_on_line(button_width("Reset to session"));
    if (ImGui::Button("Reset to session")) state.requested.reset();
    mark("legality.reset");
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
    ImGui::PushStyleColor(ImGuiCol_Text, as_vec4(refused ? view.theme.error : view.theme.dim));
    wrapped(
        refused
            ? say("x  ", form.rule, "  ", form.why)
            : "Entries: yes = allowed, ! = doubtful, - = refused. A ring marks the value in the session. Point at an "
              "entry for the reason.");
    ImGui::PopStyleColor();
    mark("legality.verdict");
}

// Draws the tables side by side if they fit, else below each other.
LegalityReply draw_tables(const View& view, const LegalityQuery& query, const Legality& answer) {
    LegalityReply reply;
    bool first = true;
    for (const LegalityTable& table : answer.tables) {
        const float gap = 3 * ImGui::GetStyle().ItemSpacing.x;
        const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
        const float width = legality_grid_width(view, table, ImGui::GetContentRegionAvail().x);
        if (!first && ImGui::GetItemRectMax().x + gap + width <= right) ImGui::SameLine(0, gap);
        first = false;
        if (const LegalityReply table_reply = draw_legality_grid(view, {table, query}); table_reply.pointed)
            reply = table_reply;
    }
    return reply;
}

}  // namespace

// Reads: session.variant, arch and edition; the words, for the rings.
// Requests: SetArch, SetVariant, SetWord and SetField of the clicked cell, as one step.
void draw_legality_panel(const View& view, PanelStates& states, Requests& requests) {
    LegalityPanelState& state = states.legality;
    LegalityQuery query = query_for(view, state);
    choose_query(view, state, query);
    choose_page(view, state);
    const Legality& answer = answer_for(state, query);
    draw_verdict(view, answer.form);
    const LegalityReply reply = draw_tables(view, query, answer);
    const bool scaled = !answer.tables.empty() && answer.tables.back().id == "scales";
    if (state.page == LegalityPage::modifiers && !scaled)
        empty_state(view.theme, "legality.no_scales", say("The kind ", query.variant.kind, " has no scale factors."));
    if (!reply.clicked || reply.pointed->verdict == LegalityVerdict::refused) return;
    for (Edit& edit : edits_of_cell(view.session, query, *reply.pointed)) requests.edits.push_back(std::move(edit));
    requests.gesture = states.next_gesture++;
    state.requested.reset();
}

}  // namespace tilescope::ui
