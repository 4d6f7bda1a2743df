// app/shell/files.h -- opening, saving, preferences: the shell's side of app/io.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/app.h"

#include <string>

namespace tilescope::ui {

// Opens a session file, or pastes a text file. The former session stays in the history; a refusal goes to the status
// line and changes nothing.
void open_file(App& app, const std::string& path);

// Saves to app.file_path, or asks for a path where there is none.
void save_file(App& app);
void save_file_as(App& app, const std::string& path);

bool is_unsaved(const App& app);

// From and to the user's preferences file. What went wrong is a sentence, or empty.
std::string load_preferences(Prefs& prefs);
std::string save_preferences(const Prefs& prefs);

// "gemm_tile.json *": the name in the title and the top bar.
std::string document_name(const App& app);

}  // namespace tilescope::ui
