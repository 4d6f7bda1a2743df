// app/panels/explanation.cpp -- explanations from the tables: in full with links, or as a short tooltip.
// SPDX-License-Identifier: MIT
#include "app/panels/explanation.h"

#include "app/panels/panel_parts.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>
#include <tilescope/word/problem.h>

namespace tilescope::ui {
namespace {

std::string source_line(const Explanation& e) { return say("Source: ", e.source, " (", text_of(e.certainty), ")"); }

// Two columns. Both wrap, so that a narrow side panel cuts no text.
void draw_facts(const View& view, const Explanation& e) {
    if (e.facts.empty() || !ImGui::BeginTable("facts", 2)) return;
    float names = 0;
    for (const auto& [name, value] : e.facts) names = std::max(names, ImGui::CalcTextSize(name.c_str()).x);
    names = std::min(names, ImGui::GetContentRegionAvail().x * 0.35f);
    ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthFixed, names);
    ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthStretch);
    for (const auto& [name, value] : e.facts) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        dim_text(view.theme, name);
        ImGui::TableNextColumn();
        wrapped(value);
    }
    ImGui::EndTable();
}

std::optional<std::string> draw_links(const Explanation& e, std::string_view id) {
    std::optional<std::string> clicked;
    for (std::size_t i = 0; i < e.see.size(); ++i) {
        const std::string& topic = e.see[i];
        if (i > 0) stay_on_line(button_width(topic.c_str()));
        ImGui::PushID(static_cast<int>(i));
        if (ImGui::Button(topic.c_str())) clicked = topic;
        ImGui::PopID();
        if (g_probe != nullptr) mark(say(id, ".see.", topic));
    }
    return clicked;
}

}  // namespace

ExplainOptions explain_options(const View& view) {
    const Session& s = view.session;
    return {.edition = s.edition, .kind = s.variant.kind, .arch = s.arch};
}

std::optional<std::string> draw_explanation(const View& view, const Explanation& e, std::string_view id) {
    ImGui::PushID(e.topic.c_str());
    ImGui::PushStyleColor(ImGuiCol_Text, view.theme.accent);
    wrapped(e.title);
    ImGui::PopStyleColor();
    mark(id, ".title");
    for (const std::string& paragraph : e.paragraphs) {
        wrapped(paragraph);
        ImGui::Spacing();
    }
    draw_facts(view, e);
    if (!e.source.empty()) {
        dim_text(view.theme, source_line(e));
        mark(id, ".source");
    }
    if (!e.see.empty()) dim_text(view.theme, "See also");
    const std::optional<std::string> clicked = draw_links(e, id);
    ImGui::PopID();
    return clicked;
}

void explanation_tooltip(const View& view, const Explanation& e, std::span<const std::string> notes) {
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * 30);
    ImGui::PushStyleColor(ImGuiCol_Text, view.theme.accent);
    ImGui::TextUnformatted(e.title.c_str());
    ImGui::PopStyleColor();
    if (!e.paragraphs.empty()) ImGui::TextUnformatted(e.paragraphs.front().c_str());
    for (std::size_t i = 0; i < notes.size(); ++i) {
        ImGui::TextUnformatted(notes[i].c_str());
        if (g_probe != nullptr) mark(say("tooltip.note.", i));
    }
    ImGui::PushStyleColor(ImGuiCol_Text, view.theme.dim);
    if (!e.source.empty()) ImGui::TextUnformatted(source_line(e).c_str());
    ImGui::TextUnformatted("Press F1 for the full explanation.");
    ImGui::PopStyleColor();
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

void explain_here(const View& view, std::string_view topic, Requests& requests, std::string_view note) {
    const auto explanation = explanation_of(topic, explain_options(view));
    if (!explanation) return;
    requests.topic = topic;
    std::vector<std::string> notes;
    if (!note.empty()) notes.emplace_back(note);
    explanation_tooltip(view, explanation->front(), notes);
}

void explain_item(const View& view, std::string_view topic, Requests& requests, std::string_view note) {
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) explain_here(view, topic, requests, note);
}

std::string text_of(const Explanation& e) {
    std::string text = e.title;
    for (const std::string& paragraph : e.paragraphs) text += say('\n', paragraph);
    for (const auto& [name, value] : e.facts) text += say('\n', name, ": ", value);
    if (!e.source.empty()) text += say('\n', source_line(e));
    return text;
}

void request_explanation(Requests& requests, std::string_view topic) {
    requests.commands.push_back(command("explain", std::string(topic)));
}

}  // namespace tilescope::ui
