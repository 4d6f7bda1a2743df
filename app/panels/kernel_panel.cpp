// app/panels/kernel_panel.cpp -- the kernel that a run launches, as PTX text.
// SPDX-License-Identifier: MIT
#include "app/panels/panel_parts.h"
#include "app/ui/imgui_compat.h"

#include <tilescope/document/instruction.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

void update_kernel(const View& view, RunPanelState& state) {
    if (state.kernel_revision == view.derived.revision) return;
    state.kernel_revision = view.derived.revision;
    const Answer<LiveKernel> kernel = live_kernel(view.derived);
    state.kernel = kernel ? kernel->text : std::string();
    state.no_kernel = kernel.why;
}

// Draws only the visible lines: a kernel has hundreds.
void draw_lines(const View& view, std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    ImGui::PushFont(view.mono);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(lines.size()));
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const std::string_view line = lines[static_cast<std::size_t>(i)];
            ImGui::TextUnformatted(line.data(), line.data() + line.size());
        }
    ImGui::PopFont();
}

}  // namespace

// Reads: derived.   Requests: a copy of the text, the command that saves it.
void draw_kernel_panel(const View& view, PanelStates& states, Requests& requests) {
    RunPanelState& state = states.run;
    update_kernel(view, state);
    heading("KERNEL", style_of(view), view.session.arch);
    if (!state.no_kernel.empty()) return empty_state(view.theme, "kernel.none", state.no_kernel);
    dim_text(view.theme,
             "All numbers, also the words, are in the block of parameters, so this text depends only on the target and "
             "on the form of the instruction.");
    if (button("Copy", "kernel.copy", {.icon = Icon::copy})) {
        requests.copy = state.kernel;
        requests.status = "Copied the kernel.";
    }
    if (button("Save ...", "kernel.save", {.icon = Icon::save, .beside = true}))
        requests.commands.push_back(command("save_kernel"));
    if (begin_part("kernel.text", {0, 0})) draw_lines(view, state.kernel);
    ImGui::EndChild();
    mark("kernel.text");
}

}  // namespace tilescope::ui
