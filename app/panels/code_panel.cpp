// app/panels/code_panel.cpp -- the session as source text for other programs, and the kernel that a run launches.
// SPDX-License-Identifier: MIT
#include "app/panels/panel_parts.h"
#include "app/ui/imgui_compat.h"

#include <tilescope/base/say.h>
#include <tilescope/document/instruction.h>

#include <algorithm>
#include <utility>

namespace tilescope::ui {
namespace {

std::span<const CodeTarget> targets_of(const CodePanelState& state) {
    return state.targets.empty() ? code_targets() : std::span<const CodeTarget>(state.targets);
}

// A text that reads files is not made in a frame: the window has a thread for it.
void update_code(const View& view, CodePanelState& state, Requests& requests) {
    const CodeTarget& target = chosen_target(state);
    if (target.reads_files) {
        requests.code = true;
        return;
    }
    const bool looks_same = !target.of_view || state.look == view.view_state;  // some texts say where the user looks
    if (state.revision == view.derived.revision && state.made_for == state.target && looks_same) return;
    show_code(state, target.text({.derived = view.derived, .view_state = &view.view_state}), view.derived.revision);
    state.look = view.view_state;
}

// The list of targets: a line each, with its language.
void draw_targets(CodePanelState& state) {
    for (const CodeTarget& target : targets_of(state)) {
        ImGui::PushID(target.id.data());
        if (ImGui::Selectable(std::string(target.title).c_str(), target.id == state.target)) state.target = target.id;
        tip_below(say(target.language, '\n', target.help));
        mark("code.", target.id);
        ImGui::PopID();
    }
}

void draw_buttons(const CodePanelState& state, Requests& requests) {
    if (button("Copy", "code.copy", {.icon = Icon::copy})) requests.ask("copy_code", state.target);
    if (button("Save ...", "code.save", {.icon = Icon::save, .beside = true})) requests.ask("save_code", state.target);
}

// A changed line has a bar at its left and another background, so that colour is not its only sign.
void mark_line(const View& view, float width) {
    ImDrawList* const list = ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetTextLineHeight(), bar = 3 * view.scale;
    list->AddRectFilled({at.x - 2 * bar, at.y}, {at.x - bar, at.y + height}, view.theme.accent);
    list->AddRectFilled(at, {at.x + width, at.y + height}, faded(view.theme.accent, 0.12f));
}

void draw_line(std::string_view line) { ImGui::TextUnformatted(line.data(), line.data() + line.size()); }

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

void draw_lines(const View& view, const CodePanelState& state, std::span<const std::string_view> lines, float indent) {
    const float width = ImGui::GetContentRegionAvail().x + ImGui::GetScrollMaxX() - indent;
    ImGui::Indent(indent);
    visible_lines(lines.size(), [&](std::size_t at) {
        const bool changed = std::ranges::binary_search(state.changed, at);
        if (changed) mark_line(view, width);
        draw_line(lines[at]);
        if (changed) mark("code.changed.", at);
        mark("code.line.", at);
    });
    ImGui::Unindent(indent);
}

// A line that is longer than the room is reached by scrolling: a line that is broken is another text.
void draw_text(const View& view, const CodePanelState& state, ImVec2 size) {
    const std::vector<std::string_view> lines = lines_of(state.code.text);
    const auto longest = std::ranges::max_element(lines, {}, &std::string_view::size);
    const float indent = 8 * view.scale;
    ImGui::PushFont(view.mono);
    if (longest != lines.end()) {
        const float width = ImGui::CalcTextSize(longest->data(), longest->data() + longest->size()).x;
        ImGui::SetNextWindowContentSize({indent + width, 0});
    }
    if (begin_part("code.text", size, ImGuiWindowFlags_HorizontalScrollbar)) draw_lines(view, state, lines, indent);
    ImGui::EndChild();
    ImGui::PopFont();
    mark("code.text");
}

void draw_limits(const View& view, const CodePanelState& state) {
    const bool whole = chosen_target(state).returns == CodeReturns::session;
    if (state.code.limits.empty()) {
        dim_text(view.theme, whole ? "This text has the whole session." : "This text has the whole instruction.");
    } else {
        dim_text(view.theme, "Errors and limits:");
        for (const std::string& limit : state.code.limits) {
            ImGui::Bullet();
            ImGui::SameLine();
            ImGui::TextWrapped("%s", limit.c_str());
        }
    }
    mark("code.limits");
}

RunPanelState::KernelText kernel_text(const Derived& derived) {
    const Answer<LiveKernel> kernel = live_kernel(derived);
    return {kernel ? kernel->text : std::string(), kernel.why};
}

}  // namespace

const CodeTarget& chosen_target(const CodePanelState& state) {
    const std::span<const CodeTarget> targets = targets_of(state);
    const auto found = std::ranges::find(targets, state.target, &CodeTarget::id);
    return found == targets.end() ? targets.front() : *found;
}

void show_code(CodePanelState& state, Answer<CodeText> code, std::uint64_t revision) {
    const bool same_target = state.made_for == state.target && state.revision.has_value();
    const std::string before = std::move(state.code.text);
    state.why = code.why;
    state.code = code ? std::move(*code) : CodeText();
    state.changed = same_target ? changed_lines(before, state.code.text) : std::vector<std::size_t>();
    state.revision = revision;
    state.made_for = state.target;
}

// Reads: derived, view_state.   Requests: copy_code, save_code, the text of a target that reads files.
void draw_code_panel(const View& view, PanelStates& states, Requests& requests) {
    CodePanelState& state = states.code;
    update_code(view, state, requests);
    const float column = ImGui::CalcTextSize("ThunderKittens").x + 24 * view.scale;
    if (begin_part("code.targets", {column, 0})) draw_targets(state);
    ImGui::EndChild();
    ImGui::SameLine();
    if (begin_part("code.right", {0, 0})) {
        if (state.made_for != state.target) {
            dim_text(view.theme, "Making the text ...", "code.making");
        } else if (!state.why.empty()) {
            empty_state(view.theme, "code.none", state.why);
        } else {
            draw_buttons(state, requests);
            const float limits = ImGui::GetContentRegionAvail().x * 0.3f;
            draw_text(view, state, {-limits, 0});
            ImGui::SameLine();
            if (begin_part("code.notes", {0, 0})) draw_limits(view, state);
            ImGui::EndChild();
        }
    }
    ImGui::EndChild();
}

// Reads: derived.   Requests: a copy of the text, the command that saves it.
void draw_kernel_panel(const View& view, PanelStates& states, Requests& requests) {
    const auto& [text, why] = states.run.kernel.of(view.derived.revision, [&] { return kernel_text(view.derived); });
    heading("KERNEL", style_of(view), view.session.arch);
    if (!why.empty()) return empty_state(view.theme, "kernel.none", why);
    dim_text(view.theme,
             "All numbers, also the words, are in the block of parameters, so this text depends only on the target and "
             "on the form of the instruction.");
    if (button("Copy", "kernel.copy", {.icon = Icon::copy})) {
        requests.copy = text;
        requests.status = "Copied the kernel.";
    }
    if (button("Save ...", "kernel.save", {.icon = Icon::save, .beside = true})) requests.ask("save_kernel");
    if (begin_part("kernel.text", {0, 0})) {
        const std::vector<std::string_view> lines = lines_of(text);
        ImGui::PushFont(view.mono);
        visible_lines(lines.size(), [&](std::size_t i) { draw_line(lines[i]); });
        ImGui::PopFont();
    }
    ImGui::EndChild();
    mark("kernel.text");
}

}  // namespace tilescope::ui
