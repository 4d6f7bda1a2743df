// tests/ui/drawer_test.cpp -- the bottom region: when it rises by itself, and how high it is.
// SPDX-License-Identifier: MIT
#include "app/window/frame/drawer.h"
#include "app/window/documents/edits.h"
#include "app/window/guide/lessons.h"
#include "app/window/paste/paste.h"

#include "tests/ui/app_harness.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace tilescope::ui {
namespace {

constexpr std::uint64_t kWrongWord = 0xe000404000010040;  // an undocumented swizzle code: an error

// Nothing moves the picture that the user looks at: the status line counts the problems, and a click on it lists them.
TEST(Drawer, DoesNotRiseForAnError) {
    for (const bool typed : {false, true}) {
        AppHarness h;
        const Rect picture = h->rect("picture");
        if (typed) {
            h->click("bits.word");
            h->key(Key::a, {Mod::ctrl});
            h->type("0xe000404000010040");
            h->key(Key::enter);
        } else {
            make_edits(h.app, {SetWord{WordId::a_desc, kWrongWord}});
        }
        h->frames(4);
        EXPECT_FALSE(h->shows("region.drawer"));
        EXPECT_EQ(h->rect("picture").max.y, picture.max.y);
        h->click("status.problems");
        EXPECT_TRUE(h->shows("problems.0.why"));
        h->key(Key::j, {Mod::ctrl});
        EXPECT_FALSE(h->shows("region.drawer"));
        EXPECT_FALSE(h.app.prefs.drawer_open) << "what a click on the count opened is not remembered";
    }
}

TEST(Drawer, DoesNotRiseBesideALesson) {
    AppHarness h({1280, 720});
    open_lesson_named(h.app, "core-matrices");
    h->frames(4);
    const Rect lesson = h->rect("region.lesson");
    make_edits(h.app, {SetWord{WordId::a_desc, kWrongWord}});
    h->frames(4);
    EXPECT_FALSE(h->shows("region.drawer"));
    EXPECT_EQ(h->rect("region.lesson").max.y, lesson.max.y) << "what the learner reads stays where it is";
    h->click("status.problems");
    EXPECT_TRUE(h->shows("problems.0.why")) << "the count in the status line opens the list";
    step_lesson(h.app, 0);
    h->frames(4);
    EXPECT_TRUE(h->shows("region.drawer")) << "the learner opened it";
}

TEST(Drawer, TakesNoMoreThanItsProblemsNeed) {
    AppHarness h;
    make_edits(h.app, {SetWord{WordId::a_desc, kWrongWord}});
    h->frames(4);
    h->click("status.problems");
    h->frames(2);
    const Rect drawer = h->rect("region.drawer"), last = h->rect("problems.0.why");
    EXPECT_LT(drawer.max.y - drawer.min.y, 0.2f * 900);
    EXPECT_LT(last.max.y, drawer.max.y) << "nothing is cut";
    h->click("drawer.history");
    h->frames(2);
    const Rect other = h->rect("region.drawer");
    EXPECT_NEAR(other.max.y - other.min.y, 0.3f * 900, 30) << "other tabs get what the user chose";
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
    toggle_drawer(h.app, h.app);
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

}  // namespace
}  // namespace tilescope::ui
