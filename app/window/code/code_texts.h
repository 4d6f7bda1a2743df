// app/window/code/code_texts.h -- the session as source text: shown, copied, or written to a file.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/frame/context.h"

#include <string>
#include <string_view>

namespace tilescope::ui {

// Gives the code panel of the document the targets of app/io too.
void list_code_targets(Document& doc);

// Takes the text that a thread made, and asks for the next one if the panel shows it. frame() calls it.
void follow_code(Context c);

// Copies the text of a target (CodeTarget::id), or says why there is none. A text that reads files is copied as soon
// as the thread has made it.
void copy_code(Context c, std::string_view target);

// Asks for a file, and writes the text of the target to it.
void ask_to_save_code(Context c, std::string_view target);
void save_code(Context c, const std::string& path);

// Of the file of the chosen target: "cuh".
std::string_view code_extension(const Document& doc);

}  // namespace tilescope::ui
