// app/window/code/code_texts.h -- the session as source text: shown, copied, or written to a file.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/frame/context.h"

#include <string>
#include <string_view>

namespace tilescope::ui {

// Copies the text of a target (CodeTarget::id), or says why there is none. A text that reads files is copied as soon
// as the thread has made it.
void copy_code(Context c, std::string_view target);

// Asks for a file, and writes the text of the target to it.
void save_code(Context c, const std::string& path);

}  // namespace tilescope::ui
