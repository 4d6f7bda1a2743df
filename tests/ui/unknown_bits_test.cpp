// tests/ui/unknown_bits_test.cpp -- unknown bits: how they are shown, and how clicks and texts give them values.
// SPDX-License-Identifier: MIT
#include "app/ui/paste_plan.h"
#include "app/widgets/buttons.h"
#include "app/widgets/number_box.h"
#include "tests/ui/panel_harness.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/formats/smem.h>
#include <tilescope/rules/read_paste.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

constexpr std::uint64_t kStartBits = 0x3fff, kLboBits = 0x3fff0000;

// A kernel computes the low half of a descriptor, and the high half is a constant.
constexpr std::string_view kHighHalfOnly =
    "mov.u32 %r2, 0x40004040;\nmov.b64 %rd1, {%r1, %r2};\n"
    "tcgen05.mma.cta_group::1.kind::f16 [%r5], %rd1, %rd2, %r9, %p0;\n";

void make_unknown(PanelHarness& h, WordId word, std::uint64_t unknown) {
    h.session = apply_edit(h.session, SetWord{word, h.session.word(word), unknown});
}

TEST(UnknownBitsInPaste, StayUnknownOnTheCard) {
    const PasteResult found = tilescope::paste(kHighHalfOnly);
    ASSERT_FALSE(found.words.empty());
    const Session before;
    const PasteOutcome outcome = outcome_of(found, plan_paste(found, WordId::a_desc, before), before);
    Session after = before;
    for (const Edit& edit : outcome.edits) after = apply_edit(after, edit);
    EXPECT_EQ(after.unknown_bits(WordId::a_desc) & 0xffffffff, 0xffffffffu);
    EXPECT_EQ(after.word(WordId::a_desc), 0x4000404000000000u);
    EXPECT_NE(outcome.sentence.find("they are unknown"), std::string::npos) << outcome.sentence;
}

TEST(UnknownBitsInStrip, HaveAMarkOfTheirOwn) {
    PanelHarness h(draw_bits_panel, {1200, 300});
    EXPECT_FALSE(h.shows("bits.unknown.3"));
    make_unknown(h, WordId::a_desc, kStartBits);
    h.frames(2);
    for (unsigned bit = 0; bit < 64; ++bit) EXPECT_EQ(h.shows(say("bits.unknown.", bit)), bit < 14) << bit;
}

TEST(UnknownBitsInStrip, AClickGivesZeroAndTheNextClickGivesOne) {
    PanelHarness h(draw_bits_panel, {1200, 300});
    make_unknown(h, WordId::a_desc, kStartBits);
    h.frames(2);
    const std::uint64_t known = h.session.word(WordId::a_desc);
    h.click("bits.bit.6");
    EXPECT_EQ(h.session.word(WordId::a_desc), known);
    EXPECT_EQ(h.session.unknown_bits(WordId::a_desc), kStartBits & ~0x40u);
    h.click("bits.bit.6");
    EXPECT_EQ(h.session.word(WordId::a_desc), known | 0x40);
    EXPECT_EQ(h.session.unknown_bits(WordId::a_desc), kStartBits & ~0x40u);
    h.undo();
    h.undo();
    EXPECT_EQ(h.session.unknown_bits(WordId::a_desc), kStartBits);
}

TEST(UnknownBitsInStrip, AClickOnAKnownBitLeavesThemUnknown) {
    PanelHarness h(draw_bits_panel, {1200, 300});
    make_unknown(h, WordId::a_desc, kStartBits);
    h.frames(2);
    h.click("bits.bit.32");
    EXPECT_EQ(h.session.unknown_bits(WordId::a_desc), kStartBits);
}

TEST(UnknownBitsInStrip, TheWheelAndDragsInventNoValue) {
    PanelHarness h(draw_bits_panel, {1200, 300});
    make_unknown(h, WordId::a_desc, kLboBits | 1);  // one bit of start
    h.frames(2);
    const Session before = h.session;
    for (const float turn : {-1.0f, 1.0f}) {
        h.point_at("bits.band.lbo");
        h.wheel(turn);
    }
    for (const char* band : {"bits.band.lbo", "bits.band.start"}) {
        h.press(band);
        h.move_by(0, -40);
        h.frames(2);
        h.release();
    }
    EXPECT_EQ(h.session, before);
    EXPECT_EQ(h.history.done(), 0u);
}

TEST(UnknownBitsInHexBox, AFullNumberMakesAllKnown) {
    PanelHarness h(draw_bits_panel, {1200, 300});
    make_unknown(h, WordId::a_desc, kStartBits);
    h.frames(2);
    h.type_into("bits.word", "0x4000404000010080");
    EXPECT_EQ(h.session.word(WordId::a_desc), 0x4000404000010080u);
    EXPECT_EQ(h.session.unknown_bits(WordId::a_desc), 0u);
}

TEST(UnknownBitsInHexBox, AQuestionMarkIsFourUnknownBits) {
    const Answer<OpenWord> open = open_word_for(kSmem91, "0x40004040????0040", {});
    ASSERT_TRUE(open) << open.why;
    EXPECT_EQ(open->word, 0x4000404000000040u);
    EXPECT_EQ(open->unknown, 0xffff0000u);
    EXPECT_FALSE(open_word_for(kSmem91, "12?", {}));
    EXPECT_FALSE(open_word_for(kSmem91, "0x?40004040????0040", {}));
    // Bits 1 and 0 are unknown: the digit keeps its known bits while it is still "?".
    const Answer<OpenWord> kept = open_word_for(kSmem91, "0x50004040????004?", {0x400040400000004c, 0xffff0003});
    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->word, 0x500040400000004cu);
    EXPECT_EQ(kept->unknown, 0xffff0003u);
}

TEST(UnknownBitsInFields, ANumberThatIsTypedMakesTheFieldKnown) {
    PanelHarness h(draw_fields_panel, {420, 900});
    make_unknown(h, WordId::a_desc, kStartBits);
    h.frames(2);
    h.type_into("fields.start", "2048");
    EXPECT_EQ(h.field("start"), 0x80u);
    EXPECT_EQ(h.session.unknown_bits(WordId::a_desc), 0u);
}

TEST(UnknownBitsInFields, TheButtonsAskForAValueAndInventNone) {
    for (const char* button : {"fields.lbo.plus", "fields.lbo.minus"}) {
        PanelHarness h(draw_fields_panel, {420, 900});
        make_unknown(h, WordId::a_desc, kLboBits);
        h.frames(2);
        const Session before = h.session;
        h.click(button);
        h.frames(2);
        EXPECT_EQ(h.session, before) << button;
        EXPECT_EQ(h.history.done(), 0u) << button;
        ASSERT_TRUE(h.shows("fields.lbo.refusal")) << button;
        EXPECT_EQ(h.states.fields.box.why, "lbo has no value yet: bits 29:16 are unknown. Type a value first.");
        h.type("32");  // the box has the keyboard
        h.key(Key::enter);
        EXPECT_EQ(h.field("lbo"), 2u) << button;
        EXPECT_EQ(h.session.unknown_bits(WordId::a_desc), 0u) << button;
        EXPECT_FALSE(h.shows("fields.lbo.refusal")) << button;
        h.click("fields.lbo.plus");
        EXPECT_EQ(h.field("lbo"), 3u) << "a known value has a next one";
    }
}

TEST(UnknownBitsInFields, OneUnknownBitIsEnoughToAsk) {
    PanelHarness h(draw_fields_panel, {420, 900});
    make_unknown(h, WordId::a_desc, 1);
    h.frames(2);
    h.click("fields.start.plus");
    EXPECT_EQ(h.session.unknown_bits(WordId::a_desc), 1u);
    EXPECT_EQ(h.states.fields.box.why, "start has no value yet: bit 0 is unknown. Type a value first.");
}

TEST(UnknownBitsInFields, APartlyKnownFieldShowsItsBits) {
    PanelHarness h(draw_fields_panel, {420, 900});
    make_unknown(h, WordId::a_desc, 3);
    h.frames(2);
    EXPECT_TRUE(h.shows("fields.start.known"));
    EXPECT_FALSE(h.shows("fields.sbo.known"));
}

TEST(UnknownBitsInFields, AFlagIsFirstNoAndThenYes) {
    PanelHarness h(draw_fields_panel, {420, 900});
    h.view_state.active = WordId::idesc;
    make_unknown(h, WordId::idesc, 0x2000);
    h.frames(2);
    h.click("fields.negate_a");
    EXPECT_EQ(h.session.unknown_bits(WordId::idesc), 0u);
    EXPECT_EQ(h.field("negate_a"), 0u);
    h.click("fields.negate_a");
    EXPECT_EQ(h.field("negate_a"), 1u);
}

TEST(UnknownBitsInPictures, TheMemoryAsksForTheSwizzleAndTheButtonSelectsIt) {
    PanelHarness h(draw_memory_panel);
    make_unknown(h, WordId::a_desc, std::uint64_t{7} << 61);
    h.frames(2);
    ASSERT_TRUE(h.shows("memory.empty"));
    ASSERT_TRUE(h.shows("memory.empty.set.swizzle"));
    h.click("memory.empty.set.swizzle");
    EXPECT_EQ(h.view_state.active, WordId::a_desc);
    EXPECT_EQ(h.view_state.selection, Focus(BitFocus{WordId::a_desc, 61}));
    EXPECT_EQ(h.states.fields.take_keyboard, "fields.swizzle");
}

TEST(UnknownBitsInPictures, AnAssumedStartIsANote) {
    PanelHarness h(draw_memory_panel);
    EXPECT_FALSE(h.shows("memory.assumed"));
    make_unknown(h, WordId::a_desc, kStartBits);
    h.frames(2);
    EXPECT_TRUE(h.shows("memory.assumed"));
    EXPECT_TRUE(h.shows("memory.tile"));
}

TEST(UnknownBitsInPictures, TheMaskAsksForItsFields) {
    PanelHarness h(draw_mask_panel);
    h.session.variant.ws = true;
    h.session = apply_edit(h.session, SetWord{WordId::zcm, 0x0003028100000000, std::uint64_t{0xff} << 32});
    h.frames(2);
    EXPECT_TRUE(h.shows("mask.unknown"));
    EXPECT_FALSE(h.shows("mask.count"));
}

TEST(UnknownBitsInCopies, AreQuestionMarksOrLeftOut) {
    const std::vector<CopyChoice> copies = copies_of(kSmem91, 0x4000404000000000, 0xffffffff);
    const auto has = [&](std::string_view id, std::string_view text) {
        return std::ranges::any_of(copies, [&](const CopyChoice& c) { return c.id == id && c.text == text; });
    };
    EXPECT_TRUE(has("hex", "0x40004040????????"));
    EXPECT_TRUE(has("lo_hi", "{0x????????, 0x40004040}"));
    for (const std::string_view id : {"decimal", "signed", "ptx", "cpp"})
        EXPECT_EQ(std::ranges::find(copies, id, &CopyChoice::id), copies.end()) << id;
}

}  // namespace
}  // namespace tilescope::ui
