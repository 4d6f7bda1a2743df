// app/panels/mma_verdict.cpp -- the lines above the MMA picture: the counts, what they cover, and every caveat.
// SPDX-License-Identifier: MIT
//
// The card in the corner of the picture shows what is selected, and goes when the picture is zoomed or the window is
// small. These lines always stay, because a count without its caveats says more than is known.
#include "app/panels/covering.h"
#include "app/panels/mma_parts.h"
#include "app/panels/panel_parts.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/legend.h"
#include "app/widgets/text_fit.h"
#include "app/widgets/tooltip.h"

#include <tilescope/base/say.h>
#include <tilescope/scene/result_scene.h>

namespace tilescope::ui {
namespace {

// The K step of the picture has no sums, because the run leaves it out.
void draw_missing_step(const View& view) {
    if (has_emulated_step(view)) return;
    const unsigned step = view.view_state.k_step;
    if (view.view_state.sums) {
        dim_text(view.theme, say("K step ", step, " was not emulated, so D has no sum after it and no colours of it."));
        mark("mma.no_sum");
        return;
    }
    dim_text(view.theme, say("The picture frames K step ", step, " of A and B. It was not emulated."));
    mark("mma.other_step");
}

// The button stands before the text, so that no number moves it. A small window has the box of the tools just above.
void draw_all_steps(const View& view, Requests& requests) {
    if (covers_all_steps(view.results.job) || view.compact) return;
    if (ImGui::SmallButton("Emulate all K steps")) emulate_all_steps(view, requests);
    mark("mma.add_steps");
    ImGui::SameLine();
}

void draw_counts(const View& view, Requests& requests) {
    const Results& r = view.results;
    const std::string covered = steps_in_words(r.job);
    const bool before = !r.is_of(view.derived.revision);  // no line of its own: it would move all lines below it
    draw_all_steps(view, requests);
    wrapped(say(before ? "Computed before the last edit:  " : "", counts_in_words(*r.emulation),
                covered.empty() ? "" : ".  ", covered));
    mark("mma.counts");
    if (before) mark("mma.before");
    draw_missing_step(view);
}

// The memory before the paste is that of an example, so the words of the user cannot be judged against it.
void offer_to_say_what_was_written(Requests& requests) {
    constexpr const char* kSay = "Say what was written ...";
    stay_on_line(button_width(kSay));
    if (ImGui::SmallButton(kSay)) requests.commands.push_back(command("show_panel", "operands"));
    mark("mma.say_written");
    if (ImGui::IsItemHovered())
        ImGui::SetTooltip(
            "Opens the panel Data: the swizzle, the start and the strides with which your program wrote A and "
            "B. Then D shows whether the words read that.");
}

// The important half first: a narrow window cuts no line, but a reader stops early.
std::string rewritten_text(const View& view, bool earlier) {
    const RewrittenMemory& memory = *view.rewritten;
    if (view.compact)
        return earlier                    ? "The memory was rewritten for earlier words, and the last words kept it."
               : memory.unmatched.empty() ? "The memory was rewritten to match the words."
                                          : say("The memory was rewritten for the words, but ", memory.unmatched, '.');
    if (earlier)
        return "D shows only whether the last words read what earlier words mean: the memory was rewritten for those, "
               "and the last words kept it.";
    const std::string agree =
        "D shows only whether the words agree with each other, not whether they read what your "
        "program wrote: the memory was rewritten ";
    return memory.unmatched.empty()
               ? say(agree, "to match the words when they came to their cards.")
               : say(agree, "for the words when they came to their cards. Not all of it matched: ", memory.unmatched,
                     '.');
}

// A result without a wrong element, in a memory that the words made: it says less than it seems to.
void draw_rewritten(const View& view, bool shown, Requests& requests) {
    if (view.rewritten == nullptr) return;
    if (shown && view.results.emulation->count[static_cast<std::size_t>(Verdict::wrong)] != 0) return;
    ImGui::PushStyleColor(ImGuiCol_Text, colour_of(view.theme, Severity::warn));
    const bool earlier = view.rewritten->is_of_earlier_words(view.history);
    wrapped(say(sign_of(Severity::warn), "  ", rewritten_text(view, earlier)));
    ImGui::PopStyleColor();
    mark("mma.rewritten");
    if (g_probe != nullptr && earlier) mark("mma.rewritten.earlier");
    if (earlier) return;  // the words are judged against what the user kept
    if (view.rewritten->example) return offer_to_say_what_was_written(requests);
    constexpr const char* kJudge = "Judge against the old memory";
    stay_on_line(button_width(kJudge));
    if (ImGui::SmallButton(kJudge)) requests.commands.push_back(command("judge_old_memory"));
    mark("mma.judge_old");
    if (!ImGui::IsItemHovered()) return;
    const OperandPair<OperandImage>& old = view.rewritten->before;
    tooltip_of_item(say("Takes back the memory that was there before these words, and keeps it.\n\nA: ", text_of(old.a),
                        "\nB: ", text_of(old.b)));
}

// What an equal element proves, and the offer to prove more.
void draw_proof(const View& view, PanelStates& states, Requests& requests) {
    const Emulation& e = *view.results.emulation;
    const std::string text = sight_grouped(e);
    if (!text.empty() && !view.compact) dim_text(view.theme, text);
    if (view.compact) stay_on_line(button_width("Make wrong reads visible in D") + ImGui::GetFrameHeight());
    draw_covering(view, states, requests, "mma.cover");
    if (!text.empty() && view.compact && ImGui::IsItemHovered()) tooltip_of_item(text);
}

// A small window has no card, which has the legend elsewhere.
void draw_legend_button(const View& view, const PanelStates& states) {
    constexpr const char *kLegend = "Legend", *kPopup = "mma_legend";
    constexpr float kWidth = 360;  // logical pixels
    stay_on_line(button_width(kLegend));
    if (ImGui::SmallButton(kLegend)) ImGui::OpenPopup(kPopup);
    mark("mma.legend");
    ImGui::SetNextWindowSize({kWidth * view.scale, 0});
    if (!ImGui::BeginPopup(kPopup)) return;
    legend(states.mma.picture.scene.legend, style_of(view));
    ImGui::EndPopup();
}

}  // namespace

void draw_mma_verdict(const View& view, PanelStates& states, Requests& requests) {
    const Results& r = view.results;
    const bool shown = r.emulation && r.state != ResultState::refused;
    if (view.compact && !states.mma.picture.scene.legend.empty()) draw_legend_button(view, states);
    waiting_words_line(view, states, requests, "mma.waiting");
    if (r.state == ResultState::refused) {
        ImGui::PushStyleColor(ImGuiCol_Text, colour_of(view.theme, Severity::error));
        wrapped(say(sign_of(Severity::error), "  ", r.refused));
        ImGui::PopStyleColor();
        mark("mma.refused");
    }
    if (shown) draw_counts(view, requests);
    draw_rewritten(view, shown, requests);
    if (shown) draw_proof(view, states, requests);
}

}  // namespace tilescope::ui
