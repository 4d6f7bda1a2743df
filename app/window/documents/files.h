// app/window/documents/files.h -- opens and saves the files of documents.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/state_line.h"
#include "app/window/frame/context.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::ui {

// Returns the thread that reads files. A slow disk or an empty pipe then delays no frame.
std::unique_ptr<ReadJobs> file_reader(std::function<void()> wake);

// Opens a session file, or pastes a text file as Ctrl+V does, as soon as the file is read. A later call replaces an
// earlier call whose file is not read yet. The previous session stays in the history. A refusal appears in the status
// line and changes nothing.
void open_file(Context c, const std::string& path);
// The same for several files, one after the other: each that is not the first gets a tab of its own.
void open_files(Context c, const std::vector<std::string>& paths);
// What a drop of files does: opens them. A folder alone is shown in the file chooser. Nothing happens while a question
// is open.
void drop_files(Context c, const std::vector<std::string>& paths);

// Saves to DocumentFile::path, or asks for a path if DocumentFile::path is empty. If the save would destroy data that
// this window has not seen, it only sets Overlays::overwrite, and the window asks the user.
void save_file(Context c);
void save_file_as(Context c, const std::string& path);

// Compares the shown session with the session of a file, which becomes the reference. Reads the file at once.
void compare_with_file(Context c, const std::string& path);

// Writes a picture or another export. If the file already exists, it only sets Overlays::overwrite, and the window asks
// the user. `verb` starts the palette text that asks for another path: "svg ".
void export_file(Context c, const std::string& path, std::string_view verb, void (*write)(Context, const std::string&));

// The two answers to Overlays::overwrite: write the file, or ask for another path.
void overwrite(Context c);
void save_elsewhere(Context c);

// Begins to write the file. The status line shows the progress. If another file is being written, or if the system
// cannot start a thread, only says so.
void save_on_thread(Document& doc, Jobs& jobs, FileToSave file);

bool is_saving_file(const Jobs& jobs);
// Drops the file, unless it is written already. The window then stays open, also if it was to close after that.
void stop_saving(Context c);
// Takes the reply of the thread.
void take_saved_file(Context c);
// "Saving the animation: picture 308 of 870 ... Then the window closes."
std::string saving_text(const Documents& docs, const Jobs& jobs);

// Takes the first of the state lines of a text that can be read. If one can be read, it is reply.session, and
// reply.pasted has only a sentence. If none can be read, but one was meant, reply.pasted has the refusal, too. Returns
// true if the text is read.
bool read_state_line(const std::string& text, const std::vector<io::StateLine>& lines, PasteReply& reply);
void refuse_state_line(std::string_view text, const std::vector<io::StateLine>& lines, PasteReply& reply);

// Opens the session of the state line that was pasted, as one step of the history.
void open_pasted_session(Context c);

// Writes the session as an HTML report, with the result of the model.
void save_report_page(Context c, const std::string& path);

// Copies the session and the view state as a state line.
void copy_state_line(Document& doc);

}  // namespace tilescope::ui
