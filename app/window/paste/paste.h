// app/window/paste/paste.h -- pastes texts: of the clipboard, of the paste box, of a file. No frame waits for them.
// SPDX-License-Identifier: MIT
//
// A short text is read at once, so that its words are there in the same frame. A long one is read on a thread, with
// progress. Until it is read, the words of the last paste stay; a stop changes nothing.
//
// Another program sends the text of the clipboard when it wants. Mostly it sends it at once. So input waits for half a
// second, because keys that follow Ctrl+V are for the pasted words. After that the window goes on, and pastes the text
// when all of it is there. A part of a text is never pasted: the rest of a number can be missing.
#pragma once

#include "app/window/frame/context.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace tilescope::ui {

// Why a text of more than kMostPasteBytes is not pasted.
std::string too_long_to_paste();

// Returns the thread, or null if the system cannot start one. Then all texts are read at once.
std::unique_ptr<PasteJobs> paste_jobs(std::function<void()> wake);

bool is_pasting(const Jobs& jobs);
// Drops the text that is being read. The words of the last paste stay.
void stop_paste(Documents& docs, Jobs& jobs, Regions& regions);
// Frees what the words of the last paste were made of, on the thread if there is one.
void discard(Jobs& jobs, OldPaste old);
// Empties the document of all that was pasted, of the text in the box, and of a text that is being read or followed.
// The edits of pastes stay.
void forget_paste(Documents& docs, Jobs& jobs, Regions& regions);
// What is pasted in a lesson is not a part of it, and gets a tab of its own.
inline constexpr std::string_view kOutOfLesson = " The words have a tab of their own. The lesson stays in its tab.";
// "Reading the pasted text: 45 %. Esc stops it."
std::string paste_progress_text(const Jobs& jobs);

// What a text is read for.
PasteFor paste_for(const Session& session);
// What a paste of a short text would give: words, a program, a layout, or the session of a state line. None: the text
// is nothing for this program. It can be a password, so it must not be shown.
std::optional<ReadText> peek(const Document& doc, const std::string& text);

// Reads a text with the paste parser and keeps the result for the panels. A long text is read on a thread
// (kPasteAtOnce). If `applies`, a single certain word goes to its card; else nothing is applied. `path`: of the file
// that has the text.
void read_paste(Context c, std::string text, bool applies = false, std::string path = {});

// Plans which of the words that were read go on which cards. The user changes the plan in the paste panel.
void plan_words(Document& doc);

// Makes a chain of the pasted program the session, as one undo step. Requires: the chain has a session.
void open_chain(Context c, std::size_t number);

// The memory that the last paste rewrote, if the session still has it; else null.
const RewrittenMemory* rewritten_memory(const Document& doc);

// Begins to follow a file or a pipe in the shown document: from now on, new lines become rows. Its words take the place
// of those of the last paste.
void follow_file(Documents& docs, Jobs& jobs, Regions& regions, const std::string& path);
// Ends following a file. The rows stay.
void end_follow(Document& doc, Regions& regions);
bool is_following(const Document& doc);

// Puts the text of the clipboard into an empty paste box, if there are words in it. Applies nothing.
void fill_paste_box(Context c);

bool is_awaiting_clipboard(const System& system);
// The window calls it in every round, with the time in seconds.
double follow_clipboard(Regions& regions, System& system, double now);
bool holds_input(const System& system);

// A paste that did not come at once. The status line says so, and Esc stops it.
bool is_slow_clipboard(const System& system);
void stop_clipboard(Regions& regions, System& system);
// "Reading the clipboard: 65536 bytes. Esc stops it."
std::string clipboard_progress_text(const System& system);

// Why nothing is pasted. Requires: an empty text, or one that is not whole.
std::string not_pasted_text(const ClipboardText& text);

// A file, a pasted text or the clipboard is being read. The status line says so, and Esc stops it.
bool is_busy_reading(const Jobs& jobs, const System& system);

}  // namespace tilescope::ui
