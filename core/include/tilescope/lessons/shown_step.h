// core/include/tilescope/lessons/shown_step.h -- a step as terminal, pages and window show it: with all its numbers.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/lessons/step.h>
#include <tilescope/scene/scene.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace tilescope {

// All texts are computed for the beginning of the step; `done` for the state after its answers.
struct ShownStep {
    LessonState begin, after;  // after: what the answers of the task make of it
    LessonBlocks text;         // of the first step: after the introduction
    LessonLine caption, request, done;
    std::vector<LessonLine> hints;
    std::optional<LessonValue> expected;  // of a question
    std::optional<Scene> picture;
};

// Requires: index < lesson.steps.size(). Errors: those of beginning_of(). A number that has no value is "?".
Answer<ShownStep> shown_step(const Lesson& lesson, std::size_t index, bool with_picture);

// The same for a learner who begins the step: without its picture, and `done` only of a question, which needs no
// emulation of its own.
Answer<ShownStep> begun_step(const Lesson& lesson, std::size_t index);

// Whether `picture` of a step can be a picture: a view of picture_views(), or empty.
Answer<void> is_picture(std::string_view picture);

}  // namespace tilescope
