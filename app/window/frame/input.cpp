// app/window/frame/input.cpp -- decides which input events the next frame gets, and passes them to ImGui.
// SPDX-License-Identifier: MIT
#include "app/window/frame/input.h"

#include "app/ui/imgui_compat.h"
#include "app/ui/imgui_input.h"
#include "app/ui/ui_probe.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstddef>
#include <iterator>

namespace tilescope::ui {
namespace {

using Events = std::vector<InputEvent>;

template <class T>
const T* as(const InputEvent& e) {
    return std::get_if<T>(&e.what);
}

bool is_keyboard(const InputEvent& e) { return as<KeyInput>(e) || as<CharacterInput>(e); }
bool is_pointer(const InputEvent& e) { return as<PointerInput>(e) || as<PointerLeft>(e); }
bool is_press(const InputEvent& e) {
    const auto* key = as<KeyInput>(e);
    return key && key->action == KeyAction::press && !key->modifier;
}

// True for a key that may press a button, open or close something, or move to another box. Letters only type, and arrow
// keys only move.
bool is_acting(const KeyInput& key) {
    const auto is = [&](Key k) { return key.key == static_cast<int>(k); };
    const bool function = key.key >= static_cast<int>(Key::f1) && key.key <= static_cast<int>(Key::f12);
    return key.chord || function || is(Key::space) || is(Key::escape) || is(Key::enter) || is(Key::tab);
}

// True if the event may move the keyboard focus. Later keys may then belong to another box or window.
bool moves_keyboard(const InputEvent& e) {
    if (as<ButtonInput>(e) || as<FocusInput>(e) || as<Action>(e)) return true;
    return is_press(e) && is_acting(*as<KeyInput>(e));
}

// True if the event goes to the item with the keyboard focus or under the pointer. That item must be settled before.
bool needs_settled(const InputEvent& e) {
    const auto* button = as<ButtonInput>(e);
    return as<CharacterInput>(e) || is_press(e) || (button && button->down) || as<FocusInput>(e);
}

bool joins_keys(const InputEvent& e, const Events& before) {
    if (as<CharacterInput>(e)) return std::ranges::none_of(before, moves_keyboard);
    const KeyInput& key = *as<KeyInput>(e);
    if (is_press(e) && std::ranges::any_of(before, [](const auto& b) { return as<CharacterInput>(b) != nullptr; }))
        return false;
    return std::ranges::none_of(before, [&](const InputEvent& b) {
        const auto* other = as<KeyInput>(b);
        const bool ends_a_chord = is_press(b) && (key.modifier || is_press(e));
        return other && (ends_a_chord || (other->key == key.key && other->action != key.action));
    });
}

// Allows at most one notch in a frame. Some widgets count all notches of a frame as one step.
bool joins_wheel(const WheelInput& wheel, const Events& before) {
    WheelInput sum = wheel;
    for (const InputEvent& b : before) sum.right += as<WheelInput>(b)->right, sum.up += as<WheelInput>(b)->up;
    return std::abs(sum.right) <= 1 && std::abs(sum.up) <= 1;
}

// True if one frame can distinguish `e` from the events `before` it.
bool joins(const InputEvent& e, const Events& before) {
    const auto all = [&](const auto& is) { return std::ranges::all_of(before, is); };
    if (is_keyboard(e)) return all(is_keyboard) && joins_keys(e, before);
    if (is_pointer(e)) return all(is_pointer);
    const auto is_wheel = [](const InputEvent& b) { return as<WheelInput>(b) != nullptr; };
    return is_wheel(e) && all(is_wheel) && joins_wheel(*as<WheelInput>(e), before);
}

}  // namespace

void InputQueue::add(const InputEvent& event) {
    if (const auto* button = as<ButtonInput>(event)) held_buttons_ += button->down ? 1 : -1;
    // A drag continues outside the window.
    if (as<PointerLeft>(event) && held_buttons_ > 0) return;
    events_.push_back(event);
}

bool InputQueue::may_come(const InputEvent& e, const Events& before) const {
    if (as<Action>(e)) return before.empty() && since_any_ >= Redraw::kFramesToSettle;
    if (needs_settled(e) && since_moved_ < Redraw::kFramesToSettle) return false;
    return before.empty() || joins(e, before);
}

std::vector<InputEvent> InputQueue::take_frame() {
    Events out;
    while (!events_.empty() && may_come(events_.front(), out)) {
        out.push_back(std::move(events_.front()));
        events_.pop_front();
    }
    since_any_ = out.empty() ? since_any_ + 1 : 1;
    since_moved_ = std::ranges::any_of(out, moves_keyboard) ? 1 : since_moved_ + 1;
    return out;
}

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
