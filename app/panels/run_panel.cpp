// app/panels/run_panel.cpp -- the worker, its GPUs, and the checks before a launch.
// SPDX-License-Identifier: MIT
#include "app/panels/panel_parts.h"

#include <tilescope/base/say.h>

#include <imgui_stdlib.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

void draw_worker(const View& view, RunPanelState& state, Requests& requests) {
    if (!state.editing) state.worker = view.live.worker;
    dim_text(view.theme, "Worker (empty: this machine)");
    ImGui::PushFont(view.mono);
    ImGui::SetNextItemWidth(-1);
    ImGui::InputTextWithHint("##worker", "ssh HOST ./tilescope", &state.worker);
    mark("run.worker");
    ImGui::PopFont();
    state.editing = ImGui::IsItemActive();
    if (ImGui::IsItemHovered())
        ImGui::SetTooltip(
            "The command that starts tilescope where the GPU is. A shell runs it when you look for GPUs or run.");
    if (ImGui::IsItemDeactivatedAfterEdit()) requests.commands.push_back(command("use_worker", state.worker));
}

void choose_gpu(const View& view, RunPanelState& state) {
    const LiveView& live = view.live;
    const std::string any = say("The first that runs code for ", view.session.arch);
    const auto chosen = std::ranges::find_if(live.gpus, [&](const LiveGpu& g) { return state.device == g.index; });
    ImGui::SetNextItemWidth(-1);
    if (!begin_list("##gpu", chosen == live.gpus.end() ? any : chosen->text, "run.gpu")) return;
    if (list_line(any, !state.device, "run.gpu.any")) state.device.reset();
    for (const LiveGpu& gpu : live.gpus) {
        const std::string text = gpu.fits ? gpu.text : say(gpu.text, "  (not for ", view.session.arch, ")");
        if (list_line(text, state.device == gpu.index, "run.gpu.", gpu.index)) state.device = gpu.index;
    }
    ImGui::EndCombo();
}

void draw_gpus(const View& view, RunPanelState& state, Requests& requests) {
    const LiveView& live = view.live;
    if (button("Look for GPUs", "run.look", {.disabled = !live.on || live.activity != LiveActivity::idle}))
        requests.commands.push_back(command("look_for_gpus"));
    const char* label = live.on ? "Turn live mode off" : "Turn live mode on";
    if (button(label, "run.live", {.beside = true})) requests.commands.push_back(command("live"));
    if (!live.gpus.empty()) choose_gpu(view, state);
    if (!live.gpus_sentence.empty()) {
        dim_text(view.theme, live.gpus_sentence, "run.no_gpu");
    }
}

// The sign shows the kind without the colour.
struct Sign {
    const char* text;
    ImU32 colour;
};
Sign sign_of_check(const Theme& theme, LiveCheckKind kind) {
    switch (kind) {
    case LiveCheckKind::good: return {"ok", theme.good};
    case LiveCheckKind::note: return {"i", theme.dim};
    case LiveCheckKind::rule: break;
    case LiveCheckKind::prevents: break;
    }
    return {sign_of(Severity::error), theme.error};
}

void draw_checks(const View& view, RunPanelState& state) {
    const float indent = ImGui::CalcTextSize("ok").x + ImGui::GetStyle().ItemSpacing.x;
    for (std::size_t c = 0; c < view.live.checks.size(); ++c) {
        const LiveCheck& check = view.live.checks[c];
        const Sign sign = sign_of_check(view.theme, check.kind);
        const float left = ImGui::GetCursorPosX();
        ImGui::PushStyleColor(ImGuiCol_Text, sign.colour);
        ImGui::TextUnformatted(sign.text);
        ImGui::PopStyleColor();
        ImGui::SameLine();
        ImGui::SetCursorPosX(left + indent);
        wrapped(check.text);
        mark("run.check.", c);
    }
    if (!view.live.needs_anyway || view.live.prevented) return;
    bool ticked = state.anyway_revision == view.derived.revision;
    if (tick_box("Run anyway, out of spec", ticked, "run.anyway"))
        state.anyway_revision = ticked ? view.derived.revision : 0;
    tip("The GPU may stop the kernel or never answer. The tick ends with the next edit.");
}

}  // namespace

// Reads: live, the target.   Requests: the worker; the commands "look_for_gpus" and "live".
void draw_run_panel(const View& view, PanelStates& states, Requests& requests) {
    heading("GPU", style_of(view), say("target ", view.session.arch));
    draw_worker(view, states.run, requests);
    draw_gpus(view, states.run, requests);
    heading("BEFORE THE LAUNCH", style_of(view));
    draw_checks(view, states.run);
}

}  // namespace tilescope::ui
