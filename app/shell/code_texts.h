// app/shell/code_texts.h -- the session as source text: copied, or written to a file.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/app.h"

#include <string>
#include <string_view>

namespace tilescope::ui {

// Gives the code panel of the document the targets of app/io too.
void list_code_targets(App& app);

// Copies the text of a target (CodeTarget::id), or says why there is none.
void copy_code(App& app, std::string_view target);

// Asks for a file, and writes the text of the target to it.
void ask_to_save_code(App& app, std::string_view target);
void save_code(App& app, const std::string& path);

// Of the file of the chosen target: "cuh".
std::string_view code_extension(const App& app);

}  // namespace tilescope::ui
