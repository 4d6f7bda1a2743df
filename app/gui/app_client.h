// app/gui/app_client.h -- what is behind the window: the App of the shell.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/gui/options.h"
#include "app/gui/signals.h"
#include "app/gui/window.h"
#include "app/shell/app.h"
#include "app/shell/preferences.h"
#include "app/shell/safety.h"

#include <optional>

namespace tilescope::ui {

class AppClient final : public WindowClient {
public:
    // Reads the preferences and opens options.file, if any; what went wrong is in the status line.
    explicit AppClient(const Options& options);

    // There is a window: what other programs left is offered in it, and edits are kept.
    void protect();

    void frame(const WindowTools& tools) override;
    Redraw& redraw() override { return app.redraw; }
    bool dark() const override;
    float user_scale() const override { return app.prefs.scale; }
    bool full_screen() const override { return app.full_screen; }
    std::string title() const override;
    void dropped(const std::vector<std::string>& paths) override;
    void close_asked() override;
    bool wants_close() const override { return app.wants_close; }
    int end_signal() const override { return signals_ ? signals_->arrived() : 0; }
    void display_lost() override;
    bool run_in_progress() const override;
    void look_for_news() override;
    void window_ends() override;
    double do_what_is_due(double now) override;

    // The end of a run: what is left to be kept is. Sentences for standard error, a line each.
    std::string finish();

    App app;

private:
    std::string keep_everything();

    bool shows_a_window_;
    double autosave_;                 // seconds; 0: none
    std::optional<Signals> signals_;  // before any other thread
    std::optional<bool> asked_dark_;  // --theme, until a person chooses
    ThemeChoice theme_at_start_{};
    std::optional<PrefsKeeper> prefs_;  // these two not for pictures
    std::optional<Safety> safety_;
};

}  // namespace tilescope::ui
