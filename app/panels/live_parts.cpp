// app/panels/live_parts.cpp -- parts that the panels of the Run screen share.
// SPDX-License-Identifier: MIT
#include "app/panels/live_parts.h"

#include "app/panels/panel_parts.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/action_button.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <utility>

namespace tilescope::ui {
namespace {

constexpr float kDeadlineBox = 64;  // logical pixels

void coloured(ImU32 colour, std::string_view text) {
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    wrapped(text);
    ImGui::PopStyleColor();
}

void draw_deadline(const View& view, RunPanelState& state) {
    const char* label = "ms for the MMA";
    stay_on_line(kDeadlineBox * view.scale + ImGui::CalcTextSize(label).x + ImGui::GetStyle().ItemSpacing.x);
    ImGui::SetNextItemWidth(kDeadlineBox * view.scale);
    ImGui::InputScalar("##deadline", ImGuiDataType_U32, &state.timeout_ms);
    mark("live.deadline");
    if (ImGui::IsItemHovered())
        ImGui::SetTooltip("%s", say("The longest wait on the GPU, in milliseconds: 1 to ", kMostTimeoutMs,
                                    ". A tcgen05 kernel that waits longer stops itself. For wgmma the worker is ended.")
                                    .c_str());
    if (!ImGui::IsItemActive()) state.timeout_ms = std::clamp(state.timeout_ms, 1u, kMostTimeoutMs);
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(label);
}

// One stage of a launch: reached, the current one, or one that the run never reached.
struct Chip {
    std::string_view text;
    ImU32 colour;
};
void draw_chip(const Chip& chip, bool last) {
    const std::string text = last ? std::string(chip.text) : say(chip.text, "  >");
    stay_on_line(ImGui::CalcTextSize(text.c_str()).x);
    ImGui::PushStyleColor(ImGuiCol_Text, chip.colour);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopStyleColor();
}

std::string milliseconds(std::uint64_t us) { return say(us / 1000, '.', us / 100 % 10, " ms"); }

}  // namespace

const LiveRecord* shown_run(const View& view, const RunPanelState& state) {
    const auto found = std::ranges::find(view.live.runs, state.shown, &LiveRecord::number);
    return found == view.live.runs.end() ? nullptr : &*found;
}

std::string ending_in_short(const LiveRecord& run) {
    if (!run.good || !run.comparison) return run.outcome;
    const LiveComparison& c = *run.comparison;
    if (c.is_equal()) return "equal";
    if (c.different == 0) return say(c.cells, c.cells == 1 ? " other cell differs" : " other cells differ");
    return say(c.different, c.different == 1 ? " word differs" : " words differ");
}

void draw_live_off(const View& view, Requests& requests) {
    wrapped("Live mode is off.");
    mark("live.off");
    if (ImGui::Button("Turn live mode on")) requests.commands.push_back(command("live"));
    mark("live.turn_on");
    const std::string needs = say("An NVIDIA GPU that runs code for ", view.session.arch,
                                  ", and its driver (libcuda.so.1). No CUDA Toolkit.");
    const std::pair<std::string_view, std::string_view> parts[] = {
        {"What a run does",
         "It starts a process of its own, the worker. The worker fills the memory of a GPU as the emulator does, runs "
         "this instruction once for each K step, and copies D and Tensor Memory back. Then every word is compared with "
         "the CPU model. A wrong descriptor can end or block the worker, but never this window."},
        {"What it needs", needs},
        {"What is missing", "Until live mode is on, tilescope does not look for a driver or a GPU."},
        {"A GPU of another machine",
         "Install the same version of tilescope there. Write the command that starts it into the box 'Worker': ssh "
         "HOST "
         "tilescope. ssh must not ask for a password."},
        {"What works without a GPU", "D of the CPU model, the checks at the right, and the text of the kernel."}};
    for (const auto& [title, text] : parts) {
        ImGui::Spacing();
        wrapped(title);
        dim_text(view.theme, text);
    }
    mark("live.off_text");
}

void draw_run_bar(const View& view, PanelStates& states, Requests& requests) {
    const LiveView& live = view.live;
    const bool busy = live.activity != LiveActivity::idle;
    const bool ticked = states.run.anyway_revision == view.derived.revision;
    const bool can = !busy && !live.prevented && (!live.needs_anyway || ticked);
    ImGui::BeginDisabled(!can);
    if (action_button(Icon::run, "Run   Ctrl+Enter")) requests.commands.push_back(command("run_live"));
    mark(can ? "live.run" : "live.run_disabled");
    ImGui::EndDisabled();
    ImGui::SameLine();
    ImGui::BeginDisabled(!busy || live.activity == LiveActivity::stopping);
    if (action_button(Icon::stop, "Stop")) requests.commands.push_back(command("stop_live"));
    mark(busy ? "live.stop" : "live.stop_disabled");
    ImGui::EndDisabled();
    draw_deadline(view, states.run);
    constexpr std::string_view kNow[] = {"", "Asking the worker for its GPUs ...", "Running ...", "Stopping ..."};
    if (const std::string_view now = kNow[static_cast<std::size_t>(live.activity)]; !now.empty()) {
        stay_on_line(ImGui::CalcTextSize(now.data()).x);
        ImGui::AlignTextToFramePadding();
        ImGui::TextUnformatted(now.data());
        mark("live.now");
    }
}

void draw_stages(const View& view, const LiveRecord* shown) {
    const LiveView& live = view.live;
    const bool runs = live.activity == LiveActivity::running || live.activity == LiveActivity::stopping;
    if (!runs && (shown == nullptr || shown->good)) return;
    const unsigned reached = runs ? live.stage : shown->reached;
    dim_text(view.theme, runs && live.steps > 1 ? say("K step ", live.step + 1, " of ", live.steps) : "Stages");
    for (std::size_t s = 0; s < live.stages.size(); ++s) {
        const bool was_reached = s <= reached, failed = !runs && s == reached;
        const ImU32 colour = failed ? view.theme.error : was_reached ? view.theme.live : faded(view.theme.dim, 0.6f);
        draw_chip({live.stages[s], colour}, s + 1 == live.stages.size());
        if (g_probe != nullptr) mark(say(was_reached ? "live.reached." : "live.stage.", s));
    }
}

void draw_ending(const View& view, const LiveRecord& run) {
    const bool equal = run.comparison && run.comparison->is_equal();
    const ImU32 colour = !run.good ? view.theme.error : equal ? view.theme.good : view.theme.warn;
    const bool compared = run.good && !run.sentences.empty();
    coloured(colour, say("Run ", run.number, ": ", compared ? run.sentences.front() : run.sentence));
    mark(!run.good ? "live.failed" : equal ? "live.equal" : "live.different");
    std::string rest;
    for (std::size_t i = 1; i < run.sentences.size(); ++i) rest += say(i == 1 ? "" : " ", run.sentences[i]);
    if (!rest.empty()) wrapped(rest);
    if (run.out_of_spec) {
        coloured(view.theme.warn,
                 "OUT OF SPEC: the words break rules of the instruction, so this result proves little.");
        mark("live.out_of_spec");
    }
    if (run.session != view.session) {
        dim_text(view.theme, "This run is of another session: it was made before the last edit.");
        mark("live.before");
    }
    if (run.has_report)
        dim_text(view.theme, say(run.gpu.empty() ? "" : say(run.gpu, ":   "), "compile ", milliseconds(run.compile_us),
                                 "   run ", milliseconds(run.run_us), "   copies ", milliseconds(run.copy_us),
                                 "   all together ", milliseconds(run.total_us)));
    mark("live.times");
}

}  // namespace tilescope::ui
