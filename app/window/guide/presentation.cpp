// app/window/guide/presentation.cpp -- the pictures of a presentation, their keys and their drawing.
// SPDX-License-Identifier: MIT
#include "app/window/guide/presentation.h"

#include "app/panels/panel_parts.h"
#include "app/ui/drawing.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/text_fit.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/preferences.h"
#include "app/window/frame/arrangement.h"
#include "app/window/frame/feature.h"
#include "app/window/frame/keys.h"
#include "app/window/guide/lessons.h"
#include "app/window/guide/start_page.h"

#include <tilescope/base/say.h>
#include <tilescope/view/pictures.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace tilescope::ui {
namespace {

bool is_in_memory(const Document& doc, const LiveView&) { return doc.derived.of(doc.view_state.operand).placed(); }
bool is_swizzled(const Document& doc, const LiveView&) {
    return bool{before_after_picture(doc.derived, doc.view_state)};
}
bool has_copy(const Document& doc, const LiveView& live) {
    return is_in_memory(doc, live) && doc.derived.tma[doc.view_state.operand].any;
}
bool uses_mask(const Document& doc, const LiveView&) {
    return doc.derived.of(WordId::zcm).used && doc.derived.mask.asks.empty();
}
bool has_tmem(const Document& doc, const LiveView&) { return doc.derived.tmem.none.empty(); }
bool has_scales(const Document& doc, const LiveView&) {
    return doc.derived.tmem.scales(doc.view_state.operand).has_value();
}
bool has_metadata(const Document& doc, const LiveView&) { return doc.derived.tmem.meta.has_value(); }
// The slide emulates: it comes with no other slide.
bool has_result(const Document& doc, const LiveView&) { return doc.results.state != ResultState::refused; }
bool has_run(const Document&, const LiveView& live) { return !live.runs.empty(); }

// clang-format off
constexpr Slide kSlides[] = {
    {.screen = Screen::memory, .panel = "before_after", .title = "Before | After: the swizzle", .of_operand = true, .there = is_swizzled, .plays = AnimationId::before_after},
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
static_assert(std::ranges::all_of(kScreens, [](const ScreenRow& screen) {
    const auto shows = [&](const Slide& slide) { return &row_of(slide.screen) == &screen; };
    return std::ranges::any_of(kSlides, shows);
}));

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

std::string title_of(const Slide& slide, const Document& doc) {
    if (slide.of_operand) return say(slide.title, " of ", name_of(doc.view_state.operand));
    if (slide.screen != Screen::instruction) return std::string(slide.title);
    const bool shown = doc.view_state.screen == Screen::instruction;
    return say(slide.title, " of ", row_of(shown ? doc.view_state.active : WordId::idesc).title);
}

// The columns of K of one MMA.
unsigned k_of_step(const Document& doc) {
    const unsigned of_operand = doc.derived.of(doc.view_state.operand).mma_k;  // a sparse A stores half of K
    return std::max(doc.derived.k != 0 ? doc.derived.k : of_operand, 1u);
}

// The number of K steps that a slide goes through; 1: none.
unsigned steps_of(const Slide& slide, const Document& doc) {
    return slide.k_steps ? std::max(doc.session.tile_k / k_of_step(doc), 1u) : 1;
}

void go_to_slide(Document& doc, const Slide& slide) {
    go_to_screen(doc, slide.screen);
    const Panel* panel = find_panel(slide.panel);
    if (panel->tab) tab_of(doc.view_state, slide.screen) = *panel->tab;
    doc.view_state.k_step = 0;
}

// Goes to the picture that is `by` places away.
void step_slide(Document& doc, const LiveDesk& live, int by) {
    const std::vector<const Slide*> slides = slides_of(doc, live.view);
    const auto now = std::ranges::find(slides, &shown_slide(doc)) - slides.begin();
    const auto next = std::clamp<std::ptrdiff_t>(now + by, 0, std::ssize(slides) - 1);
    if (next != now) go_to_slide(doc, *slides[static_cast<std::size_t>(next)]);
}

void go_to_end(Document& doc, const LiveDesk& live, bool last) {
    const std::vector<const Slide*> slides = slides_of(doc, live.view);
    go_to_slide(doc, last ? *slides.back() : *slides.front());
}

// Goes on or back, picture by picture: each press changes what a class sees. In a lesson: step by step of the lesson.
// While an animation is shown: step by step of it, then to the next picture. Stops at both ends.
void step_presentation(Context c, int by) {
    if (std::exchange(c.overlays.presentation.blank, false)) return;
    c.overlays.presentation.keys = c.overlays.presentation.help = false;
    Document& doc = c.document();
    const StageShow* played = show_on_stage(doc);
    if (played != nullptr) {
        if (played->step(doc, c.prefs, by)) return;
        played->close(doc);  // at its end the next picture follows
    }
    if (doc.lesson) {
        if (by > 0 ? has_next_lesson_step(doc) : has_last_lesson_step(doc)) step_lesson(c, by);
        return;
    }
    step_slide(doc, c.jobs.live, by);
}

// Esc and a second B show the picture again; so does each step.
void leave_or_show(Document& doc, Overlays& overlays, Regions& regions) {
    if (std::exchange(overlays.presentation.blank, false) || std::exchange(overlays.presentation.help, false)) return;
    if (const StageShow* show = show_on_stage(doc)) return show->close(doc);
    end_presentation(doc, overlays, regions);
}

// "The whole MMA; Tile and shared memory of A": the pictures of this session that key M can play.
std::string titles_that_play(const Document& doc, const LiveView& live) {
    std::string out;
    for (const Slide* slide : slides_of(doc, live))
        if (slide->plays && can_be_played(*slide->plays, doc.derived, doc.view_state))
            out += say(out.empty() ? "" : "; ", title_of(*slide, doc));
    return out;
}

// Plays the animation of the picture, or pauses it. If nothing can be played, the sentence below the picture says why.
void play_picture(Context c) {
    c.overlays.presentation.blank = c.overlays.presentation.keys = false;
    Document& doc = c.document();
    if (const StageShow* show = show_on_stage(doc)) return show->play_or_pause(doc);
    if (const auto plays = shown_slide(doc).plays) {
        const std::string id = say("play_", row_of(*plays).name);
        return run_command(c, command(id));
    }
    const std::string others = titles_that_play(doc, c.jobs.live.view);
    say_first(doc, others.empty() ? "No picture of this session has an animation."
                                  : say("This picture has no animation. These pictures have one: ", others, '.'));
}

// clang-format off
constexpr PresentationKey kKeys[] = {
    {"PageDown, Right, Space", "Next picture, or step of a lesson or animation", with<step_presentation, 1>, "Right: next", true, true},
    {"PageUp, Left, Backspace", "Previous picture or step", with<step_presentation, -1>, "Left: back", true, true},
    {"Down", "Next picture", with<step_slide, 1>, "Down, Up: picture", true, true},
    {"Up", "Previous picture", with<step_slide, -1>, {}, true, true},
    {"M", "Play or pause the animation of this picture", with<play_picture>, "M: play"},
    {"Home", "First picture", with<go_to_end, false>, "Home, End: first, last", true},
    {"End", "Last picture", with<go_to_end, true>},
    {"D", "Light or dark", with<turn<&Presentation::dark>>, "D: dark"},
    {"P", "Pointer ring", with<turn<&Presentation::spot>>, "P: pointer"},
    {"B, .", "Black window", with<turn<&Presentation::blank>>, "B: black"},
    {"F1", "Keys", with<turn<&Presentation::help>>, "F1: keys"},
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

std::vector<const Slide*> slides_of(const Document& doc, const LiveView& live) {
    std::vector<const Slide*> out;
    for (const Slide& slide : kSlides)
        if (!slide.there || slide.there(doc, live) || &slide == &shown_slide(doc)) out.push_back(&slide);
    return out;
}

namespace {

// While a picture is presented: remembers what is shown of this document, and brings it back unless the document has
// changed since. A change of the tab does both, so that the presentation goes on with another document.
void note_presented(Document& doc, Presentation& p) {
    if (!p.on) return;
    p.document = doc.id, p.revision = doc.revision;
    p.view_state = doc.view_state;
    p.views.clear();
    for (const MovingView* view : moving_views(doc.states)) p.views.push_back(*view);
    const Slide& slide = shown_slide(doc);
    if (const Panel* panel = find_panel(slide.panel); panel->tab) tab_of(doc.view_state, slide.screen) = *panel->tab;
    doc.requests.view_state = doc.view_state;
}

void restore_presented(Document& doc, const Presentation& p) {
    if (!p.on || p.document != doc.id || p.revision != doc.revision) return;
    restore_view_state(doc, p.view_state);
    const std::vector<MovingView*> views = moving_views(doc.states);
    for (std::size_t i = 0; i < views.size(); ++i) *views[i] = p.views[i];
}

// Begins or ends the presentation. The end brings back what was shown before.
void toggle_presentation(Document& doc, Overlays& overlays, Regions& regions, const Prefs& prefs) {
    if (overlays.presentation.on) return end_presentation(doc, overlays, regions);
    leave_start_page(overlays, regions);
    doc.first_said = {};  // it was said about the window
    if (ImGui::GetCurrentContext() != nullptr) doc.pointed.resting = ImGui::GetIO().MousePos;  // null: no frame yet
    overlays.presentation = {.on = true,
                             .dark = is_dark(regions, prefs),
                             .full_screen = regions.full_screen,
                             .selection = doc.view_state.selection};
    note_presented(doc, overlays.presentation);
    regions.full_screen = true;
    regions.flyout.clear();
}

}  // namespace

void end_presentation(Document& doc, Overlays& overlays, Regions& regions) {
    Presentation& p = overlays.presentation;
    restore_presented(doc, p);
    if (std::exchange(p.on, false)) regions.full_screen = p.full_screen;
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
            // A pointer that rests does not take the caption of the next picture.
            c.document().pointed.resting = ImGui::GetIO().MousePos;
            row.act(c);
            c.overlays.presentation.selection = c.document().view_state.selection;
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

constexpr float kPadPresented = 12;    // logical pixels
constexpr float kSpotRadius = 0.045f;  // of the height of the window
constexpr float kSpotWidth = 3;        // logical pixels, of the ring
constexpr std::string_view kFieldGap = "   ";

ImFont* font_or_text(ImFont* font) { return font != nullptr ? font : ImGui::GetFont(); }

// The first sentence of a text. A full stop inside a number or a name has no blank after it.
std::string first_sentence(std::string_view text) {
    const std::size_t end = text.find(". ");
    return std::string(end == text.npos ? text : text.substr(0, end + 1));
}

// What a key did not do; else what the picture shows: the step of an animation or of a lesson, the thing that is
// pointed at or selected; else the picture as a whole.
std::string sentence_of(const View& view, const Document& doc, const Presentation& p, const Slide& slide) {
    if (std::string said = said_first(doc); !said.empty()) return said;
    if (const StageShow* show = show_on_stage(doc)) return show->sentence(doc);
    const bool points = !std::holds_alternative<std::monostate>(doc.pointed.item);
    if (!points && shows_beginning_of_step(doc) && !doc.lesson->caption.empty()) return plain_text(doc.lesson->caption);
    const bool chosen = points || doc.lesson || doc.view_state.selection != p.selection;
    if (chosen && !view.trace.sentence.empty()) return view.trace.sentence;
    const Panel& panel = *find_panel(slide.panel);
    if (panel.picture != nullptr)
        if (const auto scene = panel.picture({doc.view_state, doc.derived, doc.results, doc.states});
            scene && !scene->sentence.empty())
            return first_sentence(scene->sentence);
    const WordView& word = view.derived.of(view.view_state.active);
    if (slide.screen == Screen::instruction)
        return say(row_of(word.id).title, ' ', hex_word(*word.format, word.decoded.word, word.unknown), kFieldGap,
                   word.summary);
    return first_sentence(panel.help);
}

void draw_line_of(std::string_view id, const Rect& place, ImFont* font, ImU32 colour, std::string_view text) {
    ImGui::PushFont(font);
    ImGui::SetCursorScreenPos(place.min);
    ImGui::PushStyleColor(ImGuiCol_Text, as_vec4(colour));
    ImGui::TextUnformatted(shortened(text, place.max.x - place.min.x).c_str());
    ImGui::PopStyleColor();
    mark(id);
    ImGui::PopFont();
}

std::string keys_text(bool all) {
    std::string out;
    for (const PresentationKey& row : presentation_keys())
        if (!row.brief.empty() && (all || !row.rare)) out += say(out.empty() ? "" : kFieldGap, row.brief);
    return out;
}

std::string presented_title(const Slide& slide, const Document& doc) {
    const std::string title = title_of(slide, doc);
    if (const StageShow* show = show_on_stage(doc)) return say(title, ": ", show->title(doc));
    if (shows_picture_of_step(doc)) return say(doc.lesson->lesson.title, ": ", doc.lesson->now().title);
    return title;
}

// Where the presentation is, and where Right leads.
struct PresentedPlace {
    std::string now, right;  // "2 of 9", "Right: The bits of the instruction descriptor"
};
PresentedPlace place_of(const View& view, const Document& doc) {
    if (const StageShow* show = show_on_stage(doc)) return {show->place(doc), "Right: next step or picture"};
    if (doc.lesson) {
        const LessonRun& run = *doc.lesson;
        return {say("step ", run.step + 1, " of ", run.lesson.steps.size()),
                run.is_last() ? "last step" : say("Right: ", run.lesson.steps[run.step + 1].title)};
    }
    const std::vector<const Slide*> slides = slides_of(doc, view.live);
    const auto at = static_cast<std::size_t>(std::ranges::find(slides, &shown_slide(doc)) - slides.begin());
    return {say(at + 1, " of ", slides.size()),
            at + 1 < slides.size() ? say("Right: ", title_of(*slides[at + 1], doc)) : "last picture"};
}

// "[ ]: K step 1 of 4, k = 16 to 31": of a slide that shows one after the other, with its keys.
std::string k_step_text(const Document& doc) {
    const Slide& shown = shown_slide(doc);
    const unsigned steps = steps_of(shown, doc), step = std::min(doc.view_state.k_step, steps - 1);
    if (steps == 1 || show_on_stage(doc) != nullptr) return {};
    const unsigned each = k_of_step(doc);
    return say("[ ]: K step ", step, " of ", steps, ", k = ", step * each, " to ", (step + 1) * each - 1);
}

std::string footer_text(const View& view, const Document& doc, const Presentation& presentation) {
    if (presentation.help) return say(keys_text(true), kFieldGap, "[ ]: K step");
    const StageShow* show = show_on_stage(doc);
    const std::string plays = show == nullptr ? "" : show->plays(doc) ? "M: pause" : "M: play";
    std::string out;
    for (const std::string& text :
         {k_step_text(doc), place_of(view, doc).right, presentation.keys ? keys_text(false) : plays})
        if (!text.empty()) out += say(out.empty() ? "" : kFieldGap, text);
    return out;
}

void draw_spot(const View& view, float height) {
    const ImVec2 at = ImGui::GetIO().MousePos;
    if (!ImGui::IsMousePosValid(&at)) return;
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    const float width = kSpotWidth * view.scale, radius = std::round(height * kSpotRadius);
    list.AddCircle(at, radius, view.theme.ring_halo, 0, 2 * width);  // seen on every fill, and it dims no number
    list.AddCircle(at, radius, view.theme.arrow, 0, width);
    mark_rect({{at.x - radius, at.y - radius}, {at.x + radius, at.y + radius}}, "present.spot");
}

void draw_picture_in(const Rect& place, const View& view, Document& doc, const Slide& slide) {
    ImGui::SetCursorScreenPos(place.min);
    // No frame of ImGui's keyboard focus: all keys belong to the presentation.
    constexpr ImGuiWindowFlags kFlags =
        ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNav;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    const bool open =
        ImGui::BeginChild("picture", {place.max.x - place.min.x, place.max.y - place.min.y}, false, kFlags);
    ImGui::PopStyleVar();
    const Panel& panel = *find_panel(slide.panel);
    if (open) {
        ImGui::PushID(panel.id.data());
        if (const StageShow* show = show_on_stage(doc))
            show->draw(view, doc);
        else
            panel.draw(view, doc.states, doc.requests);
        ImGui::PopID();
    }
    ImGui::EndChild();
    hide_tooltips();  // a pointer that rests must put no box over the picture: the sentence below explains it
    mark("present.picture");
}

}  // namespace

void draw_presentation(const View& view, Document& doc, const Presentation& presentation, const FrameTools& tools) {
    const ImVec2 window = ImGui::GetMainViewport()->Size;
    if (presentation.blank) {
        ImGui::GetWindowDrawList()->AddRectFilled({0, 0}, window, theme(true).ring_halo);
        return mark_rect({{0, 0}, window}, "present.blank");
    }
    ImFont *lead = font_or_text(tools.lead), *title = font_or_text(tools.title);
    const Slide& slide = shown_slide(doc);
    const float pad = std::round(kPadPresented * view.scale), room = window.x - 2 * pad;
    ImGui::PushFont(title);
    const float title_line = ImGui::GetTextLineHeight();
    ImGui::PopFont();
    ImGui::PushFont(lead);
    const float line = ImGui::GetTextLineHeight();
    ImGui::PopFont();
    // The picture must not move when the sentence gets shorter under the pointer.
    const PresentedPlaces places = arrange_presented(window, {.pad = pad,
                                                              .title = title_line,
                                                              .footer = ImGui::GetTextLineHeight(),
                                                              .sentence = line,
                                                              .lines = kMostLinesPresented});
    const std::string now = place_of(view, doc).now;
    const float beside = places.title.max.x - ImGui::CalcTextSize(now.c_str()).x;
    const float above = places.title.max.y - 1.2f * ImGui::GetTextLineHeight();  // on the line of the title
    draw_line_of("present.place", {{beside, above}, places.title.max}, ImGui::GetFont(), view.theme.dim, now);
    draw_line_of("present.title", {places.title.min, {beside - pad, places.title.max.y}}, title, view.theme.text,
                 presented_title(slide, doc));
    draw_picture_in(places.picture, view, doc, slide);
    ImGui::PushFont(lead);
    const std::string words = sentence_of(view, doc, presentation, slide);
    const StageShow* show = show_on_stage(doc);
    const FadingCaption before = show != nullptr && words == show->sentence(doc) ? show->fading(doc) : FadingCaption();
    ImGui::SetCursorScreenPos(places.sentence.min);
    draw_fading(before.text, words, before.seen,
                [&](const std::string& text) { ImGui::TextUnformatted(in_few_lines(text, room, 2).c_str()); });
    mark("present.sentence");
    if (words == view.trace.sentence) mark("present.of_item");
    ImGui::PopFont();
    draw_line_of("present.keys", places.footer, ImGui::GetFont(), view.theme.dim, footer_text(view, doc, presentation));
    if (presentation.spot) draw_spot(view, window.y);
}

namespace {

// clang-format off
constexpr Command kPresentationCommands[] = {
    {.id = "present", .title = "Start or end the presentation", .keys = "F5", .menu = Menu::view, .place = 910,
     .is_on = is_set<&Presentation::on>, .act = with<toggle_presentation>,
     .words = "presentation talk slides projector lecture teach"},
};
// clang-format on

}  // namespace

const Feature kPresentation = {.id = "presentation",
                               .commands = kPresentationCommands,
                               .leave = with<restore_presented>,
                               .show = with<note_presented>};

}  // namespace tilescope::ui
