// app/panels/help_panel.cpp -- explanations, the list of their topics, and the help panel that searches it.
// SPDX-License-Identifier: MIT
#include "app/panels/help_topics.h"
#include "app/panels/panel_parts.h"
#include "app/ui/imgui_compat.h"

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

#include <imgui_stdlib.h>

#include <algorithm>
#include <utility>

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

void draw_lessons(const Explanation& e, std::string_view id, Requests& requests) {
    const float room = ImGui::GetContentRegionAvail().x - action_width(Icon::right, "");
    for (const LessonLink& lesson : e.lessons)
        if (button(in_lines(say("Lesson: ", lesson.title), room).c_str(), say(id, ".lesson.", lesson.id),
                   {.icon = Icon::right}))
            requests.ask("open_lesson", std::string(lesson.id));
    if (!e.lessons.empty()) ImGui::Spacing();
}

std::optional<std::string> draw_links(const Explanation& e, std::string_view id) {
    std::optional<std::string> clicked;
    for (std::size_t i = 0; i < e.see.size(); ++i) {
        const std::string& topic = e.see[i];
        if (i > 0) stay_on_line(button_width(topic.c_str()));
        ImGui::PushID(static_cast<int>(i));
        if (button(topic.c_str(), say(id, ".see.", topic))) clicked = topic;
        ImGui::PopID();
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

// Returns a key for the cache. Another edition, kind or target gives other explanations.
std::string cache_key(const View& view, std::string_view topic) {
    const ExplainOptions o = explain_options(view);
    return say(topic, '|', name_of(o.edition), '|', o.kind, '|', o.arch);
}

void look_up(const View& view, HelpPanelState& state) {
    if (std::string key = cache_key(view, state.topic); state.explained != key) {
        state.explained = std::move(key);
        auto answer = explanation_of(state.topic, explain_options(view));
        state.refused = answer.why;
        state.found = answer ? std::move(*answer) : std::vector<Explanation>();
    }
}

const std::vector<HelpTopic>& listed(const View& view, HelpPanelState& state) {
    if (std::string key = cache_key(view, {}); state.listed != key) {
        state.listed = std::move(key);
        state.topics = help_topics(explain_options(view));
    }
    return state.topics;
}

void go_back(HelpPanelState& state) {
    if (state.back.empty()) return;
    state.topic = std::move(state.back.back());
    state.back.pop_back();
    state.filter.clear();
    state.new_page = true;
}

void draw_tools(const View& view, HelpPanelState& state) {
    heading("HELP", style_of(view));
    if (button("Back", "help.back", {.disabled = state.back.empty()})) go_back(state);
    if (button("All topics", "help.all", {.beside = true})) open_help(state, {});
    const float right = ImGui::GetWindowContentRegionMax().x - action_width(Icon::close, "Close");
    ImGui::SameLine(std::max(right, 0.f));
    if (button("Close", "help.close", {.icon = Icon::close})) state.open = false;
    ImGui::SetNextItemWidth(-1);
    if (std::exchange(state.takes_keyboard, false)) ImGui::SetKeyboardFocusHere();
    ImGui::InputTextWithHint("##search", "search: swizzle, open file, wrong result", &state.filter);
    mark("help.search");
    if (state.filter.empty() && ImGui::IsItemDeactivated() && key_pressed(Key::escape, false)) state.open = false;
}

// Draws a topic and its line as one clickable item.
bool draw_topic(const View& view, const HelpTopic& topic) {
    ImGui::PushID(topic.topic.c_str());
    const ImVec2 at = ImGui::GetCursorPos();
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::PushFont(view.mono);
    const ImVec2 name = ImGui::CalcTextSize(topic.topic.c_str(), nullptr, false, width);
    const float beside = ImGui::CalcTextSize("L000 ").x;
    ImGui::PopFont();
    const bool one_line = name.x < beside;
    const float left = one_line ? beside : ImGui::GetStyle().ItemSpacing.x * 2;
    const ImVec2 text = ImGui::CalcTextSize(topic.line.c_str(), nullptr, false, width - left);
    const float below = one_line ? 0 : name.y, lines = topic.line.empty() ? 0 : text.y;
    const float height = std::max({name.y, below + lines, sizes_at(view.scale).row});
    const bool clicked = ImGui::Selectable("##topic", false, 0, {0, height});
    mark("help.topic.", topic.topic);
    const ImVec2 after = ImGui::GetCursorPos();
    ImGui::SetCursorPos(at);
    ImGui::PushFont(view.mono);
    ImGui::PushTextWrapPos(at.x + width);
    ImGui::TextUnformatted(topic.topic.c_str());
    ImGui::PopFont();
    ImGui::SetCursorPos({at.x + left, at.y + below});
    coloured_line(view.theme.dim, topic.line);
    ImGui::PopTextWrapPos();
    ImGui::SetCursorPos(after);
    ImGui::PopID();
    return clicked;
}

// Draws each family as a heading that opens. During a search all headings are open. Returns what was clicked.
const HelpTopic* draw_list(const View& view, const std::vector<const HelpTopic*>& topics, bool all_open) {
    const HelpTopic* clicked = nullptr;
    for (std::size_t i = 0; i < topics.size();) {
        const std::string_view family = topics[i]->family;
        const auto end = std::find_if(topics.begin() + static_cast<std::ptrdiff_t>(i), topics.end(),
                                      [&](const HelpTopic* t) { return t->family != family; });
        const auto next = static_cast<std::size_t>(end - topics.begin());
        const ImGuiTreeNodeFlags flags = all_open ? ImGuiTreeNodeFlags_DefaultOpen : 0;
        // The full list and the search result keep separate open states.
        const std::string label = say(family, " (", next - i, ")###", family, all_open ? "found" : "");
        const bool open = ImGui::CollapsingHeader(label.c_str(), flags);
        mark("help.family.", family);
        for (; open && i < next; ++i)
            if (draw_topic(view, *topics[i])) clicked = topics[i];
        i = next;
    }
    return clicked;
}

// What answers the words of the search, before the topics that have them.
bool draw_answer(const HelpPanelState& state, Requests& requests) {
    const Question* found = question_in(state.filter);
    if (found == nullptr) return false;
    const float room = ImGui::GetContentRegionAvail().x - action_width(Icon::right, "");
    if (button(in_lines(found->title, room).c_str(), "help.answer", {.icon = Icon::right}))
        found->text.empty() ? requests.ask(found->command) : requests.ask(found->command, std::string(found->text));
    if (!found->how.empty()) wrapped(found->how, "help.how");
    return true;
}

std::string draw_topics(const View& view, HelpPanelState& state, Requests& requests) {
    const bool answered = draw_answer(state, requests);
    const std::vector<std::string> words = lower_words(state.filter);
    std::vector<const HelpTopic*> found;
    for (const HelpTopic& t : state.commands)
        if (!words.empty() && matches(t, words)) found.push_back(&t);
    for (const HelpTopic& t : listed(view, state))
        if (matches(t, words)) found.push_back(&t);
    if (!found.empty()) {
        const HelpTopic* clicked = draw_list(view, found, !words.empty());
        if (clicked == nullptr || !clicked->command) return clicked == nullptr ? std::string() : clicked->topic;
        requests.commands.push_back(*clicked->command);
        return {};
    }
    if (answered) return {};
    empty_state(view.theme, "help.nothing", say("No topic contains all of these words: ", state.filter, "."));
    return {};
}

// "rules of a_desc": every rule that checks the word, also a rule that reports no problem now.
const WordRow* word_of_rules(std::string_view topic) {
    for (const WordRow& row : kWords)
        if (topic == say(kRulesOf, row.id)) return &row;
    return nullptr;
}

std::string draw_rules(const View& view, const WordView& word) {
    std::string clicked;
    const std::vector<RuleInfo> rules = rules_checking(*word.format);
    wrapped(say(rules.size(), " rules check ", row_of(word.id).title, ", ", word.format->title, "."), "help.rules");
    for (const RuleInfo& r : rules) {
        const bool reports = std::ranges::find(word.problems, r.id, &Problem::rule) != word.problems.end();
        const char* sign = reports ? sign_of(r.severity) : "";
        if (draw_topic(view, {std::string(r.id), {}, say(reports ? "(" : "", sign, reports ? ") " : "", r.what)}))
            clicked = r.id;
    }
    return clicked;
}

std::string draw_explanations(const View& view, HelpPanelState& state, Requests& requests) {
    look_up(view, state);
    if (!state.refused.empty()) empty_state(view.theme, "help.refused", state.refused);
    std::string clicked;
    for (std::size_t i = 0; i < state.found.size(); ++i) {
        if (i > 0) ImGui::Separator();
        if (const auto topic = draw_explanation(view, state.found[i], "help", requests)) clicked = *topic;
    }
    if (!state.found.empty() && button("Copy", "help.copy", {.icon = Icon::copy})) {
        std::string text;
        for (const Explanation& e : state.found) text += say(text.empty() ? "" : "\n\n", text_of(e));
        requests.copy = std::move(text);
    }
    return clicked;
}

std::string draw_page(const View& view, HelpPanelState& state, Requests& requests) {
    if (state.topic.empty() || !state.filter.empty()) return draw_topics(view, state, requests);
    if (const WordRow* row = word_of_rules(state.topic)) return draw_rules(view, view.derived.of(row->word));
    return draw_explanations(view, state, requests);
}

}  // namespace

ExplainOptions explain_options(const View& view) {
    const Session& s = view.session;
    return {.edition = s.edition, .kind = s.variant.kind, .arch = s.arch};
}

std::optional<std::string> draw_explanation(const View& view, const Explanation& e, std::string_view id,
                                            Requests& requests) {
    ImGui::PushID(e.topic.c_str());
    coloured(view.theme.accent, e.title, id, ".title");
    for (const std::string& paragraph : e.paragraphs) {
        wrapped(paragraph);
        ImGui::Spacing();
    }
    draw_lessons(e, id, requests);
    draw_facts(view, e);
    if (!e.source.empty()) dim_text(view.theme, source_line(e), id, ".source");
    if (!e.see.empty()) dim_text(view.theme, "See also");
    const std::optional<std::string> clicked = draw_links(e, id);
    ImGui::PopID();
    return clicked;
}

void explanation_tooltip(const View& view, const Explanation& e, std::span<const std::string> notes) {
    const Theme& theme = view.theme;
    std::vector<TooltipLine> lines = {{theme.accent, e.title}};
    if (!e.paragraphs.empty()) lines.push_back({theme.text, e.paragraphs.front()});
    for (std::size_t i = 0; i < notes.size(); ++i) lines.push_back({theme.text, notes[i], say("tooltip.note.", i)});
    if (!e.source.empty()) lines.push_back({theme.dim, source_line(e)});
    lines.push_back({theme.dim, "Press F1 for the full explanation."});
    tooltip_beside({ImGui::GetItemRectMin(), ImGui::GetItemRectMax()}, lines);
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

void request_explanation(Requests& requests, std::string_view topic) { requests.ask("explain", std::string(topic)); }

void open_help(HelpPanelState& state, std::string topic) {
    constexpr std::size_t kMostPages = 50;
    if (!state.open) state.back.clear();
    if (state.open && ImGui::GetCurrentContext() != nullptr) leave_text_box();  // its box would keep the old search
    if (state.open && state.topic != topic) state.back.push_back(state.topic);
    if (state.back.size() > kMostPages) state.back.erase(state.back.begin());
    state.open = state.new_page = true;
    state.filter.clear();
    state.takes_keyboard = topic.empty();
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
    const std::string text = lower(say(topic.topic, ' ', topic.line, ' ', topic.words));
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

// Reads: the tables, for the session's edition, kind and target.   Requests: copy.
void draw_help_panel(const View& view, PanelStates& states, Requests& requests) {
    HelpPanelState& state = states.help;
    draw_tools(view, state);
    if (begin_part("page", {0, 0})) {
        if (std::exchange(state.new_page, false)) ImGui::SetScrollY(0);
        const std::string next = draw_page(view, state, requests);
        if (!next.empty()) open_help(state, next);
    }
    ImGui::EndChild();
}

}  // namespace tilescope::ui
