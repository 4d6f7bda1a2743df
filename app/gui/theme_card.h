// app/gui/theme_card.h -- every colour and sign of the theme on one page, as a client of the window.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/gui/window.h"
#include "app/widgets/cell_grid.h"

namespace tilescope::ui {

class ThemeCard final : public WindowClient {
public:
    explicit ThemeCard(bool dark) : dark_(dark) {}

    void frame(const WindowTools& tools) override;
    Redraw& redraw() override { return redraw_; }
    bool dark() const override { return dark_; }
    float user_scale() const override { return 1; }
    std::string title() const override { return "tilescope"; }
    void dropped(const std::vector<std::string>&) override {}
    void close_asked() override { closing_ = true; }
    bool wants_close() const override { return closing_; }

private:
    bool dark_, closing_ = false;
    Redraw redraw_;
    GridView small_, big_;
};

}  // namespace tilescope::ui
