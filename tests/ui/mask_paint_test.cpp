// tests/ui/mask_paint_test.cpp -- painting a mask by clicks and drags, and the word that produces it.
// SPDX-License-Identifier: MIT
#include "tests/ui/panel_harness.h"

#include <tilescope/document/presets.h>
#include <tilescope/formats/formats.h>
#include <tilescope/layout/descriptor.h>

#include <gtest/gtest.h>

namespace tilescope::ui {
namespace {

// M 64, N 64: two sub-masks of 32 columns; skip 3, use 4.
class MaskPaint : public testing::Test {
protected:
    MaskPaint() : h(draw_mask_panel, {900, 900}) {
        h.session = find_preset("zero_mask_ws")->session();
        h.view_state.active = WordId::zcm;
        h.frames(3);
        h.click("mask.paint");
    }
    float column() {
        const Rect strip = h.rect("mask.wish.0");
        return (strip.max.x - strip.min.x) / 32;
    }
    void point_at_column(std::string_view strip, float index) {
        h.point_at(strip);
        const Rect place = h.rect(strip);
        h.move_by(place.min.x + (index + 0.5f) * column() - place.centre().x, 0);
    }
    void click_column(std::string_view strip, float index) {
        point_at_column(strip, index);
        feed_button(0, true);
        h.frames(2);
        feed_button(0, false);
        h.frames(3);
    }
    static const Format* format_of_mask() { return *find_format("zcm", {}, Edition::v9_1); }
    bool requested(std::size_t column) const { return h.session.requested_mask.at(63 - column) == '1'; }

    PanelHarness h;
};

TEST_F(MaskPaint, StartsFromTheCurrentMask) {
    EXPECT_TRUE(h.view_state.painting);
    EXPECT_TRUE(requested(0));
    EXPECT_FALSE(requested(3));
    EXPECT_TRUE(h.shows("mask.wish.take"));
    EXPECT_EQ(h.session.requested_mask.size(), 64u);
}

TEST_F(MaskPaint, AClickTogglesAColumnAndTheSolverAnswers) {
    click_column("mask.wish.0", 3);
    EXPECT_TRUE(requested(3));
    EXPECT_FALSE(h.shows("mask.wish.take")) << "a run of 4 beside runs of 3: no word produces this mask";
    EXPECT_TRUE(h.shows("mask.wish.answer"));
    click_column("mask.wish.0", 3);
    EXPECT_FALSE(requested(3));
    EXPECT_TRUE(h.shows("mask.wish.take"));
}

TEST_F(MaskPaint, ADragPaintsTheValueOfItsFirstColumnAsOneStep) {
    const std::size_t before = h.history.done();
    point_at_column("mask.wish.1", 0);
    feed_button(0, true);
    h.frames(2);
    h.move_by(column() * 2, 0);
    h.move_by(column() * 2, 0);
    feed_button(0, false);
    h.frames(3);
    for (const std::size_t c : {32u, 34u, 36u}) EXPECT_TRUE(requested(c)) << c;
    EXPECT_EQ(h.history.done(), before + 1);
    h.undo();
    EXPECT_FALSE(requested(32));
}

// Column 3 makes a run of 4 beside runs of 3. The word from before still has all other columns.
TEST_F(MaskPaint, OffersTheNearestWordAndRingsTheColumnsThatDiffer) {
    EXPECT_FALSE(h.shows("mask.wish.nearest"));
    click_column("mask.wish.0", 3);
    ASSERT_TRUE(h.shows("mask.wish.nearest"));
    EXPECT_TRUE(h.shows("mask.wish.different"));
    EXPECT_TRUE(h.shows("mask.wish.0.ring.3"));
    EXPECT_FALSE(h.shows("mask.wish.0.ring.4"));
    EXPECT_FALSE(h.shows("mask.wish.1.ring.3"));
    const Rect ring = h.rect("mask.wish.0.ring.3"), strip = h.rect("mask.wish.0");
    EXPECT_NEAR(ring.min.x - strip.min.x, 3 * column(), 0.5f);
    h.session.words[static_cast<std::size_t>(WordId::zcm)] = 0;
    h.frames(3);
    h.click("mask.wish.use_nearest");
    const MaskPicture stored = expand_mask(mask_of(*format_of_mask(), h.session.word(WordId::zcm)), 64, 64);
    std::size_t different = 0;
    for (std::size_t c = 0; c < 64; ++c) different += stored.columns[c].zeroed != requested(c);
    EXPECT_EQ(different, 1u);
    h.undo();
    EXPECT_EQ(h.session.word(WordId::zcm), 0u);
    click_column("mask.wish.0", 3);
    EXPECT_FALSE(h.shows("mask.wish.nearest")) << "a word gives the request again";
    EXPECT_FALSE(h.shows("mask.wish.0.ring.3"));
}

// While the button is down, the request changes with every column. The search waits for the end of the drag.
TEST_F(MaskPaint, SearchesTheNearestWordAfterADrag) {
    point_at_column("mask.wish.0", 3);
    feed_button(0, true);
    h.frames(3);
    EXPECT_TRUE(requested(3));
    EXPECT_FALSE(h.shows("mask.wish.nearest"));
    feed_button(0, false);
    h.frames(3);
    EXPECT_TRUE(h.shows("mask.wish.nearest"));
}

// Runs of 4 zeroed and 3 used columns instead of 3 and 4, all painted by hand.
TEST_F(MaskPaint, AppliesAMaskThatAWordProduces) {
    h.session.requested_mask = mask_text([] {
        std::vector<bool> columns;
        for (const MaskColumn& c :
             expand_mask({.fs = {true, false}, .nonzero = true, .skip = 4, .use = 3}, 64, 64).columns)
            columns.push_back(c.zeroed);
        return columns;
    }());
    h.frames(3);
    h.click("mask.wish.take");
    EXPECT_EQ(h.session.word(WordId::zcm), 0x0002038100000000u);
    h.undo();
    EXPECT_EQ(h.session.word(WordId::zcm), 0x0003028100000000u);
}

TEST_F(MaskPaint, AnotherSizeOffersToStartAgain) {
    h.session.mask = {false, 64, 32};
    h.frames(3);
    ASSERT_TRUE(h.shows("mask.wish.restart"));
    h.click("mask.wish.restart");
    EXPECT_EQ(h.session.requested_mask.size(), 32u);
    EXPECT_TRUE(h.shows("mask.wish.take"));
}

TEST_F(MaskPaint, TheButtonStopsPainting) {
    h.click("mask.paint");
    EXPECT_FALSE(h.view_state.painting);
    EXPECT_FALSE(h.shows("mask.wish.0"));
}

}  // namespace
}  // namespace tilescope::ui
