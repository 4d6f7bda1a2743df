// app/cli/animate_args.h -- render --animate: writes an animation of a session as a moving picture.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/pictures.h"
#include "app/cli/verb.h"

#include <tilescope/session/derive.h>
#include <tilescope/session/view_state.h>

#include <string>
#include <string_view>
#include <vector>

namespace tilescope::cli {

struct AnimateArgs {
    std::string animation, frames, fps, speed;
    bool once = false;
    bool any() const { return !animation.empty(); }
    // The first option that needs --animate; empty: none is given.
    std::string_view needing() const {
        return !frames.empty()  ? "--frames"
               : !fps.empty()   ? "--fps"
               : !speed.empty() ? "--speed"
               : once           ? "--once"
                                : "";
    }
};
void declare_animation(Verb& verb, AnimateArgs& args);

// Prints the animations, for --animate list.
int print_animations(const Globals& globals);

// Writes the files. A GIF or a PNG moves; a format that cannot gets one picture: the first of the steps, half done.
int write_animations(std::string_view verb, const AnimateArgs& args, const PictureLook& look,
                     const std::vector<std::string>& files, const Derived& derived, const ViewState& view_state);

}  // namespace tilescope::cli
