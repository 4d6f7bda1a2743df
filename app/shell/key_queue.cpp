// app/shell/key_queue.cpp -- keys and characters in the order they came, handed out frame by frame.
// SPDX-License-Identifier: MIT
#include "app/shell/key_queue.h"

#include <algorithm>

namespace tilescope::ui {
namespace {

// Whether `e`, seen in the same frame as what came before it, would hide a key from ImGui.
bool hides(const KeyEvent& e, const std::vector<KeyEvent>& before) {
    return e.key != 0 && std::ranges::any_of(before, [&](const KeyEvent& b) {
               const bool goes_down = b.key != 0 && b.action == KeyAction::press;
               const bool ends_a_chord = goes_down && !b.modifier && e.modifier;
               const bool same_key = b.key == e.key && b.action != e.action;
               return ends_a_chord || same_key;
           });
}

}  // namespace

std::vector<KeyEvent> KeyQueue::take_frame() {
    std::vector<KeyEvent> out;
    while (!events_.empty() && !hides(events_.front(), out)) {
        out.push_back(events_.front());
        events_.pop_front();
    }
    return out;
}

}  // namespace tilescope::ui
