// app/panels/verdict_line.cpp -- the verdict on a result in one line, and the D of a kernel that it is compared with.
// SPDX-License-Identifier: MIT
//
// A line keeps its height before, while and after a result is computed, and its buttons their places at its right end:
// nothing moves under the pointer when a result arrives.
#include "app/panels/mma_parts.h"
#include "app/panels/panel_parts.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/document/verdict.h>
#include <tilescope/emulator/recipe.h>

#include <algorithm>
#include <cmath>

namespace tilescope::ui {
namespace {

// The room that a button takes at the end of a line.
float end_width(const char* label) { return button_width(label) + ImGui::GetStyle().ItemSpacing.x; }

// Draws a line in the size of a result, in the height of a line of text, so that nothing moves. `whole`: all of it, or
// nothing; else at least the first sentence. Returns whether it is drawn.
bool large_line(const View& view, ImU32 colour, const std::string& text, float room, bool whole) {
    if (view.lead == nullptr || view.compact) return false;
    const float height = ImGui::GetFrameHeight(), top = ImGui::GetCursorPosY();
    ImGui::PushFont(view.lead);
    std::string shown = leading_sentences(text, room);
    const bool fits = !shown.empty() && (!whole || shown == text);
    if (shown != text) shown += " ..";  // there is more
    if (fits) {
        ImGui::SetCursorPosY(top + std::round((height - ImGui::GetTextLineHeight()) / 2));
        coloured_line(colour, shown);
    }
    ImGui::PopFont();
    return fits;
}

// How much of a line may be large: nothing, all or nothing, or its first sentences if the line is too long anyway. The
// first sentence of an open verdict can be the opposite of the second.
enum class Lead : std::uint8_t { none, whole, sentences };

// Draws text in one line, or in the height of two where the stage is too narrow for most verdicts, and leaves so much
// room at its end. A tooltip has what does not fit. Returns whether there is such a rest.
bool line_before(const View& view, ImU32 colour, const std::string& text, float end, std::string_view id,
                 Lead lead = Lead::none) {
    constexpr float kOneLine = 50;  // heights of the text: from this width on
    const float left = ImGui::GetCursorPosX(), room = ImGui::GetContentRegionAvail().x;
    const int lines = room < kOneLine * ImGui::GetFontSize() ? 2 : 1;
    const std::string shown = in_few_lines(text, room - end, lines);
    const bool cut = shown.ends_with("..") && shown.size() < text.size();
    ImGui::Dummy({0, static_cast<float>(lines) * ImGui::GetTextLineHeight()});
    ImGui::SameLine(0, 0);
    const float top = ImGui::GetCursorPosY();
    const bool whole = lead == Lead::whole || !cut;
    if (lead == Lead::none || lines > 1 || !large_line(view, colour, text, room - end, whole)) {
        if (!view.compact) ImGui::AlignTextToFramePadding();
        coloured_line(colour, shown);
    }
    mark(id);
    if (cut) tip(text);
    if (end == 0) return cut;
    ImGui::SameLine();
    ImGui::SetCursorPos({left + room - end + ImGui::GetStyle().ItemSpacing.x, top});
    return cut;
}

// A small window has no room for high lines.
ButtonLook look_of(const View& view) { return {.small = view.compact}; }

bool more_button(const View& view, bool& open, std::string_view id) {
    ImGui::PushID(id.data(), id.data() + id.size());  // a panel has two
    const bool clicked = button(open ? "Less###more" : "More###more", id, look_of(view));
    ImGui::PopID();
    if (clicked) open = !open;
    return clicked;
}
float more_width() { return std::max(end_width("More"), end_width("Less")); }

ImU32 colour_of(const View& view, VerdictTone tone) {
    // A memory that was made from the words says nothing about them.
    return tone == VerdictTone::right   ? (view.rewritten == nullptr ? view.theme.good : view.theme.text)
           : tone == VerdictTone::wrong ? tilescope::ui::colour_of(view.theme, Severity::error)
                                        : view.theme.text;
}

// What stands in the line before there is a verdict.
std::string before_verdict(const Results& r) {
    if (r.state == ResultState::running) return "Emulating ..";
    if (r.state == ResultState::stopped) return "Stopped.";
    return "Not emulated yet. Emulate (Ctrl+E) compares every element of D with the product of A and B.";
}

void draw_fix(const View& view, const Repair& repair, PanelStates& states, Requests& requests, std::string_view id) {
    if (button("Fix", id, look_of(view))) {
        requests.edit(repair.edit, states.next_gesture++);
        requests.status = say(repair.label, ".");
        requests.result = true;
    }
    tip_below(say(repair.label, ": ", repair.effect, "."));
    ImGui::SameLine();
}

// The edit makes the session what the kernel did: of right words, that shows the error of the kernel.
const char* apply_label(const Results& r) {
    return r.emulation->count[static_cast<std::size_t>(Verdict::wrong)] == 0 ? "Reproduce" : "Apply";
}

std::string name_of_file(std::string_view path) { return printable(path.substr(path.find_last_of('/') + 1)); }

void draw_against_end(const View& view, PanelStates& states, Requests& requests, bool shown, std::string_view id) {
    const Against& a = view.results.against;
    if (shown && a.only) {
        const Against::Offer& offer = a.offers.front();
        if (button(apply_label(view.results), say(id, ".against.apply"), look_of(view))) {
            requests.edit(offer.edit, states.next_gesture++);
            requests.status = say(offer.label, ": the session does what the kernel did.");
            requests.result = true;
        }
        tip_below(say(offer.label, ": ", offer.effect,
                      ".\nThen the picture shows the bytes that the kernel read. Undo takes it back."));
        ImGui::SameLine();
    }
    if (shown && a.why.empty()) {
        more_button(view, states.against_open, say(id, ".against.more"));
        ImGui::SameLine();
    }
    if (button("Remove", say(id, ".against.remove"), look_of(view))) requests.ask("forget_d");
    tip_below(say("Ends the comparison with ", view.against, "."));
}

// What the cells have: while a D is compared, its numbers are not those.
std::string whose_numbers(const View& view) {
    const Results& r = view.results;
    if (view.view_state.screen == Screen::mma)
        return r.shows_kernel() ? say("numbers of the model after the edit \"", r.against.offers.front().label, '"')
                                : "numbers of the model";
    switch (view.view_state.result_show) {
    case ResultShow::emulated: return "numbers of the model";
    case ResultShow::expected: return "the exact product";
    case ResultShow::difference: return "the distance of the model from the exact product";
    }
    return {};
}

// Both numbers of the selected element, then whose numbers the others are.
std::string numbers_of_both(const View& view) {
    const auto at = selected_of_result(view);
    if (!at) return say("The cells have ", whose_numbers(view), ". Select one to see both numbers.");
    return say(both_numbers(view.results, *at), ". The cells have ", whose_numbers(view), '.');
}

// The edits that explain the file, each with its button, and all that is known.
void draw_against_details(const View& view, PanelStates& states, Requests& requests, std::string_view id) {
    const Against& a = view.results.against;
    for (std::size_t i = 0; i < a.offers.size(); ++i) {
        ImGui::PushID(static_cast<int>(i));
        if (button(a.offers[i].label.c_str(), say(id, ".against.offer.", i), {.small = true})) {
            requests.edit(a.offers[i].edit, states.next_gesture++);
            requests.status = say(a.offers[i].label, ".");
            requests.result = true;
        }
        stay_on_line(ImGui::CalcTextSize(a.offers[i].effect.c_str()).x);
        dim_text(view.theme, a.offers[i].effect);
        ImGui::PopID();
    }
    for (const std::string& line : a.details) wrapped(line);
    mark(id, ".against.details");
    if (button("Copy", say(id, ".against.copy"), {.icon = Icon::copy, .small = true})) {
        const auto offer = [](const Against::Offer& o) { return say(o.label, ": ", o.effect, ".\n"); };
        requests.copy = say(a.path, ": ", a.verdict, '\n', list_of(a.offers, offer, ""),
                            list_of(a.details, std::identity(), "\n"), '\n');
        requests.status = "Copied what is known about this D.";
    }
}

}  // namespace

std::string both_numbers(const Results& r, const ElementFocus& at) {
    const Against& a = r.against;
    const std::size_t index = static_cast<std::size_t>(at.row) * r.emulation->n + static_cast<std::size_t>(at.column);
    return say("D[", at.row, "][", at.column, "]: ", name_of_file(a.path), ' ', text_of_word(a.type, a.words[index]),
               ", model ", text_of_word(a.type, a.model[index]));
}

void verdict_line(const View& view, PanelStates& states, Requests& requests, std::string_view id) {
    const Results& r = view.results;
    if (!r.emulation) return void(line_before(view, view.theme.dim, before_verdict(r), 0, say(id, ".verdict")));
    const bool before = !r.is_of(view.derived.revision);
    const RunVerdict verdict = before ? RunVerdict{.sentence = "D was computed before the last edit (Ctrl+E: again)."}
                                      : verdict_of(view.derived, r, view.asked);
    const bool fixes = verdict.repair != nullptr;
    const std::string text =
        say(!before && r.shows_kernel() ? "With the words of this session: " : "", verdict.sentence);
    const bool cut = line_before(view, before ? view.theme.dim : colour_of(view, verdict.tone), text,
                                 more_width() + (fixes ? end_width("Fix") : 0), say(id, ".verdict"),
                                 before                              ? Lead::none
                                 : verdict.tone == VerdictTone::open ? Lead::whole
                                                                     : Lead::sentences);
    if (before) mark(id, ".before");
    constexpr std::string_view kTones[] = {"right", "open", "wrong"};
    if (!before) mark(id, ".verdict.", kTones[static_cast<std::size_t>(verdict.tone)]);
    if (fixes) draw_fix(view, *verdict.repair, states, requests, say(id, ".verdict.fix"));
    more_button(view, states.counts_open, say(id, ".more"));
    if (cut && ImGui::IsItemFocused() && ImGui::GetIO().NavVisible) tooltip_of_item(text);  // for the keyboard
}

void against_line(const View& view, PanelStates& states, Requests& requests, std::string_view id) {
    if (view.against.empty()) return;
    const Results& r = view.results;
    const Against& a = r.against;
    const bool shown = a.path == view.against && r.is_of(view.derived.revision) && r.state != ResultState::running,
               verdict = shown && a.why.empty();
    const std::string name = name_of_file(view.against);
    const std::string text =
        !shown    ? say(name, r.state == ResultState::running ? " is compared with D .."
                                                              : " is compared with D when it is emulated (Ctrl+E).")
        : verdict ? say(name, ": ", a.verdict)
                  : say(name, " is not compared.");
    const float end =
        end_width("Remove") + (verdict ? more_width() : 0) + (verdict && a.only ? end_width(apply_label(r)) : 0);
    line_before(view,
                !shown     ? view.theme.dim
                : a.agrees ? view.theme.good
                           : view.theme.warn,
                text, end, say(id, ".against"), verdict ? (a.only ? Lead::sentences : Lead::whole) : Lead::none);
    if (verdict) mark(id, a.first ? ".against.different" : ".against.equal");
    draw_against_end(view, states, requests, verdict, id);
    if (a.why.empty() || !shown)
        line_before(view, view.theme.text, verdict ? numbers_of_both(view) : " ", 0, say(id, ".against.numbers"));
    if (shown && !a.why.empty()) sentence_of(view.theme, Severity::warn, a.why, id, ".against.why");
    if (verdict && states.against_open) draw_against_details(view, states, requests, id);
}

}  // namespace tilescope::ui
