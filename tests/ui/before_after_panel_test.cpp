// tests/ui/before_after_panel_test.cpp -- eight rows without and with the swizzle: the panel, its slide, its exports.
// SPDX-License-Identifier: MIT
#include "app/panels/memory_parts.h"
#include "app/panels/panel_parts.h"
#include "app/window/frame/feature.h"
#include "app/window/guide/presentation.h"
#include "app/window/player/player.h"

#include "tests/ui/app_harness.h"
#include "tests/ui/panel_harness.h"

#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>
#include <tilescope/view/pictures.h>

#include <gtest/gtest.h>

#include <map>

namespace tilescope::ui {
namespace {

class BeforeAfterPanel : public testing::Test {
protected:
    BeforeAfterPanel() : h(draw_before_after_panel, {1084, 746}) {
        h.session = find_preset("k_major_128b_f16")->session();
        h.frames(3);
    }
    const Scene& scene() const { return h.states.before_after.picture.value.scene; }
    PanelHarness h;
};

TEST_F(BeforeAfterPanel, ShowsBothSidesWithTheirBanks) {
    for (const char* id : {"before_after.before", "before_after.after", "before_after.before_banks",
                           "before_after.after_banks", "before_after.sentence", "before_after.play", "picture"})
        EXPECT_TRUE(h.shows(id)) << id;
    for (int c = 0; c < 8; ++c)
        for (const char* side : {"before", "after"}) {
            const Rect cell = h.rect(say("before_after.", side, ".0.", c)),
                       bank = h.rect(say("before_after.", side, "_banks.0.", c));
            EXPECT_EQ(cell.min.x, bank.min.x) << "a column of memory is above its banks";
            EXPECT_EQ(cell.max.x, bank.max.x);
        }
    EXPECT_EQ(h.rect("before_after.before.0.0").min.y, h.rect("before_after.after.0.0").min.y);
}

// Both sides and the banks show the same chunk, so each of them is lit wherever the pointer is.
TEST_F(BeforeAfterPanel, PointingAtAChunkLightsItOnBothSides) {
    for (const char* id : {"before_after.before.3.2", "before_after.after.3.1"}) {
        h.point_at(id);
        ASSERT_TRUE(h.pointed) << id;
        const auto* byte = std::get_if<ByteFocus>(&*h.pointed);
        ASSERT_NE(byte, nullptr);
        EXPECT_EQ(byte->address, 0x400u + 3 * 128 + 16) << "chunk 2 xor 3 = 1";
        const Trace found = trace(derive(h.session), *h.pointed);
        for (std::size_t i = 0; i < 2; ++i) {
            const SceneCache& links = h.states.before_after.picture.value.links.at(i);
            const auto rings = rings_of(found, Operand::a, links, scene().grids.at(i));
            ASSERT_EQ(rings.size(), 1u);
            EXPECT_EQ(rings.front(), scene().grids[i].at(3, i == 0 ? 2 : 1));
        }
    }
    h.point_at("before_after.after_banks.0.4");
    EXPECT_EQ(std::get<ByteFocus>(*h.pointed).address, 0x400u + 4 * 128 + 4 * 16) << "row 4, chunk 0";
}

TEST_F(BeforeAfterPanel, AClickChoosesTheChunkThatIsRead) {
    h.click("before_after.before.5.3");
    h.frames(2);
    EXPECT_NE(scene().sentence.find("chunk 3 of rows 0 to 7 of A"), std::string::npos) << scene().sentence;
    EXPECT_EQ(h.history.done(), 0u);
}

TEST_F(BeforeAfterPanel, SaysThatThereIsNothingToCompare) {
    h.session = find_preset("k_major_none_f16")->session();
    h.frames(3);
    EXPECT_TRUE(h.shows("before_after.refused"));
    EXPECT_FALSE(h.shows("before_after.before"));
    EXPECT_EQ(h.states.before_after.picture.value.refused,
              "There is nothing to compare: the swizzle mode of A is none, so no chunk has another place.");
}

TEST_F(BeforeAfterPanel, PlayAsksForTheAnimation) {
    h.click("before_after.play");
    EXPECT_TRUE(h.has_requested(command("play_before-after")));
}

// ---- the slide ----

class BeforeAfterSlide : public testing::Test {
protected:
    BeforeAfterSlide() {
        h->frames(3);
        h->key(Key::f5);
        h->key(Key::home);
        h->frames(3);
    }
    AppHarness h{{1440, 900}, Screen::mma};
};

TEST_F(BeforeAfterSlide, SaysOfAChunkWhereItIsInThePicture) {
    h->point_at("before_after.before.3.2");
    h->frames(2);
    EXPECT_EQ(h.app.document().trace.sentence,
              "This chunk: without the XOR at byte 0x5a0, banks 8 to 11; with it at byte 0x590, banks 4 to 7.");
    h->point_at("before_after.after.3.1");
    h->frames(2);
    EXPECT_NE(h.app.document().trace.sentence.find("byte 0x590"), std::string::npos);
}

TEST_F(BeforeAfterSlide, IsTheFirstOfThePresentation) {
    EXPECT_EQ(shown_slide(h.app).panel, "before_after");
    EXPECT_EQ(all_slides().front().panel, "before_after");
    EXPECT_TRUE(h->shows("before_after.after.7.7"));
    h->key(Key::m);
    h->frames(3);
    EXPECT_EQ(player_of(h.app.document()).id, AnimationId::before_after);
    EXPECT_TRUE(h->shows("player.after_banks.0.7"));
}

// A pointer that was left lying is under each new slide: it says nothing until it moves.
TEST_F(BeforeAfterSlide, APointerThatRestsDoesNotTakeTheCaption) {
    h->point_at("before_after.before.3.3");
    h->frames(3);
    EXPECT_TRUE(is_something(h.app.document().pointed.item)) << "a pointer that was moved explains";
    h->key(Key::down);
    h->key(Key::up);
    h->frames(5);
    ASSERT_EQ(shown_slide(h.app).panel, "before_after");
    EXPECT_FALSE(is_something(h.app.document().pointed.item));
    h->point_at("before_after.before.3.4");
    h->frames(3);
    EXPECT_TRUE(is_something(h.app.document().pointed.item));
}

TEST_F(BeforeAfterSlide, NoSlideHasAMiniMap) {
    for (std::size_t i = 0; i < slides_of(h.app, h.app.jobs.live.view).size(); ++i, h->key(Key::down)) {
        h->frames(3);
        for (const MovingView* view : moving_views(h.app.document().states))
            const_cast<MovingView*>(view)->jump({.zoom = 3, .left = 1, .top = 1});
        h->frames(3);
        constexpr std::string_view kMap = ".map";  // of a grid: "memory.tile.map"
        for (const auto& [id, place] : h->probe().items())
            EXPECT_FALSE(id.ends_with(kMap) && h->shows(id.substr(0, id.size() - kMap.size())))
                << shown_slide(h.app).panel << ": " << id;
    }
}

// ---- captions of an animation ----

TEST(FadingCaption, GoesFromOneSentenceToTheNextAndThenRests) {
    AppHarness h;
    h->frames(3);
    run_command(h.app, command("play_before-after"));
    h->frames(3);
    PlayerState& state = player_of(h.app.document());
    EXPECT_EQ(state.faded, 0) << "the first caption has none before it";
    const std::string first = state.scene.sentence;
    show_step(state, 1);
    h->frames(1);
    EXPECT_EQ(state.said, first);
    EXPECT_GT(state.faded, 0);
    h->frames(30);
    EXPECT_EQ(state.faded, 0);
    h.app.prefs.reduced_motion = true;
    show_step(state, 2);
    h->frames(2);
    EXPECT_EQ(state.faded, 0);
}

// ---- the switch S ----

using Places = std::map<std::string, Rect>;

Places places_of(AppHarness& h) {
    Places out;
    for (const auto& [id, place] : h->probe().items()) out[std::string(id)] = place;
    return out;
}

TEST(SwizzleSwitch, MovesNothingElse) {
    for (const ImVec2 size : {ImVec2{1280, 720}, ImVec2{1440, 900}})
        for (const StageTab tab : {StageTab::memory, StageTab::banks, StageTab::before_after}) {
            AppHarness h(size);
            tab_of(h.app.document().requests.view_state, Screen::memory) = tab;
            h->frames(5);
            const Places before = places_of(h);
            for (int times = 0; times < 2; ++times) {
                h->key(Key::s);
                h->frames(90);  // until the chunks have arrived
                for (const auto& [id, now] : places_of(h)) {
                    const auto old = before.find(id);
                    if (old == before.end() || id.starts_with("status") || id.ends_with(".title")) continue;
                    EXPECT_EQ(now.min.x, old->second.min.x) << id;
                    EXPECT_EQ(now.min.y, old->second.min.y) << id;
                    if (id != "banks.sentence") {
                        EXPECT_EQ(now.max.y, old->second.max.y) << id;
                    }
                }
            }
        }
}

// ---- saved pictures ----

TEST(SavedPicture, HasTheSizeAndThePartsThatTheUserChose) {
    AppHarness h;
    h->frames(3);
    const auto sheet = [&] { return *sheet_on_stage(h.app, h.app.prefs); };
    const Sheet plain = sheet();
    run_command(h.app, command("picture_slide"));
    EXPECT_EQ(sheet().width * 9, sheet().height * 16);
    run_command(h.app, command("picture_column"));
    EXPECT_FALSE(h.app.prefs.picture_slide) << "one size at a time";
    EXPECT_EQ(sheet().width, kColumnWidth);
    run_command(h.app, command("picture_column"));
    EXPECT_EQ(sheet().width, plain.width);
    run_command(h.app, command("picture_caption"));
    EXPECT_LT(sheet().height, plain.height);
    run_command(h.app, command("picture_rows"));
    const std::size_t cells = sheet().cells.size();
    EXPECT_LT(cells, plain.cells.size()) << "of 128 rows only some are visible";
    GridView& tile = h.app.document().states.memory.grids[Operand::a][0];
    tile.jump({.zoom = 2 * tile.zoom, .left = 0, .top = 8});
    h->frames(2);
    EXPECT_LT(sheet().cells.size(), cells);
}

}  // namespace
}  // namespace tilescope::ui
