// tests/ui/words_panel_test.cpp -- one card per word: a click makes it active, a menu copies it.
// SPDX-License-Identifier: MIT
#include "app/widgets/buttons.h"
#include "tests/ui/app_harness.h"
#include "tests/ui/panel_harness.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>
#include <tilescope/formats/formats.h>
#include <tilescope/formats/smem.h>

#include <gtest/gtest.h>

#include <vector>

namespace tilescope::ui {
namespace {

std::string copied(const Format& format, std::uint64_t word, std::string_view id) {
    for (const CopyChoice& c : copies_of(format, word))
        if (c.id == id) return c.text;
    return "no such copy";
}

TEST(WordsPanel, AClickMakesEachWordActive) {
    PanelHarness h(draw_words_panel, {260, 600});
    for (const WordRow& row : kWords) {
        h.click(say("words.", row.id));
        EXPECT_EQ(h.view_state.active, row.word) << row.id;
    }
    EXPECT_EQ(h.history.done(), 0u) << "a click on a card makes no edit";
}

TEST(WordsPanel, CardsAreBelowEachOtherInsideTheRail) {
    struct Rail {
        PanelHarness::Draw draw;
        float width;
    };
    for (const Rail rail : {Rail{draw_words_panel, 220}, Rail{draw_words_tiles, 56}}) {
        PanelHarness h(rail.draw, {rail.width, 600});
        h.frames(3);
        float y = 0;
        for (const WordRow& row : kWords) {
            const Rect card = h.rect(say("words.", row.id));
            EXPECT_GE(card.min.y, y) << row.id;
            EXPECT_LE(card.max.x, rail.width) << row.id;
            y = card.max.y;
        }
    }
}

TEST(WordsPanel, TheMenuCopiesAWord) {
    PanelHarness h(draw_words_panel, {260, 600});
    h.click("words.a_desc.copy");
    h.click("words.a_desc.copy.hex");
    EXPECT_EQ(h.copied, "0x4000404000010040");
    EXPECT_EQ(h.history.done(), 0u);
}

TEST(WordsPanel, TheMenuCopiesEveryNotation) {
    PanelHarness h(draw_words_panel, {260, 600});
    const std::vector<CopyChoice> choices = copies_of(kSmem91, 0x4000404000010040);
    ASSERT_GE(choices.size(), 7u);
    for (const CopyChoice& choice : choices) {
        h.click("words.a_desc.copy");
        h.click(say("words.a_desc.copy.", choice.id));
        EXPECT_EQ(h.copied, choice.text) << choice.id;
        EXPECT_FALSE(choice.label.empty()) << choice.id;
    }
}

TEST(WordsPanel, BIsShownIfTheSessionDoesNotReadAFromSharedMemory) {
    AppHarness h({1280, 720});
    ASSERT_TRUE(h->shows("fields.of.a_desc"));
    h.app.document().requests.edits.push_back(LoadSession{find_preset("wgmma_fa3_bf16")->session(), "preset"});
    h->frames(3);
    EXPECT_TRUE(h->shows("fields.of.b_desc"));
    EXPECT_EQ(h.app.document().view_state.operand, Operand::b);
    h->click("words.a_desc");
    h->frames(3);
    EXPECT_TRUE(h->shows("fields.of.a_desc")) << "the user asked for A";
}

TEST(WordCopies, AreTheSameWordInEveryNotation) {
    const Format& smem = **find_format("smem", "", Edition::v9_1);
    const Format& idesc = *idesc_format("f16", Edition::v9_1);
    constexpr std::uint64_t word = 0xc000404000010040;
    EXPECT_EQ(copied(smem, word, "hex"), "0xc000404000010040");
    EXPECT_EQ(copied(smem, word, "decimal"), "13835128698904313920");
    EXPECT_EQ(copied(smem, word, "signed"), "-4611615374805237696");
    EXPECT_EQ(copied(smem, word, "lo_hi"), "{0x00010040, 0xc0004040}");
    EXPECT_EQ(copied(smem, word, "ptx"), "mov.b64 %rd1, 0xc000404000010040;");
    EXPECT_EQ(copied(smem, word, "cpp"), "0xc000404000010040ull");
    EXPECT_EQ(copied(idesc, 0x88180010, "signed"), "-2011693040");
    EXPECT_EQ(copied(idesc, 0x08180010, "cpp"), "0x08180010u");
    EXPECT_EQ(copied(idesc, 0x08180010, "lo_hi"), "no such copy");
}

TEST(WordCopies, BitsAreCompleteWithASpaceBetweenFields) {
    const Format& smem = **find_format("smem", "", Edition::v9_1);
    const std::string bits = copied(smem, 0x4000404000010040, "bits");
    std::string digits;
    for (const char c : bits)
        if (c != ' ') digits += c;
    ASSERT_EQ(digits.size(), 64u);
    EXPECT_EQ(*parse_number("0b" + digits), 0x4000404000010040u);
    EXPECT_EQ(bits.size() - digits.size(), smem.fields.size() - 1);
}

}  // namespace
}  // namespace tilescope::ui
