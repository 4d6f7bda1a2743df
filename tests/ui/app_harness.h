// tests/ui/app_harness.h -- runs the whole program without its window.
// SPDX-License-Identifier: MIT
//
// It has an App, its frames, and simulated mouse and keys.
#pragma once

#include "app/panels/panels.h"
#include "app/ui/cell_painter.h"
#include "app/window/frame/app.h"
#include "app/window/frame/palette.h"
#include "tests/support/ui_harness.h"

#include <optional>
#include <string_view>

namespace tilescope::ui {

// A test passes its App to the functions of the window, and each takes the owner that it needs.
struct TestedApp : App {
    operator Context() { return context(); }
    operator Document&() { return document(); }
    operator const Document&() const { return document(); }
    operator Documents&() { return documents; }
    operator Jobs&() { return jobs; }
    operator Overlays&() { return overlays; }
    operator Regions&() { return regions; }
    operator Prefs&() { return prefs; }
    operator System&() { return system; }
};

class AppHarness {
public:
    // Most tests are about the parts around the memory picture. The program starts with another screen: see ViewState.
    explicit AppHarness(ImVec2 size = {1440, 900}, Screen screen = Screen::memory);
    AppHarness(const AppHarness&) = delete;
    AppHarness& operator=(const AppHarness&) = delete;

    UiHarness* operator->() { return &*ui_; }
    std::uint64_t field(WordId word, std::string_view id) const;  // the value of the field, in its unit

    TestedApp app;

private:
    RectPainter painter_;
    std::optional<UiHarness> ui_;
};

// What an offer of the palette does, as text: "undo", "explain L35", "show banks", "svg tile.svg".
std::string text_of(const Offer& offer);

// Returns null and fails the test if no row has this id.
// Whether the threads of a feature have something that no frame has shown yet.
bool has_news(Context c, std::string_view feature);

const Panel* panel_with_id(std::string_view id);

}  // namespace tilescope::ui
