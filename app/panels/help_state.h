// app/panels/help_state.h -- state of the help panel and of the lists of choices.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/document/session.h>
#include <tilescope/rules/explain.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::ui {

// Prefix of a help page that is not a topic: "rules of a_desc" lists the rules that check A's descriptor.
inline constexpr std::string_view kRulesOf = "rules of ";

// One line in the list of topics.
struct HelpTopic {
    std::string topic;
    std::string_view family;  // the heading above it
    std::string line;         // a short description
};

struct HelpPanelState {
    bool open = false;
    bool new_page = false;          // scroll to the top of the page
    std::string topic;              // empty: the list of all topics
    std::vector<std::string> back;  // pages before this one
    std::string filter;             // the search box
    // Cached explanations and topics. `explained` and `listed` are the keys of these caches.
    std::string explained;
    std::vector<Explanation> found;
    std::string refused;
    std::string listed;
    std::vector<HelpTopic> topics;
};

// The problems that a list entry would cause. Cached while the pointer is on the entry.
struct ChoiceNotes {
    std::uint64_t revision = 0;  // of the document; 0: the cache is empty
    WordId word = WordId::a_desc;
    std::string_view field;
    std::uint64_t raw = 0;
    std::vector<std::string> lines;
};

// Opens a page. [Back] returns to the page before it.
void open_help(HelpPanelState& state, std::string topic);

}  // namespace tilescope::ui
