// tests/ui/arrangement_test.cpp -- the regions of the window: their sizes, folding, and when the drawer rises.
// SPDX-License-Identifier: MIT
#include "app/shell/arrangement.h"

#include "app/shell/drawer.h"
#include "app/shell/frame.h"
#include "app/shell/lessons.h"
#include "tests/ui/app_harness.h"

#include <tilescope/base/say.h>
#include <tilescope/session/presets.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <tuple>

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
        run_command(h.app, GoToScreen{Screen::memory});
        h.app.requests.view_state = h.app.view_state;
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

TEST(Arrangement, AFoldedSideGivesItsWidthToTheStage) {
    const RegionUnits units{.scale = 2, .gap = 8, .line = 56};
    const Arrangement open = arrange({2880, 1700}, units, {}),
                      folded = arrange({2880, 1700}, units, {.side_folded = true});
    EXPECT_EQ(folded.side.max.x - folded.side.min.x, 2 * kFoldedSide);
    EXPECT_EQ(open.side.max.x - open.side.min.x, 600);
    EXPECT_EQ((folded.stage.max.x - open.stage.max.x), 600 - 2 * kFoldedSide);
}

// Every screen has a picture, and it has the larger part of the window.
TEST(Picture, HasMoreThanHalfOfTheWindowOnEveryScreen) {
    struct Row {
        ImVec2 size;
        float least;
    };
    for (const Row& row : {Row{{1440, 900}, 0.55f}, Row{{1280, 720}, 0.45f}})
        for (const char* preset : {"k_major_128b_f16", "zero_mask_ws"})
            for (std::size_t i = 0; i < kScreenCount; ++i) {
                const auto screen = static_cast<Screen>(i);
                AppHarness h(row.size);
                h.app.session = find_preset(preset)->session();
                begin_revision(h.app);
                run_command(h.app, GoToScreen{screen});
                h.app.requests.view_state = h.app.view_state;
                h->frames(4);
                ASSERT_EQ(h.app.view_state.screen, screen);
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
    h.app.session = find_preset("zero_mask_ws")->session();
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
    h.app.session = find_preset("k_major_128b_f16")->session();
    make_edits(h.app, {SetField{WordId::idesc, &field_in(*h.app.derived.of(WordId::idesc).format, "m"), 4}});
    h->frames(5);
    for (const char* id : {"memory.tile.0.0", "memory.tile.63.7", "memory.memory.0.0", "memory.memory.63.7"})
        EXPECT_TRUE(h->shows(id)) << id;
    const Rect cell = h->rect("memory.tile.63.7");
    EXPECT_GE(cell.max.y - cell.min.y, 9) << "a number is readable from 9 pixels on";
}

TEST(Drawer, IsAbsentUntilThereIsAReason) {
    AppHarness h;
    EXPECT_FALSE(h->shows("region.drawer"));
    make_edits(h.app, {SetWord{WordId::a_desc, 0xe000404000010040}});  // an undocumented swizzle code: an error
    h->frames(4);
    EXPECT_TRUE(h->shows("problems.0.why"));
    h->key(Key::j, {Mod::ctrl});
    EXPECT_FALSE(h->shows("region.drawer")) << "the user closed it";
    make_edits(h.app, {SetField{WordId::b_desc, &field_in(*h.app.derived.of(WordId::b_desc).format, "sbo"), 1}});
    h->frames(3);
    EXPECT_FALSE(h->shows("region.drawer")) << "there were errors before";
    EXPECT_FALSE(h.app.prefs.drawer_open) << "what rises by itself is not remembered";
}

TEST(Drawer, TakesNoMoreThanItsProblemsNeed) {
    AppHarness h;
    make_edits(h.app, {SetWord{WordId::a_desc, 0xe000404000010040}});
    h->frames(4);
    const Rect drawer = h->rect("region.drawer"), last = h->rect("problems.0.why");
    EXPECT_LT(drawer.max.y - drawer.min.y, 0.2f * 900);
    EXPECT_LT(last.max.y, drawer.max.y) << "nothing is cut";
    h->click("drawer.history");
    h->frames(2);
    const Rect other = h->rect("region.drawer");
    EXPECT_NEAR(other.max.y - other.min.y, 0.3f * 900, 30) << "other tabs get what the user chose";
}

TEST(Drawer, DoesNotRiseWhileANumberIsTyped) {
    AppHarness h;
    h->click("bits.word");
    h->key(Key::a, {Mod::ctrl});
    h->type("0xe");  // the start of a number; the word is wrong until the rest is typed
    h->frames(3);
    ASSERT_TRUE(std::ranges::any_of(h.app.derived.problems,
                                    [](const PlacedProblem& p) { return p.problem.severity == Severity::error; }));
    EXPECT_FALSE(h->shows("region.drawer"));
    h->key(Key::enter);
    h->frames(4);
    EXPECT_TRUE(h->shows("region.drawer"));
}

TEST(Drawer, OpensFromTheStatusLine) {
    AppHarness h;
    h->click("status.problems");
    EXPECT_TRUE(h->shows("region.drawer"));
    h->click("status.problems");
    EXPECT_FALSE(h->shows("region.drawer"));
}

TEST(Drawer, RisesForABatchAndForAComparison) {
    AppHarness h;
    std::string log;
    for (int i = 0; i < 4; ++i) log += say("desc = 0x400040400001004", i, "\n");
    read_paste(h.app, log);
    h->frames(4);
    EXPECT_TRUE(h->shows("region.drawer"));
    EXPECT_TRUE(h->shows("batch.0"));
    toggle_drawer(h.app);
    h->key(Key::p, {Mod::ctrl});
    h->frames(3);
    EXPECT_TRUE(h->shows("compare.title"));
}

// 500 words in 500 lines, in the K steps of a GEMM. The stride of one is wrong.
std::string log_of_500_words() {
    std::string out;
    for (unsigned i = 0; i < 500; ++i) {
        const std::uint64_t start = 0x40 + i % 4 * 2, sbo = i == 352 ? 4 : 64;
        const std::uint64_t word = std::uint64_t{0x4000400000010000} + (sbo << 32) + start;
        out += say("iter=", i / 4, " stage=", i % 4, i % 2 == 0 ? " a_desc=" : " b_desc=", hex(word, 16), "\n");
    }
    return out;
}

// Rows of the batch table that are visible whole.
int whole_rows(AppHarness& h) {
    const float row = h->rect("batch.1").max.y - h->rect("batch.1").min.y;
    int rows = 0;
    for (int i = 0; i < 500; ++i) {
        const auto place = h->probe().find(say("batch.", i));
        rows += place && place->max.y - place->min.y > row - 1 ? 1 : 0;
    }
    return rows;
}

// A table is read row by row; and the picture stays, because the row is put on it.
TEST(Drawer, ShowsEnoughRowsOfABatch) {
    struct Row {
        ImVec2 size;
        int rows;
        float picture;  // the least height, in pixels
    };
    for (const Row& row : {Row{{1280, 720}, 8, 180}, Row{{1440, 900}, 12, 280}, Row{{1920, 1080}, 16, 340}}) {
        AppHarness h(row.size, Screen::mma);
        read_paste(h.app, log_of_500_words());
        h->frames(4);
        h->key(Key::escape);  // closes the paste panel
        h->frames(3);
        EXPECT_TRUE(h->shows("batch.odd"));
        EXPECT_TRUE(h->shows("batch.filter"));
        EXPECT_GE(whole_rows(h), row.rows) << row.size.x;
        ASSERT_TRUE(h->shows("picture"));
        const Rect picture = h->rect("picture");
        EXPECT_GE(picture.max.y - picture.min.y, row.picture) << row.size.x;
    }
}

TEST(Drawer, TakesNoMoreThanItsRowsNeed) {
    AppHarness h;
    read_paste(h.app,
               "a_desc = 0x4000404000010040\nb_desc = 0x4000404000010440\n"
               "a_desc = 0x4000404000010042\nb_desc = 0x4000404000010442\n");
    h->frames(5);
    const Rect drawer = h->rect("region.drawer"), last = h->rect("batch.3");
    EXPECT_LT(last.max.y, drawer.max.y);
    EXPECT_LT(drawer.max.y - last.max.y, 40) << "no empty room below the last row";
}

TEST(Drawer, HasTheSizeToWhichTheUserDragsIt) {
    AppHarness h;
    read_paste(h.app, log_of_500_words());
    h->frames(5);
    const float before = h->rect("region.drawer").min.y;
    h->drag("splitter.drawer", 0, -80);
    h->frames(3);
    EXPECT_NEAR(h->rect("region.drawer").min.y, before - 80, 3);
    h->click("drawer.history");
    h->frames(3);
    EXPECT_GT(h->rect("region.drawer").min.y, before) << "the other tabs have a size of their own";
}

TEST(CompactWindow, ShowsSomeRowsOfABatch) {
    for (const ImVec2 size : {ImVec2(640, 360), ImVec2(720, 450)}) {  // 1280 x 720 and 1440 x 900 at 200 %
        AppHarness h(size, Screen::mma);
        read_paste(h.app, log_of_500_words());
        h->frames(5);
        EXPECT_GE(whole_rows(h), 3) << size.x;
    }
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
    EXPECT_EQ(h.app.view_state.selection, Focus(ElementFocus{Matrix::a, 20, 56})) << "and selects the cell";
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
    EXPECT_EQ(h.app.view_state.screen, Screen::instruction);
    h->click("top.arch");
    EXPECT_TRUE(h->shows("top.arch.sm_90a")) << "the lists are there too";
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
        EXPECT_FALSE(std::holds_alternative<std::monostate>(h.app.pointed)) << field;
        EXPECT_EQ(h->rect("fields.sbo.name").min.y, before) << field;
    }
}

TEST(CompactWindow, DrawsTheMatricesOfTheMmaLargeEnoughToPointAt) {
    AppHarness h({640, 360}, Screen::mma);
    h->frames(3);
    ASSERT_TRUE(h->shows("mma.d"));
    const Rect d = h->rect("mma.d");
    EXPECT_GT(d.max.y - d.min.y, 80);
    EXPECT_GE(area(h->rect("picture")) / (640 * 360.0f), 0.5f);
}

}  // namespace
}  // namespace tilescope::ui
