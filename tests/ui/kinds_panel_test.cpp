// tests/ui/kinds_panel_test.cpp -- the same bits under other kinds, and the targets that accept the form.
// SPDX-License-Identifier: MIT
#include "tests/ui/panel_harness.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>

#include <gtest/gtest.h>

namespace tilescope::ui {
namespace {

TEST(KindsPanel, AClickChangesTheKindAndNotTheWord) {
    PanelHarness h(draw_kinds_panel, {820, 400});
    const std::uint64_t word = h.session.word(WordId::idesc);
    h.click("kinds.f8f6f4");
    EXPECT_EQ(h.session.variant.kind, "f8f6f4");
    EXPECT_EQ(h.session.word(WordId::idesc), word);
    EXPECT_EQ(h.history.done(), 1u);
    h.click("kinds.f8f6f4");
    EXPECT_EQ(h.history.done(), 1u) << "this kind is already selected";
}

TEST(KindsPanel, EveryKindOfTheEditionHasALine) {
    for (const Edition edition : {Edition::v9_1, Edition::v9_4}) {
        PanelHarness h(draw_kinds_panel, {520, 400});
        h.session.edition = edition;
        h.frames(3);
        ASSERT_FALSE(kinds_of(edition).empty());
        for (const std::string_view kind : kinds_of(edition)) EXPECT_TRUE(h.shows(say("kinds.", kind))) << kind;
        EXPECT_EQ(h.shows("kinds.ti16"), edition == Edition::v9_4);
    }
}

TEST(KindsPanel, PointingListsAllProblemsAndMakesNoEdit) {
    PanelHarness h(draw_kinds_panel, {820, 400});
    h.point_at("kinds.tf32");
    EXPECT_EQ(h.history.done(), 0u);
    for (const KindView& kind : derive(h.session).kinds) {
        EXPECT_EQ(kind.problems.empty(), kind.problem_count == 0) << kind.kind;
        EXPECT_NE(kind.problems.find(kind.first_problem), std::string::npos) << kind.kind;
    }
}

TEST(TargetsPanel, AClickStoresATargetInTheSession) {
    PanelHarness h(draw_targets_panel, {820, 400});
    EXPECT_TRUE(h.shows("targets.why"));
    h.click("targets.sm_103a");
    EXPECT_EQ(h.session.arch, "sm_103a");
    h.click("targets.sm_90a");
    EXPECT_EQ(h.session.arch, "sm_90a") << "a target that refuses the form can also be selected";
    EXPECT_EQ(h.history.done(), 2u);
}

TEST(TargetsPanel, EveryTargetOfTheEditionIsInsideTheRegion) {
    for (const float width : {300.0f, 520.0f, 900.0f}) {
        PanelHarness h(draw_targets_panel, {width, 400});
        const Derived derived = derive(h.session);
        ASSERT_GE(derived.targets.size(), 7u);
        for (const TargetView& target : derived.targets) {
            const Rect place = h.rect(say("targets.", target.arch));
            EXPECT_LE(place.max.x, width) << target.arch;
        }
        EXPECT_FALSE(h.shows("targets.sm_107a")) << "sm_107a needs PTX 9.4";
    }
}

}  // namespace
}  // namespace tilescope::ui
