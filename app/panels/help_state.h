// app/panels/help_state.h -- what the help panel and the lists of choices keep: a page, and what the tables said.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/rules/explain.h>
#include <tilescope/session/session.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::ui {

// A page of the help panel that is no topic: "rules of a_desc".
inline constexpr std::string_view kRulesOf = "rules of ";

// One line of the list of topics.
struct HelpTopic {
    std::string topic;
    std::string_view family;  // its heading
    std::string line;         // what it is, in a sentence or less
};

struct HelpPanelState {
    bool open = false;
    bool new_page = false;          // begins at its top
    std::string topic;              // empty: the list of all
    std::vector<std::string> back;  // pages before this one
    std::string filter;             // the search box
    // What the tables say, and what they were asked.
    std::string explained;
    std::vector<Explanation> found;
    std::string refused;
    std::string listed;
    std::vector<HelpTopic> topics;
};

// What an entry of a list would bring, while the pointer is on it.
struct ChoiceNotes {
    std::uint64_t revision = 0;  // of the document; 0: nothing is kept
    WordId word = WordId::a_desc;
    std::string_view field;
    std::uint64_t raw = 0;
    std::vector<std::string> lines;
};

// Shows another page; the one before it is one step back.
void open_help(HelpPanelState& state, std::string topic);

}  // namespace tilescope::ui
