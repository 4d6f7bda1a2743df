// app/widgets/rich_text.h -- draws the text of a lesson: wrapped lines with styles, lists, tables, code, notes.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/theme.h"

#include <tilescope/lessons/text.h>

#include <string_view>

namespace tilescope::ui {

// Draws a line in the width that is left in the region, or in `width` pixels. Code is in mono on a tinted ground, bold
// text is drawn twice, italic text is slanted: the font has no other faces. Requires: the line is evaluated.
void rich_line(const LessonLine& line, const Style& style, float width = 0);

// Draws blocks below each other. Marks them as `id`.0, `id`.1, ...
void rich_text(std::string_view id, const LessonBlocks& blocks, const Style& style);

}  // namespace tilescope::ui
