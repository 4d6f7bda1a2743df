// app/window/frame/said.h -- sentences of the status line that come before all others for a while.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/frame/context.h"

namespace tilescope::ui {

// Shows a sentence in the status line until the user points at or selects something else, also if the status line would
// explain the item under the pointer.
void say_first(Document& doc, std::string sentence);
// Sets the status to a sentence for which the user waits, and says it first.
void say_now(Document& doc, const std::string& sentence);
// That sentence, if it still counts; else empty.
std::string said_first(const Document& doc);

}  // namespace tilescope::ui
