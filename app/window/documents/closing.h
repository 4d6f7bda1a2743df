// app/window/documents/closing.h -- closes a tab or the window, and asks before anything is lost.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/frame/context.h"

#include <cstddef>
#include <string>

namespace tilescope::ui {

// Closes a tab, the whole window if it is the last tab; asks first if there are unsaved edits.
void close_tab(Context c, std::size_t index);
// Closes the window; asks about each document with unsaved edits.
void close_window(Context c);
// The answers to the question.
void discard_and_close(Context c);
void save_and_close(Context c);
void cancel_closing(Documents& docs);
// The window closes while a file is being written. The answers: close when it is written, or give it up.
std::string closing_question(const Jobs& jobs);
void close_once_written(Documents& docs);
void give_up_and_close(Context c);

}  // namespace tilescope::ui
