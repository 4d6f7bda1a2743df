// tests/ui/scales_panel_test.cpp -- scale factors: pointing, operands, K steps, ids, kinds without scale factors.
// SPDX-License-Identifier: MIT
#include "tests/ui/panel_harness.h"

#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <utility>

namespace tilescope::ui {
namespace {

class ScalesPanel : public testing::Test {
protected:
    ScalesPanel() : h(draw_scales_panel, {900, 700}) {
        h.session = find_preset("k_major_128b_mxf4")->session();
        h.view_state.screen = Screen::tmem;
        h.view_state.active = WordId::idesc;
        h.frames(3);
    }
    PanelHarness h;
};

// Line 1, byte 6 of the atom: row 33, factor 2.
TEST_F(ScalesPanel, BothPicturesPointAtTheSameFactor) {
    h.point_at("scales.smem.1.6");
    EXPECT_EQ(h.pointed, Focus(ScaleFocus{Operand::a, 33, 2}));
    h.point_at("scales.tmem.1.6");
    EXPECT_EQ(h.pointed, Focus(ScaleFocus{Operand::a, 33, 2}));
    h.click("scales.smem.1.6");
    EXPECT_EQ(h.view_state.selection, Focus(ScaleFocus{Operand::a, 33, 2}));
    EXPECT_EQ(h.history.done(), 0u);
}

TEST(ScalesTitles, AreWholeOrTheirFirstWords) {
    const std::array names = {std::pair{"scales.gmem.title", "GLOBAL MEMORY"},
                              std::pair{"scales.smem.title", "SHARED MEMORY"},
                              std::pair{"scales.tmem.title", "TENSOR MEMORY"}};
    for (const float room : {420.0f, 900.0f, 1800.0f}) {
        PanelHarness h(draw_scales_panel, {room, 700});
        h.session = find_preset("k_major_128b_mxf4")->session();
        h.view_state.screen = Screen::tmem;
        h.view_state.active = WordId::idesc;
        h.frames(3);
        for (const auto& [id, name] : names) {
            const float width = h.rect(id).max.x - h.rect(id).min.x, words = ImGui::CalcTextSize(name).x;
            EXPECT_GE(width, room > 1000 ? words + 20 : words - 1) << id << " " << room;
            EXPECT_LE(width, room / 3) << id;
        }
    }
}

// As `scale-factors --memory global --batches 4` prints it: 200 rows are padded to 256, 13 factors to 16.
TEST_F(ScalesPanel, SaysWhereABatchBegins) {
    h.session.scale_matrix.a = {200, 13, 128, 4};
    h.frames(2);
    h.type_into("scales.batch", "3");
    EXPECT_EQ(h.states.scales.batch, 3u);
    EXPECT_TRUE(h.shows("scales.batch.begins"));
    const ScaleMemory memory{ScaleOrder::k_first, 200, 13, 4};
    EXPECT_EQ(place_in_memory(memory, {.row = 0, .factor = 0, .batch = 3}), 3u * 256 * 16);
    EXPECT_EQ(h.history.done(), 0u) << "it is not a part of the document";
}

// The same byte of the block as in shared memory, because the matrix is the tile.
TEST_F(ScalesPanel, GlobalMemoryPointsAtTheSameFactor) {
    h.point_at("scales.gmem.1.6");
    EXPECT_EQ(h.pointed, Focus(ScaleFocus{Operand::a, 33, 2}));
    const auto gmem = [&] { return trace(derive(h.session), ScaleFocus{Operand::a, 33, 2}).details; };
    const auto says = [&](std::string_view text) {
        const auto lines = gmem();
        return std::ranges::any_of(lines, [&](const std::string& line) { return line.find(text) != line.npos; });
    };
    EXPECT_TRUE(says("gmem   byte 22 of the matrix, block 0: row 33, factor 2"));
    h.session.scale_matrix.a = {200, 13, 128, 4};
    EXPECT_TRUE(says("gmem   byte 2582 of the matrix, block 5: row 161, factor 6"));
    h.session.scale_matrix.a = {150, 13, 128, 4};
    EXPECT_TRUE(says("row 161, factor 6 (padding)"));
    h.session.scale_matrix.a = {100, 13, 128, 4};
    EXPECT_TRUE(says("gmem   row 161, factor 6 is outside the matrix"));
}

TEST_F(ScalesPanel, BoxesSetTheMatrixOfTheOperand) {
    h.type_into("scales.matrix.rows", "200");
    EXPECT_EQ(h.session.scale_matrix.a, (ScaleMatrix{.rows = 200}));
    h.type_into("scales.matrix.factors", "13");
    h.type_into("scales.matrix.row", "128");
    h.type_into("scales.matrix.factor", "4");
    EXPECT_EQ(h.session.scale_matrix.a, (ScaleMatrix{200, 13, 128, 4}));
    EXPECT_EQ(h.session.scale_matrix.b, ScaleMatrix{});
    EXPECT_EQ(h.states.scales.kept.value.grids.at(2).columns, 64) << "13 factors are padded to 4 blocks";
    EXPECT_EQ(h.states.scales.kept.value.grids.at(2).rows, 64);
    EXPECT_EQ(h.history.done(), 4u) << "one step for each box";
    h.undo();
    EXPECT_EQ(h.session.scale_matrix.a.first_factor, 0u);
}

TEST_F(ScalesPanel, EachOperandHasItsFactors) {
    h.click("scales.operand.b");
    EXPECT_EQ(h.view_state.operand, Operand::b);
    h.point_at("scales.smem.0.0");
    EXPECT_EQ(h.pointed, Focus(ScaleFocus{Operand::b, 0, 0}));
}

TEST_F(ScalesPanel, AKStepLightsItsBytes) {
    const auto lit = [&](int byte) {
        return h.states.scales.kept.value.grids.at(0).lit.at(static_cast<std::size_t>(byte));
    };
    EXPECT_TRUE(lit(0) && lit(1));
    EXPECT_FALSE(lit(2));
    h.click("scales.k_step.plus");
    EXPECT_EQ(h.view_state.k_step, 1u);
    EXPECT_TRUE(lit(2) && lit(3));
    h.click("scales.k_step.minus");
    EXPECT_EQ(h.view_state.k_step, 0u);
    EXPECT_EQ(h.history.done(), 0u);
}

TEST_F(ScalesPanel, TheIdIsAFieldOfTheInstructionDescriptor) {
    h.click("scales.id.2");
    EXPECT_EQ(h.field("sfa_id"), 2u);
    EXPECT_EQ(h.history.done(), 1u);
    h.undo();
    EXPECT_EQ(h.field("sfa_id"), 0u);
    h.click("scales.id.1");
    EXPECT_EQ(h.history.done(), 0u) << "scale_vec::2X accepts only the ids 0 and 2";
}

TEST_F(ScalesPanel, MoreThan128ColumnsOfBNeedSeveralAtoms) {
    EXPECT_FALSE(h.shows("scales.rows.1"));
    h.session.words[2] = 0x08c00480;  // N 256
    h.view_state.operand = Operand::b;
    h.frames(3);
    h.click("scales.rows.1");
    h.point_at("scales.smem.0.0");
    EXPECT_EQ(h.pointed, Focus(ScaleFocus{Operand::b, 128, 0}));
}

TEST_F(ScalesPanel, AKindWithoutFactorsShowsASentenceAndOffersOtherKinds) {
    h.session = Session{};
    h.frames(3);
    EXPECT_TRUE(h.shows("scales.empty"));
    EXPECT_FALSE(h.shows("scales.smem"));
    h.click("scales.kinds");
    EXPECT_TRUE(h.has_requested(screen_command(Screen::instruction)));
    h.session = find_preset("wgmma_128b_f16")->session();
    h.frames(3);
    EXPECT_TRUE(h.shows("scales.empty"));
    EXPECT_FALSE(h.shows("scales.kinds")) << "no Hopper kind has scale factors";
}

TEST_F(ScalesPanel, EveryVectorStaysInsideTheRegion) {
    for (const char* kind : {"mxf8f6f4", "mxf4", "mxf4nvf4"})
        for (const std::uint64_t idesc : {0x08a00480ull, 0x88a00480ull, 0x68a004b0ull, 0x10a00480ull, 0x0ull, ~0ull})
            for (const unsigned cta_group : {1u, 2u}) {
                h.session.variant = {.kind = kind, .cta_group = cta_group};
                h.session.words[2] = idesc & 0xffffffff;
                h.frames(2);
                for (const auto& [id, place] : h.items()) ASSERT_LE(place.max.x, 900) << kind << " " << id;
            }
}

}  // namespace
}  // namespace tilescope::ui
