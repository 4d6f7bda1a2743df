// app/shell/preferences.h -- preferences from and to the user's disk: kept a moment after they changed.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/prefs_file.h"
#include "app/shell/app.h"

#include <functional>
#include <string>

namespace tilescope::ui {

// "prefs.json" of this window. Another window may write it too: what this one did not change comes from the file, and
// recent files are those of both.
class PrefsKeeper {
public:
    explicit PrefsKeeper(std::string path, std::function<void()> wake = {});

    // The preferences of the file into app.prefs; what is wrong with it is a sentence, and then it is never written.
    std::string load(App& app);

    // Before sleeping, `now` in seconds: has changes written a moment after the first, in a thread. In how many seconds
    // it wants to be asked again; below 0: not before the next event.
    double keep(App& app, double now);

    // What changed is on the disk when this returns; else a sentence.
    std::string keep_now(const App& app);

private:
    struct Request {
        io::PrefsFile before, now;
    };
    struct Reply {
        io::PrefsFile asked;
        Answer<io::PrefsFile> written = io::PrefsFile{};
    };
    void hear(App& app, const Reply& reply);

    std::string path_;
    io::PrefsFile written_;  // what the file has of this window's
    bool unreadable_ = false;
    std::optional<double> due_;
    std::optional<io::PrefsFile> asked_;
    NewestJob<Request, Reply> writer_;
};

}  // namespace tilescope::ui
