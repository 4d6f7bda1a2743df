// app/io/lessons.h -- the lessons that are part of the programs (assets/lessons), and the progress of a learner.
// SPDX-License-Identifier: MIT
//
//     for (const LessonHead& head : io::lesson_heads()) print(head.title);
//     const auto lesson = io::lesson_named("core-matrices");
#pragma once

#include <tilescope/document/presets.h>
#include <tilescope/lessons/lesson.h>

namespace tilescope::io {

// The properties of all lessons, in their order. A lesson that cannot be read is left out; a test finds it.
std::vector<LessonHead> lesson_heads();

// Returns "Lesson 6: MN-major", the lesson that explains a preset.
std::string lesson_of(const Preset& preset);

// Reads a lesson by its id, by its number ("7"), by the beginning of its id, if only one lesson has that, or by a
// preset that it explains ("preset:sparse_f16"). Errors: there is no such lesson, with the ids of all lessons; the
// lesson cannot be read.
Answer<Lesson> lesson_named(std::string_view name);

// The texts of all lessons, with the names of their files: for tests.
struct LessonText {
    std::string_view file, text;
};
std::vector<LessonText> lesson_texts();

// The steps of a lesson that a learner has reached; bit i is step i. As text: "core-matrices 5".
struct LessonProgress {
    std::string id;
    std::uint64_t steps = 0;
};
LessonProgress lesson_progress(std::string_view text);  // without an id: the text is none
std::string progress_text(const LessonProgress& progress);

}  // namespace tilescope::io
