// tests/ui/app_harness.h -- runs the whole program without its window: an App, its frames, and simulated mouse and
// keys. SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/app.h"
#include "app/ui/cell_painter.h"
#include "tests/support/ui_harness.h"

#include <optional>
#include <string_view>

namespace tilescope::ui {

class AppHarness {
public:
    explicit AppHarness(ImVec2 size = {1440, 900});
    AppHarness(const AppHarness&) = delete;
    AppHarness& operator=(const AppHarness&) = delete;

    UiHarness* operator->() { return &*ui_; }
    std::uint64_t field(WordId word, std::string_view id) const;  // the value of the field, in its unit

    App app;

private:
    RectPainter painter_;
    std::optional<UiHarness> ui_;
};

}  // namespace tilescope::ui
