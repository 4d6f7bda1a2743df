// tests/ui/explanation_test.cpp -- topics of the items under the pointer, and the problems that a choice would cause.
// SPDX-License-Identifier: MIT
#include "tests/ui/panel_harness.h"

#include <gtest/gtest.h>

namespace tilescope::ui {
namespace {

TEST(Choices, AnEntryListsTheProblemsItWouldCause) {
    PanelHarness h(draw_fields_panel);
    h.click("fields.swizzle");
    h.point_at("fields.swizzle.128B_32B");
    EXPECT_EQ(h.requests.topic, "smem.swizzle=128B_32B");
    const std::vector<std::string>& bad = h.states.fields.notes.value;
    ASSERT_FALSE(bad.empty());
    EXPECT_NE(bad[0].find("L9"), std::string::npos) << bad[0];
    h.point_at("fields.swizzle.128B");
    EXPECT_TRUE(h.states.fields.notes.value.empty()) << "the current value causes no problem";
    EXPECT_EQ(h.session, Session{}) << "pointing makes no edit";
}

TEST(Form, EveryQualifierHasATopic) {
    PanelHarness h(draw_form_panel);
    const auto topic_at = [&](std::string_view id) {
        h.point_at(id);
        return h.requests.topic;
    };
    EXPECT_EQ(topic_at("form.kind"), "kind::f16");
    EXPECT_EQ(topic_at("form.cta_group.2"), "cta_group::2");
    EXPECT_EQ(topic_at("form.ws"), ".ws");
    EXPECT_EQ(topic_at("form.sp"), ".sp");
    EXPECT_EQ(topic_at("form.a_in.tmem"), "operand A");
    EXPECT_EQ(topic_at("form.lane_mask"), "disable-output-lane");
    EXPECT_EQ(topic_at("form.scale_d"), "scale-input-d");
    EXPECT_EQ(topic_at("form.ashift"), ".ashift");
    EXPECT_EQ(topic_at("form.instruction"), "");
}

TEST(Form, ListEntriesHaveTopics) {
    PanelHarness h(draw_form_panel);
    h.click("form.kind");
    h.point_at("form.kind.i8");
    EXPECT_EQ(h.requests.topic, "kind::i8");
    h.key(Key::escape);
    h.click("form.collector");
    h.point_at("form.collector.a::lastuse");
    EXPECT_EQ(h.requests.topic, ".collector::a::lastuse");
    h.point_at("form.collector.none");
    EXPECT_EQ(h.requests.topic, ".collector::a::discard") << "the default collector operation";
}

TEST(Targets, ATargetHasATopic) {
    PanelHarness h(draw_targets_panel);
    h.point_at("targets.sm_103a");
    EXPECT_EQ(h.requests.topic, "sm_103a");
}

}  // namespace
}  // namespace tilescope::ui
