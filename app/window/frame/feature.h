// app/window/frame/feature.h -- what a feature does by itself: in each frame, and after changes.
// SPDX-License-Identifier: MIT
//
//     const Feature kPlayer = {.id = "player", .follow = with<follow_player>};      // player.cpp
//     const Feature* const kFeatures[] = {..., &kPlayer};                           // features.cpp
//
// The frame and the edits loop over all features, in the order of the list. No other code names one.
#pragma once

#include "app/window/frame/context.h"

#include <span>
#include <string_view>
#include <vector>

namespace tilescope::ui {

struct Feature {
    std::string_view id;
    void (*take)(Context) = nullptr;    // at the beginning of a frame: takes what its thread has computed
    void (*arrive)(Context) = nullptr;  // after the requests of the panels: what comes from outside
    void (*react)(Context) = nullptr;   // after the keys
    void (*follow)(Context) = nullptr;  // after each change of the document or of the view
    void (*draws)(Context) = nullptr;   // before the window is drawn
    void (*drawn)(Context) = nullptr;   // after that
    void (*edited)(Context, const std::vector<Edit>& edits, const Session& before) = nullptr;
    void (*leave)(Context) = nullptr;  // another document will be shown
    void (*show)(Context) = nullptr;   // another document is shown, or another view of this one
};
std::span<const Feature* const> all_features();

inline void run_hooks(void (*Feature::*hook)(Context), Context c) {
    for (const Feature* feature : all_features())
        if (feature->*hook) (feature->*hook)(c);
}

}  // namespace tilescope::ui
