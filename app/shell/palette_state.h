// app/shell/palette_state.h -- what the command palette stores between frames.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"
#include "app/shell/lesson_run.h"

#include <string>
#include <vector>

namespace tilescope::ui {

// The command palette. The shell draws it over everything else.
struct PaletteState {
    bool open = false, just_opened = false, cursor_to_end = false;
    std::string text;
    std::string verb;  // "open ": the palette was opened to ask for a path
    int chosen = 0;
    std::vector<HelpTopic> topics;    // all help topics, collected once when the palette opens
    std::vector<LessonHead> lessons;  // all lessons, the same
};

}  // namespace tilescope::ui
