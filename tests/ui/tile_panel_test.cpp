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
    EXPECT_EQ(h.status, "Copied 4 words.");
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

// The order of atoms is a part of the session: its memory and its strides follow.
TEST_F(TilePanel, TheOrderOfAtomsIsOneStepAndTheStridesFollow) {
    h.type_into("tile.columns", "128");
    h.click("tile.order.k");
    EXPECT_EQ(h.session.atom_order, (OperandPair<AtomOrder>{AtomOrder::k_first, AtomOrder::mn_first}));
    EXPECT_EQ(h.session.word(WordId::a_desc), 0x4000408000010040u);
    EXPECT_FALSE(derived().a.overlaps);
    EXPECT_EQ(derived().a.layout.k_atom, 1024u);
    h.click("tile.copy");
    h.click("tile.copy.csv");
    EXPECT_NE(h.copied.find("\n4,0x800,0x4000408000010080\n"), std::string::npos) << h.copied;
    h.undo();
    EXPECT_EQ(h.session.atom_order.a, AtomOrder::mn_first);
    EXPECT_EQ(h.session.word(WordId::a_desc), 0x4000404000010040u);
}

// 128 x 128 f16 has 32 KiB. The K steps of the second atom begin behind all row blocks.
TEST_F(TilePanel, StagesAndRowBlocksFollowEachOther) {
    h.type_into("tile.columns", "128");
    const std::size_t steps = h.history.done();
    h.click("tile.stages.plus");
    EXPECT_TRUE(h.shows("tile.step.0:0"));
    h.click("tile.copy");
    h.click("tile.copy.csv");
    EXPECT_TRUE(h.copied.starts_with("stage,k_step,address,word\n0,0,0x400,0x4000404000010040\n")) << h.copied;
    EXPECT_NE(h.copied.find("\n1,0,0x8400,0x4000404000010840\n"), std::string::npos) << h.copied;
    h.click("tile.stages.minus");
    h.click("tile.blocks.plus");
    h.click("tile.copy");
    h.click("tile.copy.csv");
    EXPECT_TRUE(h.copied.starts_with("block,k_step,address,word\n0,0,0x400,")) << h.copied;
    EXPECT_NE(h.copied.find("\n0,4,0x8400,"), std::string::npos) << h.copied;
    EXPECT_NE(h.copied.find("\n1,0,0x4400,"), std::string::npos) << h.copied;
    EXPECT_EQ(std::count(h.copied.begin(), h.copied.end(), '\n'), 1 + 16) << h.copied;
    EXPECT_EQ(h.history.done(), steps) << "they are choices of the list";
    h.session.word(WordId::a_desc) = 0x4000402000010040;  // half the stride
    h.frames(3);
    EXPECT_TRUE(h.shows("tile.no_steps")) << "nothing says where the next tile begins";
}

TEST_F(TilePanel, TwoLayoutValuesAreChangedWhereOneIsNotEnough) {
    h.click("tile.family.wgmma");
    choose("tile.type", "e4m3");
    h.click("tile.major.mn");
    choose("tile.swizzle", "128B_32B");
    ASSERT_TRUE(h.shows("tile.refused"));
    ASSERT_TRUE(h.shows("tile.instead"));
    h.click("tile.instead");
    EXPECT_FALSE(h.shows("tile.refused"));
    EXPECT_EQ(form().type->id, "e4m3");
    EXPECT_EQ(form().major, Major::k);
}

TEST_F(TilePanel, OneWgmmaReads64RowsOfA) {
    h.click("tile.family.wgmma");
    h.type_into("tile.rows", "128");
    ASSERT_TRUE(h.states.tile.refused);
    EXPECT_EQ(h.states.tile.refused->why, "One wgmma reads 64 rows of A. Use 64 rows, not 128.");
    h.click("tile.instead");
    EXPECT_EQ(form().rows, 64u);
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

// The list opens at the line that is chosen, so that Down takes the next one.
TEST_F(TilePanel, DownBeginsAtTheChosenLineOfAList) {
    choose("tile.swizzle", "32B");
    h.click("tile.swizzle");
    h.key(Key::down);
    h.key(Key::enter);
    EXPECT_EQ(form().swizzle, SwizzleMode::b64);
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

// A new piece begins where the memory has its rows: 64 rows of A have 8 KiB, 128 rows of B have 16 KiB.
TEST(TilePiecesBoxes, ATileOfWgmmaGetsMoreInstructions) {
    PanelHarness h(draw_operands_panel, {900, 800});
    h.frames(3);
    EXPECT_FALSE(h.shows("operands.tile_m")) << "tcgen05";
    h.session = find_preset("wgmma_128b_f16")->session();
    h.frames(3);
    h.click("operands.tile_m.plus");
    EXPECT_EQ(h.session.pieces, (TilePieces{{2, 1}, {8192, 0}}));
    h.click("operands.tile_n.plus");
    EXPECT_EQ(h.session.pieces, (TilePieces{{2, 2}, {8192, 16384}}));
    EXPECT_EQ(derive(h.session).a.layout.rows, 128);
    h.click("operands.tile_n.minus");
    EXPECT_EQ(h.session.pieces.count.b, 1u);
    h.undo();
    EXPECT_EQ(h.session.pieces.count.b, 2u);
}

// ---- the window ----

TEST(NewTile, OpensFromTheDataOfASessionAndSaysNothingAfterwards) {
    AppHarness h({1280, 720});
    run_command(h.app, command("show_panel", "operands"));
    h->frames(3);
    h->click("operands.tile");
    h->frames(3);
    EXPECT_TRUE(h->shows("tile.copy"));
    EXPECT_EQ(tab_count(h.app.documents), 1u);
    run_command(h.app, command("new_tile"));
    h->frames(3);
    for (int layer = 0; layer < 2; ++layer) h->key(Key::escape);  // the list of the data, then the form
    h->frames(2);
    EXPECT_FALSE(h->shows("tile.close"));
    EXPECT_EQ(h.app.document().status.find("form"), std::string::npos) << h.app.document().status;
}

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
