// app/shell/paste_jobs.h -- reads a long pasted text on a thread, with progress, and can be stopped.
// SPDX-License-Identifier: MIT
//
// A short text is read at once, so that its words are there in the same frame. Until a long text is read, the words of
// the last paste stay; a stop changes nothing.
#pragma once

#include "app/io/session_file.h"
#include "app/panels/batch_state.h"
#include "app/shell/newest_job.h"
#include "app/shell/paste_blocks.h"

#include <tilescope/session/program_chains.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace tilescope::ui {

struct Context;
struct Document;
struct Jobs;
struct Regions;

inline constexpr std::size_t kPasteAtOnce = std::size_t{1} << 16;     // bytes that are read in a frame
inline constexpr std::size_t kMostPasteBytes = std::size_t{1} << 24;  // a longer text is refused

struct PasteRequest {
    std::uint64_t document = 0;  // Document::id
    std::string text;
    PasteFor reads_for;
    bool applies = false;   // a single certain word goes to its card without a question
    std::string path = {};  // of the file that has the text; empty: it is of no file
};
struct PasteReply {
    std::uint64_t document = 0;
    std::string text;
    std::string box;  // the same text for the box of the paste panel: no frame copies a long text
    PasteResult pasted;
    PreparedBatch batch;
    ProgramChains program;                        // if the text is one
    std::optional<io::SessionFile> session = {};  // of a state line in the text
    bool applies = false;
    std::string path = {};
    std::string why;  // why the text was not read; empty: it was
};
using PasteJobs = NewestJob<PasteRequest, PasteReply>;

// Why a text of more than kMostPasteBytes is not pasted.
std::string too_long_to_paste();

// Returns the thread, or null if the system cannot start one. Then all texts are read at once.
std::unique_ptr<PasteJobs> paste_jobs(std::function<void()> wake);

bool is_pasting(const Jobs& jobs);
// Drops the text that is being read. The words of the last paste stay.
void stop_paste(Context c);
// Frees what the words of the last paste were made of, on the thread if there is one.
struct OldPaste {
    PasteResult pasted;
    ProgramChains program;
    std::string text, box;
    OldBatch batch;
};
void discard(Jobs& jobs, OldPaste old);
// Empties the document of all that was pasted, of the text in the box, and of a text that is being read or followed.
// The edits of pastes stay.
void forget_paste(Context c);
// What is pasted in a lesson is no part of it, and its next step would throw it away. Shows a new tab with the session
// of the lesson and moves the paste there. Returns false if no tab is possible; the status line then says so.
bool take_paste_out_of_lesson(Context c);
inline constexpr std::string_view kOutOfLesson = " The words have a tab of their own. The lesson stays in its tab.";
// Takes the words if they are there. frame() calls it.
void take_paste(Context c);
// Returns true if the thread has a reply or progress that no frame has shown yet.
bool has_new_paste_output(const Jobs& jobs);
// "Reading the pasted text: 45 %. Esc stops it."
std::string paste_progress_text(const Jobs& jobs);

// What a paste of a short text would give: words, a program, a layout, or the session of a state line. None: the text
// is nothing for this program. It can be a password, so it must not be shown.
std::optional<PasteReply> peek(const Document& doc, const std::string& text);

// Shows the choices of a paste that has just been read: the batch, the words without a certain card.
void show_paste(Context c);

}  // namespace tilescope::ui
