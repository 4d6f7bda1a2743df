// app/gui/app_client.h -- connects the window of the system to the owners of the program.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/gui/clipboards.h"
#include "app/gui/options.h"
#include "app/gui/window.h"
#include "app/io/program.h"
#include "app/window/documents/preferences.h"
#include "app/window/documents/safety.h"
#include "app/window/frame/app.h"
#include "app/window/paste/paste.h"

#include <memory>
#include <optional>

namespace tilescope::ui {

class AppClient {
public:
    // Reads the preferences and opens options.file, if there is one. The status line reports an error.
    explicit AppClient(const Options& options);

    // Call this when the window is open. Offers the backup copies of programs that ended without saving, and starts to
    // keep backup copies of unsaved edits.
    void protect();

    // Draws everything. Called between ImGui's NewFrame and Render.
    void frame(const FrameTools& tools) { ui::frame(app.context(), tools); }
    Redraw& redraw() { return app.regions.redraw; }
    bool dark() const;
    float user_scale() const { return app.prefs.scale; }  // multiplied by the scale of the monitor
    bool full_screen() const { return app.regions.full_screen; }
    // While a picture is presented: the scale in a window of this size, instead of the product of the two others.
    std::optional<float> presented_scale(ImVec2 size) const;
    // Input waits: the window has not got what the last key needs.
    bool holds_input() const { return ui::holds_input(app.system); }
    // The user pasted into a text box, and the text did not arrive as a whole. Nothing is pasted.
    void paste_failed(const ClipboardText& text);
    // The window has the keyboard again. Called in the order of the input.
    void focus_returned();
    std::string title() const;
    void dropped(const std::vector<std::string>& paths);
    // The user pressed the close button. The window closes as soon as close_confirmed() is true.
    void close_requested();
    bool close_confirmed() const { return app.documents.closing.confirmed; }
    // Returns the signal that ends the program now, without a question; 0: none.
    int end_signal() const { return signals_ ? signals_->arrived() : 0; }
    // The display is gone, and the process ends after this call. The call comes from inside a failed display call.
    void display_lost();

    // Returns true while a background job runs or has a report. The loop then wakes 20 times a second to check.
    bool run_in_progress();
    // Called before the loop decides to draw or sleep. Touches redraw() if there is a new report.
    void check_background_jobs();
    // The window is about to end. No thread may call wake() after this.
    void window_ends();
    // Called in every round of the loop, for work that is due at a certain time and needs no frame. The argument is
    // Window::now(). Returns the seconds until the next necessary call. Below 0: after the next event.
    double do_what_is_due(double now);

    // Call this at the end of a run. Writes everything that is not on the disk yet. Returns sentences for standard
    // error, one in each line.
    std::string finish();

    // Replaces the theme of --theme.
    void request_theme(bool dark) { app.regions.asked_dark = dark; }

    App app;

private:
    std::string keep_everything();
    void end_soon() const;

    bool shows_a_window_;
    double autosave_;                     // seconds; 0: no backup copies
    std::optional<io::Signals> signals_;  // must start before any other thread
    PictureClipboard clipboard_;
    std::unique_ptr<ClipboardJobs> clipboard_reader_;  // of the start page; null: it does not show the clipboard
    std::optional<PrefsKeeper> prefs_;                 // without a window it only loads
    std::optional<Safety> safety_;                     // only with a window
};

}  // namespace tilescope::ui
