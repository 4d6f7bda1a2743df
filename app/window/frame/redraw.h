// app/window/frame/redraw.h -- decides whether the next frame must be drawn. No other code requests frames.
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

namespace tilescope::ui {

// Returns the shorter of two sleeps. A sleep below 0 has no end.
inline double sooner(double a, double b) { return a < 0 || b < 0 ? std::max(a, b) : std::min(a, b); }

class Redraw {
public:
    // ImGui needs this number of frames to settle hover, popups and layout.
    static constexpr int kFramesToSettle = 3;

    // Call this after input, a finished job or another change of the picture.
    void touch() { settle_ = kFramesToSettle; }
    // Call this if only a number inside the picture changed: nothing has to settle.
    void once() { settle_ = settle_ > 1 ? settle_ : 1; }
    void drew_a_frame() { settle_ -= settle_ > 0; }

    // Returns the time that the loop may sleep. 0: draw now. Above 0: at most that many seconds. Below 0: until an
    // event.
    double sleep(bool run_in_progress = false) const {
        if (settle_ > 0) return 0;
        return run_in_progress ? 0.05 : -1;
    }

private:
    int settle_ = kFramesToSettle;
};

}  // namespace tilescope::ui
