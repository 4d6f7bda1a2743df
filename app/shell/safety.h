// app/shell/safety.h -- unsaved edits survive a crash: a copy at most once a minute, offered at the next start.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/autosave.h"
#include "app/shell/app.h"

namespace tilescope::ui {

class Safety {
public:
    Safety(std::string folder, double seconds_between) : file_(std::move(folder)), between_(seconds_between) {}

    // At the start: what a crash left is offered in app.left_over.
    void look_for_copy(App& app) const;

    // Before sleeping, `now` in seconds: writes a copy if one is due. In how many seconds it wants to be asked again;
    // below 0: not before the next event.
    double keep_copy(App& app, double now);

    // The program ends well: nothing is left to offer, unless an older copy is still on offer.
    void end(const App& app) const;

private:
    io::Autosave file_;
    double between_;
    double kept_at_ = 0;
    std::uint64_t kept_revision_ = 0;
    bool failed_ = false;
};

// "3 minutes": the largest unit that is at least 1.
std::string age_text(std::chrono::seconds age);

// The line that offers it, under the top bar; nothing while there is none.
void draw_left_over(App& app);

}  // namespace tilescope::ui
