// app/window/paste/paste.h -- reads a long pasted text on a thread, with progress, and can be stopped.
// SPDX-License-Identifier: MIT
//
// A short text is read at once, so that its words are there in the same frame. Until a long text is read, the words of
// the last paste stay; a stop changes nothing.
#pragma once

#include "app/window/frame/context.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::ui {

// Why a text of more than kMostPasteBytes is not pasted.
std::string too_long_to_paste();

// Returns the thread, or null if the system cannot start one. Then all texts are read at once.
std::unique_ptr<PasteJobs> paste_jobs(std::function<void()> wake);

bool is_pasting(const Jobs& jobs);
// Drops the text that is being read. The words of the last paste stay.
void stop_paste(Context c);
// Frees what the words of the last paste were made of, on the thread if there is one.
void discard(Jobs& jobs, OldPaste old);
// Empties the document of all that was pasted, of the text in the box, and of a text that is being read or followed.
// The edits of pastes stay.
void forget_paste(Context c);
// What is pasted in a lesson is no part of it, and its next step would throw it away. Shows a new tab with the session
// of the lesson and moves the paste there. Returns false if no tab is possible; the status line then says so.
bool take_paste_out_of_lesson(Context c);
inline constexpr std::string_view kOutOfLesson = " The words have a tab of their own. The lesson stays in its tab.";
// "Reading the pasted text: 45 %. Esc stops it."
std::string paste_progress_text(const Jobs& jobs);

// What a paste of a short text would give: words, a program, a layout, or the session of a state line. None: the text
// is nothing for this program. It can be a password, so it must not be shown.
std::optional<PasteReply> peek(const Document& doc, const std::string& text);

// Shows the choices of a paste that has just been read: the batch, the words without a certain card.
void show_paste(Context c);

// Reads a text with the paste parser and keeps the result for the panels. A long text is read on a thread
// (kPasteAtOnce). If `applies`, a single certain word goes to its card; else nothing is applied. `path`: of the file
// that has the text.
void read_paste(Context c, std::string text, bool applies = false, std::string path = {});

// Writes the pasted words to their cards as one edit, as the user chose in the paste panel. The status line then names
// the cards.
void apply_paste(Context c);

// Makes a chain of the pasted program the session, as one undo step. Requires: the chain has a session.
void open_chain(Context c, std::size_t number);

// Remembers what edits mean for pastes: the words do not wait any more, and the memory is rewritten. `before` is the
// session before the edits.
void note_edits_of_pastes(Context c, const std::vector<Edit>& edits, const Session& before);

// The memory that the last paste rewrote, if the session still has it; else null.
const RewrittenMemory* rewritten_memory(const Document& doc);

// Gives the session the memory that it had before the last paste, and keeps it from now on: the pasted words are judged
// against it. Requires: rewritten_memory() is not null.
void judge_old_memory(Context c);

// Says that pasted words wait if the paste panel has just closed.
void note_closed_paste(Document& doc, Regions& regions);

// Ends following a file. The rows stay.
void end_follow(Document& doc, Regions& regions);
bool is_following(const Document& doc);

// Writes the rows that the batch panel shows, in its order. A refusal appears in the status line.
void save_batch(Context c, const std::string& path);
void copy_batch(Document& doc);

//     follow_file(c, "train.log");          from now on, new lines become rows
//     end_follow(c.document(), c.regions);  the rows stay (paste.h)

// Begins to follow a file or a pipe in the shown document. Its words take the place of those of the last paste.
void follow_file(Context c, const std::string& path);

}  // namespace tilescope::ui
