// app/shell/safety.h -- unsaved edits survive whatever ends the program: a copy a moment after each edit, offered at
// the next start.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/autosave.h"
#include "app/shell/app.h"

#include <functional>

namespace tilescope::ui {

class Safety {
public:
    // `wake` is called in a thread when there is something to tell: keep_copy() tells it.
    Safety(std::string folder, double seconds_after_an_edit, std::function<void()> wake = {});

    // At the start: what programs left that ended without saving, in app.left_overs.
    void look_for_copies(App& app) const;

    // Before sleeping, `now` in seconds: has a copy written if one is due, in a thread. In how many seconds it wants to
    // be asked again; below 0: not before the next event.
    double keep_copy(App& app, double now);

    // The program ends, and nobody can be asked: what is unsaved is kept before this returns. Where it lies; empty:
    // there is nothing to keep, or app.unprotected says why it could not be kept.
    std::string keep_now(App& app);

    // The program ends well: nothing of its own is left to offer.
    void end(App& app);

private:
    struct Request {
        std::optional<Session> session;  // none: there is nothing to keep any more
        std::uint64_t number, revision;
    };
    struct Reply {
        std::string why;  // it could not be kept
        bool kept;
        std::uint64_t revision;
    };
    Reply write(const Request& request);  // in the thread
    void hear(App& app, const Reply& reply, double now);
    void ask(const App& app, bool unsaved);

    io::Autosave file_;
    double between_;
    std::optional<double> due_;  // a copy of edits that no request is of
    std::uint64_t asked_ = 0;    // revision of the last request; 0: there is no copy
    std::uint64_t requests_ = 0;
    bool failed_ = false;
    NewestJob<Request, Reply> writer_;  // last: it uses the file
};

// "3 minutes": the largest unit that is at least 1.
std::string age_text(std::chrono::seconds age);

// The lines under the top bar: what is on offer, and that edits are not kept. Nothing while all is well.
void draw_safety(App& app);

}  // namespace tilescope::ui
