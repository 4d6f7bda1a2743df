// app/window/guide/lesson_run.h -- a lesson that a document belongs to: its step, what the learner has done and seen.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/lessons/step.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tilescope::ui {

// The document has the session and the view of the learner. Texts are computed for the beginning of the step.
struct LessonRun {
    Lesson lesson;
    std::size_t step = 0;
    std::string next_lesson;  // the id of the lesson after this one, on its last step; empty: none
    std::string refused;      // why the step cannot begin; empty: it has begun
    LessonBlocks text;        // of the first step: after the introduction
    LessonLine caption, request, done;
    std::vector<LessonLine> hints;
    std::optional<LessonValue> expected;  // of a question
    std::size_t hints_shown = 0;
    bool reached = false;
    bool done_waits = false;       // `done` needs the emulation, which has not arrived
    bool scrolls_to_task = false;  // in the next frame, or in the next two
    // Until the pane was drawn once. It begins at its top, its tab comes to the front, and the Enter that opened the
    // lesson does nothing more.
    bool begins = true;
    bool says_reached = false;    // the task was reached, and no frame has shown that yet
    std::string typed;            // in the box of the reply
    std::string judged;           // what the pane says about the last reply
    bool takes_keyboard = false;  // the box of the reply, in the next frame
    // The view and the revision with which the step began: its caption is about them.
    ViewState begun_view;
    std::uint64_t begun_revision = 0;
    // The state that was looked at last.
    std::uint64_t seen_revision = 0, seen_result = 0;
    std::optional<ViewState> seen_view;

    const LessonStep& now() const { return lesson.steps[step]; }
    bool is_last() const { return step + 1 == lesson.steps.size(); }
};

}  // namespace tilescope::ui
