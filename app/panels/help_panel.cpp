// app/panels/help_panel.cpp -- the help panel: search, explanations, and the rules that check a word.
// SPDX-License-Identifier: MIT
#include "app/panels/help_topics.h"
#include "app/panels/panel_parts.h"
#include "app/ui/imgui_compat.h"

#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/rules/catalogue.h>

#include <imgui_stdlib.h>

#include <algorithm>
#include <utility>

namespace tilescope::ui {
namespace {

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
    ImGui::InputTextWithHint("##search", "search: L35, swizzle, collector fill", &state.filter);
    mark("help.search");
}

// Draws a topic and its line as one clickable item.
bool draw_topic(const View& view, const HelpTopic& topic) {
    ImGui::PushID(topic.topic.c_str());
    const ImVec2 at = ImGui::GetCursorPos();
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::PushFont(view.mono);
    const ImVec2 name = ImGui::CalcTextSize(topic.topic.c_str());
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
    ImGui::TextUnformatted(topic.topic.c_str());
    ImGui::PopFont();
    ImGui::SetCursorPos({at.x + left, at.y + below});
    ImGui::PushTextWrapPos(at.x + width);
    ImGui::PushStyleColor(ImGuiCol_Text, view.theme.dim);
    ImGui::TextUnformatted(topic.line.c_str());
    ImGui::PopStyleColor();
    ImGui::PopTextWrapPos();
    ImGui::SetCursorPos(after);
    ImGui::PopID();
    return clicked;
}

// Draws each family as a heading that opens. During a search all headings are open.
std::string draw_list(const View& view, const std::vector<const HelpTopic*>& topics, bool all_open) {
    std::string clicked;
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
            if (draw_topic(view, *topics[i])) clicked = topics[i]->topic;
        i = next;
    }
    return clicked;
}

std::string draw_topics(const View& view, HelpPanelState& state) {
    const std::vector<std::string> words = lower_words(state.filter);
    std::vector<const HelpTopic*> found;
    for (const HelpTopic& t : listed(view, state))
        if (matches(t, words)) found.push_back(&t);
    if (!found.empty()) return draw_list(view, found, !words.empty());
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
        if (const auto topic = draw_explanation(view, state.found[i], "help")) clicked = *topic;
    }
    if (!state.found.empty() && action_button(Icon::copy, "Copy")) {
        std::string text;
        for (const Explanation& e : state.found) text += say(text.empty() ? "" : "\n\n", text_of(e));
        requests.copy = std::move(text);
    }
    if (!state.found.empty()) mark("help.copy");
    return clicked;
}

std::string draw_page(const View& view, HelpPanelState& state, Requests& requests) {
    if (state.topic.empty() || !state.filter.empty()) return draw_topics(view, state);
    if (const WordRow* row = word_of_rules(state.topic)) return draw_rules(view, view.derived.of(row->word));
    return draw_explanations(view, state, requests);
}

}  // namespace

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
