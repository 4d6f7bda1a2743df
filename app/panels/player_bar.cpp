// app/panels/player_bar.cpp -- the slim bar below an animation: play, scrub, faster, frame by frame.
// SPDX-License-Identifier: MIT
#include "app/panels/panel_parts.h"
#include "app/panels/player.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/action_button.h"

#include <tilescope/base/say.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

constexpr float kWidestSlider = 420, kLeastSlider = 90;  // logical pixels

void tip(const char* text) {
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", text);
}

bool control(Icon icon, const char* id, const char* text) {
    const bool pressed = icon_button(icon, id);
    mark("player.", id);
    tip(text);
    ImGui::SameLine();
    return pressed;
}

bool text_control(const char* text, const char* id, const char* help) {
    stay_on_line(button_width(text));
    const bool pressed = ImGui::Button(say(text, "###", id).c_str());
    mark("player.", id);
    tip(help);
    return pressed;
}

void draw_slider(const View& view, PlayerState& state) {
    const auto steps = static_cast<int>(state.steps());
    int shown = static_cast<int>(state.time.step) + 1;
    const float width =
        std::clamp(ImGui::GetContentRegionAvail().x * 0.4f, kLeastSlider * view.scale, kWidestSlider * view.scale);
    ImGui::SetNextItemWidth(width);
    const std::string format = say("%d of ", steps);
    if (ImGui::SliderInt("###player_slider", &shown, 1, std::max(steps, 1), format.c_str(),
                         ImGuiSliderFlags_AlwaysClamp))
        show_step(state, shown - 1);
    mark("player.slider");
    tip("The step. Drag it to go to another one.");
}

std::string speed_text(double speed) {
    return speed >= 1 ? say(static_cast<int>(speed), "x") : say("1/", static_cast<int>(1 / speed), "x");
}

}  // namespace

float player_bar_height() { return ImGui::GetFrameHeightWithSpacing(); }

void draw_player_bar(const View& view, PlayerState& state, Requests& requests) {
    const auto ask = [&](CommandId id) { requests.commands.emplace_back(id); };
    if (control(Icon::left, "back", "Back: the step before (key ,)")) ask(CommandId::do_player_back);
    if (control(state.playing ? Icon::pause : Icon::run, "play", state.playing ? "Pause (key P)" : "Play (key P)"))
        ask(CommandId::do_player_play);
    if (control(Icon::right, "next", "Play one step (key .)")) ask(CommandId::do_player_next);
    draw_slider(view, state);
    if (text_control("-", "slower", "Slower")) ask(CommandId::do_player_slower);
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(speed_text(kPlaySpeeds[state.speed]).c_str());
    mark("player.speed");
    if (text_control("+", "faster", "Faster")) ask(CommandId::do_player_faster);
    stay_on_line(button_width("Loop") + ImGui::GetFrameHeight());
    bool loops = state.loops;
    if (ImGui::Checkbox("Loop###player_loop", &loops)) ask(CommandId::do_player_loop);
    mark("player.loop");
    tip("After the last step the first one follows.");
    if (*state.id != AnimationId::mask) {
        const std::string other = say("Operand ", name_of(pick(view.view_state.operand, Operand::b, Operand::a)));
        if (text_control(other.c_str(), "operand", "Shows this animation of the other operand.")) {
            requests.view_state.operand = pick(view.view_state.operand, Operand::b, Operand::a);
            requests.view_state.active = word_of(requests.view_state.operand);
        }
    }
    stay_on_line(action_width(Icon::save, "Save ..."));
    if (action_button(Icon::save, "Save ...")) ask(CommandId::do_save_animation);
    mark("player.save");
    tip("Writes this animation as a GIF or an animated PNG.");
    stay_on_line(action_width(Icon::close, "Close"));
    if (action_button(Icon::close, "Close")) ask(CommandId::do_player_close);
    mark("player.close");
    tip("Ends the animation (Esc)");
}

}  // namespace tilescope::ui
