// app/panels/help_topics.cpp -- explanations of rules, fields, kinds and types, and the list of their topics.
// SPDX-License-Identifier: MIT
#include "app/panels/help_topics.h"
#include "app/panels/panel_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/formats/formats.h>
#include <tilescope/formats/tensor_map.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/contradictions.h>
#include <tilescope/hw/families.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/hw/qualifiers.h>
#include <tilescope/hw/types.h>
#include <tilescope/rules/catalogue.h>

#include <algorithm>

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
        mark(id, ".see.", topic);
    }
    return clicked;
}

struct Tables {
    const ExplainOptions& options;
    std::vector<RuleInfo> rules;
};

using Line = std::optional<std::string>;

// Finds the row with this id. Returns the text member `text` of the row.
template <class Row, std::size_t N>
Line line_in(const Row (&rows)[N], std::string_view id, std::string_view Row::*text) {
    for (const Row& row : rows)
        if (row.id == id) return std::string(row.*text);
    return std::nullopt;
}

Line rule_line(std::string_view topic, const Tables& tables) {
    const auto at = std::ranges::find(tables.rules, topic, &RuleInfo::id);
    return at == tables.rules.end() ? Line() : Line(at->what);
}

Line contradiction_line(std::string_view topic, const Tables&) {
    return line_in(kContradictions, topic, &Contradiction::subject);
}

Line line_of(const Format& format, std::string_view topic) {
    if (topic == format.id) return std::string(format.title);
    if (!topic.starts_with(say(format.id, '.'))) return std::nullopt;
    const Field* field = find_field(format, topic.substr(format.id.size() + 1));
    return field == nullptr ? Line() : Line(field->doc);
}

Line field_line(std::string_view topic, const Tables& tables) {
    for (const Format* format : all_formats(tables.options.edition))
        if (Line line = line_of(*format, topic)) return line;
    return line_of(kTensorMapFormat, topic);
}

// Removes the name of the family: "kind f16" and "kind::f16" become "f16".
std::string_view without(std::string_view prefix, std::string_view topic) {
    if (!topic.starts_with(prefix)) return topic;
    topic.remove_prefix(prefix.size());
    return topic.substr(std::min(topic.find_first_not_of(" :"), topic.size()));
}

Line kind_line(std::string_view topic, const Tables&) {
    const KindRow* kind = topic.starts_with("kind") ? find_kind(without("kind", topic)) : nullptr;
    if (kind == nullptr) return std::nullopt;
    return say(kind->block_scaled() ? "block-scaled, K = " : "K = ", kind->dense_k, " (dense) or ", kind->sparse_k,
               " (sparse)");
}

Line type_line(std::string_view topic, const Tables&) {
    const ElementType* type = find_type(without("type", topic));
    return type == nullptr ? Line() : Line(type->doc);
}

Line target_line(std::string_view topic, const Tables&) {
    const ArchRow* arch = arch_named(topic);
    return arch == nullptr ? Line() : Line(say(family_of(*arch).id, " since PTX ", arch->ptx));
}

Line swizzle_line(std::string_view topic, const Tables&) {
    const SwizzleRow* mode = mode_named(without("swizzle", topic));
    return mode == nullptr ? Line() : Line(say("rows of ", mode->width_bytes, " bytes"));
}

Line qualifier_line(std::string_view topic, const Tables&) { return line_in(kQualifiers, topic, &QualifierRow::what); }

struct Family {
    std::string_view title;
    Line (*line)(std::string_view, const Tables&);
};
// A topic belongs to the first family that returns a line for it.
constexpr Family kTopicFamilies[] = {{"Rules", rule_line},
                                     {"Contradictions", contradiction_line},
                                     {"Fields", field_line},
                                     {"Kinds", kind_line},
                                     {"Element types", type_line},
                                     {"Targets", target_line},
                                     {"Swizzle modes", swizzle_line},
                                     {"Qualifiers and operands", qualifier_line}};
constexpr std::string_view kOtherTopics = "Placements and words";

HelpTopic help_topic(std::string topic, const Tables& tables) {
    for (const Family& family : kTopicFamilies)
        if (Line line = family.line(topic, tables)) return {std::move(topic), family.title, std::move(*line)};
    return {std::move(topic), kOtherTopics, {}};
}

std::size_t order_of(std::string_view family) {
    const auto at = std::ranges::find(kTopicFamilies, family, &Family::title);
    return static_cast<std::size_t>(at - std::begin(kTopicFamilies));
}

}  // namespace

ExplainOptions explain_options(const View& view) {
    const Session& s = view.session;
    return {.edition = s.edition, .kind = s.variant.kind, .arch = s.arch};
}

std::optional<std::string> draw_explanation(const View& view, const Explanation& e, std::string_view id) {
    ImGui::PushID(e.topic.c_str());
    coloured(view.theme.accent, e.title, id, ".title");
    for (const std::string& paragraph : e.paragraphs) {
        wrapped(paragraph);
        ImGui::Spacing();
    }
    draw_facts(view, e);
    if (!e.source.empty()) {
        dim_text(view.theme, source_line(e), id, ".source");
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
        mark("tooltip.note.", i);
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

void open_help(HelpPanelState& state, std::string topic) {
    constexpr std::size_t kMostPages = 50;
    if (!state.open) state.back.clear();
    if (state.open && state.topic != topic) state.back.push_back(state.topic);
    if (state.back.size() > kMostPages) state.back.erase(state.back.begin());
    state.open = state.new_page = true;
    state.filter.clear();
    state.topic = std::move(topic);
}

std::vector<HelpTopic> help_topics(const ExplainOptions& options) {
    const Tables tables{options, rule_catalogue()};
    std::vector<HelpTopic> out;
    for (std::string& topic : explain_topics(options))
        if (topic.find('=') == topic.npos) out.push_back(help_topic(std::move(topic), tables));
    std::ranges::stable_sort(out, {}, [](const HelpTopic& t) { return order_of(t.family); });
    return out;
}

bool matches(const HelpTopic& topic, const std::vector<std::string>& words) {
    const std::string text = lower(say(topic.topic, ' ', topic.line));
    return std::ranges::all_of(words, [&](const std::string& w) { return text.find(w) != text.npos; });
}

std::optional<HelpTopic> topic_with_id(std::string_view id) {
    for (const RuleInfo& r : rule_catalogue())
        if (lower(r.id) == lower(id)) return HelpTopic{std::string(r.id), kTopicFamilies[0].title, std::string(r.what)};
    for (const Contradiction& c : kContradictions)
        if (lower(c.id) == lower(id))
            return HelpTopic{std::string(c.id), kTopicFamilies[1].title, std::string(c.subject)};
    return std::nullopt;
}

}  // namespace tilescope::ui
