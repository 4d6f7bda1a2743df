// app/window/paste/batch_file.h -- the table of the pasted words as a file and on the clipboard.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/frame/context.h"

#include <string>

namespace tilescope::ui {

// Writes the rows that the batch panel shows, in its order. A refusal appears in the status line.
void save_batch(Context c, const std::string& path);
void copy_batch(Document& doc);

}  // namespace tilescope::ui
