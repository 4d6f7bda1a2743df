// tests/ui/number_box_test.cpp -- tests the number box in the fields panel, and the numbers that a word box accepts.
// SPDX-License-Identifier: MIT
#include "app/widgets/number_box.h"
#include "tests/ui/panel_harness.h"

#include <tilescope/document/presets.h>
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

TEST(NumberBox, EnterGivesAnAssumedValue) {
    PanelHarness h(draw_fields_panel);
    const Field& sbo = field_in(**find_format("smem", "", Edition::v9_1), "sbo");
    const std::uint64_t before = h.field("sbo"), bits = set_field(sbo, 0, bit_mask(sbo.width));
    h.session.assumed.bits[WordId::a_desc] = bits;
    h.frames(3);
    h.click("fields.sbo");
    EXPECT_TRUE(h.shows("fields.sbo.would"));
    h.key(Key::escape);
    EXPECT_EQ(h.session.assumed.bits[WordId::a_desc], bits);
    h.click("fields.sbo");
    h.click("fields.lbo");
    EXPECT_EQ(h.session.assumed.bits[WordId::a_desc], bits) << "to leave a box gives nothing";
    h.click("fields.sbo");
    h.key(Key::enter);
    EXPECT_EQ(h.session.assumed.bits[WordId::a_desc], 0u);
    EXPECT_EQ(h.field("sbo"), before);
    EXPECT_EQ(h.history.done(), 1u);
}

TEST(NumberBox, TypingChangesNothingAndShowsWhatEnterWouldDo) {
    PanelHarness h(draw_fields_panel);
    const Session before = h.session;
    const float below = h.rect("fields.lbo").min.y;
    h.click("fields.sbo");
    EXPECT_FALSE(h.shows("fields.sbo.would")) << "nothing is typed";
    for (const char* digit : {"5", "1", "2"}) {
        h.type(digit);
        EXPECT_EQ(h.session, before);
    }
    EXPECT_TRUE(h.shows("fields.sbo.would"));
    EXPECT_EQ(h.rect("fields.lbo").min.y, below) << "nothing moves";
    h.key(Key::escape);
    EXPECT_EQ(h.session, before);
    EXPECT_EQ(h.history.done(), 0u);
    EXPECT_FALSE(h.shows("fields.sbo.would"));
}

TEST(NumberBox, ARefusedNumberLeavesTheWord) {
    PanelHarness h(draw_fields_panel);
    const Session before = h.session;
    h.type_into("fields.start", "1608");  // its beginning 160 is a number that the field can store
    EXPECT_EQ(h.session, before);
    EXPECT_EQ(h.history.done(), 0u);
    EXPECT_TRUE(h.shows("fields.start.refusal"));
    h.click("fields.start");
    h.key(Key::escape);
    EXPECT_FALSE(h.shows("fields.start.refusal"));
}

TEST(NumberBox, ANumberCountsWhenTheBoxIsLeft) {
    PanelHarness h(draw_fields_panel);
    h.click("fields.sbo");
    h.type("512");
    h.click("fields.swizzle.name");
    EXPECT_EQ(h.field("sbo"), 512u / 16);
    h.click("fields.sbo");
    h.type("2048");
    h.click("fields.sbo.plus");
    EXPECT_EQ(h.field("sbo"), 2048u / 16 + 1) << "the step begins at the typed number";
    h.click("fields.sbo");
    h.type("256");
    h.key(Key::tab);
    EXPECT_EQ(h.field("sbo"), 256u / 16);
    EXPECT_EQ(h.history.done(), 3u) << "a step that leaves the box belongs to its number";
}

TEST(NumberBox, EscBringsUnknownBitsBack) {
    PanelHarness h(draw_fields_panel);
    h.session = apply_edit(h.session, SetWord{WordId::a_desc, h.session.word(WordId::a_desc), 0x3fff});
    h.frames(2);
    const Session before = h.session;
    h.click("fields.start");
    h.type("512");
    EXPECT_EQ(h.session, before);
    h.key(Key::escape);
    h.frames(2);
    EXPECT_FALSE(h.shows("fields.start.refusal"));
    EXPECT_EQ(h.session, before);
    EXPECT_EQ(h.history.done(), 0u);
}

TEST(NumberBox, TypedTextCountsWhenABoxAboveIsClicked) {
    PanelHarness h(draw_fields_panel);
    h.click("fields.start");
    h.type("0x800");
    h.click("fields.sbo");
    EXPECT_EQ(h.field("start"), 0x800u / 16);
    h.type("2048");
    h.click("fields.start");
    EXPECT_EQ(h.field("sbo"), 2048u / 16);
    h.type("1608");
    h.click("fields.sbo");
    EXPECT_EQ(h.field("start"), 0x800u / 16) << "refused";
    EXPECT_TRUE(h.shows("fields.start.refusal"));
}

// Every box for a number, in every panel that has one: what is typed counts at Enter, and Esc leaves no step.
TEST(NumberBox, EveryBoxWaitsForEnter) {
    struct Row {
        PanelHarness::Draw draw;
        std::vector<std::string_view> before;  // clicks that lead to the box
        std::string_view box, text;
    };
    const Row rows[] = {
        {draw_fields_panel, {}, "fields.start", "0x800"},
        {draw_bits_panel, {}, "bits.word", "0x4000404000010080"},
        {draw_operands_panel, {}, "operands.tile_k", "128"},
        {draw_operands_panel, {"operands.image_a"}, "operands.start", "0x800"},
        {draw_operands_panel, {"operands.recipe_a", "operands.kind.random"}, "operands.seed", "12"},
        {draw_scales_panel, {}, "scales.matrix.rows", "200"},
        {draw_places_panel, {}, "places.tmem_d", "128"},
        {draw_mask_panel, {"mask.own_size"}, "mask.n", "24"},
    };
    for (const Row& row : rows) {
        PanelHarness h(row.draw);
        const bool scales = row.box.starts_with("scales");
        h.session = find_preset(scales ? "k_major_128b_mxf4" : "k_major_128b_f16")->session();
        h.frames(3);
        for (const std::string_view id : row.before) h.click(id);
        const Session before = h.session;
        const std::size_t steps = h.history.done();
        h.click(row.box);
        h.type(row.text);
        EXPECT_EQ(h.session, before) << row.box;
        EXPECT_TRUE(h.shows(std::string(row.box) + ".would")) << row.box;
        h.key(Key::escape);
        EXPECT_EQ(h.session, before) << row.box;
        EXPECT_EQ(h.history.done(), steps) << row.box << ": Esc is no step";
        for (const std::string_view id : row.before)
            if (!h.shows(row.box)) h.click(id);  // Esc closed the list too
        h.type_into(row.box, row.text);
        EXPECT_NE(h.session, before) << row.box;
        EXPECT_EQ(h.history.done(), steps + 1) << row.box;
        h.type_into(row.box, "5x");
        EXPECT_EQ(h.history.done(), steps + 1) << row.box << ": a text that is no number";
    }
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
