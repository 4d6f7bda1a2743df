// app/publish/lesson_pages.h -- the lessons as static pages, and what a learner takes away from one.
// SPDX-License-Identifier: MIT
//
//     const auto kept = io::kept_of(*lesson);     keep: ptx
//     if (kept) print(kept->title);               "PTX"
#pragma once

#include <tilescope/code/code.h>
#include <tilescope/lessons/lesson.h>
#include <tilescope/lessons/step.h>

#include <cstddef>
#include <functional>
#include <span>
#include <string>
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

// Receives the files of the book, one after the other: its name in the folder, and its bytes.
// Returns why the file was not written, or success.
using PageSink = std::function<Answer<void>(const std::string& name, const std::string& bytes)>;

// Writes index.html, book.css, NAME.html and NAME.json for each lesson. NAME.json is the session to keep: that of the
// last step. Errors: those of the sink; a step that cannot begin.
Answer<void> write_lesson_pages(std::span<const Lesson> lessons, const PageSink& sink);

// The blocks as HTML: tests compare it.
std::string html_of(const LessonBlocks& blocks);

}  // namespace tilescope::io
