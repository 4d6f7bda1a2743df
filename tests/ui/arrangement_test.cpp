// tests/ui/arrangement_test.cpp -- the regions of the window: their sizes, folding, and what is cut.
// SPDX-License-Identifier: MIT
#include "app/window/frame/arrangement.h"
#include "app/window/documents/edits.h"
#include "app/window/frame/command.h"
#include "app/window/frame/drawer.h"
#include "app/window/guide/lessons.h"
#include "app/window/paste/paste.h"
#include "app/window/result/emulation.h"

#include "tests/ui/app_harness.h"

#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace tilescope::ui {
namespace {

float area(const Rect& r) { return std::max(0.0f, r.max.x - r.min.x) * std::max(0.0f, r.max.y - r.min.y); }
bool overlap(const Rect& a, const Rect& b) {
    return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y;
}

const std::array<ImVec2, 8> kSizesOfWindows = {ImVec2(640, 360), {800, 600},   {1000, 600},  {1280, 720},
                                               {1440, 900},      {1920, 1080}, {2560, 1440}, {3840, 2160}};

TEST(Arrangement, RegionsDoNotOverlapAndStayInTheRoom) {
    for (const ImVec2 size : kSizesOfWindows)
        for (const bool folded : {false, true})
            for (const bool drawer : {false, true})
                for (const bool pinned : {false, true}) {
                    if (size.x < 1000) continue;  // a compact window has one region
                    const RegionChoice choice{.rail_pinned = pinned, .side_folded = folded, .drawer_open = drawer};
                    const Arrangement a = arrange(size, {.scale = 1, .gap = 4, .line = 28}, choice);
                    const std::array<Rect, 5> all = {a.rail, a.stage, a.side, a.drawer, a.status};
                    for (std::size_t i = 0; i < all.size(); ++i) {
                        EXPECT_GE(all[i].min.x, 0);
                        EXPECT_LE(all[i].max.x, size.x) << i << " at " << size.x;
                        EXPECT_LE(all[i].max.y, size.y) << i << " at " << size.y;
                        for (std::size_t j = i + 1; j < all.size(); ++j) {
                            if (area(all[i]) > 0 && area(all[j]) > 0) {
                                EXPECT_FALSE(overlap(all[i], all[j])) << i << ' ' << j << " at " << size.x;
                            }
                        }
                    }
                    EXPECT_GT(area(a.stage), 0);
                    EXPECT_EQ(area(a.drawer) > 0, drawer);
                }
}

TEST(Arrangement, TheStageKeepsItsLeastWidthBesideALessonAndThePinnedRail) {
    for (const ImVec2 size : {ImVec2(1000, 600), {1024, 720}, {1280, 720}, {1440, 900}, {2560, 1440}})
        for (const float lesson : {0.0f, 280.0f, 340.0f, 560.0f})
            for (const bool folded : {false, true})
                for (const float rail : {0.0f, 320.0f})
                    for (const float scale : {1.0f, 1.5f}) {
                        RegionChoice choice{.rail_pinned = rail > 0, .side_folded = folded, .rail = 320, .side = 460};
                        if (lesson > 0) choice.lesson = lesson;
                        const ImVec2 room{size.x * scale, size.y * scale};
                        const Arrangement a = arrange(room, {.scale = scale, .gap = 4, .line = 28}, choice);
                        EXPECT_GE(a.stage.max.x - a.stage.min.x, kStageLeast * scale) << size.x << ' ' << lesson;
                        EXPECT_LE(a.side.max.x, room.x);
                        EXPECT_EQ(area(a.lesson) > 0, lesson > 0) << size.x;
                        EXPECT_FALSE(overlap(a.lesson, a.stage) || overlap(a.lesson, a.rail));
                        const float pane = a.lesson.max.x - a.lesson.min.x;
                        EXPECT_TRUE(size.x < 1440 || lesson == 0 || pane >= lesson * scale) << pane;
                    }
}

TEST(Arrangement, NothingIsCutBesideALesson) {
    for (const float width : {1000.0f, 1024.0f, 1280.0f}) {
        AppHarness h({width, 720});
        h.app.prefs.lesson = 560;
        open_lesson_named(h.app, "core-matrices");
        h->frames(4);
        run_command(h.app, screen_command(Screen::memory));
        h.app.document().requests.view_state = h.app.document().view_state;
        h->frames(4);
        EXPECT_TRUE(h->probe().cut().empty()) << h->probe().cut().front() << " at " << width;
        for (const char* id : {"memory.grain.line", "memory.tile.0.0", "fields.sbo"})
            EXPECT_TRUE(h->shows(id)) << id << " at " << width;
        for (const auto& [id, place] : h->probe().items())
            if (id.starts_with("lesson.")) {
                EXPECT_LE(place.max.x, h->rect("region.stage").min.x) << id << " at " << width;
            }
    }
}

// Every screen with each of its tabs.
std::vector<std::pair<Screen, StageTab>> all_tabs() {
    std::vector<std::pair<Screen, StageTab>> out;
    for (std::size_t i = 0; i < kScreenCount; ++i) {
        const auto screen = static_cast<Screen>(i);
        out.emplace_back(screen, kScreens[i].first_tab);
        for (const Panel& panel : all_panels())
            if (panel.tab && *panel.tab != kScreens[i].first_tab && (panel.screens & on(screen)) != 0)
                out.emplace_back(screen, *panel.tab);
    }
    return out;
}

// Names what the shown tab cuts at its sides, and whether one button covers another.
std::string what_is_cut(AppHarness& h) {
    h->frames_until([&] { return h.app.document().results.state != ResultState::running; });
    h->frames(3);
    if (h->shows("tensor_map.make")) h->click("tensor_map.make"), h->frames(3);
    std::string out;
    for (const std::string& id : h->probe().cut())
        if (!id.starts_with("kinds.")) out += say(id, ' ');  // a row of a table has the mark of its first column
    const auto copy = h->probe().find("result.copy"), last = h->probe().find("result.format.coordinates");
    return copy && last && overlap(*copy, *last) ? out + "result.format.coordinates" : out;
}

TEST(Arrangement, NothingIsCutOnAnyTabBesideAWideLesson) {
    for (const ImVec2 size : {ImVec2(1280, 720), ImVec2(1440, 900)})
        for (const char* preset : {"k_major_128b_f16", "block_scaled_mxf4nvf4", "sparse_f16", "zero_mask_ws"}) {
            AppHarness h(size);
            h.app.jobs.emulation = emulation_jobs({});
            open_lesson_named(h.app, "core-matrices");
            h->frames(4);
            h->drag("splitter.lesson", 300, 0);
            EXPECT_GT(h.app.prefs.lesson, 500);
            h.app.document().session = find_preset(preset)->session();
            begin_revision(h.app);
            for (const auto& [screen, tab] : all_tabs()) {
                h.app.document().view_state.screen = screen;
                tab_of(h.app.document().view_state, screen) = tab;
                h.app.document().requests.view_state = h.app.document().view_state;
                h->frames(4);
                EXPECT_EQ(what_is_cut(h), "")
                    << preset << ", " << row_of(screen).title << ", tab "
                    << name_in(kStageTabIds, static_cast<std::uint64_t>(tab)) << " at " << size.x;
            }
        }
}

TEST(Arrangement, AFoldedSideGivesItsWidthToTheStage) {
    const RegionUnits units{.scale = 2, .gap = 8, .line = 56};
    const Arrangement open = arrange({2880, 1700}, units, {}),
                      folded = arrange({2880, 1700}, units, {.side_folded = true});
    EXPECT_EQ(folded.side.max.x - folded.side.min.x, 2 * kFoldedSide);
    EXPECT_EQ(open.side.max.x - open.side.min.x, 600);
    EXPECT_EQ((folded.stage.max.x - open.stage.max.x), 600 - 2 * kFoldedSide);
}

// Every screen has a picture, and it has the larger part of the window. The tools of shared memory have two lines at
// 1440: six tabs are beside them.
TEST(Picture, HasMoreThanHalfOfTheWindowOnEveryScreen) {
    struct Row {
        ImVec2 size;
        float least;
    };
    for (const Row& row : {Row{{1440, 900}, 0.53f}, Row{{1280, 720}, 0.45f}})
        for (const char* preset : {"k_major_128b_f16", "zero_mask_ws"})
            for (std::size_t i = 0; i < kScreenCount; ++i) {
                const auto screen = static_cast<Screen>(i);
                AppHarness h(row.size);
                h.app.document().session = find_preset(preset)->session();
                begin_revision(h.app);
                run_command(h.app, screen_command(screen));
                h.app.document().requests.view_state = h.app.document().view_state;
                h->frames(4);
                ASSERT_EQ(h.app.document().view_state.screen, screen);
                ASSERT_TRUE(h->shows("picture")) << row_of(screen).title;
                EXPECT_GE(area(h->rect("picture")) / (row.size.x * row.size.y), row.least)
                    << row_of(screen).title << " at " << row.size.x << " with " << preset;
                const Rect stage = h->rect("region.stage");
                EXPECT_LE(h->rect("picture").max.y, stage.max.y) << row_of(screen).title << " at " << row.size.x;
            }
}

// The picture of the form and the strips of the mask fill this room.
TEST(Picture, OfTheFormAndTheMaskGrowsWithTheWindow) {
    for (const auto& [screen, id, least] :
         {std::tuple{Screen::instruction, "form.shape.d", 300.0f}, std::tuple{Screen::mask, "mask.strip.0", 150.0f}}) {
        float before = 0;
        for (const ImVec2 size : {ImVec2(1440, 900), {1920, 1080}}) {
            AppHarness h(size, screen);
            h->frames(4);
            ASSERT_TRUE(h->shows("picture"));
            const Rect r = h->rect(id);
            EXPECT_GE(r.max.y - r.min.y, std::max(least, before)) << id << " at " << size.x;
            before = r.max.y - r.min.y;
        }
    }
}

// What opens below the strips makes them lower, so that both are visible.
TEST(Picture, OfTheMaskMakesRoomForWhatIsOpenedBelowIt) {
    AppHarness h({1440, 900}, Screen::mask);
    h.app.document().session = find_preset("zero_mask_ws")->session();
    begin_revision(h.app);
    h->frames(4);
    EXPECT_FALSE(h->shows("mask.conv.q"));
    for (const char* button : {"mask.convolution", "mask.paint", "mask.reading"}) {
        h->click(button);
        h->frames(6);
    }
    for (const char* id : {"mask.conv.q", "mask.wish.0", "mask.text.strip.0", "mask.strip.0"}) {
        ASSERT_TRUE(h->shows(id)) << id;
        EXPECT_LE(h->rect(id).max.y, h->rect("region.stage").max.y) << id;
    }
}

TEST(Picture, ShowsAWholeTileOf64RowsBesideItsMemory) {
    AppHarness h;
    h.app.document().session = find_preset("k_major_128b_f16")->session();
    make_edits(h.app, {SetField{WordId::idesc, &field_in(*h.app.document().derived.of(WordId::idesc).format, "m"), 4}});
    h->frames(5);
    for (const char* id : {"memory.tile.0.0", "memory.tile.63.7", "memory.memory.0.0", "memory.memory.63.7"})
        EXPECT_TRUE(h->shows(id)) << id;
    const Rect cell = h->rect("memory.tile.63.7");
    EXPECT_GE(cell.max.y - cell.min.y, 9) << "a number is readable from 9 pixels on";
}

TEST(Rail, ATileOpensItsPanelBesideIt) {
    AppHarness h;
    EXPECT_FALSE(h->shows("paste.box"));
    h->click("rail.paste");
    ASSERT_TRUE(h->shows("paste.box"));
    EXPECT_GE(h->rect("paste.box").min.x, h->rect("region.rail").max.x);
    h->key(Key::escape);
    EXPECT_FALSE(h->shows("paste.box"));
    h->click("rail.operands");
    EXPECT_TRUE(h->shows("operands.a"));
    h->click("memory.tile.20.7");
    EXPECT_FALSE(h->shows("operands.a")) << "a click beside the panel closes it";
    EXPECT_EQ(h.app.document().view_state.selection, Focus(ElementFocus{Matrix::a, 20, 56})) << "and selects the cell";
}

TEST(Rail, IsPinnedByAKey) {
    AppHarness h;
    h->key(Key::backslash, {Mod::ctrl});
    EXPECT_TRUE(h->shows("paste.box"));
    EXPECT_TRUE(h->shows("words.a_desc.copy"));
    h->key(Key::backslash, {Mod::ctrl});
    EXPECT_FALSE(h->shows("paste.box"));
}

TEST(Rail, APasteWithAQuestionOpensItsChoices) {
    AppHarness h;
    read_paste(h.app, "0x4000404000010040 0x4000404000010440");
    h->frames(3);
    EXPECT_TRUE(h->shows("paste.apply"));
}

TEST(Side, FoldsAndOpensAgain) {
    AppHarness h;
    const float before = area(h->rect("region.stage"));
    h->key(Key::b, {Mod::ctrl});
    h->frames(2);
    EXPECT_FALSE(h->shows("fields.sbo"));
    EXPECT_GT(area(h->rect("region.stage")), 1.25f * before);
    h->click("side.unfold");
    EXPECT_TRUE(h->shows("fields.sbo"));
}

TEST(Strip, FoldsToTheDigitsOfTheWord) {
    AppHarness h;
    h->click("bits.fold");
    EXPECT_FALSE(h->shows("bits.bit.0"));
    EXPECT_TRUE(h->shows("bits.word"));
    h->key(Key::i, {Mod::ctrl});
    EXPECT_TRUE(h->shows("bits.bit.0"));
}

TEST(CompactWindow, ShowsAPictureAtTwoHundredPercent) {
    AppHarness h({640, 360});  // 1280 x 720 at 200 %
    EXPECT_TRUE(h->shows("bits.word"));
    EXPECT_FALSE(h->shows("bits.bit.0")) << "the bits are folded: there is no room for them";
    EXPECT_TRUE(h->shows("memory.tile.0.0"));
    EXPECT_GE(area(h->rect("picture")) / (640 * 360.0f), 0.40f);
    h->click("top.screens");
    h->click("top.screen.3");
    EXPECT_EQ(h.app.document().view_state.screen, Screen::instruction);
    h->click("top.arch");
    EXPECT_TRUE(h->shows("top.arch.sm_90a")) << "the lists are there too";
}

// As far from the edge as in a larger window.
TEST(CompactWindow, TextsDoNotTouchTheLeftEdge) {
    constexpr float kLeast = 3 + kRegionPad;  // the window, the region
    AppHarness h({900, 700});
    open_lesson_named(h.app, "core-matrices");
    h->frames(4);
    for (const auto& [tab, id] : {std::pair{"compact.Lesson", "lesson.step_title"},
                                  {"compact.Picture", "bits.word"},
                                  {"compact.Fields", "fields.sbo.name"},
                                  {"compact.Words", "words.a_desc"},
                                  {"compact.Problems", "drawer.problems"}}) {
        h->click(tab);
        h->frames(3);
        ASSERT_TRUE(h->shows(id)) << tab;
        EXPECT_GE(h->rect(id).min.x, kLeast) << id;
        EXPECT_LE(h->rect(id).max.x, 900 - kLeast) << id;
    }
    EXPECT_TRUE(h->probe().cut().empty()) << h->probe().cut().front();
}

// A compact window shows one region. What the user asks for is not behind another tab.
TEST(CompactWindow, OpensTheTabOfWhatTheUserAsksFor) {
    AppHarness h({640, 360});
    h->frames(2);
    const auto opens = [&](const auto& ask, std::string_view id) {
        h->click("compact.Picture");
        h->frames(2);
        EXPECT_FALSE(h->shows(id));
        ask();
        h->frames(4);
        EXPECT_TRUE(h->shows(id)) << id;
    };
    opens([&] { run_command(h.app, command("show_panel", "problems")); }, "drawer.problems");
    opens([&] { run_command(h.app, command("show_panel", "fields")); }, "fields.sbo.name");
    opens([&] { h->click("status.problems"); }, "drawer.problems");
    opens([&] { h->click("status.problems"); }, "drawer.problems");
    opens([&] { h->key(Key::f6); }, "fields.sbo.name");  // after the picture
}

TEST(CompactWindow, PointingAtAFieldMovesNoField) {
    AppHarness h({640, 360});
    h->frames(2);
    h->click("compact.Fields");
    h->frames(3);
    ASSERT_TRUE(h->shows("fields.sbo.name"));
    const float before = h->rect("fields.sbo.name").min.y;
    for (const char* field : {"fields.swizzle.name", "fields.sbo.name"}) {
        h->point_at(field);
        h->frames(4);
        EXPECT_FALSE(std::holds_alternative<std::monostate>(h.app.document().pointed.item)) << field;
        EXPECT_EQ(h->rect("fields.sbo.name").min.y, before) << field;
    }
}

TEST(CompactWindow, DrawsTheMatricesOfTheMmaLargeEnoughToPointAt) {
    AppHarness h({640, 360}, Screen::mma);
    h->frames(3);
    ASSERT_TRUE(h->shows("mma.d"));
    const Rect d = h->rect("mma.d");
    EXPECT_GT(d.max.y - d.min.y, 80);
    // The verdict above it has two lines there, so that it is read to its end.
    EXPECT_GE(area(h->rect("picture")) / (640 * 360.0f), 0.46f);
}

}  // namespace
}  // namespace tilescope::ui
