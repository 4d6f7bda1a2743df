// app/window/guide/player.h -- opens, closes and controls the player of animations, and saves what it plays.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/frame/command.h"
#include "app/window/frame/context.h"
#include "app/window/frame/feature.h"
#include "app/window/frame/fixed_text.h"

#include <array>
#include <cstddef>
#include <string>
#include <utility>

namespace tilescope::ui {

bool has_player(const Document& doc);

// Opens the player and plays. If the session has nothing that could move, the status line says why.
void open_player(Document& doc, AnimationId id);
// Closes the player and restores the view. Returns false if it was closed.
bool close_player(Document& doc);

void play_or_pause(Document& doc);
void step_player(Document& doc, Prefs& prefs,
                 int steps);  // 1: plays one step; with reduced motion and backwards it jumps
void change_speed(Document& doc, int steps);

// Closes the player if the user went to another screen or tab. frame() calls it.
void follow_player(Document& doc);

// Returns the seconds until the player must be drawn again, and requests the frame if that is now. Below 0: the frames
// that are requested anyway are enough. `now` is the time of the loop.
double player_due(Document& doc, Regions& regions, double now);

// Writes the animation that is shown, on a thread (saving.h).
void save_animation(Context c, const std::string& path);

// A command for each animation: play_swizzle, ...
struct AnimationText {
    FixedText id, title;
};
template <std::size_t A>
inline constexpr AnimationText kAnimationText = {{"play_", kAnimations[A].name}, {"Play: ", kAnimations[A].title}};
template <std::size_t A>
void play_animation(Document& doc) {
    open_player(doc, static_cast<AnimationId>(A));
}
inline constexpr auto kAnimationCommands = []<std::size_t... A>(std::index_sequence<A...>) {
    return std::to_array<Command>({{kAnimationText<A>.id.view(), kAnimationText<A>.title.view(), "", Menu::run, nullptr,
                                    with<play_animation<A>>, kAnimations[A].words}...});
}
(std::make_index_sequence<kAnimationCount>());

extern const Feature kPlayer;

// Another document is shown: the animation goes on where it was left.
void pause_player_clock(Document& doc);

}  // namespace tilescope::ui
