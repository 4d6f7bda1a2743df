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

// Begins to write the file. The status line shows the progress. If another file is being written, or if the system
// cannot start a thread, only says so.
void save_on_thread(Document& doc, Jobs& jobs, FileToSave file);

bool is_saving_file(const Jobs& jobs);
// Drops the file, unless it is written already. The window then stays open, also if it was to close after that.
void stop_saving(Documents& docs, Jobs& jobs);
// "Saving the animation: picture 308 of 870 ... Then the window closes."
std::string saving_text(const Documents& docs, const Jobs& jobs);

// Takes the first of the state lines of a text that can be read: it is then read.session, and read.result has only a
// sentence. Returns false if none can be read. If one was meant, `pasted` gets the refusal, too.
bool read_state_line(const std::string& text, const std::vector<io::StateLine>& lines, ReadText& read);
void refuse_state_line(std::string_view text, const std::vector<io::StateLine>& lines, PasteResult& pasted);

// Opens the session of the state line that was pasted, as one step of the history.
void open_pasted_session(Context c);

}  // namespace tilescope::ui
