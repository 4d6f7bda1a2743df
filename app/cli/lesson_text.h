// app/cli/lesson_text.h -- a lesson as text for the terminal.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/lessons/shown_step.h>

#include <cstddef>
#include <string>

namespace tilescope::cli {

// The text of blocks, in lines of less than 100 columns.
std::string lesson_blocks_text(const LessonBlocks& blocks);

// A step: its title, its text, its picture, its task, and how to answer. `drawn` is the picture as text; empty: only
// its sentence is there.
std::string lesson_step_text(const Lesson& lesson, std::size_t index, const ShownStep& shown, const std::string& drawn);

}  // namespace tilescope::cli
