// tests/ui/panel_harness.h -- one panel, a document and a hand: a fresh ImGui context without window or OpenGL.
// SPDX-License-Identifier: MIT
//
// A frame is the program's: the edits of the last frame are applied and recorded, everything that follows is derived,
// then the panel draws. Items are found by their marks.
#pragma once

#include "app/panels/panels.h"
#include "app/ui/cell_painter.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"

#include <string>
#include <string_view>
#include <vector>

namespace tilescope::ui {

class PanelHarness {
public:
    using Draw = void (*)(const View&, PanelStates&, Asks&);

    explicit PanelHarness(Draw draw, ImVec2 size = {900, 900});
    ~PanelHarness();
    PanelHarness(const PanelHarness&) = delete;
    PanelHarness& operator=(const PanelHarness&) = delete;

    void frames(int count);

    // Each ends after the frames that ImGui needs to settle. A mark that is not there is a failure of the test.
    void point_at(std::string_view id);
    void press(std::string_view id);  // and hold
    void release();
    void click(std::string_view id);
    void double_click(std::string_view id);
    void move_by(float x, float y);
    void wheel(float notches);
    void key(Key key);
    void type(std::string_view text);
    // Clicks into a box, replaces its text and leaves the box with Enter.
    void type_into(std::string_view id, std::string_view text);

    bool shows(std::string_view id) const { return probe.find(id).has_value(); }
    std::uint64_t field(std::string_view id) const;  // stored value in the active word
    bool asked_for(std::string_view command) const;
    void undo();
    void redo();
    void paste(std::string_view text);

    Session session;
    History history;
    Look look;
    PanelStates states;
    Probe probe;
    Asks asks;                          // of the last frame
    std::optional<Focus> pointed;       // of the last frame
    std::vector<std::string> commands;  // of all frames
    std::string copied;
    std::string paste_text;
    float scale = 1;
    bool narrow_rail = false;

private:
    void one_frame();

    Draw draw_;
    ImGuiContext* context_;
    RectPainter painter_;
    ImVec2 size_, mouse_{-100, -100};
};

}  // namespace tilescope::ui
