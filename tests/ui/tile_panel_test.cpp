// tests/ui/tile_panel_test.cpp -- the form of a tile: each change makes its session; the list of K steps is copied.
// SPDX-License-Identifier: MIT
#include "app/widgets/buttons.h"
#include "app/window/documents/tabs.h"
#include "app/window/frame/command.h"
#include "tests/ui/app_harness.h"
#include "tests/ui/panel_harness.h"

#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>
#include <tilescope/document/step_words.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace tilescope::ui {
namespace {

std::string hex_lines(const Derived& d, Operand o) {
    std::string out;
    for (const StepWord& s : *step_words(d, o))
        out += say(out.empty() ? "" : "\n", hex_word(*d.of(word_of(o)).format, s.word));
    return out;
}

class TilePanel : public testing::Test {
protected:
    TilePanel() : h(draw_tile_panel, {300, 700}) {
        h.session = presets().front().session();
        h.frames(3);
    }
    Derived derived() const { return derive(h.session); }
    TileForm form() const { return tile_form_of(derived(), h.view_state.operand); }
    void choose(std::string_view list, std::string_view line) {
        h.click(list);
        h.click(say(list, '.', line));
    }
    PanelHarness h;
};

TEST_F(TilePanel, EachValueOfTheFormIsOneStepOfTheHistory) {
    choose("tile.type", "bf16");
    EXPECT_EQ(form().type->id, "bf16");
    h.click("tile.major.mn");
    EXPECT_EQ(form().major, Major::mn);
    choose("tile.swizzle", "64B");
    EXPECT_EQ(form().swizzle, SwizzleMode::b64);
    h.type_into("tile.start", "0x2000");
    EXPECT_EQ(form().start, 0x2000u);
    h.type_into("tile.columns", "128");
    EXPECT_EQ(form().columns, 128u);
    h.type_into("tile.rows", "64");
    EXPECT_EQ(form().rows, 64u);
    h.click("tile.family.wgmma");
    EXPECT_EQ(form().family->id, "wgmma");
    EXPECT_EQ(h.history.done(), 7u);
    EXPECT_TRUE(derived().problems.empty() || derived().problems.front().problem.severity != Severity::error);
    while (h.history.can_undo()) h.undo();
    EXPECT_EQ(h.session, presets().front().session());
}

TEST_F(TilePanel, TheListHasTheWordOfEachStepAndCopiesThemInEachNotation) {
    choose("tile.swizzle", "32B");
    for (int step = 0; step < 4; ++step) EXPECT_TRUE(h.shows(say("tile.step.", step))) << step;
    EXPECT_FALSE(h.shows("tile.step.4"));
    const Derived d = derived();
    std::vector<std::uint64_t> words;
    for (const StepWord& s : *step_words(d, Operand::a)) words.push_back(s.word);
    for (const CopyChoice& copy : copies_of_list(*d.of(WordId::a_desc).format, words)) {
        h.click("tile.copy");
        h.click(say("tile.copy.", copy.id));
        EXPECT_EQ(h.copied, copy.text) << copy.id;
        EXPECT_EQ(std::count(h.copied.begin(), h.copied.end(), '\n'), 3) << copy.id;
    }
    EXPECT_EQ(h.status, "Copied the words of 4 K steps.");
}

TEST_F(TilePanel, CopiesAsCsvWithAddresses) {
    h.click("tile.copy");
    h.click("tile.copy.csv");
    EXPECT_EQ(h.copied,
              "k_step,address,word\n0,0x400,0x4000404000010040\n1,0x420,0x4000404000010042\n"
              "2,0x440,0x4000404000010044\n3,0x460,0x4000404000010046\n");
    h.click("tile.copy");
    h.click("tile.copy.ptx");
    EXPECT_TRUE(h.copied.ends_with("mov.b64 %rd4, 0x4000404000010046;")) << h.copied;
}

TEST_F(TilePanel, ALineOfTheListIsTheKStepOfThePicture) {
    h.click("tile.step.2");
    EXPECT_EQ(h.view_state.k_step, 2u);
    EXPECT_EQ(h.history.done(), 0u);
}

TEST_F(TilePanel, AnImpossibleTileIsRefusedAndAButtonHasTheNearestOne) {
    const Session before = h.session;
    choose("tile.swizzle", "128B_32B");
    EXPECT_TRUE(h.shows("tile.refused"));
    EXPECT_EQ(h.session, before) << "the picture and the list stay";
    ASSERT_TRUE(h.shows("tile.instead"));
    // The form keeps what was asked for: one more value makes it possible.
    choose("tile.type", "tf32");
    h.click("tile.major.mn");
    EXPECT_FALSE(h.shows("tile.refused"));
    EXPECT_EQ(form().swizzle, SwizzleMode::b128_32);
    EXPECT_EQ(form().major, Major::mn);
    h.type_into("tile.start", "0x410");
    ASSERT_TRUE(h.shows("tile.refused"));
    h.click("tile.instead");
    EXPECT_FALSE(h.shows("tile.refused"));
    EXPECT_EQ(form().start, 0x400u);
}

TEST_F(TilePanel, AnUndoForgetsTheRefusal) {
    choose("tile.swizzle", "64B");
    choose("tile.swizzle", "128B_32B");
    ASSERT_TRUE(h.shows("tile.refused"));
    h.undo();
    EXPECT_FALSE(h.shows("tile.refused"));
    EXPECT_EQ(form().swizzle, SwizzleMode::b128);
}

TEST_F(TilePanel, BHasAFormOfItsOwn) {
    h.click("tile.operand.b");
    h.click("tile.rows.plus");
    EXPECT_EQ(derived().n, 112u);
    h.click("tile.copy");
    h.click("tile.copy.hex");
    EXPECT_EQ(h.copied, hex_lines(derived(), Operand::b));
}

TEST_F(TilePanel, WithoutAPlaceThereIsASentence) {
    h.session.variant.a_in_tmem = true;
    h.frames(3);
    EXPECT_TRUE(h.shows("tile.none"));
    EXPECT_FALSE(h.shows("tile.copy"));
    h.session = presets().front().session();
    h.session.unknown[WordId::a_desc] = ~std::uint64_t{0}, h.session.word(WordId::a_desc) = 0;
    h.frames(3);
    EXPECT_TRUE(h.shows("tile.unplaced"));
}

// ---- the window ----

TEST(NewTile, OfAnUntouchedWindowUsesItsTab) {
    AppHarness h({1280, 720}, Screen::mma);
    run_command(h.app, command("new_tile"));
    h->frames(3);
    EXPECT_EQ(tab_count(h.app.documents), 1u);
    EXPECT_EQ(h.app.document().view_state.screen, Screen::memory);
    EXPECT_TRUE(h->shows("tile.copy"));
    EXPECT_TRUE(h->shows("memory.k_step.0")) << "the picture is beside the form";
    h->click("tile.swizzle");
    h->click("tile.swizzle.64B");
    EXPECT_EQ(h.app.document().derived.a.layout.mode, SwizzleMode::b64);
    h->click("tile.family.wgmma");
    h->click("tile.type");
    h->click("tile.type.bf16");
    EXPECT_EQ(h.app.document().history.done(), 3u) << "the M of wgmma is no step of its own";
    run_command(h.app, command("new_tile"));
    h->frames(3);
    EXPECT_EQ(tab_count(h.app.documents), 2u) << "work is never overwritten";
    EXPECT_EQ(h.app.document().derived.a.layout.mode, SwizzleMode::b128);
    EXPECT_TRUE(h->shows("tile.copy"));
}

TEST(NewTile, HelpLiesOverTheFormAndEscClosesBoth) {
    AppHarness h({1280, 720});
    run_command(h.app, command("new_tile"));
    run_command(h.app, command("show_panel", "help"));
    h->frames(3);
    EXPECT_TRUE(h->shows("help.close"));
    EXPECT_FALSE(h->shows("tile.close"));
    h->key(Key::escape);
    EXPECT_TRUE(h->shows("tile.close"));
    h->key(Key::escape);
    h->frames(2);
    EXPECT_FALSE(h->shows("tile.close"));
    EXPECT_TRUE(h->shows("region.side_top"));
}

// A small window has the form as a tab, beside that of the picture.
TEST(NewTile, IsATabOfASmallWindow) {
    AppHarness h({700, 500});
    EXPECT_FALSE(h->shows("compact.Tile"));
    run_command(h.app, command("new_tile"));
    h->frames(4);
    EXPECT_TRUE(h->shows("tile.copy"));
    h->click("compact.Picture");
    EXPECT_FALSE(h->shows("tile.copy"));
    h->click("compact.Tile");
    EXPECT_TRUE(h->shows("tile.copy"));
}

// The box and the bits of a word have K step 0, whatever the pictures show: they say so.
TEST(KStep, TheWordBoxSaysThatItHasStep0AndCopiesTheOthers) {
    AppHarness h({1280, 720});
    h->frames(3);
    EXPECT_FALSE(h->shows("bits.step_0"));
    h->click("memory.k_step.2");
    EXPECT_EQ(h.app.document().view_state.k_step, 2u);
    EXPECT_TRUE(h->shows("bits.step_0"));
    h->click("bits.copy");
    h->click("bits.copy.step");
    EXPECT_EQ(h->clipboard(), "0x4000404000010044");
    h->click("bits.copy");
    h->click("bits.copy.steps");
    EXPECT_EQ(h->clipboard(), hex_lines(h.app.document().derived, Operand::a));
    run_command(h.app, command("copy"));
    EXPECT_EQ(h.app.document().status, "Copied 0x4000404000010040, the word of K step 0.");
    h->click("memory.k_step.0");
    EXPECT_FALSE(h->shows("bits.step_0"));
}

}  // namespace
}  // namespace tilescope::ui
