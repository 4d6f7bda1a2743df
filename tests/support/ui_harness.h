// tests/support/ui_harness.h -- runs ImGui without a window. Tests point, click and type by the ids of items.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/imgui_compat.h"
#include "app/ui/theme.h"
#include "app/ui/ui_probe.h"
#include "tests/support/wait_until.h"

#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace tilescope::ui {

enum class Mod { ctrl, shift, alt };

// A new ImGui context for each test, with the fonts and the style of the program. Only one can exist at a time. An id
// that is not on screen fails the test.
class UiHarness {
public:
    // Each frame calls `draw` once, between NewFrame and Render.
    explicit UiHarness(std::function<void()> draw, ImVec2 size = {1440, 900});
    ~UiHarness();
    UiHarness(const UiHarness&) = delete;
    UiHarness& operator=(const UiHarness&) = delete;

    // Wraps `draw` in a window that fills the screen. For widgets, because they open no window.
    static std::function<void()> in_window(std::function<void()> draw);

    void frames(int count = 1);
    // Draws frames until the condition holds, which may be what a thread does. Returns whether it holds.
    template <class Condition>
    bool frames_until(Condition holds) {
        return test::wait_until([&] { return holds() || (frames(1), holds()); });
    }
    void point_at(std::string_view id);
    void point_at(ImVec2 place);
    void click(std::string_view id, int button = 0);
    void click(ImVec2 place);
    void double_click(std::string_view id);
    void drag(std::string_view id, float dx, float dy, int button = 0);
    void wheel(std::string_view id, float notches);
    void type(std::string_view text);
    void key(Key key, std::initializer_list<Mod> mods = {});

    bool shows(std::string_view id) const { return probe_.find(id).has_value(); }
    // Returns the item's rectangle in the last frame. If there is no such item, fails the test and returns an empty
    // rectangle.
    Rect rect(std::string_view id) const;
    Probe& probe() { return probe_; }
    const ImDrawData& drawn() const { return *ImGui::GetDrawData(); }
    std::string clipboard() const;

    Style style(bool dark = false) const;

private:
    void press(int button);

    std::function<void()> draw_;
    Probe probe_;
    ImFont* mono_ = nullptr;
};

}  // namespace tilescope::ui
