// app/publish/pages.h -- HTML pages: the lessons, what a learner takes away from one, and the report of a session.
// SPDX-License-Identifier: MIT
//
//     const auto kept = io::kept_of(*lesson);     keep: ptx
//     if (kept) print(kept->title);               "PTX"
#pragma once

#include <tilescope/code/code.h>
#include <tilescope/document/derive.h>
#include <tilescope/document/results.h>
#include <tilescope/export/sheet.h>
#include <tilescope/lessons/lesson.h>
#include <tilescope/lessons/step.h>
#include <tilescope/view/view_state.h>

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

// ---- a picture as a part of a page: the SVG of core, with large grids in few bytes

// Returns an <svg> element. A picture with many cells would have megabytes: its cells of one colour that lie side by
// side are one rectangle, and have no numbers. Cells that are lit, and the legend, stay as they are. All ids of the
// element begin with `ids`, so that they are unique on the page.
std::string page_picture(const Sheet& sheet, std::string_view ids);

// Whether the picture has so many cells. Then the page says where all of them are.
bool is_simplified(const Sheet& sheet);

// ---- a session as one HTML file: words, problems, pictures, result, state line
//
// The file needs no network, no script and no other file. It is light or dark as the reader's system asks, and can be
// printed.

struct BugReport {
    const Derived& derived;
    const ViewState& view_state;
    const Results& results;  // emulated for the session of `derived`, or refused with a reason
    std::string name;        // of the session: "gemm_tile.json"
};

// Returns the document. A picture that the session does not have is left out.
std::string report_html(const BugReport& report);

}  // namespace tilescope::io
