// tests/ui/tensor_map_panel_test.cpp -- a TMA copy: made, typed, refused, converted from and to the descriptor.
// SPDX-License-Identifier: MIT
#include "tests/ui/panel_harness.h"

#include <tilescope/document/presets.h>
#include <tilescope/notation/tensor_maps.h>

#include <gtest/gtest.h>

namespace tilescope::ui {
namespace {

class TensorMapPanel : public testing::Test {
protected:
    TensorMapPanel() : h(draw_tensor_map_panel, {820, 700}) {
        h.session = find_preset("k_major_128b_f16")->session();
        h.frames(3);
    }
    void make() { h.click("tensor_map.make"); }
    std::string member(TmaMember m) const { return text_of(*h.session.tensor_map.a, m); }
    Agreement agreement() const { return derive(h.session).tma.a.agreement; }

    PanelHarness h;
};

TEST_F(TensorMapPanel, WithoutAMapItOffersToMakeOne) {
    EXPECT_TRUE(h.shows("tensor_map.empty"));
    make();
    ASSERT_TRUE(h.session.tensor_map.a);
    EXPECT_FALSE(h.session.tensor_map.b);
    EXPECT_EQ(agreement().different, 0u);
    EXPECT_TRUE(h.shows("tensor_map.sentence"));
    EXPECT_TRUE(h.shows("tensor_map.memory"));
    EXPECT_EQ(h.history.done(), 1u);
    h.undo();
    EXPECT_FALSE(h.session.tensor_map.a);
    EXPECT_TRUE(h.shows("tensor_map.empty"));
}

TEST_F(TensorMapPanel, MembersCanBeTypedAndChosen) {
    make();
    h.type_into("tensor_map.smem", "0x800");
    EXPECT_EQ(member(TmaMember::smem), "0x800");
    EXPECT_EQ(agreement().repair.cause, TmaCause::start);
    h.type_into("tensor_map.dims", "4096, 4096");
    EXPECT_EQ(member(TmaMember::dims), "4096, 4096");
    EXPECT_EQ(member(TmaMember::box), "64, 128") << "the other members do not change";
    h.click("tensor_map.swizzle");
    h.click("tensor_map.swizzle.64B");
    EXPECT_EQ(member(TmaMember::swizzle), "64B");
    EXPECT_TRUE(h.shows("tensor_map.refused.0")) << "a box of 128 bytes with swizzle 64B";
    EXPECT_EQ(h.history.done(), 4u);
}

TEST_F(TensorMapPanel, AnInvalidMemberIsRefusedBelowTheBox) {
    make();
    const auto before = h.session.tensor_map.a;
    h.type_into("tensor_map.box", "64");
    EXPECT_EQ(h.session.tensor_map.a, before);
    EXPECT_EQ(h.states.tensor_map.box.why, "box: found 1; expected 2 numbers, separated by commas.");
    h.type_into("tensor_map.box", "64, 64");
    EXPECT_EQ(member(TmaMember::box), "64, 64");
    EXPECT_TRUE(h.states.tensor_map.box.why.empty());
}

TEST_F(TensorMapPanel, TheDescriptorIsMadeFromTheMap) {
    make();
    const std::uint64_t right = h.session.word(WordId::a_desc);
    h.session.words[0] = 0x4000406000010040;  // sbo 1536
    h.frames(3);
    EXPECT_GT(agreement().different, 0u);
    h.click("tensor_map.to_descriptor");
    EXPECT_EQ(h.session.word(WordId::a_desc), right);
    EXPECT_EQ(agreement().different, 0u);
}

TEST_F(TensorMapPanel, TheMapIsMadeFromTheDescriptor) {
    make();
    h.type_into("tensor_map.smem", "0x1000");
    h.click("tensor_map.to_map");
    EXPECT_EQ(member(TmaMember::smem), "0x400");
    EXPECT_EQ(agreement().different, 0u);
    h.click("tensor_map.remove");
    EXPECT_FALSE(h.session.tensor_map.a);
}

TEST_F(TensorMapPanel, PointingAtACellPointsAtItsElementOrByte) {
    make();
    h.point_at("tensor_map.tile.1.3");
    EXPECT_EQ(h.pointed, Focus(ElementFocus{Matrix::a, 1, 24}));
    h.point_at("tensor_map.memory.1.0");
    EXPECT_EQ(h.pointed, Focus(ByteFocus{0, 0x480}));
    h.click("tensor_map.tile.2.1");
    EXPECT_EQ(h.view_state.selection, Focus(ElementFocus{Matrix::a, 2, 8}));
}

TEST_F(TensorMapPanel, EachOperandHasASeparateMap) {
    make();
    h.click("tensor_map.operand.b");
    EXPECT_TRUE(h.shows("tensor_map.empty"));
    make();
    EXPECT_TRUE(h.session.tensor_map.b);
    h.session.variant.a_in_tmem = true;
    h.frames(3);
    EXPECT_TRUE(h.shows("tensor_map.memory"));
    h.click("tensor_map.operand.a");
    EXPECT_TRUE(h.shows("tensor_map.none"));
}

TEST_F(TensorMapPanel, AnyMapStaysInsideTheRegion) {
    make();
    const TmaCopy made = *h.session.tensor_map.a;
    for (const TmaSwizzle& swizzle : kTmaSwizzles)
        for (const char* dims : {"1", "64, 128", "8, 4096, 512", "1, 2, 3, 4, 5"})
            for (const char* smem : {"0", "0x400", "0xfffffff0"}) {
                TmaCopy copy = *with_text(*with_text(made, TmaMember::dims, dims), TmaMember::smem, smem);
                copy.map.swizzle = &swizzle;
                h.session.tensor_map.a = copy;
                h.frames(2);
                for (const auto& [id, place] : h.items())
                    ASSERT_LE(place.max.x, 820) << swizzle.name << " " << dims << " " << id;
            }
}

}  // namespace
}  // namespace tilescope::ui
