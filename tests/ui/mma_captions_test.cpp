// tests/ui/mma_captions_test.cpp -- the captions of the MMA picture: whole or left out, in every preset.
// SPDX-License-Identifier: MIT
#include "app/panels/mma_parts.h"
#include "tests/ui/panel_harness.h"

#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tilescope::ui {
namespace {

// A caption fits or is left out. At 200 % there is little room above the parts.
TEST(MmaScreen, CutsNoCaption) {
    for (const ImVec2 size : {ImVec2{1084, 746}, ImVec2{640, 300}, ImVec2{520, 400}, ImVec2{400, 330}})
        for (const Preset& preset : presets()) {
            PanelHarness one(draw_mma_panel, size);
            one.session = preset.session();
            one.view_state.screen = Screen::mma;
            one.frames(3);
            const Rect canvas = one.rect("mma.canvas");
            std::vector<Rect> seen;
            for (const NamedValue& part : kPictureParts) {
                const std::string id = "mma.caption." + std::string(part.name);
                if (!one.shows(id)) continue;
                const Rect r = one.rect(id);
                EXPECT_GE(r.min.x, canvas.min.x - 1) << preset.id << " " << id << " " << size.x;
                EXPECT_LE(r.max.x, canvas.max.x + 1) << preset.id << " " << id << " " << size.x;
                for (const Rect& other : seen)
                    EXPECT_FALSE(r.min.x < other.max.x && other.min.x < r.max.x && r.min.y < other.max.y &&
                                 other.min.y < r.max.y)
                        << preset.id << " " << id << " covers another caption at " << size.x;
                seen.push_back(r);
            }
            EXPECT_TRUE(size.x < 1000 || one.shows("mma.caption.d")) << preset.id;
        }
}

// The picture has all of D, so the formula above it has too.
TEST(MmaScreen, SaysHowManyInstructionsATileHas) {
    PanelHarness one(draw_mma_panel, {1084, 746});
    one.session = find_preset("wgmma_128b_f16")->session();
    one.view_state.screen = Screen::mma;
    one.frames(3);
    EXPECT_FALSE(one.shows("mma.pieces"));
    one.session.pieces = {{2, 1}, {8192, 0}};
    one.frames(3);
    EXPECT_TRUE(one.shows("mma.pieces"));
    EXPECT_LE(one.rect("mma.pieces").max.y, one.rect("mma.caption.memory_a").min.y);
}

}  // namespace
}  // namespace tilescope::ui
