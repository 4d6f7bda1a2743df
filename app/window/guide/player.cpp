// app/window/guide/player.cpp -- opens, closes and controls the player of animations, and saves what it plays.
// SPDX-License-Identifier: MIT
#include "app/window/guide/player.h"

#include "app/publish/animation_file.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/saving.h"
#include "app/window/frame/said.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace tilescope::ui {
bool has_player(const Document& doc) { return doc.states.player.id.has_value(); }

void open_player(Document& doc, AnimationId id) {
    if (const auto can = can_be_played(id, doc.derived, doc.view_state); !can) {
        say_first(doc, can.why);
        return;
    }
    const PlayerState& old = doc.states.player;
    PlayerState next;
    next.before = old.id ? old.before : doc.view_state;
    next.id = id, next.loops = old.loops, next.speed = old.speed;
    next.playing = true;
    doc.states.player = std::move(next);
}

bool close_player(Document& doc) {
    PlayerState& state = doc.states.player;
    if (!state.id) return false;
    restore_view_state(doc, state.before);
    state = {.id = {}, .before = {}, .time = {}, .loops = state.loops, .speed = state.speed};
    return true;
}

void play_or_pause(Document& doc) {
    PlayerState& state = doc.states.player;
    const bool at_end = state.steps() != 0 && state.time.step + 1 == state.steps() && state.time.part >= kMovingShare;
    state.one_step = false;
    state.playing = !state.playing;
    if (state.playing && at_end) state.time = {};
}

void step_player(Document& doc, Prefs& prefs, int steps) {
    PlayerState& state = doc.states.player;
    const auto step = static_cast<std::ptrdiff_t>(state.time.step);
    // The cells of this step are still on their way. With reduced motion they never are.
    const bool arrives = !prefs.reduced_motion && state.time.part < kMovingShare && steps > 0;
    if (steps > 0 && state.one_step) return show_step(state, step + 1);
    show_step(state, arrives ? step : step + steps);
    if (steps <= 0 || prefs.reduced_motion || (!arrives && state.time.step == static_cast<std::size_t>(step))) return;
    if (!arrives) state.time.part = 0;
    state.playing = state.one_step = !arrives;
}

void change_speed(Document& doc, int steps) {
    std::size_t& speed = doc.states.player.speed;
    const auto next = static_cast<std::ptrdiff_t>(speed) + steps;
    speed = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(next, 0, kPlaySpeedCount - 1));
}

void follow_player(Document& doc) {
    PlayerState& state = doc.states.player;
    if (!state.id) return;
    if (doc.view_state.screen == state.before.screen && doc.view_state.tabs == state.before.tabs) return;
    state.before = doc.view_state;
    close_player(doc);
}

double player_due(Document& doc, Regions& regions, double now) {
    PlayerState& state = doc.states.player;
    if (!state.id || state.rest <= 0) return -1;
    if (!state.wakes) state.wakes = now + state.rest;
    if (now < *state.wakes) return *state.wakes - now;
    state.rest = -1;
    regions.redraw.once();
    return 0;
}

void save_animation(Context c, const std::string& path) {
    const PlayerState& state = c.document().states.player;
    if (!state.animation) {
        c.document().status = "The player shows no animation that can be saved.";
        return;
    }
    io::AnimationFile file;
    file.speed = kPlaySpeeds[state.speed], file.loops = state.loops, file.reduced_motion = c.prefs.reduced_motion;
    const auto write = [animation = std::make_shared<const Animation>(*state.animation), file,
                        path](const WorkTools& tools) {
        return io::write_animation(*animation, file, path, [&](std::size_t done, std::size_t of) {
            tools.rows = static_cast<unsigned>(of), tools.rows_done = static_cast<unsigned>(done);
            return !tools.stop.stop_requested();
        });
    };
    save_on_thread(c.document(), c.jobs, {.what = "the animation", .counts = "picture", .path = path, .write = write});
}

void pause_player_clock(Document& doc) { doc.states.player.last = -1; }

const Feature kPlayer = {.id = "player", .react = with<follow_player>, .leave = with<pause_player_clock>};

}  // namespace tilescope::ui
