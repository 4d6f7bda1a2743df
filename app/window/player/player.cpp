// app/window/player/player.cpp -- the player of animations: drawn, opened, controlled, saved.
// SPDX-License-Identifier: MIT
#include "app/window/player/player.h"

#include "app/panels/memory_parts.h"
#include "app/panels/panel_parts.h"
#include "app/publish/animation_file.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/files.h"
#include "app/window/frame/feature.h"

#include <tilescope/base/say.h>
#include <tilescope/export/sheet.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

namespace tilescope::ui {

PlayerState& player_of(Document& doc) { return doc.kept.get<PlayerState>(); }
const PlayerState& player_of(const Document& doc) { return doc.kept.get<PlayerState>(); }
bool has_player(const Document& doc) { return player_of(doc).id.has_value(); }

namespace {

constexpr float kLeastPicture = 80, kLegendFrom = 420;  // logical pixels of height
constexpr double kLongestFrame = 0.25;                  // seconds; the rest of a longer one does not count
constexpr int kFewColumns = 6, kManyColumns = 40;       // a grid counts at least and at most so many for its width

// What an animation depends on. The rest of the view state only says where the user looks.
bool same_look(const ViewState& a, const ViewState& b) {
    return a.operand == b.operand && a.grain == b.grain && a.colouring == b.colouring && a.k_step == b.k_step &&
           a.tmem_cta == b.tmem_cta;
}

// Builds the animation again after a change of the document or of the view.
void follow_document(const View& view, PlayerState& state) {
    if (state.revision == view.derived.revision && same_look(state.built_for, view.view_state)) return;
    const bool had = state.animation.has_value();
    auto made = animation_of(*state.id, view.derived, view.view_state);
    state.revision = view.derived.revision, state.built_for = view.view_state;
    state.drawn.reset();
    state.refused = made.why;
    state.animation = std::move(made.value);
    if (!state.animation) return;
    if (state.grids.size() != state.animation->start.grids.size()) {
        state.grids.assign(state.animation->start.grids.size(), {});
        for (GridView& grid : state.grids) grid.fits = false;
    }
    if (had && state.time.step >= state.steps()) show_step(state, static_cast<std::ptrdiff_t>(state.steps()) - 1);
}

// Moves the time on, and says when the next frame is needed. Time in which the player was not drawn does not count: it
// was in another tab, or below a black window or the start page.
void play(const View& view, PlayerState& state, Requests& requests) {
    const double now = ImGui::GetTime();
    const double passed = state.last < 0 ? 0 : std::min(now - state.last, state.longest);
    state.rest = -1, state.wakes.reset();
    state.longest = kLongestFrame;
    state.last = state.playing ? now : -1;
    if (!state.playing) return;
    const double speed = kPlaySpeeds[state.speed];
    const AnimationTime before = state.time;
    state.time = advanced(state.time, passed * speed, state.animation->steps, state.loops && !state.one_step);
    const bool arrived = state.time.part >= kMovingShare || state.time.step != before.step;
    if (state.one_step && arrived && before.part < kMovingShare) {
        state.time = {before.step, kMovingShare};
        state.playing = state.one_step = false;
    }
    if (!state.loops && state.time.step + 1 == state.steps() && state.time.part >= 1) state.playing = false;
    if (!state.playing) {
        state.last = -1;
        return;
    }
    const AnimationStep& step = state.animation->steps[state.time.step];
    const bool moves = !step.movements.empty() && !view.reduced_motion;
    const double until = moves && state.time.part < kMovingShare ? 0 : 1 - state.time.part;
    state.rest = until * seconds_of(step) / speed;
    state.longest = state.rest + kLongestFrame;
    if (until == 0) requests.next_frame = true;
}

std::optional<std::size_t> cell_to_reveal(const PlayerState& state, std::size_t grid) {
    const Cells& cells = state.scene.grids[grid];
    const AnimationStep& step = state.animation->steps[state.time.step];
    for (const Movement& m : step.movements)
        for (const CellSpot& spot : {m.to, m.from})
            if (spot.grid == grid) return cells.at(spot.row, spot.column);
    for (const CellSpot& spot : step.lit)
        if (spot.grid == grid) return cells.at(spot.row, spot.column);
    return std::nullopt;
}

// What a cell shows, for the status line and the other views.
Focus focus_in_player(const View& view, const Cells& cells, std::size_t index) {
    const Operand operand = view.view_state.operand;
    const std::uint32_t key = cells.key[index];
    if (key == kNoKey) return {};
    switch (cells.kind) {
    case CellKind::mask_column: return MaskFocus{key};
    case CellKind::factor_a:
    case CellKind::factor_b: return ScaleFocus{operand, key >> 16, key & 0xffff};
    case CellKind::element_d:
        return ElementFocus{Matrix::d, static_cast<int>(key >> 16), static_cast<int>(key & 0xffff)};
    default: break;
    }
    const bool before = cells.id.ends_with("_before");
    return focus_of(cells, index, operand, before ? row_of(view.derived.of(operand).layout.mode).swizzle : Swizzle{});
}

float weight_of(const Cells& cells) {
    return static_cast<float>(std::clamp(cells.columns, kFewColumns, kManyColumns)) + 4;
}

void draw_grids(const View& view, PlayerState& state, Requests& requests, ImVec2 room) {
    const auto& grids = state.scene.grids;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float gap = 2 * ImGui::GetStyle().ItemSpacing.x;
    float all = 0;
    for (const Cells& cells : grids) all += weight_of(cells);
    const float width = room.x - gap * static_cast<float>(grids.size() - 1);
    const auto across = static_cast<std::size_t>(state.scene.across);
    const std::vector<ImVec2> sizes =
        across > 0 ? sizes_across(state.scene, room, style_of(view)) : std::vector<ImVec2>();
    std::vector<GridPlaces> places;
    for (std::size_t i = 0; i < grids.size(); ++i) {
        if (across > 0 ? i % across != 0 : i != 0) ImGui::SameLine(0, gap);
        const ImVec2 size = across > 0 ? sizes[i] : ImVec2{std::floor(width * weight_of(grids[i]) / all), room.y};
        const std::string id = say("player.", grids[i].id);
        const GridReply reply =
            titled_grid(view, requests, grids[i],
                        {.id = id, .size = size, .pointed = {}, .selected = {}, .reveal = cell_to_reveal(state, i)},
                        state.grids[i]);
        const bool side = across > 0;  // of Before | After, whose empty cells wait for a chunk or a read
        if (reply.hovered && (!side || grids[i].tone[*reply.hovered] != Tone::empty)) {
            requests.focus = focus_in_player(view, grids[i], *reply.hovered);
            if (side && i % across == 0) requests.about = about_before(grids[i], *reply.hovered);
        }
        places.push_back(reply.places);
    }
    const double time = view.reduced_motion ? 1 : moved_part(state.time.part);
    const std::vector<Movement> movements = movements_in(*state.animation, state.time.step, time);
    // Cells on their way to a part that is not visible stay off the legend and the bar.
    ImGui::PushClipRect(at, {at.x + room.x, at.y + room.y}, true);
    draw_movements(movements, places, style_of(view));
    ImGui::PopClipRect();
}

// A sentence fades into the next one.
void fade_caption(const View& view, PlayerState& state, Requests& requests) {
    const double passed = (ImGui::GetTime() - state.changed) / kFadeSeconds;
    state.faded = view.reduced_motion || state.said.empty() ? 0 : static_cast<float>(std::clamp(1 - passed, 0.0, 1.0));
    if (state.faded > 0) requests.next_frame = true;
}

void draw_sentence(const PlayerState& state) {
    draw_fading(state.said, state.scene.sentence, state.faded, [](const std::string& text) {
        ImGui::PushTextWrapPos(0);
        wrapped(text);
        ImGui::PopTextWrapPos();
    });
    mark("player.sentence");
}

constexpr float kWidestSlider = 420, kLeastSlider = 90;  // logical pixels

bool control(Icon icon, const char* id, const char* text) {
    const bool pressed = icon_button(icon, id);
    mark("player.", id);
    tip(text);
    ImGui::SameLine();
    return pressed;
}

bool text_control(const char* text, const char* id, const char* help) {
    stay_on_line(button_width(text));
    const bool pressed = ImGui::Button(say(text, "###", id).c_str());
    mark("player.", id);
    tip(help);
    return pressed;
}

void draw_slider(const View& view, PlayerState& state) {
    const auto steps = static_cast<int>(state.steps());
    int shown = static_cast<int>(state.time.step) + 1;
    const float width =
        std::clamp(ImGui::GetContentRegionAvail().x * 0.4f, kLeastSlider * view.scale, kWidestSlider * view.scale);
    ImGui::SetNextItemWidth(width);
    const std::string format = say("%d of ", steps);
    if (ImGui::SliderInt("###player_slider", &shown, 1, std::max(steps, 1), format.c_str(),
                         ImGuiSliderFlags_AlwaysClamp))
        show_step(state, shown - 1);
    mark("player.slider");
    tip("The step. Drag it to go to another one.");
}

std::string speed_text(double speed) {
    return speed >= 1 ? say(static_cast<int>(speed), "x") : say("1/", static_cast<int>(1 / speed), "x");
}

float player_bar_height() { return ImGui::GetFrameHeightWithSpacing(); }

void draw_player_bar(const View& view, PlayerState& state, Requests& requests) {
    const auto ask = [&](std::string_view id) { requests.commands.push_back(command(id)); };
    if (control(Icon::left, "back", "Back: the step before (key ,)")) ask("player_back");
    if (control(state.playing ? Icon::pause : Icon::run, "play",
                state.playing ? "Pause (Space or P)" : "Play (Space or P)"))
        ask("player_play");
    if (control(Icon::right, "next", "Play one step (key .)")) ask("player_next");
    draw_slider(view, state);
    if (text_control("-", "slower", "Slower")) ask("player_slower");
    ImGui::SameLine();
    beside_boxes(speed_text(kPlaySpeeds[state.speed]), "player.speed");
    if (text_control("+", "faster", "Faster")) ask("player_faster");
    stay_on_line(button_width("Loop") + ImGui::GetFrameHeight());
    bool loops = state.loops;
    if (ImGui::Checkbox("Loop###player_loop", &loops)) ask("player_loop");
    mark("player.loop");
    tip("After the last step the first one follows.");
    if (*state.id != AnimationId::mask) {
        const std::string other = say("Operand ", name_of(pick(view.view_state.operand, Operand::b, Operand::a)));
        if (text_control(other.c_str(), "operand", "Shows this animation of the other operand.")) {
            requests.view_state.operand = pick(view.view_state.operand, Operand::b, Operand::a);
            requests.view_state.active = word_of(requests.view_state.operand);
        }
    }
    if (button("Save ...", "player.save", {.icon = Icon::save, .beside = true})) ask("save_animation");
    tip("Writes this animation as a GIF or an animated PNG.");
    if (button("Close", "player.close", {.icon = Icon::close, .beside = true})) ask("player_close");
    tip("Ends the animation (Esc)");
}

}  // namespace

void show_step(PlayerState& state, std::ptrdiff_t step) {
    const auto last = static_cast<std::ptrdiff_t>(state.steps()) - 1;
    state.time = {static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(step, 0, std::max<std::ptrdiff_t>(last, 0))),
                  kMovingShare};
    state.playing = state.one_step = false;
}

void draw_player(const View& view, Document& doc) {
    PlayerState& state = player_of(doc);
    Requests& requests = doc.requests;
    follow_document(view, state);
    if (!state.animation) {
        state.rest = -1, state.last = -1;
        empty_state(view.theme, "player.refused", state.refused);
        draw_player_bar(view, state, requests);
        return;
    }
    play(view, state, requests);
    if (state.drawn != state.time.step) {
        state.said = state.drawn ? state.scene.sentence : std::string();
        state.changed = ImGui::GetTime();
        state.scene = scene_in(*state.animation, state.time.step);
    }
    state.drawn = state.time.step;
    fade_caption(view, state, requests);
    const ImVec2 room = ImGui::GetContentRegionAvail(), at = ImGui::GetCursorScreenPos();
    // A presented picture has its legend, and stays in its place, as the panel draws it.
    const bool with_legend = !state.scene.legend.empty() && (view.presenting || room.y > kLegendFrom * view.scale);
    const float least = view.presenting ? 0 : 2 * ImGui::GetTextLineHeight() + player_bar_height();
    const float below = !view.presenting ? std::max(state.below, least)
                        : with_legend    ? legend_height(state.scene.legend, style_of(view))
                                         : 0;
    const float height = std::max(room.y - below - ImGui::GetStyle().ItemSpacing.y, kLeastPicture * view.scale);
    draw_grids(view, state, requests, {room.x, height});
    mark_picture(at, {at.x + room.x, at.y + height});
    const float top = ImGui::GetCursorPosY();
    if (with_legend) legend(state.scene.legend, style_of(view));
    if (!view.presenting) {
        const float sentence = ImGui::GetCursorPosY();
        draw_sentence(state);
        // Sentences of one and of two lines take the same room, so that the pictures do not jump.
        ImGui::SetCursorPosY(std::max(ImGui::GetCursorPosY(), sentence + 2 * ImGui::GetTextLineHeightWithSpacing()));
        draw_player_bar(view, state, requests);
    }
    const float needed = ImGui::GetCursorPosY() - top;
    if (needed > state.below || needed < state.below - 4 * ImGui::GetTextLineHeight()) {
        state.below = needed;
        requests.next_frame = true;
    }
}

void open_player(Document& doc, AnimationId id) {
    if (const auto can = can_be_played(id, doc.derived, doc.view_state); !can) return say_first(doc, can.why);
    const PlayerState& old = player_of(doc);
    PlayerState next;
    next.before = old.id ? old.before : doc.view_state;
    next.id = id, next.loops = old.loops, next.speed = old.speed;
    next.playing = true;
    player_of(doc) = std::move(next);
}

void save_animation(Document& doc, Jobs& jobs, const Prefs& prefs, const std::string& path) {
    const PlayerState& state = player_of(doc);
    if (!state.animation) return void(doc.status = "The player shows no animation that can be saved.");
    io::AnimationFile file;
    file.speed = kPlaySpeeds[state.speed], file.loops = state.loops, file.reduced_motion = prefs.reduced_motion;
    const auto write = [animation = std::make_shared<const Animation>(*state.animation), file,
                        path](const WorkTools& tools) {
        return io::write_animation(*animation, file, path, [&](std::size_t done, std::size_t of) {
            tools.rows = static_cast<unsigned>(of), tools.rows_done = static_cast<unsigned>(done);
            return !tools.stop.stop_requested();
        });
    };
    save_on_thread(doc, jobs, {.what = "the animation", .counts = "picture", .path = path, .write = write});
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
                    picture_options(prefs));
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
    .fading =
        [](const Document& doc) {
            return FadingCaption{player_of(doc).said, player_of(doc).faded};
        },
    .place = place_of_player,
};

// A command for each animation: play_swizzle, ...
struct AnimationText {
    FixedText id, title;
};
template <std::size_t A>
constexpr AnimationText kAnimationText = {{"play_", kAnimations[A].name}, {"Play: ", kAnimations[A].title}};
constexpr auto kAnimationCommands = []<std::size_t... A>(std::index_sequence<A...>) {
    return std::to_array<Command>({{.id = kAnimationText<A>.id.view(),
                                    .title = kAnimationText<A>.title.view(),
                                    .menu = Menu::view,
                                    .place = 1000 + A,
                                    .act = with<open_player, static_cast<AnimationId>(A)>,
                                    .words = kAnimations[A].words}...});
}
(std::make_index_sequence<kAnimationCount>());

constexpr When kWhilePlayed{with<has_player>, "acts on an animation; start one in the menu View > Animations."};

// clang-format off
constexpr auto kPlayerCommands = joined_rows(kAnimationCommands, std::to_array<Command>({
    {.id = "player_play", .title = "Play or pause the animation", .keys = "P, Space", .place = 1100, .when = kWhilePlayed,
     .act = with<play_or_pause>, .words = "player start stop"},
    {.id = "player_next", .title = "Play one step of the animation", .keys = ".", .place = 1110, .when = kWhilePlayed,
     .act = with<step_player, 1>, .words = "player next frame forward"},
    {.id = "player_back", .title = "Go back one step of the animation", .keys = ",", .place = 1120,
     .when = kWhilePlayed, .act = with<step_player, -1>,
     .words = "player previous frame"},
    {.id = "player_faster", .title = "Play the animation faster", .place = 1130, .when = kWhilePlayed,
     .act = with<change_speed, 1>, .words = "player speed"},
    {.id = "player_slower", .title = "Play the animation slower", .place = 1140, .when = kWhilePlayed,
     .act = with<change_speed, -1>, .words = "player speed"},
    {.id = "player_loop", .title = "Repeat the animation, or stop at its end", .place = 1150, .when = kWhilePlayed,
     .is_on = with<[](const Document& doc) { return player_of(doc).loops; }>,
     .act = with<[](Document& doc) { player_of(doc).loops = !player_of(doc).loops; }>, .words = "player loop again"},
    {.id = "player_close", .title = "End the animation", .place = 1160, .when = kWhilePlayed,
     .act = with<close_player>, .words = "player close"},
    {.id = "save_animation", .title = "Save the animation ...", .menu = Menu::file, .place = 210,
     .when = kWhilePlayed, .asks_for = "animation ",
     .words = "gif apng png movie film export video"},
}));
// clang-format on

constexpr PathVerb kPlayerVerbs[] = {
    {.verb = "animation ",
     .title = "Save the animation as GIF or animated PNG: ",
     .act = with<save_animation>,
     .extension = "gif",
     .type_title = "Animations",
     .shows = [](const Document& doc) { return std::string(has_player(doc) ? row_of(*player_of(doc).id).name : ""); },
     .exports = true},
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
                         .due = with<player_due>,
                         .react = with<follow_player>,
                         .leave = with<pause_player_clock>};

}  // namespace tilescope::ui
