// tests/ui/mask_panel_test.cpp -- the zero-column mask: borders, rows, shift, readings, forms without a mask.
// SPDX-License-Identifier: MIT
#include "tests/ui/panel_harness.h"

#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>
#include <tilescope/formats/zcm.h>

#include <gtest/gtest.h>

namespace tilescope::ui {
namespace {

// M 64, N 64: two sub-masks of 32 columns; skip 3, use 4.
class MaskPanel : public testing::Test {
protected:
    MaskPanel() : h(draw_mask_panel, {820, 600}) {
        h.session = find_preset("zero_mask_ws")->session();
        h.view_state.active = WordId::zcm;
        h.frames(3);
    }
    float column() {
        const Rect strip = h.rect("mask.strip.0");
        return (strip.max.x - strip.min.x) / 32;
    }
    void point_at_column(std::string_view strip, float index) {
        h.point_at(strip);
        const Rect place = h.rect(strip);
        h.move_by(place.min.x + (index + 0.5f) * column() - place.centre().x, 0);
    }
    unsigned value(std::string_view id) const {
        const Field& f = field_in(kZcm91, id);
        return static_cast<unsigned>(value_of(f, get_field(f, h.session.word(WordId::zcm))));
    }

    PanelHarness h;
};

TEST_F(MaskPanel, DraggingTheFirstBorderByOneColumnMakesSkipOneLonger) {
    h.press("mask.border.0.0");
    h.move_by(column(), 0);
    h.release();
    EXPECT_EQ(value("skip_span"), 4u);
    EXPECT_EQ(value("use_span"), 4u);
    EXPECT_EQ(h.history.done(), 1u);
    h.undo();
    EXPECT_EQ(value("skip_span"), 3u);
}

TEST_F(MaskPanel, DraggingTheSecondBorderChangesUse) {
    h.press("mask.border.0.1");
    h.move_by(2 * column(), 0);
    h.move_by(-3 * column(), 0);
    h.release();
    EXPECT_EQ(value("skip_span"), 3u);
    EXPECT_EQ(value("use_span"), 3u);
    EXPECT_EQ(h.history.done(), 1u) << "one drag is one step";
}

TEST_F(MaskPanel, TheOtherSubMaskBeginsWithAUsedRun) {
    h.press("mask.border.1.0");
    h.move_by(column(), 0);
    h.release();
    EXPECT_EQ(value("skip_span"), 3u);
    EXPECT_EQ(value("use_span"), 5u);
}

TEST_F(MaskPanel, ABorderStopsAtTheLimitOfTheField) {
    h.press("mask.border.0.0");
    h.move_by(-10 * column(), 0);
    EXPECT_EQ(value("skip_span"), 1u);
    h.release();
}

TEST_F(MaskPanel, DraggingTheRowMovesItsStart) {
    // One column to the right: the row then begins with the last column of a used run.
    h.press("mask.strip.0");
    h.move_by(column(), 0);
    h.release();
    EXPECT_EQ(value("fs0"), 0u);
    EXPECT_EQ(value("sc0"), 3u);
    EXPECT_EQ(value("fs1"), 0u) << "the other row does not change";
    EXPECT_EQ(value("sc1"), 0u);
    EXPECT_EQ(value("skip_span"), 3u);
    h.press("mask.strip.0");
    h.move_by(-2 * column(), 0);
    h.release();
    EXPECT_EQ(value("fs0"), 1u);
    EXPECT_EQ(value("sc0"), 1u);
}

TEST_F(MaskPanel, EscCancelsADrag) {
    const std::uint64_t before = h.session.word(WordId::zcm);
    h.press("mask.border.0.0");
    h.move_by(2 * column(), 0);
    EXPECT_NE(h.session.word(WordId::zcm), before);
    h.key(Key::escape);
    EXPECT_EQ(h.session.word(WordId::zcm), before);
    h.move_by(2 * column(), 0);
    EXPECT_EQ(h.session.word(WordId::zcm), before) << "a cancelled drag does not continue";
    h.release();
}

TEST_F(MaskPanel, PointingAtAColumnPointsAtThatColumnOfD) {
    point_at_column("mask.strip.0", 7);
    EXPECT_EQ(h.pointed, Focus(MaskFocus{7}));
    point_at_column("mask.strip.1", 2);
    EXPECT_EQ(h.pointed, Focus(MaskFocus{34}));
    EXPECT_EQ(h.history.done(), 0u);
}

TEST_F(MaskPanel, AClickPinsAColumnAndChangesNothing) {
    point_at_column("mask.strip.1", 5);
    feed_button(0, true);
    h.frames(1);
    h.release();
    EXPECT_EQ(h.view_state.selection, Focus(MaskFocus{37}));
    EXPECT_EQ(h.history.done(), 0u);
}

TEST_F(MaskPanel, TheShiftShowsWhichColumnOfBIsRead) {
    EXPECT_FALSE(h.shows("mask.source"));
    h.press("mask.shift");  // the middle of 0 to 32
    h.move_by(3, 0);
    h.move_by(20, 0);
    h.release();
    EXPECT_GT(value("column_shift"), 0u);
    EXPECT_TRUE(h.shows("mask.source"));
    EXPECT_EQ(h.history.done(), 1u);
}

TEST_F(MaskPanel, TheOtherReadingIsDrawnBelowWithoutAnEdit) {
    EXPECT_FALSE(h.shows("mask.text.strip.0"));
    h.click("mask.reading");
    EXPECT_TRUE(h.view_state.other_reading);
    EXPECT_TRUE(h.shows("mask.text.strip.0"));
    EXPECT_TRUE(h.shows("mask.strip.0"));
    EXPECT_FALSE(h.shows("mask.text.border.0.0")) << "the other reading cannot be dragged";
    h.click("mask.reading");
    EXPECT_FALSE(h.shows("mask.text.strip.0"));
    EXPECT_EQ(h.history.done(), 0u);
}

TEST_F(MaskPanel, TheMaskIsCopiedAsBitsPictureAndColumns) {
    h.click("mask.copy");
    h.click("mask.copy.hex");
    EXPECT_EQ(h.copied, "0x0e1c387070e1c387");
    h.click("mask.copy");
    h.click("mask.copy.picture");
    EXPECT_EQ(h.copied, "###....###....###....###....###.....###....###....###....###....");
    h.click("mask.copy");
    h.click("mask.copy.columns");
    EXPECT_TRUE(h.copied.starts_with("0, 1, 2, 7, 8, 9, 14")) << h.copied;
}

TEST_F(MaskPanel, ACustomSizeDoesNotFollowTheInstruction) {
    h.click("mask.own_size");
    EXPECT_EQ(h.session.mask, (MaskSize{false, 64, 64}));
    h.click("mask.m.32");
    EXPECT_EQ(h.session.mask.m, 32u);
    EXPECT_TRUE(h.shows("mask.strip.3"));
    h.click("mask.own_size");
    EXPECT_TRUE(h.session.mask.follow);
    EXPECT_FALSE(h.shows("mask.strip.3"));
}

TEST_F(MaskPanel, AFormWithoutMaskShowsAReasonAndOffersWs) {
    EXPECT_FALSE(h.shows("mask.unused"));
    h.session.variant = {.kind = "f16", .cta_group = 2};
    h.frames(3);
    EXPECT_TRUE(h.shows("mask.unused"));
    EXPECT_TRUE(h.shows("mask.strip.0")) << "the mask is still drawn, but dim";
    h.click("mask.make_ws");
    EXPECT_TRUE(h.session.variant.ws);
    EXPECT_EQ(h.session.variant.cta_group, 1u);
    EXPECT_FALSE(h.shows("mask.unused"));
}

TEST_F(MaskPanel, AMaskThatIsOffShowsASentenceAndCanBeTurnedOn) {
    EXPECT_FALSE(h.shows("mask.off"));
    h.session.words[static_cast<std::size_t>(WordId::zcm)] = 0x0003020100000000;
    h.frames(3);
    EXPECT_FALSE(h.shows("mask.border.0.0"));
    h.click("mask.turn_on");
    EXPECT_EQ(h.session.word(WordId::zcm), 0x0003028100000000u);
    EXPECT_TRUE(h.shows("mask.border.0.0"));
}

TEST_F(MaskPanel, EverySizeAndAnyWordStaysInsideTheRegion) {
    h.view_state.other_reading = true;
    for (const unsigned m : {32u, 64u, 128u})
        for (const unsigned n : {1u, 7u, 64u, 255u, 256u})
            for (const std::uint64_t word : {0x0003028100000000ull, ~0ull, 0ull, 0x3f0000800000ffffull}) {
                h.session.mask = {false, m, n};
                h.session.words[static_cast<std::size_t>(WordId::zcm)] = word;
                h.frames(2);
                ASSERT_TRUE(h.shows("mask.strip.0")) << m << " " << n << " " << word;
                for (const auto& [id, place] : h.items()) ASSERT_LE(place.max.x, 820) << m << " " << n << " " << id;
            }
}

}  // namespace
}  // namespace tilescope::ui
