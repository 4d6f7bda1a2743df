// app/window/frame/input.cpp -- passes input to ImGui and sets the clock of ImGui from the times of the input.
// SPDX-License-Identifier: MIT
#include "app/window/frame/input.h"

#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"

#include <algorithm>
#include <cfloat>
#include <cstddef>
#include <iterator>

namespace tilescope::ui {
namespace {

constexpr int kFirstModifier = 340, kLastKey = 348;  // left Shift, as GLFW numbers keys
constexpr double kLeastFrame = 1e-4;                 // ImGui requires a positive time step

template <class... Fs>
struct Overloaded : Fs... {
    using Fs::operator()...;
};
template <class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;

}  // namespace

void Input::hand_over(const KeyInput& key) {
    const auto modifier = static_cast<std::size_t>(key.key - kFirstModifier);
    const bool down = key.action != KeyAction::release;
    if (key.modifier && modifier < std::size(modifiers_)) {
        modifiers_[modifier] = down;
        const auto held = [&](std::size_t i) { return modifiers_[i] || modifiers_[i + 4]; };
        feed_modifiers(held(1), held(0), held(2), held(3));
    } else if (key.key > 0 && key.key <= kLastKey) {
        feed_key(static_cast<Key>(key.key), down);
    }
    if (g_probe != nullptr && !down) g_probe->note_key(key.key);
}

// The time of a frame is the time of its last event. Two presses that came close together are then a double click, even
// if their frames are drawn late.
void Input::keep_time(const std::vector<InputEvent>& events, double now, bool holds) {
    const double frame = !events.empty() ? events.back().time : holds || queue_.waiting() ? clock_ : now;
    const double step = std::max(frame - clock_, kLeastFrame);
    clock_ += step;
    ImGui::GetIO().DeltaTime = static_cast<float>(step);
}

void Input::hand_over(double now, bool holds) {
    const std::vector<InputEvent> events = holds ? std::vector<InputEvent>() : queue_.take_frame();
    for (const InputEvent& event : events)
        std::visit(Overloaded{[&](const KeyInput& key) { hand_over(key); },
                              [](const CharacterInput& c) { feed_char(c.character); },
                              [&](const PointerInput& p) {
                                  pointer_ = {p.x, p.y}, inside_ = true;
                              },
                              [&](const PointerLeft&) { inside_ = false; },
                              [&](const ButtonInput& b) {
                                  const auto button = static_cast<std::size_t>(b.button);
                                  if (button < std::size(buttons_)) buttons_[button] = b.down;
                              },
                              [](const WheelInput& wheel) { feed_wheel(wheel.up, wheel.right); },
                              [](const FocusInput& focus) { ImGui::GetIO().AddFocusEvent(focus.has); },
                              [](const Action& deed) { deed(); }},
                   event.what);
    // This must happen in every frame: the backend reads the window system, which is ahead of this queue.
    feed_mouse(inside_ ? pointer_.x : -FLT_MAX, inside_ ? pointer_.y : -FLT_MAX);
    for (int i = 0; i < static_cast<int>(std::size(buttons_)); ++i) feed_button(i, buttons_[i]);
    let_enter_press();
    keep_time(events, now, holds);
}

}  // namespace tilescope::ui
