// app/window/paste/clipboard.h -- pastes the text that another program has on the clipboard. No frame waits for it.
// SPDX-License-Identifier: MIT
//
// That program sends the text when it wants. Mostly it sends it at once. So input waits for half a second, because keys
// that follow Ctrl+V are for the pasted words. After that the window goes on, and pastes the text when all of it is
// there. A part of a text is never pasted: the rest of a number can be missing.
#pragma once

#include "app/window/frame/context.h"

#include <string>

namespace tilescope::ui {

// Puts the text into an empty paste box, if there are words in it. Applies nothing.
void fill_paste_box(Context c);

bool is_awaiting_clipboard(const System& system);
// The window calls it in every round, with the time in seconds.
double follow_clipboard(Context c, double now);
bool holds_input(const System& system);

// A paste that did not come at once. The status line says so, and Esc stops it.
bool is_slow_clipboard(const System& system);
void stop_clipboard(Regions& regions, System& system);
// "Reading the clipboard: 65536 bytes. Esc stops it."
std::string clipboard_progress_text(const System& system);

// Why nothing is pasted. Requires: an empty text, or one that is not whole.
std::string not_pasted_text(const ClipboardText& text);

// A file, a pasted text or the clipboard is being read. The status line says so, and Esc stops it.
bool is_busy_reading(const Jobs& jobs, const System& system);

}  // namespace tilescope::ui
