// tests/support/ui_harness.h -- ImGui without a window: tests point, click and type by the ids of items.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/imgui_compat.h"
#include "app/ui/style.h"
#include "app/ui/ui_probe.h"

#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace tilescope::ui {

enum class Mod { ctrl, shift, alt };

// A fresh context for each test, with the program's fonts and style. One at a time. An id that is not on
// screen fails the test.
class UiHarness {
public:
    // `draw` is called once a frame, between NewFrame and Render.
    explicit UiHarness(std::function<void()> draw, ImVec2 size = {1440, 900});
    ~UiHarness();
    UiHarness(const UiHarness&) = delete;
    UiHarness& operator=(const UiHarness&) = delete;

    // The same, inside a window that fills everything: for widgets, which open none.
    static std::function<void()> in_window(std::function<void()> draw);

    void frames(int count = 1);
    void point_at(std::string_view id);
    void point_at(ImVec2 place);
    void click(std::string_view id, int button = 0);
    void double_click(std::string_view id);
    void drag(std::string_view id, float dx, float dy, int button = 0);
    void wheel(std::string_view id, float notches);
    void type(std::string_view text);
    void key(Key key, std::initializer_list<Mod> mods = {});

    bool shows(std::string_view id) const { return probe_.find(id).has_value(); }
    // Of the last frame; an empty rectangle, and a failed test, if there is no such item.
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
