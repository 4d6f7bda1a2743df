// app/gui/app_client.h -- what is behind the window: the App of the shell.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/gui/options.h"
#include "app/gui/window.h"
#include "app/shell/app.h"
#include "app/shell/safety.h"

#include <optional>

namespace tilescope::ui {

class AppClient final : public WindowClient {
public:
    // Reads the preferences and opens options.file, if any; what went wrong is in the status line.
    explicit AppClient(const Options& options);

    void frame(const WindowTools& tools) override;
    Redraw& redraw() override { return app.redraw; }
    bool dark() const override;
    float user_scale() const override { return app.prefs.scale; }
    bool full_screen() const override { return app.full_screen; }
    std::string title() const override;
    void dropped(const std::vector<std::string>& paths) override;
    void close_asked() override;
    bool wants_close() const override { return app.wants_close; }
    bool run_in_progress() const override;
    void look_for_news() override;
    void window_ends() override { app.jobs.reset(); }
    double do_what_is_due(double now) override { return safety_ ? safety_->keep_copy(app, now) : -1; }

    // The end of a run that ended well. Writes the preferences, if they were changed and the file was none that could
    // not be read. A failure is a sentence for standard error.
    std::string finish() const;

    App app;

private:
    std::optional<bool> asked_dark_;  // --theme, until a person chooses
    Prefs prefs_at_start_;
    bool prefs_unreadable_ = false;
    std::optional<Safety> safety_;  // not for pictures
};

}  // namespace tilescope::ui
