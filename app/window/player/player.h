// app/window/player/player.h -- plays an animation on the stage, and saves it as a file.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/widgets/cell_grid.h"
#include "app/window/frame/context.h"

#include <tilescope/view/animation.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

namespace tilescope::ui {

inline constexpr double kPlaySpeeds[] = {0.25, 0.5, 1, 2, 4, 8};
inline constexpr std::size_t kPlaySpeedCount = std::size(kPlaySpeeds), kNormalSpeed = 2;

struct PlayerState {
    std::optional<AnimationId> id;  // none: the player is closed
    ViewState before;               // when it was opened: Escape restores it
    AnimationTime time;
    bool playing = false, loops = false;
    bool one_step = false;             // it stops as soon as the cells of this step have arrived
    std::size_t speed = kNormalSpeed;  // index into kPlaySpeeds
    double last = -1;                  // ImGui's time in the last frame that played; below 0: none
    // Seconds until something moves again, counted from the last frame. Below 0: nothing will.
    double rest = -1;
    double longest = 0;           // how much of the time until the next frame counts, in seconds
    std::optional<double> wakes;  // the time of the loop when the rest is over

    // The animation of this document and this view, and what it was built from.
    std::uint64_t revision = 0;
    ViewState built_for;
    std::optional<Animation> animation;
    std::string refused;               // why there is none
    std::optional<std::size_t> drawn;  // the step of `scene`
    Scene scene;
    std::vector<GridView> grids;
    std::string said;    // the sentence of the step before, which fades out
    double changed = 0;  // ImGui's time when this step's sentence began to fade in
    float below = 0;     // height of the sentence, the legend and the bar in the last frame

    // How much of `said` is still seen: from 1 to 0. With reduced motion 0.
    float faded = 0;

    std::size_t steps() const { return animation ? animation->steps.size() : 0; }
};

// Of the shown animation. A document keeps it while another one is shown.
PlayerState& player_of(Document& doc);
const PlayerState& player_of(const Document& doc);
bool has_player(const Document& doc);

// Opens the player and plays. If the session has nothing that could move, the status line says why.
void open_player(Document& doc, AnimationId id);

// Writes the animation that is shown, on a thread (save_on_thread).
void save_animation(Document& doc, Jobs& jobs, const Prefs& prefs, const std::string& path);

// Goes to a step and stops there, with all its cells arrived. A step outside the animation is the nearest one.
void show_step(PlayerState& state, std::ptrdiff_t step);

// Returns the seconds until the player must be drawn again, and requests the frame if that is now. Below 0: the frames
// that are requested anyway are enough. `now` is the time of the loop.
double player_due(Document& doc, Regions& regions, double now);

// Draws the player into the region that is open; without its sentence and its bar if the view is presented.
// Requires: has_player().
void draw_player(const View& view, Document& doc);

}  // namespace tilescope::ui
