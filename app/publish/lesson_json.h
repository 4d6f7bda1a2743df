// app/publish/lesson_json.h -- lessons as JSON.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/lessons/shown_step.h>

#include <cstddef>
#include <span>
#include <string>

namespace tilescope::io {

// An array of {"id", "title", "level", "minutes", "keep", "about"}.
std::string lesson_list_json(std::span<const LessonHead> heads);

// The steps of a lesson from `first` on: their text as blocks, task, hints, and the sentence of the picture.
// Requires: shown[i] is step first + i of the lesson.
std::string lesson_json(const Lesson& lesson, std::size_t first, std::span<const ShownStep> shown);

// What a reply or a session of a learner is: {"right", "hint"} or {"right", "done"}.
std::string lesson_answer_json(bool right, const std::string& sentence);

}  // namespace tilescope::io
