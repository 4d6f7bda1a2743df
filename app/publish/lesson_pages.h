// app/publish/lesson_pages.h -- the lessons as static pages: an index, a page for each one, a style sheet, no scripts.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/lessons/lesson.h>

#include <cstddef>
#include <functional>
#include <span>
#include <string>

namespace tilescope::io {

// Receives the files of the book, one after the other: its name in the folder, and its bytes.
// Returns why the file was not written, or success.
using PageSink = std::function<Answer<void>(const std::string& name, const std::string& bytes)>;

// Writes index.html, book.css, NAME.html and NAME.json for each lesson. NAME.json is the session to keep: that of the
// last step. Errors: those of the sink; a step that cannot begin.
Answer<void> write_lesson_pages(std::span<const Lesson> lessons, const PageSink& sink);

// The blocks as HTML: tests compare it.
std::string html_of(const LessonBlocks& blocks);

}  // namespace tilescope::io
