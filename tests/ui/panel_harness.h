// tests/ui/panel_harness.h -- one panel and one document for tests.
// SPDX-License-Identifier: MIT
//
// A frame works as in the program: the harness applies and records the edits of the last frame, derives the document,
// and draws the panel. Items are found by their marks.
#pragma once

#include "app/panels/panels.h"
#include "app/ui/cell_painter.h"
#include "tests/support/ui_harness.h"

#include <string>
#include <string_view>
#include <vector>

namespace tilescope::ui {

// Draws the tools of the batch table and the table, as the drawer does.
void draw_batch_tab(const View& view, PanelStates& states, Requests& requests);

class PanelHarness {
public:
    using Draw = void (*)(const View&, PanelStates&, Requests&);

    explicit PanelHarness(Draw draw, ImVec2 size = {900, 900});
    PanelHarness(const PanelHarness&) = delete;
    PanelHarness& operator=(const PanelHarness&) = delete;

    void frames(int count) { ui_->frames(count); }

    // Each function ends after the frames that ImGui needs to settle. A missing mark fails the test.
    void point_at(std::string_view id);
    void press(std::string_view id);  // presses and holds the button
    void release();
    void click(std::string_view id);
    void double_click(std::string_view id);
    void ctrl_click(std::string_view id);
    void move_by(float x, float y);
    void wheel(float notches);
    void key(Key key);
    void type(std::string_view text);
    // Clicks into a box, replaces its text and leaves the box with Enter.
    void type_into(std::string_view id, std::string_view text);

    bool shows(std::string_view id) const { return ui_->shows(id); }
    Rect rect(std::string_view id) const { return ui_->rect(id); }
    const auto& items() { return ui_->probe().items(); }
    std::uint64_t field(std::string_view id) const;       // stored value of the field in the active word
    std::uint64_t revision() const { return revision_; }  // revision of the session in the last frame
    // Emulates the session's instructions and stores the result of this document in `results`.
    void emulate();
    bool has_requested(const WindowCommand& command) const;
    void undo();
    void redo();
    void paste(std::string_view text);

    Session session;
    History history;
    ViewState view_state{.screen = Screen::memory};
    Results results;
    LiveView live;
    PanelStates states;
    Requests requests;                    // of the last frame
    std::optional<Focus> pointed;         // of the last frame
    std::vector<WindowCommand> commands;  // of all frames
    bool result_requested = false;        // in the last frame
    std::string copied;
    std::optional<std::size_t> opened_chain;
    std::string status;  // the last sentence
    std::string paste_text;
    float scale = 1;
    bool wide = false, compact = false, tall = false, reduced_motion = false;
    bool all_fields = true;  // most tests are about fields, not about which of them are shown

private:
    struct Read {  // what pasted_ was read from
        std::string text;
        Edition edition = Edition::v9_1;
        std::string kind;
        friend bool operator==(const Read&, const Read&) = default;
    };

    void apply_requests();
    void read_paste();
    void draw_frame();

    Draw draw_;
    Read read_;
    PasteResult pasted_;
    ProgramChains program_;
    RectPainter painter_;
    std::optional<Derived> derived_;
    std::uint64_t revision_ = 0;
    std::optional<UiHarness> ui_;
};

}  // namespace tilescope::ui
