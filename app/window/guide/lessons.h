// app/window/guide/lessons.h -- lessons in the window: opens them, follows what the learner does, keeps the progress.
// SPDX-License-Identifier: MIT
//
//     open_lesson_named(c, "core-matrices");    what the user has made stays in its tab
//     step_lesson(c, 1);                        the next step, with a session of its own
//
// A step is reached when its check holds. The check runs in each frame after a new revision, a change of the view or a
// new result of the emulation. It never waits: a check that needs the emulation asks for it and looks again later.
#pragma once

#include "app/window/frame/context.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tilescope::ui {

// Opens a lesson at its first step that was not reached: in a new tab, or in this one if opens_lesson_here(). If a tab
// has the lesson, shows that tab.
void open_lesson_named(Context c, std::string_view name);
void open_lesson(Context c, Lesson lesson, std::size_t step = 0);
// Whether this tab has a lesson in which the user has made nothing. Another lesson then takes its place.
bool opens_lesson_here(const Document& doc);

// Goes to the step that many steps on; 0 begins the step again. A step begins with its own session and without a paste.
void step_lesson(Context c, int by);
// Ends the lesson. Its tab stays as an ordinary one, with a session that is saved nowhere, or closes.
void end_lesson(Context c, bool keeps);

// What is typed while no box has the keyboard, in a step with a question: a digit begins an answer. After a right
// answer, a digit that is still typed does nothing. Returns false if it is not about the question.
bool keep_typed_reply(Document& doc, Regions& regions);
// Judges what is in the box of the reply.
void judge_reply(Document& doc, Regions& regions, Prefs& prefs);
void show_lesson_hint(Document& doc);
void show_lesson_answer(Context c);  // does what the answer says

bool in_lesson(const Document& doc);
bool has_open_task(const Document& doc);                    // of the shown step of a lesson: it is not reached now
bool skips_task(const Prefs& prefs, const LessonRun& run);  // the next step leaves a task undone, now and before
bool has_next_lesson_step(const Document& doc);
bool has_last_lesson_step(const Document& doc);
bool has_lesson_hint(const Document& doc);
bool has_lesson_answer(const Document& doc);  // all hints were read

// The steps of a lesson that were reached; bit i is step i.
std::uint64_t reached_steps(const Prefs& prefs, std::string_view id);
// How many of its steps; at most `steps`, also if the file of the preferences is damaged.
std::size_t reached_count(const Prefs& prefs, std::string_view id, std::size_t steps);

void draw_lesson_list(Document& doc, Overlays& overlays, Regions& regions, const Prefs& prefs, const FrameTools& tools);

// Draws the pane: the step, its text, its task, hints and the explanation, and the buttons below them.
// Requires: a lesson.
void draw_lesson_pane(const View& view, Context c, const Rect& place);

// The same as a tab of a compact window. Requires: a lesson, and an open tab bar.
void draw_compact_lesson(const View& view, Context c);

}  // namespace tilescope::ui
