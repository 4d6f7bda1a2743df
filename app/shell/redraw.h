// app/shell/redraw.h -- whether the next frame is worth drawing. Decided here; nobody else calls for frames.
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

namespace tilescope::ui {

// Of two sleeps, where below 0 is for ever.
inline double sooner(double a, double b) { return a < 0 || b < 0 ? std::max(a, b) : std::min(a, b); }

class Redraw {
public:
    // ImGui needs as many to settle hover, popups and layout.
    static constexpr int kFramesToSettle = 3;

    // Input, a finished job or a line from a worker.
    void touch() { settle_ = kFramesToSettle; }
    // A number that changed inside the picture: nothing has to settle.
    void once() { settle_ = settle_ > 1 ? settle_ : 1; }
    void animate_until(double time) { end_ = time > end_ ? time : end_; }
    void drew_a_frame() { settle_ -= settle_ > 0; }

    // How long the loop may sleep: 0 draw now; more than 0 at most that many seconds; less than 0 until an event.
    double sleep(double now, bool run_in_progress = false) const {
        if (settle_ > 0 || now < end_) return 0;
        return run_in_progress ? 0.05 : -1;
    }

private:
    int settle_ = kFramesToSettle;
    double end_ = 0;
};

}  // namespace tilescope::ui
