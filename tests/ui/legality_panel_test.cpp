// tests/ui/legality_panel_test.cpp -- pointing at cells, queries about other kinds, storing a cell.
// SPDX-License-Identifier: MIT
#include "tests/ui/panel_harness.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace tilescope::ui {
namespace {

const ImVec2 kStage = {820, 900};

PanelHarness& on_page(PanelHarness& h, std::string_view page) {
    h.view_state.active = WordId::idesc;
    h.click(say("legality.page.", page));
    return h;
}

TEST(LegalityPanel, StartsWithTheFormOfTheSession) {
    PanelHarness h(draw_legality_panel, kStage);
    EXPECT_TRUE(h.shows("legality.types_f32.f16.bf16"));
    EXPECT_FALSE(h.shows("legality.types_s32.u8.u8"));
    EXPECT_FALSE(h.shows("legality.reset")) << "the query is the session's form";
    h.session.variant.kind = "i8";
    h.frames(3);
    EXPECT_TRUE(h.shows("legality.types_s32.u8.u8")) << "the query follows the session";
}

TEST(LegalityPanel, AQueryAboutAnotherKindIsNoEdit) {
    PanelHarness h(draw_legality_panel, kStage);
    h.click("legality.kind");
    h.click("legality.kind.f8f6f4");
    EXPECT_TRUE(h.shows("legality.types_f16.e4m3.e2m1"));
    h.click("legality.ws");
    h.click("legality.a_in_tmem");
    h.click("legality.cta_group.2");
    h.click("legality.target");
    h.click("legality.target.sm_110f");
    EXPECT_EQ(h.history.done(), 0u);
    EXPECT_EQ(h.session.variant.kind, "f16");
    h.click("legality.reset");
    EXPECT_TRUE(h.shows("legality.types_f32.f16.bf16"));
    EXPECT_FALSE(h.shows("legality.reset"));
}

TEST(LegalityPanel, AClickStoresATypeInOneStep) {
    PanelHarness h(draw_legality_panel, kStage);
    h.view_state.active = WordId::idesc;
    h.click("legality.types_f32.bf16.bf16");
    EXPECT_EQ(h.field("a_type"), 1u);
    EXPECT_EQ(h.field("b_type"), 1u);
    EXPECT_EQ(h.history.done(), 1u);
    h.undo();
    EXPECT_EQ(h.field("a_type"), 0u);
}

TEST(LegalityPanel, ARefusedCellStoresNothing) {
    PanelHarness h(draw_legality_panel, kStage);
    const Session before = h.session;
    h.click("legality.types_f16.bf16.bf16");
    h.click("legality.kinds.u8.f16");
    EXPECT_EQ(h.session, before);
    EXPECT_EQ(h.history.done(), 0u);
}

TEST(LegalityPanel, ADoubtfulCellCanBeStored) {
    PanelHarness h(draw_legality_panel, kStage);
    h.view_state.active = WordId::idesc;
    h.click("legality.types_f32.f16.bf16");
    EXPECT_EQ(h.field("b_type"), 1u);
    EXPECT_EQ(h.field("a_type"), 0u);
}

TEST(LegalityPanel, ATypeOfAnotherKindStoresTheKindAndALegalWord) {
    PanelHarness h(draw_legality_panel, kStage);
    h.click("legality.kinds.e2m1.mxf4");
    EXPECT_EQ(h.session.variant.kind, "mxf4");
    EXPECT_EQ(h.history.done(), 1u);
    const Derived derived = derive(h.session);
    EXPECT_EQ(derived.a_type, "e2m1");
    for (const PlacedProblem& p : derived.problems)
        EXPECT_TRUE(p.word != WordId::idesc || p.problem.severity != Severity::error) << p.problem.text;
}

TEST(LegalityPanel, ShapesAndKAreStored) {
    PanelHarness h(draw_legality_panel, kStage);
    on_page(h, "shapes").click("legality.shape.m64.32");
    EXPECT_EQ(derive(h.session).m, 64u);
    EXPECT_EQ(derive(h.session).n, 32u);
    h.click("legality.shape.m256.32");
    EXPECT_EQ(derive(h.session).m, 64u) << "M 256 is illegal for one CTA";
    h.click("legality.k.k.sparse");
    EXPECT_TRUE(h.session.variant.sparse);
    EXPECT_EQ(h.field("sparse"), 1u) << ".sp and the sparse bit change together";
    EXPECT_EQ(h.history.done(), 2u);
}

TEST(LegalityPanel, AModeIsStoredWithItsMajor) {
    PanelHarness h(draw_legality_panel, kStage);
    on_page(h, "layouts").click("legality.modes_b.16_mn.64B");
    EXPECT_EQ(h.field("transpose_b"), 1u);
    EXPECT_EQ(h.field("transpose_a"), 0u);
    h.view_state.active = WordId::b_desc;
    EXPECT_EQ(h.field("swizzle"), 4u);
    h.view_state.active = WordId::a_desc;
    EXPECT_EQ(h.field("swizzle"), 2u) << "A keeps its mode";
    EXPECT_EQ(h.history.done(), 1u);
}

TEST(LegalityPanel, AFormAndATargetAreStored) {
    PanelHarness h(draw_legality_panel, kStage);
    on_page(h, "forms").click("legality.forms.cta2.sm_103a");
    EXPECT_EQ(h.session.variant.cta_group, 2u);
    EXPECT_EQ(h.session.arch, "sm_103a");
    EXPECT_EQ(h.history.done(), 1u);
    h.click("legality.forms.zero_mask.sm_103a");
    EXPECT_EQ(h.history.done(), 1u) << "a mask is refused without .ws";
    h.session.variant = {.ws = true};
    h.frames(3);
    h.click("legality.forms.zero_mask.sm_103a");
    EXPECT_EQ(h.history.done(), 1u) << "allowed, but only the user can choose the word of the mask";
}

TEST(LegalityPanel, ScaleIdsAreStoredWithTheirSize) {
    PanelHarness h(draw_legality_panel, kStage);
    h.session.variant.kind = "mxf4nvf4";
    on_page(h, "modifiers").click("legality.scales.block32_ue8m0.2");
    EXPECT_EQ(h.session.variant.scale_block, 32u);
    EXPECT_EQ(h.field("sfa_id"), 2u);
    EXPECT_EQ(h.field("sfb_id"), 2u);
    EXPECT_EQ(h.field("scale_type"), 1u);
}

TEST(LegalityPanel, AKindWithoutScaleFactorsShowsASentence) {
    PanelHarness h(draw_legality_panel, kStage);
    on_page(h, "modifiers");
    EXPECT_TRUE(h.shows("legality.no_scales"));
    EXPECT_TRUE(h.shows("legality.modifiers.saturate.1"));
    EXPECT_FALSE(h.shows("legality.modifiers.saturate.2")) << "a bit has two values";
}

TEST(LegalityPanel, AFormThatDoesNotExistShowsTheReasonAndStoresNothing) {
    PanelHarness h(draw_legality_panel, kStage);
    h.click("legality.kind");
    h.click("legality.kind.i8");
    h.click("legality.target");
    h.click("legality.target.sm_103a");
    EXPECT_TRUE(h.shows("legality.verdict"));
    EXPECT_EQ(h.states.legality.kept.value.form.verdict, LegalityVerdict::refused);
    h.click("legality.types_s32.u8.u8");
    EXPECT_EQ(h.history.done(), 0u);
}

TEST(LegalityPanel, HopperHasOtherChoices) {
    PanelHarness h(draw_legality_panel, kStage);
    h.session.arch = "sm_90a";
    h.frames(3);
    EXPECT_FALSE(h.shows("legality.cta_group.2"));
    EXPECT_FALSE(h.shows("legality.ws"));
    on_page(h, "layouts").click("legality.modes_b.16_k.64B");
    h.view_state.active = WordId::b_desc;
    EXPECT_EQ(h.field("swizzle"), 2u) << "the Hopper code for 64B";
}

TEST(LegalityPanel, TheTooltipShowsTheReason) {
    PanelHarness h(draw_legality_panel, kStage);
    h.point_at("legality.types_f32.f16.bf16");
    EXPECT_EQ(h.history.done(), 0u);
    EXPECT_TRUE(h.shows("legality.why"));
    h.point_at("legality.kind");
    EXPECT_FALSE(h.shows("legality.why"));
}

TEST(LegalityPanel, TheAnswerIsCachedUntilTheQueryChanges) {
    PanelHarness h(draw_legality_panel, kStage);
    const LegalityTable* kept = h.states.legality.kept.value.tables.data();
    h.frames(5);
    h.point_at("legality.types_f32.f16.f16");
    EXPECT_EQ(h.states.legality.kept.value.tables.data(), kept);
    h.view_state.active = WordId::idesc;
    h.click("legality.types_f32.bf16.bf16");
    EXPECT_EQ(h.states.legality.kept.value.tables.data(), kept) << "another word does not change the query";
    EXPECT_EQ(h.states.legality.kept.key->first.variant, h.session.variant);
}

TEST(LegalityPanel, EveryPageOfEveryKindStaysInsideTheRegion) {
    for (const float width : {520.0f, 820.0f}) {
        PanelHarness h(draw_legality_panel, {width, 1400});
        for (const std::string_view kind : kinds_of(Edition::v9_1)) {
            h.session.variant = {.kind = std::string(kind)};
            for (const char* page : {"types", "shapes", "layouts", "modifiers", "forms"}) {
                on_page(h, page);
                for (const auto& [id, place] : h.items())
                    EXPECT_TRUE(place.max.x <= width || !id.starts_with("legality.")) << kind << ' ' << page << id;
            }
        }
    }
}

}  // namespace
}  // namespace tilescope::ui
