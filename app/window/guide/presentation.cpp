// app/window/guide/presentation.cpp -- the pictures of a presentation, their order, and the keys that go through them.
// SPDX-License-Identifier: MIT
#include "app/window/guide/presentation.h"

#include "app/ui/imgui_compat.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/preferences.h"
#include "app/window/frame/command.h"
#include "app/window/frame/feature.h"
#include "app/window/guide/lessons.h"
#include "app/window/guide/start_page.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace tilescope::ui {
namespace {

bool is_in_memory(const Document& doc) { return doc.derived.of(doc.view_state.operand).placed(); }

bool has_copy(const Document& doc) { return is_in_memory(doc) && doc.derived.tma[doc.view_state.operand].any; }

bool uses_mask(const Document& doc) { return doc.derived.of(WordId::zcm).used && doc.derived.mask.asks.empty(); }

bool has_tmem(const Document& doc) { return doc.derived.tmem.none.empty(); }

bool has_scales(const Document& doc) { return doc.derived.tmem.scales(doc.view_state.operand).has_value(); }

bool has_metadata(const Document& doc) { return doc.derived.tmem.meta.has_value(); }

bool has_result(const Document& doc) { return doc.results.emulation.has_value(); }

bool has_run(const Jobs& jobs) { return !jobs.live.view.runs.empty(); }

// clang-format off
constexpr Slide kSlides[] = {
    {.screen = Screen::mma, .panel = "mma", .title = "The whole MMA", .k_steps = true, .plays = AnimationId::k_step},
    {.screen = Screen::memory, .panel = "memory", .title = "Tile and shared memory", .of_operand = true, .k_steps = true, .there = with<is_in_memory>, .plays = AnimationId::swizzle},
    {.screen = Screen::memory, .panel = "banks", .title = "Banks of shared memory: a read", .of_operand = true, .there = with<is_in_memory>},
    {.screen = Screen::memory, .panel = "f2", .title = "The layout as a matrix over bits: tile", .of_operand = true, .there = with<is_in_memory>},
    {.screen = Screen::memory, .panel = "tensor_map", .title = "What TMA writes and the MMA reads: tile", .of_operand = true, .there = with<has_copy>, .plays = AnimationId::tma},
    {.screen = Screen::instruction, .panel = "bits", .title = "The bits"},
    {.screen = Screen::mask, .panel = "mask", .title = "Zero-column mask", .there = with<uses_mask>, .plays = AnimationId::mask},
    {.screen = Screen::tmem, .panel = "tmem", .title = "Tensor Memory", .there = with<has_tmem>},
    {.screen = Screen::tmem, .panel = "scales", .title = "Scale factors", .of_operand = true, .there = with<has_scales>, .plays = AnimationId::scales},
    {.screen = Screen::tmem, .panel = "sparse", .title = "Metadata of A", .there = with<has_metadata>},
    {.screen = Screen::tmem, .panel = "result", .title = "D of the CPU model", .there = with<has_result>},
    {.screen = Screen::run, .panel = "live", .title = "D of the CPU model and of a GPU", .there = with<has_run>},
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

void go_to_slide(Context c, const Slide& slide, unsigned k_step) {
    run_command(c, screen_command(slide.screen));
    const Panel* panel = find_panel(slide.panel);
    if (panel->tab) tab_of(c.document().view_state, slide.screen) = *panel->tab;
    c.document().view_state.k_step = k_step;
}

// Goes to the picture that is `by` places away.
void step_slide(Context c, int by, bool at_end) {
    const std::vector<const Slide*> slides = slides_of(c);
    const auto now = std::ranges::find(slides, &shown_slide(c.document())) - slides.begin();
    const auto next = std::clamp<std::ptrdiff_t>(now + by, 0, std::ssize(slides) - 1);
    if (next == now) return;
    const Slide& slide = *slides[static_cast<std::size_t>(next)];
    go_to_slide(c, slide, at_end ? steps_of(slide, c.document()) - 1 : 0);
}

void go_to_end(Context c, bool last) {
    const std::vector<const Slide*> slides = slides_of(c);
    const Slide& slide = last ? *slides.back() : *slides.front();
    go_to_slide(c, slide, last ? steps_of(slide, c.document()) - 1 : 0);
}

void step_on(Context c) { step_presentation(c, 1); }

void step_back(Context c) { step_presentation(c, -1); }

// Esc and a second B show the picture again; so does each step.
void leave_or_show(Context c) {
    if (std::exchange(c.overlays.presentation.blank, false)) return;
    if (const StageShow* show = show_on_stage(c.document())) return show->close(c.document());
    end_presentation(c);
}

// "The whole MMA; Tile and shared memory of A": the pictures of this session that key M can play.
std::string titles_that_play(Context c) {
    std::string out;
    for (const Slide* slide : slides_of(c))
        if (slide->plays && can_be_played(*slide->plays, c.document().derived, c.document().view_state))
            out += say(out.empty() ? "" : "; ", title_of(*slide, c.document()));
    return out;
}

// Plays the animation of the picture, or pauses it. If nothing can be played, the sentence below the picture says why.
void play_picture(Context c) {
    c.overlays.presentation.blank = c.overlays.presentation.keys = false;
    if (const StageShow* show = show_on_stage(c.document())) return show->play_or_pause(c.document());
    if (const auto plays = shown_slide(c.document()).plays) {
        const std::string id = say("play_", row_of(*plays).name);
        return run_command(c, command(id));
    }
    const std::string others = titles_that_play(c);
    say_first(c.document(), others.empty()
                                ? "No picture of this session has an animation."
                                : say("This picture has no animation. These pictures have one: ", others, '.'));
}

template <bool Presentation::*Member>
void turn(Overlays& overlays) {
    overlays.presentation.*Member = !(overlays.presentation.*Member);
}

// clang-format off
constexpr PresentationKey kKeys[] = {
    {"PageDown, Right, Space", "Next K step or picture", with<step_on>, "PageDown, PageUp: step", true},
    {"PageUp, Left, Backspace", "Previous K step or picture", with<step_back>, {}, true},
    {"Down", "Next picture", [](Context c) { step_slide(c, 1, false); }, "Down, Up: picture", true},
    {"Up", "Previous picture", [](Context c) { step_slide(c, -1, false); }, {}, true},
    {"M", "Play or pause the animation of this picture", with<play_picture>, "M: play"},
    {"Home", "First picture", [](Context c) { go_to_end(c, false); }},
    {"End", "Last picture", [](Context c) { go_to_end(c, true); }},
    {"D", "Light or dark", with<turn<&Presentation::dark>>, "D: dark"},
    {"P", "Pointer ring", with<turn<&Presentation::spot>>, "P: pointer"},
    {"B, .", "Black window", with<turn<&Presentation::blank>>, "B: black"},
    {"F1", "Keys", with<turn<&Presentation::keys>>, "F1: keys"},
    {"Esc, F5", "End", with<leave_or_show>, "Esc: end"},
};
// clang-format on

bool went_down_here(const Chord& chord, bool repeats) {
    const ImGuiIO& io = ImGui::GetIO();
    return !io.KeyCtrl && !io.KeyShift && !io.KeyAlt && key_pressed(chord.key, repeats);
}

}  // namespace

std::span<const Slide> all_slides() { return kSlides; }

const Slide& shown_slide(const Document& doc) { return slide_in(doc.view_state); }

bool shows_picture_of_step(const Document& doc) {
    return doc.lesson && &slide_in(doc.lesson->begun_view) == &shown_slide(doc);
}

bool shows_beginning_of_step(const Document& doc) {
    if (!shows_picture_of_step(doc) || doc.lesson->begun_revision != doc.revision) return false;
    const ViewState &then = doc.lesson->begun_view, &now = doc.view_state;
    return now.operand == then.operand && now.k_step == then.k_step && now.tmem_cta == then.tmem_cta &&
           now.selection == then.selection;
}

std::vector<const Slide*> slides_of(Context c) {
    std::vector<const Slide*> out;
    for (const Slide& slide : kSlides)
        if (!slide.there || slide.there(c) || &slide == &shown_slide(c.document())) out.push_back(&slide);
    return out;
}

std::string title_of(const Slide& slide, const Document& doc) {
    if (slide.of_operand) return say(slide.title, " of ", name_of(doc.view_state.operand));
    if (slide.screen != Screen::instruction) return std::string(slide.title);
    const bool shown = doc.view_state.screen == Screen::instruction;
    return say(slide.title, " of ", row_of(shown ? doc.view_state.active : WordId::idesc).title);
}

unsigned steps_of(const Slide& slide, const Document& doc) {
    const unsigned k = std::max(doc.derived.of(doc.view_state.operand).mma_k, 1u);
    return slide.k_steps ? std::max(doc.session.tile_k / k, 1u) : 1;
}

namespace {

// Begins or ends the presentation. The end brings back what was shown before.
void toggle_presentation(Context c) {
    if (c.overlays.presentation.on) return end_presentation(c);
    leave_start_page(c.overlays, c.regions);
    c.document().first_said = {};  // it was said about the window
    c.overlays.presentation = {.on = true,
                               .dark = is_dark(c.regions, c.prefs),
                               .view_state = {},
                               .views = {},
                               .full_screen = c.regions.full_screen};
    note_presented(c.document(), c.overlays);
    c.regions.full_screen = true;
    c.regions.flyout.clear();
}

}  // namespace

void end_presentation(Context c) {
    restore_presented(c.document(), c.overlays);
    if (std::exchange(c.overlays.presentation.on, false)) c.regions.full_screen = c.overlays.presentation.full_screen;
}

void note_presented(Document& doc, Overlays& overlays) {
    Presentation& p = overlays.presentation;
    if (!p.on) return;
    p.document = doc.id, p.revision = doc.revision;
    p.view_state = doc.view_state;
    p.views.clear();
    for (const MovingView* view : moving_views(doc.states)) p.views.push_back(*view);
    const Slide& slide = shown_slide(doc);
    if (const Panel* panel = find_panel(slide.panel); panel->tab) tab_of(doc.view_state, slide.screen) = *panel->tab;
    doc.requests.view_state = doc.view_state;
}

void restore_presented(Document& doc, Overlays& overlays) {
    const Presentation& p = overlays.presentation;
    if (!p.on || p.document != doc.id || p.revision != doc.revision) return;
    restore_view_state(doc, p.view_state);
    const std::vector<MovingView*> views = moving_views(doc.states);
    for (std::size_t i = 0; i < views.size(); ++i) *views[i] = p.views[i];
}

void step_presentation(Context c, int by) {
    if (std::exchange(c.overlays.presentation.blank, false)) return;
    c.overlays.presentation.keys = false;
    const StageShow* played = show_on_stage(c.document());
    if (played != nullptr) {
        if (played->step(c.document(), c.prefs, by)) return;
        played->close(c.document());  // at its end the next picture follows
    }
    if (c.document().lesson) {
        if (by > 0 ? has_next_lesson_step(c.document()) : has_last_lesson_step(c.document())) step_lesson(c, by);
        return;
    }
    if (played) return step_slide(c, by, by < 0);
    const unsigned steps = steps_of(shown_slide(c.document()), c.document()),
                   now = std::min(c.document().view_state.k_step, steps - 1);
    if (by > 0 ? now + 1 < steps : now > 0) return run_command(c, command("go_to_k_step", by > 0 ? now + 1 : now - 1));
    step_slide(c, by, by < 0);
}

std::span<const PresentationKey> presentation_keys() { return kKeys; }

bool run_presentation_keys(Context c) {
    bool any = false;
    for (const PresentationKey& row : kKeys)
        for (std::string_view keys = row.keys; !keys.empty();) {
            const auto chord = chord_named(take_chord(keys));
            if (!chord || !went_down_here(*chord, row.repeats)) continue;
            keep_focus_where_it_is();
            c.document().first_said = {};
            row.act(c);
            any = true;
        }
    return any;
}

float scale_presented_in(ImVec2 window) {
    constexpr float kSmallest = kTextSizes[static_cast<std::size_t>(TextSize::small)];
    // Whole pixels: the fonts are made again only if the height changes by many.
    return std::clamp(std::ceil(window.y * kLeastPresentedText) / kSmallest, 1.0f, 6.0f);
}

namespace {

// clang-format off
constexpr Command kPresentationCommands[] = {
    {.id = "present", .title = "Start or end the presentation", .keys = "F5", .menu = Menu::view, .place = 910,
     .is_on = [](Context c) { return c.overlays.presentation.on; }, .act = with<toggle_presentation>,
     .words = "presentation talk slides projector lecture teach"},
};
// clang-format on

}  // namespace

const Feature kPresentation = {.id = "presentation",
                               .commands = kPresentationCommands,
                               .leave = with<restore_presented>,
                               .show = with<note_presented>};

}  // namespace tilescope::ui
