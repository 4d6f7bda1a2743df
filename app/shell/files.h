// app/shell/files.h -- opening and saving: the shell's side of app/io.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/app.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace tilescope::ui {

// The thread that reads files: a disk that sleeps or a pipe that nobody fills holds no frame up.
std::unique_ptr<ReadJobs> file_reader(std::function<void()> wake);

// Opens a session file, or pastes a text file, once it is read; what is opened later takes its place. The former
// session stays in the history; a refusal goes to the status line and changes nothing.
void open_file(App& app, const std::string& path);
void take_opened(App& app);
bool is_reading(const App& app);
// Something else was opened meanwhile.
void stop_reading(App& app);

// Saves to app.file_path, or asks for a path where there is none. What would destroy something that this window has not
// seen is a question in app.overwrite.
void save_file(App& app);
void save_file_as(App& app, const std::string& path);

// Writes a picture or another export; a file that exists already is a question in app.overwrite. `verb` begins the
// palette's line for another path: "svg ".
void export_file(App& app, const std::string& path, std::string_view verb, void (*write)(App&, const std::string&));

// The answers to app.overwrite.
void overwrite(App& app);
void save_elsewhere(App& app);

bool is_unsaved(const App& app);

// "gemm_tile.json *": the name in the title and the top bar.
std::string document_name(const App& app);

}  // namespace tilescope::ui
