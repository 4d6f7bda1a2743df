// app/window/guide/presentation_view.cpp -- draws the presented picture with its title and its sentence.
// SPDX-License-Identifier: MIT
#include "app/ui/drawing.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/text_fit.h"
#include "app/window/documents/edits.h"
#include "app/window/frame/arrangement.h"
#include "app/window/frame/context.h"
#include "app/window/frame/feature.h"
#include "app/window/guide/presentation.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <cmath>

namespace tilescope::ui {
namespace {

constexpr float kPadPresented = 12;                    // logical pixels
constexpr float kSpotRadius = 0.045f;                  // of the height of the window
constexpr float kSpotRings[] = {0.10f, 0.18f, 0.30f};  // opacities, from the outside
constexpr float kSpotWidth = 5;                        // logical pixels, of one ring
constexpr std::string_view kFieldGap = "   ";

ImFont* font_or_text(ImFont* font) { return font != nullptr ? font : ImGui::GetFont(); }

// The first sentence of a text. A full stop inside a number or a name has no blank after it.
std::string first_sentence(std::string_view text) {
    const std::size_t end = text.find(". ");
    return std::string(end == text.npos ? text : text.substr(0, end + 1));
}

// What a key did not do; else what the picture shows: the step of an animation or of a lesson, the thing that is
// pointed at or selected; else the picture as a whole.
std::string sentence_of(const View& view, const Document& doc, const Slide& slide) {
    if (std::string said = said_first(doc); !said.empty()) return said;
    if (const StageShow* show = show_on_stage(doc)) return show->sentence(doc);
    const bool points = !std::holds_alternative<std::monostate>(doc.pointed.item);
    if (!points && shows_beginning_of_step(doc) && !doc.lesson->caption.empty()) return plain_text(doc.lesson->caption);
    if (!view.trace.sentence.empty()) return view.trace.sentence;
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

// As many words as two lines have room for.
std::string in_two_lines(const std::string& text, float width) {
    const std::string lines = in_lines(text, width);
    const std::size_t first = lines.find('\n');
    if (first == lines.npos) return shortened(lines, width);
    std::string rest = lines.substr(first + 1);
    std::ranges::replace(rest, '\n', ' ');
    return say(lines.substr(0, first + 1), shortened(rest, width));
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

std::string keys_text() {
    std::string out;
    for (const PresentationKey& row : presentation_keys())
        if (!row.brief.empty()) out += say(out.empty() ? "" : kFieldGap, row.brief);
    return out;
}

std::string presented_title(const Slide& slide, const Document& doc) {
    const std::string title = title_of(slide, doc);
    if (const StageShow* show = show_on_stage(doc)) return say(title, ": ", show->title(doc));
    if (shows_picture_of_step(doc)) return say(doc.lesson->lesson.title, ": ", doc.lesson->now().title);
    return title;
}

std::string place_text(Context c) {
    const Document& doc = c.document();
    if (const StageShow* show = show_on_stage(doc))
        return say(show->place(doc), kFieldGap, show->plays(doc) ? "M: pause" : "M: play");
    if (doc.lesson) {
        const LessonRun& run = *doc.lesson;
        std::string out = say("step ", run.step + 1, " of ", run.lesson.steps.size());
        if (!run.is_last()) out += say(kFieldGap, "next: ", run.lesson.steps[run.step + 1].title);
        return out;
    }
    const std::vector<const Slide*> slides = slides_of(c);
    const Slide& shown = shown_slide(doc);
    const auto at = static_cast<std::size_t>(std::ranges::find(slides, &shown) - slides.begin());
    const unsigned steps = steps_of(shown, doc), step = std::min(doc.view_state.k_step, steps - 1);
    std::string out = say(at + 1, " of ", slides.size());
    if (steps > 1) out += say(", K step ", step + 1, " of ", steps);
    if (step + 1 >= steps && at + 1 < slides.size()) out += say(kFieldGap, "next: ", title_of(*slides[at + 1], doc));
    return out;
}

void draw_spot(const View& view, float height) {
    const ImVec2 at = ImGui::GetIO().MousePos;
    if (!ImGui::IsMousePosValid(&at)) return;
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    const float width = kSpotWidth * view.scale;
    float radius = std::round(height * kSpotRadius);
    list.AddCircleFilled(at, radius, faded(view.theme.accent, kSpotRings[0]), 0);
    for (const float opacity : kSpotRings) {
        list.AddCircle(at, radius, faded(view.theme.accent, opacity), 0, width);
        radius -= width;
    }
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

void draw_presentation(const View& view, Context c, const FrameTools& tools) {
    Document& doc = c.document();
    const ImVec2 window = ImGui::GetMainViewport()->Size;
    if (c.overlays.presentation.blank) {
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
    draw_line_of("present.title", places.title, title, view.theme.text, presented_title(slide, doc));
    draw_picture_in(places.picture, view, doc, slide);
    ImGui::PushFont(lead);
    const std::string words = in_two_lines(sentence_of(view, doc, slide), room);
    ImGui::SetCursorScreenPos(places.sentence.min);
    ImGui::TextUnformatted(words.c_str());
    mark("present.sentence");
    ImGui::PopFont();
    draw_line_of("present.place", places.footer, ImGui::GetFont(), view.theme.dim,
                 c.overlays.presentation.keys ? keys_text() : place_text(c));
    if (c.overlays.presentation.spot) draw_spot(view, window.y);
}

}  // namespace tilescope::ui
