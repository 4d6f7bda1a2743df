// tests/ui/mask_convolution_test.cpp -- the mask of a convolution: its boxes, the rings, the button.
// SPDX-License-Identifier: MIT
#include "tests/ui/panel_harness.h"

#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

namespace tilescope::ui {
namespace {

// M 64, N 64: two sub-masks of 32 columns; skip 3, use 4.
class MaskConvolution : public testing::Test {
protected:
    MaskConvolution() : h(draw_mask_panel, {900, 900}) {
        h.session = find_preset("zero_mask_ws")->session();
        h.view_state.active = WordId::zcm;
        h.frames(3);
    }
    std::vector<int> rings(std::string_view strip) {
        std::vector<int> out;
        for (int c = 0; c < 64; ++c)
            if (h.shows(std::string(strip) + ".ring." + std::to_string(c))) out.push_back(c);
        return out;
    }
    PanelHarness h;
};

TEST_F(MaskConvolution, WithoutARowOfPixelsThereIsNoComparison) {
    EXPECT_FALSE(h.shows("mask.conv.none"));
    h.click("mask.convolution");
    EXPECT_TRUE(h.shows("mask.conv.none"));
    EXPECT_FALSE(h.shows("mask.conv.take"));
    EXPECT_TRUE(rings("mask.strip.0").empty());
}

TEST_F(MaskConvolution, BoxesGiveTheWordOfCutlassAndTheButtonStoresIt) {
    h.click("mask.convolution");
    h.type_into("mask.conv.q", "14");
    h.type_into("mask.conv.tile", "1");
    h.type_into("mask.conv.skip_left", "1");
    EXPECT_EQ(h.view_state.conv.q, 14u);
    EXPECT_EQ(h.view_state.conv.tile, 1u);
    EXPECT_EQ(h.view_state.conv.skip_left, 1u);
    EXPECT_FALSE(rings("mask.strip.0").empty());
    h.click("mask.conv.take");
    EXPECT_EQ(h.session.word(WordId::zcm), 0x000c008000000b07u);
    EXPECT_TRUE(rings("mask.strip.0").empty());
    EXPECT_TRUE(rings("mask.strip.1").empty());
    h.undo();
    EXPECT_EQ(h.session.word(WordId::zcm), 0x0003028100000000u);
}

// conv_q 14, one pixel of padding, tap 2: columns 13 and 27 of sub-mask 0, 9 and 23 of sub-mask 1. Without a mask,
// exactly these columns differ.
TEST_F(MaskConvolution, RingsExactlyTheColumnsThatDiffer) {
    h.session.words[static_cast<std::size_t>(WordId::zcm)] = 0;
    h.view_state.conv.q = 14;
    h.view_state.conv.skip_left = 1;
    h.frames(3);
    h.type_into("mask.conv.tap", "2");
    EXPECT_EQ(rings("mask.strip.0"), (std::vector<int>{13, 27}));
    EXPECT_EQ(rings("mask.strip.1"), (std::vector<int>{9, 23}));
    EXPECT_TRUE(h.shows("mask.conv.different"));
}

TEST_F(MaskConvolution, SaysWhyThereIsNoWord) {
    h.view_state.conv.q = 1000;
    h.view_state.conv.skip_left = 300;
    h.frames(3);
    EXPECT_TRUE(h.shows("mask.conv.refused"));
    EXPECT_FALSE(h.shows("mask.conv.take"));
    EXPECT_TRUE(rings("mask.strip.0").empty());
    h.view_state.conv.skip_left = 0;
    h.view_state.conv.tap = 64;  // no column shift of 6 bits
    h.frames(3);
    EXPECT_TRUE(h.shows("mask.conv.refused"));
}

TEST_F(MaskConvolution, SaysWhereCutlassDiffers) {
    h.session.mask = {false, 128, 32};
    h.view_state.conv.q = 33;
    h.view_state.conv.tap = 2;
    h.frames(3);
    EXPECT_TRUE(h.shows("mask.conv.cutlass"));
    h.view_state.conv.q = 34;
    h.frames(3);
    EXPECT_FALSE(h.shows("mask.conv.cutlass"));
}

}  // namespace
}  // namespace tilescope::ui
