// core/include/tilescope/lessons/step.h -- a step of a lesson as it runs: its beginning, actions, its task.
// SPDX-License-Identifier: MIT
//
//     LessonState now = *beginning_of(lesson, 2);
//     apply(now, *with_values(step.answers[0], beginning));
//     const Derived d = derive(now.session);
//     reached(step, {d, now.view})                  true if the check holds
#pragma once

#include <tilescope/lessons/lesson.h>
#include <tilescope/scene/scene.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tilescope {

// The session and the view of a learner.
struct LessonState {
    Session session;
    ViewState view;
    std::string typed;  // the last reply
};

// Returns the session and the view with which a step begins. If no `view` line says another, the word of the first
// `ring` is active, else the word of the screen.
// Requires: step < lesson.steps.size().
// Errors: a preset that does not exist, an edit or a view that is not possible. The reason begins with the line.
Answer<LessonState> beginning_of(const Lesson& lesson, std::size_t step);

// Returns the action with the values of the expressions in it: `reply {= byte(A, 5, 40)}`. They are computed for the
// beginning of the step. Errors: an expression has no value.
Answer<LessonAction> with_values(const LessonAction& action, const LessonMoment& beginning);

// Applies an action as the window does. Errors: the action is not possible; the window has a command that core does not
// have (is_tried() is false for it). Requires: the action has no expressions.
Answer<void> apply(LessonState& state, const LessonAction& action);
// Whether apply() knows the action. False for most commands of the window.
bool is_tried(const LessonAction& action);

// Whether the task of a step is done: `check` holds. For a question: `typed` is the right reply. The reply is computed
// for the beginning of the step.
bool reached(const LessonStep& step, const LessonMoment& now);
Answer<LessonReply> replied(const LessonStep& step, const LessonMoment& beginning, std::string_view typed);
// What went wrong: the `why` of the wrong action that `now` shows. Empty: the lesson does not know this mistake.
LessonLine mistake_in(const LessonStep& step, const LessonMoment& beginning, const LessonState& now);

// Whether the check of the step, or its texts, need the emulation.
bool check_needs_emulation(const LessonStep& step);
bool texts_need_emulation(const LessonStep& step);

// The emulation of a session, in this thread. Nothing: the session cannot be emulated.
std::optional<Emulation> lesson_emulation(const Derived& derived);

// ---- a step as terminal, pages and window show it: with all its numbers ----

// All texts are computed for the beginning of the step; `done` for the state after its answers.
struct ShownStep {
    LessonState begin, after;  // after: what the answers of the task make of it
    LessonBlocks text;         // of the first step: after the introduction
    LessonLine caption, request, done;
    std::vector<LessonLine> hints;
    std::optional<LessonValue> expected;  // of a question
    const Field* field = nullptr;         // of the active word, if `expected` is its id
    std::optional<Scene> picture;
};

// Requires: index < lesson.steps.size(). Errors: those of beginning_of(). A number that has no value is "?".
Answer<ShownStep> shown_step(const Lesson& lesson, std::size_t index, bool with_picture);

// The same for a learner who begins the step: without its picture, and `done` only of a question, which needs no
// emulation of its own.
Answer<ShownStep> begun_step(const Lesson& lesson, std::size_t index);

// Whether `picture` of a step can be a picture: a view of picture_views(), or empty.
Answer<void> is_picture(std::string_view picture);

// Checks a whole lesson as its author must: every expression has a value, no task is reached at the beginning, all
// answers of a step together reach it, and no wrong action does. Returns all mistakes, each as "FILE:LINE: ...".
// `complete` also asks for 4 to 8 steps, three tasks, a wrong action and a hint of each task.
std::vector<std::string> mistakes_in(const Lesson& lesson, std::string_view file, bool complete);

}  // namespace tilescope
