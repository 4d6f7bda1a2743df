// app/panels/autopsy_panel.cpp -- the autopsy of a program: what to look at, the verdict, and its chains as sessions.
// SPDX-License-Identifier: MIT
#include "app/panels/panel_parts.h"
#include "app/ui/imgui_compat.h"

#include <tilescope/base/say.h>

#include <imgui_stdlib.h>

#include <algorithm>
#include <utility>

namespace tilescope::ui {
namespace {

constexpr float kArraysBox = 190, kProgramBox = 280;  // logical pixels

// Draws a box with its name; returns whether Enter was pressed in it.
bool text_box(const View& view, const char* name, const char* hint, float width, std::string_view id,
              std::string& text) {
    name_of_choice(name);
    ImGui::PushFont(view.mono);
    ImGui::SetNextItemWidth(width);
    const bool entered =
        ImGui::InputTextWithHint(say("##", id).c_str(), hint, &text, ImGuiInputTextFlags_EnterReturnsTrue);
    mark(id);
    ImGui::PopFont();
    return entered;
}

// Draws what can be looked at: a recording, or a program, with the arrays that it should have.
void draw_question(const View& view, const AutopsyView& now, AutopsyPanelState& state, Requests& requests) {
    const bool busy = !now.now.empty();
    auto& [program, arrays] = state.typed;
    if (std::exchange(state.seen.program, now.program) != now.program) program = now.program;
    if (std::exchange(state.seen.arrays, now.arrays) != now.arrays) arrays = now.arrays;
    if (button("Open a recording ...", "autopsy.open", {.disabled = busy})) requests.ask("autopsy");
    tip("Choose the file recording.jsonl of a recording that \"tilescope autopsy --keep DIR\" left. No GPU is needed.");
    ImGui::SameLine();
    const bool again = text_box(view, "A and B", "ab.npz", kArraysBox * view.scale, "autopsy.arrays", arrays);
    if (ImGui::IsItemDeactivatedAfterEdit() || again) requests.ask("use_autopsy_arrays", arrays);
    tip("An .npz file with the arrays a and b as they should be. With them the elements are found in memory. Enter "
        "looks again.");
    ImGui::SameLine();
    if (icon_button(Icon::more, "##arrays")) requests.ask("autopsy_arrays");
    mark("autopsy.choose_arrays");
    const float action = busy ? action_width(Icon::stop, "Stop") : action_width(Icon::run, "Run");
    const float run = action + ImGui::GetStyle().ItemSpacing.x;
    stay_on_line(ImGui::CalcTextSize("Program").x + kProgramBox * view.scale + run);
    if (std::exchange(state.takes_keyboard, false)) ImGui::SetKeyboardFocusHere();
    bool runs = text_box(view, "Program", "./gemm 4096 4096 4096", -run, "autopsy.program", program);
    tip("A program and its arguments. It runs under your cuda-gdb, which stops it before every MMA of its first kernel "
        "that has one. It needs a GPU.");
    ImGui::SameLine();
    if (busy) {
        if (button("Stop", "autopsy.stop", {.icon = Icon::stop})) requests.ask("stop_autopsy");
        tip("Ends the debugger and the program (Esc).");
        return;
    }
    runs |= button("Run", program.empty() ? "autopsy.run_disabled" : "autopsy.run",
                   {.icon = Icon::run, .disabled = program.empty()});
    if (runs && !program.empty()) requests.ask("run_autopsy", program);
    if (again && !runs) requests.ask("look_again");
}

// A colour and a word: the word says it without the colour.
ImU32 colour_of_chain(const Theme& theme, const AutopsyChain& chain) {
    return chain.severity == Severity::info ? theme.good : colour_of(theme, chain.severity);
}

// What a session has, by its name: "chain0-written", "chain0", "chain0-2".
std::string name_of_session(std::string_view name) {
    const std::size_t end = name.find('-');
    if (end == name.npos) return "the memory as it was read";
    if (name.substr(end) == "-written") return "the memory as it was written";
    return say("part ", name.substr(end + 1));
}

// "wrong   Chain 0, warpgroup 0, K steps 0 to 3", and below it the verdict, unless it is said above.
void draw_chain(const View& view, const AutopsyChain& chain, std::size_t number, bool says_line, Requests& requests) {
    ImGui::PushID(static_cast<int>(number));
    const bool opens = !chain.sessions.empty();
    ImGui::PushStyleColor(ImGuiCol_Text, colour_of_chain(view.theme, chain));
    const std::string title = say(chain.verdict, "   ", chain.title);
    const bool chosen = ImGui::Selectable(shortened(title, ImGui::GetContentRegionAvail().x).c_str(), false,
                                          opens ? ImGuiSelectableFlags_None : ImGuiSelectableFlags_Disabled);
    ImGui::PopStyleColor();
    mark("autopsy.chain.", number);
    tip_below(chain.text, kOffToo);
    if (chosen) requests.ask("open_chain", chain.sessions.front());
    if (says_line) wrapped(chain.line, say("autopsy.line.", number));
    if (!opens) dim_text(view.theme, say("It has no session. ", chain.no_session), say("autopsy.no_session.", number));
    for (std::size_t i = 1; i < chain.sessions.size(); ++i) {
        const std::string& name = chain.sessions[i];
        const std::string what = name_of_session(name);
        if (i == 1) dim_text(view.theme, say("Opens with ", name_of_session(chain.sessions[0]), ". Also:"));
        stay_on_line(button_width(what.c_str()));
        if (button(what.c_str(), say("autopsy.session.", number, '.', i), {.small = true}))
            requests.ask("open_chain", name);
    }
    ImGui::PopID();
}

}  // namespace

// Reads: autopsy.   Requests: the commands that look at a recording or a program, stop that, and open a chain.
void draw_autopsy_panel(const View& view, PanelStates& states, Requests& requests) {
    const AutopsyView none;
    const AutopsyView& now = view.autopsy != nullptr ? *view.autopsy : none;
    draw_question(view, now, states.autopsy, requests);
    if (!now.now.empty()) return wrapped(now.now, "autopsy.now");
    if (now.said.empty())
        return empty_state(
            view.theme, "autopsy.empty",
            "Look at a program that computes wrong numbers: open a recording of its MMAs, or run it under "
            "cuda-gdb. Each chain of MMAs then has a line here, which opens it as a session.");
    const bool right = !now.chains.empty() && now.severity == Severity::info;
    result_text(view.lead, right ? view.theme.good : colour_of(view.theme, now.severity), now.said, "autopsy.said");
    dim_text(view.theme, now.of, "autopsy.of");
    for (std::size_t i = 0; i < now.chains.size(); ++i)
        draw_chain(view, now.chains[i], i, now.chains[i].line != now.said, requests);
    for (const std::string& sentence : now.lost) dim_text(view.theme, say("Not recorded: ", sentence));
}

}  // namespace tilescope::ui
