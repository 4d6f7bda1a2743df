// app/panels/help_topics.h -- the topics that can be explained, by family, each with a line of its own table.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/help_state.h"

#include <optional>
#include <string_view>
#include <vector>

namespace tilescope::ui {

// All topics but single values of fields, family by family.
std::vector<HelpTopic> help_topics(const ExplainOptions& options);

// Whether every word stands in the topic or its line, in any order; words are in small letters.
bool matches(const HelpTopic& topic, const std::vector<std::string>& words);

// The rule or contradiction of that id, in capital letters or small ones; nothing where there is none.
std::optional<HelpTopic> topic_with_id(std::string_view id);

}  // namespace tilescope::ui
