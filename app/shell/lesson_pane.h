// app/shell/lesson_pane.h -- the pane of a lesson beside the live picture.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/context.h"

namespace tilescope::ui {

// Draws the pane: the step, its text, its task, hints and the explanation, and the buttons below them.
// Requires: a lesson.
void draw_lesson_pane(const View& view, Context c, const Rect& place);

// The same as a tab of a compact window. Requires: a lesson, and an open tab bar.
void draw_compact_lesson(const View& view, Context c);

}  // namespace tilescope::ui
