// app/panels/help_topics.h -- the list of all help topics, sorted by family, with one line each.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/help_state.h"

#include <optional>
#include <string_view>
#include <vector>

namespace tilescope::ui {

// Returns all topics except single field values, sorted by family.
std::vector<HelpTopic> help_topics(const ExplainOptions& options);

// Returns true if the topic or its line contains every word, in any order. Requires: words in lower case.
bool matches(const HelpTopic& topic, const std::vector<std::string>& words);

// Returns the rule or contradiction with this id (upper or lower case), or nothing if none has this id.
std::optional<HelpTopic> topic_with_id(std::string_view id);

}  // namespace tilescope::ui
