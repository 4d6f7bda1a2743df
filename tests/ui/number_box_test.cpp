// tests/ui/number_box_test.cpp -- tests the number box in the fields panel, and the numbers that a word box accepts.
// SPDX-License-Identifier: MIT
#include "app/widgets/number_box.h"
#include "tests/ui/panel_harness.h"

#include <tilescope/formats/formats.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>

namespace tilescope::ui {
namespace {

TEST(NumberBox, PlusButtonAddsOneStep) {
    PanelHarness h(draw_fields_panel);
    const std::uint64_t before = h.field("sbo");
    h.click("fields.sbo.plus");
    EXPECT_EQ(h.field("sbo"), before + 1);
    h.click("fields.sbo.minus");
    h.click("fields.sbo.minus");
    EXPECT_EQ(h.field("sbo"), before - 1);
    EXPECT_EQ(h.history.done(), 3u);
}

TEST(NumberBox, HeldButtonRepeatsAndIsOneUndoStep) {
    PanelHarness h(draw_fields_panel);
    const std::uint64_t before = h.field("sbo");
    h.press("fields.sbo.plus");
    h.frames(60);
    h.release();
    EXPECT_GT(h.field("sbo"), before + 3);
    EXPECT_EQ(h.history.done(), 1u);
    h.undo();
    EXPECT_EQ(h.field("sbo"), before);
    h.redo();
    EXPECT_GT(h.field("sbo"), before + 3);
}

TEST(NumberBox, ButtonsStopAtTheLimitsOfTheField) {
    PanelHarness h(draw_fields_panel);
    const Field& lbo = field_in(**find_format("smem", "", Edition::v9_1), "lbo");
    h.session.words[0] = set_field(lbo, h.session.words[0], 0);
    h.frames(3);
    h.click("fields.lbo.minus");
    EXPECT_EQ(h.field("lbo"), 0u);
    h.session.words[0] = set_field(lbo, h.session.words[0], bit_mask(lbo.width));
    h.frames(3);
    h.click("fields.lbo.plus");
    EXPECT_EQ(h.field("lbo"), bit_mask(lbo.width));
}

TEST(NumberBox, AcceptsHexadecimalAndMakesOneUndoStep) {
    PanelHarness h(draw_fields_panel);
    h.type_into("fields.sbo", "0x200");
    EXPECT_EQ(h.field("sbo"), 0x200u / 16);
    EXPECT_EQ(h.history.done(), 1u);
}

TEST(NumberBox, EscIsNoStep) {
    PanelHarness h(draw_fields_panel);
    const Session before = h.session;
    h.click("fields.sbo");
    h.type("512");
    EXPECT_NE(h.session, before) << "what is typed is shown at once";
    h.key(Key::escape);
    EXPECT_EQ(h.session, before);
    EXPECT_EQ(h.history.done(), 0u);
}

TEST(NumberBox, EscBringsUnknownBitsBack) {
    PanelHarness h(draw_fields_panel);
    h.session = apply_edit(h.session, SetWord{WordId::a_desc, h.session.word(WordId::a_desc), 0x3fff});
    h.frames(2);
    const Session before = h.session;
    h.click("fields.start");
    h.type("512");
    EXPECT_NE(h.session, before);
    h.key(Key::escape);
    h.frames(2);
    EXPECT_FALSE(h.shows("fields.start.refusal"));
    ASSERT_EQ(h.commands, std::vector{command("undo")});
    h.undo();
    EXPECT_EQ(h.session, before);
    EXPECT_EQ(h.history.done(), 0u);
}

TEST(NumberBox, RefusedNumberChangesNothingAndShowsAReason) {
    PanelHarness h(draw_fields_panel);
    const Session before = h.session;
    h.type_into("fields.sbo", "7");
    EXPECT_EQ(h.session, before);
    EXPECT_TRUE(h.shows("fields.sbo.refusal"));
    EXPECT_FALSE(h.states.fields.box.why.empty());
    h.type_into("fields.sbo", "2048");
    EXPECT_EQ(h.field("sbo"), 128u);
    EXPECT_FALSE(h.shows("fields.sbo.refusal")) << "the next accepted input clears the refusal";
}

TEST(NumberBox, ShowsAnAddressInHexadecimalAndTakesBothNotations) {
    PanelHarness h(draw_fields_panel);
    h.click("fields.start");
    h.key(Key::end);
    h.type("0");
    h.key(Key::enter);
    EXPECT_EQ(h.field("start"), 0x4000u / 16) << "the box had 0x400, not 1024";
    h.type_into("fields.start", "2048");
    EXPECT_EQ(h.field("start"), 2048u / 16);
    h.type_into("fields.start", "0x800");
    EXPECT_EQ(h.field("start"), 0x800u / 16);
}

TEST(NumberBox, ARefusalGoesWithTheValueThatItWasAbout) {
    PanelHarness h(draw_fields_panel);
    h.type_into("fields.sbo", "2048");
    h.type_into("fields.sbo", "7");
    ASSERT_TRUE(h.shows("fields.sbo.refusal"));
    h.frames(10);
    EXPECT_TRUE(h.shows("fields.sbo.refusal")) << "it stays while nothing changes";
    h.undo();
    h.frames(1);
    EXPECT_FALSE(h.shows("fields.sbo.refusal"));
}

TEST(NumberBox, NeverClamps) {
    PanelHarness h(draw_fields_panel);
    const Session before = h.session;
    h.type_into("fields.sbo", "99999999999");
    // While the test types it, the box also has its shorter beginnings. None of them is a multiple of 16.
    EXPECT_EQ(h.session, before);
}

TEST(NumberBox, SlashSwitchesBetweenValueAndRawNumber) {
    PanelHarness h(draw_fields_panel);
    const Session before = h.session;
    h.click("fields.sbo");
    h.type("/");
    EXPECT_TRUE(h.view_state.raw_values);
    EXPECT_EQ(h.session, before) << "a slash is no edit";
    h.key(Key::enter);
    h.type_into("fields.sbo", "5");
    EXPECT_EQ(h.field("sbo"), 5u);
    h.click("fields.sbo");
    h.type("/");
    EXPECT_FALSE(h.view_state.raw_values);
}

TEST(HexBox, AcceptsEachNumberThatFitsTheWord) {
    const Format& smem = **find_format("smem", "", Edition::v9_1);
    const Format& idesc = *idesc_format("f16", Edition::v9_1);
    EXPECT_EQ(*word_for(smem, "0x4000404000010040"), 0x4000404000010040u);
    EXPECT_EQ(*word_for(smem, "-1"), ~0ull);
    EXPECT_EQ(*word_for(smem, "0b101"), 5u);
    EXPECT_EQ(*word_for(idesc, "-1"), 0xffffffffu);
    EXPECT_EQ(*word_for(idesc, "-2147483648"), 0x80000000u);
    for (const char* text : {"0x100000000", "-2147483649", "4294967296", "hello", "", "0x"}) {
        const Answer<std::uint64_t> answer = word_for(idesc, text);
        EXPECT_FALSE(answer) << text;
        EXPECT_FALSE(answer.why.empty()) << text;
    }
}

}  // namespace
}  // namespace tilescope::ui
