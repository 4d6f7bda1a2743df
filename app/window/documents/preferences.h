// app/window/documents/preferences.h -- reads the user's preferences, and writes them a moment after they changed.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/prefs_file.h"
#include "app/window/frame/context.h"

#include <functional>
#include <string>

namespace tilescope::ui {

// Whether the window is dark, but for the presentation, which has a theme of its own.
bool is_dark(const Regions& regions, const Prefs& prefs);

// The user chooses the theme that the window does not show. Then --theme does not count any more.
void switch_theme(Regions& regions, Prefs& prefs);

// Reads and writes "prefs.json" for this window. Another window may write the same file. Values that this window did
// not change come from the file. The list of recent files contains the files of both windows.
class PrefsKeeper {
public:
    explicit PrefsKeeper(std::string path, std::function<void()> wake = {});

    // Reads the file into the preferences. Returns an error sentence if the file is invalid; this window then never
    // writes it.
    std::string load(Prefs& prefs);

    // Call this before the loop sleeps; `now` is in seconds. A thread writes the changes a moment after the first one.
    // Returns the seconds until the next necessary call. Below 0: no call is necessary before the next event.
    double keep(Document& doc, Regions& regions, Prefs& prefs, double now);

    // Writes the changes before it returns. Returns an error sentence if the write failed.
    std::string keep_now(const Prefs& prefs);

private:
    struct Request {
        io::PrefsFile before, now;
    };
    struct Reply {
        io::PrefsFile requested;
        Answer<io::PrefsFile> written = io::PrefsFile{};
    };
    void process_reply(Document& doc, Regions& regions, Prefs& prefs, const Reply& reply);

    std::string path_;
    io::PrefsFile written_;  // this window's preferences at its last write, even if the write failed
    bool unreadable_ = false;
    std::optional<double> due_;
    std::optional<io::PrefsFile> requested_;
    NewestJob<Request, Reply> writer_;
};

}  // namespace tilescope::ui
