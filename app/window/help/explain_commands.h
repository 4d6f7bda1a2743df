// app/window/help/explain_commands.h -- selects the topic that F1 explains.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/frame/context.h"

#include <string>

namespace tilescope::ui {

// Returns the first of these topics that exists: the item under the pointer, the rule of the current problem, the
// selected field with its value. Returns an empty text if none of them has a topic.
std::string current_topic(const Document& doc);

}  // namespace tilescope::ui
