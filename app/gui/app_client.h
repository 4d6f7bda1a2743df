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
#include "app/window/paste/clipboard.h"

#include <memory>
#include <optional>

namespace tilescope::ui {

class AppClient final : public WindowClient {
public:
    // Reads the preferences and opens options.file, if there is one. The status line reports an error.
    explicit AppClient(const Options& options);

    // Call this when the window is open. Offers the backup copies of programs that ended without saving, and starts to
    // keep backup copies of unsaved edits.
    void protect();

    void frame(const WindowTools& tools) override;
    Redraw& redraw() override { return app.regions.redraw; }
    bool dark() const override;
    float user_scale() const override { return app.prefs.scale; }
    bool full_screen() const override { return app.regions.full_screen; }
    std::optional<float> presented_scale(ImVec2 size) const override;
    bool holds_input() const override;
    void paste_failed(const ClipboardText& text) override;
    void focus_returned() override;
    std::string title() const override;
    void dropped(const std::vector<std::string>& paths) override;
    void close_requested() override;
    bool close_confirmed() const override { return app.documents.closing.confirmed; }
    int end_signal() const override { return signals_ ? signals_->arrived() : 0; }
    void display_lost() override;
    bool run_in_progress() override;
    void check_background_jobs() override;
    void window_ends() override;
    double do_what_is_due(double now) override;

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
