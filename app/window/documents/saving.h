// app/window/documents/saving.h -- writes files on a thread, one at a time.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/frame/context.h"

#include <string>

namespace tilescope::ui {

// Begins to write the file. The status line shows the progress. If another file is being written, or if the system
// cannot start a thread, only says so.
void save_on_thread(Document& doc, Jobs& jobs, FileToSave file);

bool is_saving_file(const Jobs& jobs);
// Drops the file, unless it is written already. The window then stays open, also if it was to close after that.
void stop_saving(Context c);
// Takes the reply of the thread. frame() calls it.
void take_saved_file(Context c);
// "Saving the animation: picture 308 of 870 ... Then the window closes."
std::string saving_text(const Documents& docs, const Jobs& jobs);

}  // namespace tilescope::ui
