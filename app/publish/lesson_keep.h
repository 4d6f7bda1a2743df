// app/publish/lesson_keep.h -- what a learner takes away from a lesson: its session, or a text of `export`.
// SPDX-License-Identifier: MIT
//
//     const auto kept = io::kept_of(*lesson);     keep: ptx
//     if (kept) print(kept->title);               "PTX"
#pragma once

#include <tilescope/code/code.h>
#include <tilescope/lessons/step.h>

#include <string_view>

namespace tilescope::io {

// Whether a lesson keeps its session as a file. Then the target is the session file.
bool keeps_session(const Lesson& lesson);

// Returns the target of `export` that `keep` names.
// Errors: there is none.
Answer<CodeTarget> kept_of(const Lesson& lesson);

// Returns the text to keep for a state of a step.
// Errors: those of kept_of(), and of the target for this session.
Answer<CodeText> kept_text(const Lesson& lesson, const LessonState& state);

}  // namespace tilescope::io
