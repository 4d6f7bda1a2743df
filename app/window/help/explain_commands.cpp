// app/window/help/explain_commands.cpp -- selects the topic that F1 explains.
// SPDX-License-Identifier: MIT
#include "app/io/lessons.h"
#include "app/panels/panel_parts.h"
#include "app/publish/licenses.h"
#include "app/window/frame/feature.h"
#include "app/window/frame/keys.h"

#include <tilescope/base/say.h>
#include <tilescope/document/repair.h>

namespace tilescope::ui {
namespace {

std::string topic_of(const Document& doc, const Focus& focus) {
    const auto at = field_in_focus(doc.derived, focus);
    return at ? explain_value(*doc.derived.of(at->word).format, at->field->id, at->raw, at->unknown).topic
              : std::string();
}

// Returns the rule of the current problem, unless another field is selected now.
std::string current_rule(const Document& doc) {
    const auto current = static_cast<std::size_t>(doc.states.problems.current);
    if (doc.states.problems.current < 0 || current >= doc.derived.problems.size()) return {};
    const PlacedProblem& placed = doc.derived.problems[current];
    const auto at = field_in_focus(doc.derived, doc.view_state.selection);
    const bool elsewhere = at && (at->word != placed.word || at->field != field_of(doc.derived, placed));
    return elsewhere ? std::string() : placed.problem.rule;
}

}  // namespace

std::string current_topic(const Document& doc) {
    if (!doc.pointed.topic.empty()) return doc.pointed.topic;
    for (const std::string& topic :
         {topic_of(doc, doc.pointed.item), current_rule(doc), topic_of(doc, doc.view_state.selection)})
        if (!topic.empty()) return topic;
    return {};
}

namespace {

// Opens the help panel at current_topic(). Without a topic: with its search, or closes it again.
void explain_this(Document& doc) {
    const std::string topic = current_topic(doc);
    HelpPanelState& help = doc.states.help;
    if (topic.empty() && help.open && help.topic.empty())
        help.open = false;
    else
        open_help(help, topic);
}

// What a search finds besides topics: the commands, with their keys and menus, and the lessons.
void collect_commands(Document& doc) {
    HelpPanelState& help = doc.states.help;
    if (!help.open || !help.commands.empty()) return;
    for (const Command* row : all_commands()) {
        std::string_view keys = row->keys;
        const std::string_view menu = name_in(kMenuNames, static_cast<std::uint64_t>(row->menu));
        const std::string where = menu.empty() ? std::string() : say("in the menu ", menu);
        const std::string line = keys.empty() ? where : say(take_chord(keys), where.empty() ? "" : ", ", where);
        help.commands.push_back(
            {say("Run: ", row->title), "Commands", line, std::string(row->words), command(row->id)});
    }
    for (const LessonHead& head : io::lesson_heads())
        help.commands.push_back({head.title, "Lessons", head.about, "learn tutorial", command("open_lesson", head.id)});
}

void copy_licenses(Document& doc) {
    doc.requests.copy = io::licenses_text();
    doc.status = "Copied the licenses of tilescope and of the works that it contains.";
}

// clang-format off
constexpr Command kHelpCommands[] = {
    {.id = "explain_this", .title = "Explain the item under the pointer", .keys = "F1", .menu = Menu::help,
     .place = 1270, .act = with<explain_this>, .words = "why what is this documentation"},
    {.id = "topics", .title = "All help topics", .menu = Menu::help, .place = 1280,
     .act = with<[](Document& doc) { open_help(doc.states.help, {}); }>,
     .words = "manual documentation reference glossary"},
    {.id = "rules", .title = "Rules that check this word", .menu = Menu::help, .place = 1290,
     .act = with<[](Document& doc) { open_help(doc.states.help, say(kRulesOf, row_of(doc.view_state.active).id)); }>,
     .words = "checks lint verify"},
    {.id = "help", .title = "Keys and help", .menu = Menu::help, .place = 1370,
     .act = turn<&Overlays::shows_help>,
     .words = "keyboard shortcuts hotkeys keymap manual about", .keeps_start_page = true},
    {.id = "licenses", .title = "Copy the licenses", .menu = Menu::help, .place = 1380, .act = with<copy_licenses>,
     .words = "license copyright about works third party notices open source"},
    {.id = "explain",
     .act_on = with_request<[](Document& doc, std::string topic) { open_help(doc.states.help, topic); }>},
};
// clang-format on

}  // namespace

const Feature kHelp = {.id = "help", .commands = kHelpCommands, .draws = with<collect_commands>};

}  // namespace tilescope::ui
