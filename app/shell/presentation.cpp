// app/shell/presentation.cpp -- the pictures of a presentation, their order, and the keys that go through them.
// SPDX-License-Identifier: MIT
#include "app/shell/presentation.h"

#include "app/shell/commands.h"
#include "app/shell/keys.h"
#include "app/shell/lessons.h"
#include "app/shell/player.h"
#include "app/shell/preferences.h"
#include "app/shell/shown_parts.h"
#include "app/shell/start_page.h"
#include "app/ui/imgui_compat.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace tilescope::ui {
namespace {

bool is_in_memory(const App& app) { return app.derived.of(app.view_state.operand).placed(); }
bool has_copy(const App& app) { return is_in_memory(app) && app.derived.tma[app.view_state.operand].any; }
bool uses_mask(const App& app) { return app.derived.of(WordId::zcm).used && app.derived.mask_asks.empty(); }
bool has_tmem(const App& app) { return app.derived.tmem.none.empty(); }
bool has_scales(const App& app) { return app.derived.tmem.scales(app.view_state.operand).has_value(); }
bool has_metadata(const App& app) { return app.derived.tmem.meta.has_value(); }
bool has_result(const App& app) { return app.results.emulation.has_value(); }
bool has_run(const App& app) { return !app.live.view.runs.empty(); }

// clang-format off
constexpr Slide kSlides[] = {
    {.screen = Screen::mma, .panel = "mma", .title = "The whole MMA", .k_steps = true, .plays = AnimationId::k_step},
    {.screen = Screen::memory, .panel = "memory", .title = "Tile and shared memory", .of_operand = true, .k_steps = true, .there = is_in_memory, .plays = AnimationId::swizzle},
    {.screen = Screen::memory, .panel = "banks", .title = "Banks of shared memory: a read", .of_operand = true, .there = is_in_memory},
    {.screen = Screen::memory, .panel = "f2", .title = "The layout as a matrix over bits: tile", .of_operand = true, .there = is_in_memory},
    {.screen = Screen::memory, .panel = "tensor_map", .title = "What TMA writes and the MMA reads: tile", .of_operand = true, .there = has_copy, .plays = AnimationId::tma},
    {.screen = Screen::instruction, .panel = "bits", .title = "The bits"},
    {.screen = Screen::mask, .panel = "mask", .title = "Zero-column mask", .there = uses_mask, .plays = AnimationId::mask},
    {.screen = Screen::tmem, .panel = "tmem", .title = "Tensor Memory", .there = has_tmem},
    {.screen = Screen::tmem, .panel = "scales", .title = "Scale factors", .of_operand = true, .there = has_scales, .plays = AnimationId::scales},
    {.screen = Screen::tmem, .panel = "sparse", .title = "Metadata of A", .there = has_metadata},
    {.screen = Screen::tmem, .panel = "result", .title = "D of the CPU model", .there = has_result},
    {.screen = Screen::run, .panel = "live", .title = "D of the CPU model and of a GPU", .there = has_run},
};
// clang-format on

const Slide& slide_in(const ViewState& view) {
    const Slide* of_screen = nullptr;
    for (const Slide& slide : kSlides) {
        if (slide.screen != view.screen) continue;
        const Panel* panel = find_panel(slide.panel);
        if (!panel->tab || *panel->tab == tab_of(view, slide.screen)) return slide;
        if (of_screen == nullptr) of_screen = &slide;
    }
    return *of_screen;  // a tab without a picture: the first one of its screen
}

void go_to_slide(App& app, const Slide& slide, unsigned k_step) {
    run_command(app, GoToScreen{slide.screen});
    const Panel* panel = find_panel(slide.panel);
    if (panel->tab) tab_of(app.view_state, slide.screen) = *panel->tab;
    app.view_state.k_step = k_step;
}

// Goes to the picture that is `by` places away.
void step_slide(App& app, int by, bool at_end) {
    const std::vector<const Slide*> slides = slides_of(app);
    const auto now = std::ranges::find(slides, &shown_slide(app)) - slides.begin();
    const auto next = std::clamp<std::ptrdiff_t>(now + by, 0, std::ssize(slides) - 1);
    if (next == now) return;
    const Slide& slide = *slides[static_cast<std::size_t>(next)];
    go_to_slide(app, slide, at_end ? steps_of(slide, app) - 1 : 0);
}

void go_to_end(App& app, bool last) {
    const std::vector<const Slide*> slides = slides_of(app);
    const Slide& slide = last ? *slides.back() : *slides.front();
    go_to_slide(app, slide, last ? steps_of(slide, app) - 1 : 0);
}

void step_on(App& app) { step_presentation(app, 1); }
void step_back(App& app) { step_presentation(app, -1); }

// Esc and a second B show the picture again; so does each step.
void leave_or_show(App& app) {
    if (std::exchange(app.presentation.blank, false) || close_player(app)) return;
    end_presentation(app);
}

// "The whole MMA; Tile and shared memory of A": the pictures of this session that key M can play.
std::string titles_that_play(const App& app) {
    std::string out;
    for (const Slide* slide : slides_of(app))
        if (slide->plays && can_be_played(*slide->plays, app.derived, app.view_state))
            out += say(out.empty() ? "" : "; ", title_of(*slide, app));
    return out;
}

// Plays the animation of the picture, or pauses it. If nothing can be played, the sentence below the picture says why.
void play_picture(App& app) {
    app.presentation.blank = app.presentation.keys = false;
    if (has_player(app)) return play_or_pause(app);
    if (const auto plays = shown_slide(app).plays) return open_player(app, *plays);
    const std::string others = titles_that_play(app);
    say_first(app, others.empty() ? "No picture of this session has an animation."
                                  : say("This picture has no animation. These pictures have one: ", others, '.'));
}

// Returns false at an end of the animation: then the next picture follows.
bool step_animation(App& app, int by) {
    const PlayerState& state = app.states.player;
    const bool last =
        by > 0 ? state.time.step + 1 >= state.steps() && state.time.part >= kMovingShare : state.time.step == 0;
    if (last) return !close_player(app);
    step_player(app, by);
    return true;
}

// clang-format off
constexpr PresentationKey kKeys[] = {
    {"PageDown, Right, Space", "Next K step or picture", step_on, "PageDown, PageUp: step", true},
    {"PageUp, Left, Backspace", "Previous K step or picture", step_back, {}, true},
    {"Down", "Next picture", [](App& a) { step_slide(a, 1, false); }, "Down, Up: picture", true},
    {"Up", "Previous picture", [](App& a) { step_slide(a, -1, false); }, {}, true},
    {"M", "Play or pause the animation of this picture", play_picture, "M: play"},
    {"Home", "First picture", [](App& a) { go_to_end(a, false); }},
    {"End", "Last picture", [](App& a) { go_to_end(a, true); }},
    {"D", "Light or dark", [](App& a) { a.presentation.dark = !a.presentation.dark; }, "D: dark"},
    {"P", "Pointer ring", [](App& a) { a.presentation.spot = !a.presentation.spot; }, "P: pointer"},
    {"B, .", "Black window", [](App& a) { a.presentation.blank = !a.presentation.blank; }, "B: black"},
    {"F1", "Keys", [](App& a) { a.presentation.keys = !a.presentation.keys; }, "F1: keys"},
    {"Esc, F5", "End", leave_or_show, "Esc: end"},
};
// clang-format on

bool went_down_here(const Chord& chord, bool repeats) {
    const ImGuiIO& io = ImGui::GetIO();
    return !io.KeyCtrl && !io.KeyShift && !io.KeyAlt && key_pressed(chord.key, repeats);
}

}  // namespace

std::span<const Slide> all_slides() { return kSlides; }

const Slide& shown_slide(const App& app) { return slide_in(app.view_state); }

bool shows_picture_of_step(const App& app) {
    return app.lesson && &slide_in(app.lesson->begun_view) == &shown_slide(app);
}

bool shows_beginning_of_step(const App& app) {
    if (!shows_picture_of_step(app) || app.lesson->begun_revision != app.revision) return false;
    const ViewState &then = app.lesson->begun_view, &now = app.view_state;
    return now.operand == then.operand && now.k_step == then.k_step && now.tmem_cta == then.tmem_cta &&
           now.selection == then.selection;
}

std::vector<const Slide*> slides_of(const App& app) {
    std::vector<const Slide*> out;
    for (const Slide& slide : kSlides)
        if (!slide.there || slide.there(app) || &slide == &shown_slide(app)) out.push_back(&slide);
    return out;
}

std::string title_of(const Slide& slide, const App& app) {
    if (slide.of_operand) return say(slide.title, " of ", name_of(app.view_state.operand));
    if (slide.screen != Screen::instruction) return std::string(slide.title);
    const bool shown = app.view_state.screen == Screen::instruction;
    return say(slide.title, " of ", row_of(shown ? app.view_state.active : WordId::idesc).title);
}

unsigned steps_of(const Slide& slide, const App& app) {
    const unsigned k = std::max(app.derived.of(app.view_state.operand).mma_k, 1u);
    return slide.k_steps ? std::max(app.session.tile_k / k, 1u) : 1;
}

void toggle_presentation(App& app) {
    if (app.presentation.on) return end_presentation(app);
    leave_start_page(app);
    app.first_said = {};  // it was said about the window
    app.presentation = {
        .on = true, .dark = is_dark(app), .view_state = {}, .views = {}, .full_screen = app.full_screen};
    note_presented(app);
    app.full_screen = true;
    app.flyout.clear();
}

void end_presentation(App& app) {
    restore_presented(app);
    if (std::exchange(app.presentation.on, false)) app.full_screen = app.presentation.full_screen;
}

void note_presented(App& app) {
    Presentation& p = app.presentation;
    if (!p.on) return;
    p.document = app.id, p.revision = app.revision;
    p.view_state = app.view_state;
    p.views.clear();
    for (const MovingView* view : moving_views(app.states)) p.views.push_back(*view);
    const Slide& slide = shown_slide(app);
    if (const Panel* panel = find_panel(slide.panel); panel->tab) tab_of(app.view_state, slide.screen) = *panel->tab;
    app.requests.view_state = app.view_state;
}

void restore_presented(App& app) {
    const Presentation& p = app.presentation;
    if (!p.on || p.document != app.id || p.revision != app.revision) return;
    restore_view_state(app, p.view_state);
    const std::vector<MovingView*> views = moving_views(app.states);
    for (std::size_t i = 0; i < views.size(); ++i) *views[i] = p.views[i];
}

void step_presentation(App& app, int by) {
    if (std::exchange(app.presentation.blank, false)) return;
    app.presentation.keys = false;
    const bool played = has_player(app);
    if (played && step_animation(app, by)) return;
    if (app.lesson) {
        if (by > 0 ? has_next_lesson_step(app) : has_last_lesson_step(app)) step_lesson(app, by);
        return;
    }
    if (played) return step_slide(app, by, by < 0);
    const unsigned steps = steps_of(shown_slide(app), app), now = std::min(app.view_state.k_step, steps - 1);
    if (by > 0 ? now + 1 < steps : now > 0) return run_command(app, GoToKStep{by > 0 ? now + 1 : now - 1});
    step_slide(app, by, by < 0);
}

std::span<const PresentationKey> presentation_keys() { return kKeys; }

bool run_presentation_keys(App& app) {
    bool any = false;
    for (const PresentationKey& row : kKeys)
        for (std::string_view keys = row.keys; !keys.empty();) {
            const auto chord = chord_named(take_chord(keys));
            if (!chord || !went_down_here(*chord, row.repeats)) continue;
            keep_focus_where_it_is();
            app.first_said = {};
            row.act(app);
            any = true;
        }
    return any;
}

float scale_presented_in(ImVec2 window) {
    constexpr float kSmallest = kTextSizes[static_cast<std::size_t>(TextSize::small)];
    // Whole pixels: the fonts are made again only if the height changes by many.
    return std::clamp(std::ceil(window.y * kLeastPresentedText) / kSmallest, 1.0f, 6.0f);
}

}  // namespace tilescope::ui
