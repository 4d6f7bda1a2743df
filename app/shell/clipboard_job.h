// app/shell/clipboard_job.h -- a thread that reads the text which another program has on the clipboard.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/newest_job.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace tilescope::ui {

struct ClipboardLimits {
    std::size_t bytes = 0;
    // For so long the other program may send nothing. It can be busy, or behind a slow link.
    std::chrono::milliseconds silence{5000};
};

// The start of the clipboard's text.
struct ClipboardText {
    std::string text;
    bool whole = true;  // false: it is longer than the limit, or its rest did not arrive
    bool late = false;  // the other program stopped sending
    friend bool operator==(const ClipboardText&, const ClipboardText&) = default;
};

// Its progress counts bytes. An empty whole text: there is none.
using ClipboardJobs = NewestJob<ClipboardLimits, ClipboardText>;

// The text that the user pastes. See clipboard.h.
struct ClipboardDesk {
    std::unique_ptr<ClipboardJobs> jobs;   // null: ImGui reads the clipboard at once
    std::uint64_t document = 0;            // Document::id: the text is for it; 0: nobody waits for a text
    bool applies = false;                  // it is pasted; else it is put into the empty paste box
    bool late = false;                     // it does not come at once: input waits no longer
    std::optional<double> asked;           // when the window noticed the request, in seconds
    std::optional<ClipboardText> arrived;  // while another document is shown
    JobProgress progress;                  // that the last frame showed
};

}  // namespace tilescope::ui
