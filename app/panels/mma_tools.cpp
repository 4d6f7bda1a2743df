// app/panels/mma_tools.cpp -- the lines above the MMA picture: emulate, run, the K steps, the instruction, its words.
// SPDX-License-Identifier: MIT
#include "app/panels/cell_labels.h"
#include "app/panels/mma_parts.h"
#include "app/panels/panel_parts.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/action_button.h"
#include "app/widgets/k_slider.h"
#include "app/widgets/segmented.h"
#include "app/widgets/text_fit.h"
#include "app/widgets/tooltip.h"

#include <tilescope/base/say.h>
#include <tilescope/view/pictures.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace tilescope::ui {
namespace {

constexpr double kSecondsOfStep = 0.9;  // while playing
constexpr float kStepsOfSecond = 5;     // how fast the window moves to the next K step
constexpr float kWidestSlider = 300;    // logical pixels

// A bar along the lower edge of the last item.
void draw_progress(const View& view, float part) {
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    const float height = 3 * view.scale;
    ImGui::GetWindowDrawList()->AddRectFilled({low.x, high.y - height}, {low.x + part * (high.x - low.x), high.y},
                                              view.theme.accent);
}

// Both buttons have one size, and the progress is drawn in the button: nothing beside it moves under the pointer.
void draw_emulate(const View& view, Requests& requests) {
    const Results& r = view.results;
    const ImVec2 size{std::max(action_width(Icon::run, "Emulate"), action_width(Icon::stop, "Stop")), 0};
    if (r.state != ResultState::running) {
        if (action_button(Icon::run, "Emulate", size)) {
            requests.commands.push_back(command("emulate"));
            requests.view_state.sums = false;  // the verdicts are the answer to this button
        }
        mark("mma.emulate");
        if (ImGui::IsItemHovered()) tooltip_of_item("Computes D on the CPU and compares every element (Ctrl+E).");
        return;
    }
    if (action_button(Icon::stop, "Stop", size)) requests.commands.push_back(command("stop_emulation"));
    mark("mma.stop");
    const unsigned done = std::min(r.rows_done, r.rows);
    if (r.rows != 0) draw_progress(view, static_cast<float>(done) / static_cast<float>(r.rows));
    mark("mma.progress");
    if (ImGui::IsItemHovered())
        tooltip_of_item(r.rows == 0 ? std::string("Emulating ..") : say("Emulating, row ", done, " of ", r.rows));
}

void draw_run_on_gpu(const View& view, Requests& requests) {
    if (!view.live.on) return;
    ImGui::SameLine();
    const bool busy = view.live.activity != LiveActivity::idle;
    ImGui::BeginDisabled(busy);
    if (action_button(Icon::run, "Run on the GPU")) requests.commands.push_back(command("run_live"));
    ImGui::EndDisabled();
    mark(busy ? "mma.run_disabled" : "mma.run");
}

// Moves to the next step while playing, and the window of the picture to the step.
void move_steps(const View& view, MmaPanelState& state, unsigned steps, Requests& requests) {
    const double now = ImGui::GetTime();
    const unsigned step = std::min(view.view_state.k_step, steps - 1);
    if (state.playing && now - state.stepped >= kSecondsOfStep) {
        requests.view_state.k_step = (step + 1) % steps;
        state.stepped = now;
    }
    const auto goal = static_cast<float>(step);
    const float way = view.reduced_motion ? static_cast<float>(steps) : kStepsOfSecond * ImGui::GetIO().DeltaTime;
    state.shown_step =
        state.shown_step < goal ? std::min(goal, state.shown_step + way) : std::max(goal, state.shown_step - way);
    if (state.playing || state.shown_step != goal) requests.next_frame = true;
}

bool runs_all_steps(const View& view) { return view.session.run.steps == 0 && view.session.run.first_step == 0; }

// The sums of the steps need a result in which all of them run.
void begin_to_play(const View& view, Requests& requests) {
    requests.view_state.sums = true;
    requests.result = true;
    if (runs_all_steps(view)) return;
    emulate_all_steps(view, requests);
    requests.status = "All K steps are emulated now, so that D can be shown after each of them.";
}

// What D shows: its verdicts, or its numbers after the K step. It is the last one of the tools, because it comes and
// goes.
void draw_what_d_shows(const View& view, Requests& requests) {
    if (!view.results.emulation || mma_steps(view) < 2) return;
    constexpr Segment shown[] = {{"verdicts", "D: verdicts"}, {"sums", "sum after the step"}};
    stay_on_line(button_width("D: verdicts") + button_width("sum after the step"));
    const auto chosen = segmented("mma.shown", shown, view.view_state.sums ? 1 : 0, style_of(view));
    if (chosen) requests.view_state.sums = *chosen == 1;
}

void draw_steps(const View& view, MmaPanelState& state, Requests& requests) {
    const unsigned steps = mma_steps(view);
    if (steps < 2) {
        state.playing = false;
        state.shown_step = 0;
        return;
    }
    move_steps(view, state, steps, requests);
    stay_on_line(button_width("Play K steps") + kWidestSlider * view.scale);
    if (ImGui::Button(state.playing ? "Pause###play" : "Play K steps###play", {button_width("Play K steps"), 0})) {
        state.playing = !state.playing;
        state.stepped = ImGui::GetTime();
        if (state.playing) begin_to_play(view, requests);
    }
    mark("mma.play");
    if (ImGui::IsItemHovered()) tooltip_of_item("Shows D after each instruction along K. Each one adds to D.");
    ImGui::SameLine();
    const std::vector<int> units(steps - 1, 0);
    const KSlider slider{"mma.k_step", std::min(view.view_state.k_step, steps - 1), units, kWidestSlider * view.scale};
    if (const auto chosen = k_slider(slider, style_of(view)).chosen) {
        requests.view_state.k_step = *chosen;
        requests.view_state.sums = true;
        state.playing = false;
    }
    stay_on_line(button_width("emulate all K steps") + ImGui::GetFrameHeight());
    bool all = runs_all_steps(view);
    if (ImGui::Checkbox("emulate all K steps", &all))
        requests.edits.emplace_back(SetRun{with_steps(view.session.run, all)});
    mark("mma.all_steps");
}

Severity worst_of(const WordView& word) {
    return word.problems.empty() ? Severity::info : word.problems.front().severity;
}

}  // namespace

unsigned mma_steps(const View& view) {
    return view.derived.k == 0 ? 1 : std::clamp(view.session.tile_k / view.derived.k, 1u, 256u);
}

bool has_emulated_step(const View& view) { return has_emulated_step(view.view_state, view.results); }

MmaRun with_steps(MmaRun run, bool all) {
    run.first_step = 0, run.steps = all ? 0 : 1;
    return run;
}

void emulate_all_steps(const View& view, Requests& requests) {
    requests.edits.emplace_back(SetRun{with_steps(view.session.run, true)});
    requests.result = true;
}

void draw_mma_tools(const View& view, MmaPanelState& state, Requests& requests) {
    if (view.presenting) return move_steps(view, state, std::max(mma_steps(view), 1u), requests);
    draw_emulate(view, requests);
    draw_run_on_gpu(view, requests);
    draw_steps(view, state, requests);
    choose_label(view, LabelPicture::mma, requests, "mma.labels");
    stay_on_line(button_width("keep memory") + ImGui::GetFrameHeight());
    keep_memory_box(view, requests, "mma.keep_memory");
    draw_what_d_shows(view, requests);
}

void draw_mma_words(const View& view, Requests& requests) {
    if (view.presenting) return;
    ImGui::PushFont(view.mono);
    ImGui::TextUnformatted(shortened(view.derived.instruction, ImGui::GetContentRegionAvail().x).c_str());
    ImGui::PopFont();
    mark("mma.line");
    if (view.compact) return;  // the tab Words has them
    bool first = true;
    for (const WordRow& row : kWords) {
        const WordView& word = view.derived.of(row.word);
        if (!word.used) continue;
        const bool active = view.view_state.active == row.word, bad = !word.problems.empty();
        const std::string text = say(row.title, " ", hex_word(*word.format, word.decoded.word, word.unknown), "  ",
                                     word.summary, bad ? say("  ", sign_of(worst_of(word))) : "");
        if (!std::exchange(first, false)) stay_on_line(button_width(text.c_str()));
        ImGui::PushID(row.id.data());
        ImGui::PushStyleColor(ImGuiCol_Text, active ? view.theme.accent : view.theme.text);
        if (bad) ImGui::PushStyleColor(ImGuiCol_Border, colour_of(view.theme, worst_of(word)));
        if (ImGui::SmallButton(shortened(text, ImGui::GetContentRegionAvail().x).c_str()))
            requests.view_state.active = row.word;
        if (bad) ImGui::PopStyleColor();
        ImGui::PopStyleColor();
        ImGui::PopID();
        mark("mma.word.", row.id);
    }
}

}  // namespace tilescope::ui
