// app/window/player/player.cpp -- opens, closes and controls the player of animations, and saves what it plays.
// SPDX-License-Identifier: MIT
#include "app/window/player/player.h"

#include "app/publish/animation_file.h"
#include "app/window/documents/chooser.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/files.h"
#include "app/window/frame/command.h"
#include "app/window/frame/feature.h"

#include <tilescope/base/say.h>
#include <tilescope/export/sheet.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace tilescope::ui {

PlayerState& player_of(Document& doc) { return doc.kept.get<PlayerState>(); }
const PlayerState& player_of(const Document& doc) { return doc.kept.get<PlayerState>(); }
bool has_player(const Document& doc) { return player_of(doc).id.has_value(); }

void open_player(Document& doc, AnimationId id) {
    if (const auto can = can_be_played(id, doc.derived, doc.view_state); !can) {
        say_first(doc, can.why);
        return;
    }
    const PlayerState& old = player_of(doc);
    PlayerState next;
    next.before = old.id ? old.before : doc.view_state;
    next.id = id, next.loops = old.loops, next.speed = old.speed;
    next.playing = true;
    player_of(doc) = std::move(next);
}

void save_animation(Context c, const std::string& path) {
    const PlayerState& state = player_of(c.document());
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

namespace {

void forget_animation(Document& doc) {
    PlayerState& state = player_of(doc);
    state = {.id = {}, .before = {}, .time = {}, .loops = state.loops, .speed = state.speed};
}

// Closes the player and restores the view.
void close_player(Document& doc) {
    restore_view_state(doc, player_of(doc).before);
    forget_animation(doc);
}

void play_or_pause(Document& doc) {
    PlayerState& state = player_of(doc);
    const bool at_end = state.steps() != 0 && state.time.step + 1 == state.steps() && state.time.part >= kMovingShare;
    state.one_step = false;
    state.playing = !state.playing;
    if (state.playing && at_end) state.time = {};
}

// 1: plays one step; with reduced motion and backwards it jumps.
void step_player(Document& doc, const Prefs& prefs, int steps) {
    PlayerState& state = player_of(doc);
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
    std::size_t& speed = player_of(doc).speed;
    const auto next = static_cast<std::ptrdiff_t>(speed) + steps;
    speed = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(next, 0, kPlaySpeedCount - 1));
}

// Closes the player if the user went to another screen or tab.
void follow_player(Document& doc) {
    PlayerState& state = player_of(doc);
    if (!state.id) return;
    if (doc.view_state.screen == state.before.screen && doc.view_state.tabs == state.before.tabs) return;
    state.before = doc.view_state;
    close_player(doc);
}

// Another document is shown: the animation goes on where it was left.
void pause_player_clock(Document& doc) { player_of(doc).last = -1; }

// Returns false if the animation was at its end.
bool step_by_key(Document& doc, const Prefs& prefs, int by) {
    const PlayerState& state = player_of(doc);
    const bool last =
        by > 0 ? state.time.step + 1 >= state.steps() && state.time.part >= kMovingShare : state.time.step == 0;
    step_player(doc, prefs, by);
    return !last;
}

std::optional<Sheet> sheet_of_player(const Document& doc, const Prefs& prefs) {
    const PlayerState& state = player_of(doc);
    if (!state.animation) return std::nullopt;
    return sheet_of(frame_of(*state.animation, state.time.step, prefs.reduced_motion ? 1 : moved_part(state.time.part)),
                    SheetOptions{});
}

std::string place_of_player(const Document& doc) {
    const PlayerState& state = player_of(doc);
    return say("step ", state.time.step + 1, " of ", std::max<std::size_t>(state.steps(), 1));
}

constexpr StageShow kShow = {
    .shown = has_player,
    .draw = draw_player,
    .sheet = sheet_of_player,
    .step = step_by_key,
    .play_or_pause = play_or_pause,
    .plays = [](const Document& doc) { return player_of(doc).playing; },
    .close = close_player,
    .forget = forget_animation,
    .title = [](const Document& doc) { return std::string(row_of(*player_of(doc).id).title); },
    .sentence = [](const Document& doc) { return player_of(doc).scene.sentence; },
    .place = place_of_player,
};

// A command for each animation: play_swizzle, ...
struct AnimationText {
    FixedText id, title;
};
template <std::size_t A>
constexpr AnimationText kAnimationText = {{"play_", kAnimations[A].name}, {"Play: ", kAnimations[A].title}};
template <std::size_t A>
void play_animation(Document& doc) {
    open_player(doc, static_cast<AnimationId>(A));
}
constexpr auto kAnimationCommands = []<std::size_t... A>(std::index_sequence<A...>) {
    return std::to_array<Command>({{.id = kAnimationText<A>.id.view(),
                                    .title = kAnimationText<A>.title.view(),
                                    .menu = Menu::run,
                                    .place = 1000 + A,
                                    .act = with<play_animation<A>>,
                                    .words = kAnimations[A].words}...});
}
(std::make_index_sequence<kAnimationCount>());

constexpr When kWhilePlayed{with<has_player>, "acts on an animation; start one in the menu Run."};

// clang-format off
constexpr auto kPlayerCommands = joined_rows(kAnimationCommands, std::to_array<Command>({
    {.id = "player_play", .title = "Play or pause the animation", .keys = "P", .place = 1100, .when = kWhilePlayed,
     .act = with<play_or_pause>, .words = "player start stop"},
    {.id = "player_next", .title = "Play one step of the animation", .keys = ".", .place = 1110, .when = kWhilePlayed,
     .act = [](Context c) { step_player(c.document(), c.prefs, 1); }, .words = "player next frame forward"},
    {.id = "player_back", .title = "Go back one step of the animation", .keys = ",", .place = 1120,
     .when = kWhilePlayed, .act = [](Context c) { step_player(c.document(), c.prefs, -1); },
     .words = "player previous frame"},
    {.id = "player_faster", .title = "Play the animation faster", .place = 1130, .when = kWhilePlayed,
     .act = with<[](Document& doc) { change_speed(doc, 1); }>, .words = "player speed"},
    {.id = "player_slower", .title = "Play the animation slower", .place = 1140, .when = kWhilePlayed,
     .act = with<[](Document& doc) { change_speed(doc, -1); }>, .words = "player speed"},
    {.id = "player_loop", .title = "Repeat the animation, or stop at its end", .place = 1150, .when = kWhilePlayed,
     .is_on = [](Context c) { return player_of(c.document()).loops; },
     .act = with<[](Document& doc) { player_of(doc).loops = !player_of(doc).loops; }>, .words = "player loop again"},
    {.id = "player_close", .title = "End the animation", .place = 1160, .when = kWhilePlayed,
     .act = with<[](Document& doc) { close_player(doc); }>, .words = "player close"},
    {.id = "save_animation", .title = "Save the animation ...", .menu = Menu::file, .place = 1170,
     .when = kWhilePlayed, .act = [](Context c) { open_chooser(c, "animation "); },
     .words = "gif apng png movie film export video"},
}));
// clang-format on

constexpr PathVerb kPlayerVerbs[] = {
    {"animation ", "Save the animation as GIF or animated PNG: ",
     [](Context c, const std::string& path) { export_file(c, path, "animation ", save_animation); }, "gif",
     "Animations", "-animation"},
};

}  // namespace

double player_due(Document& doc, Regions& regions, double now) {
    PlayerState& state = player_of(doc);
    if (!state.id || state.rest <= 0) return -1;
    if (!state.wakes) state.wakes = now + state.rest;
    if (now < *state.wakes) return *state.wakes - now;
    state.rest = -1;
    regions.redraw.once();
    return 0;
}

const Feature kPlayer = {.id = "player",
                         .commands = kPlayerCommands,
                         .verbs = kPlayerVerbs,
                         .stage = &kShow,
                         .due = [](Context c, double now) { return player_due(c.document(), c.regions, now); },
                         .react = with<follow_player>,
                         .leave = with<pause_player_clock>};

}  // namespace tilescope::ui
