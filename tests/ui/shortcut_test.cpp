// tests/ui/shortcut_test.cpp -- keys act on what is shown; fixes and repairs; what the palette finds; ticks.
// SPDX-License-Identifier: MIT
#include "app/window/documents/edits.h"
#include "app/window/documents/tabs.h"
#include "app/window/frame/command.h"
#include "app/window/frame/keys.h"
#include "app/window/frame/palette.h"
#include "app/window/paste/paste.h"
#include "app/window/result/emulation.h"
#include "tests/ui/app_harness.h"

#include <tilescope/base/say.h>
#include <tilescope/document/emulate.h>
#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <semaphore>
#include <string>
#include <vector>

namespace tilescope::ui {
namespace {

void show_tab(AppHarness& h, StageTab tab) {
    tab_of(h.app.document().view_state, Screen::memory) = tab;
    h.app.document().requests.view_state = h.app.document().view_state;
    h->frames(2);
}

TEST(OneKey, ActsOnlyOnTheTabThatIsShown) {
    AppHarness h;
    h->frames(2);
    show_tab(h, StageTab::layout);
    const ViewState before = h.app.document().view_state;
    for (const Key key : {Key::s, Key::c, Key::l, Key::g, Key::right_bracket, Key::end}) {
        h->key(key);
        h->frames(2);
        EXPECT_EQ(h.app.document().view_state, before) << static_cast<int>(key);
        EXPECT_NE(said_first(h.app).find("of the screen Shared memory (Ctrl+2)"), std::string::npos)
            << said_first(h.app);
    }
    h->key(Key::a);
    EXPECT_EQ(h.app.document().view_state.operand, Operand::b) << "the Layout tab shows an operand";
    show_tab(h, StageTab::memory);
    h->key(Key::s);
    EXPECT_FALSE(h.app.document().view_state.swizzle);
    EXPECT_EQ(said_first(h.app), "");
}

TEST(OneKey, SaysWhyNothingHappenedAlsoIfSomethingIsSelected) {
    AppHarness h;
    h->click("memory.tile.3.3");
    show_tab(h, StageTab::layout);
    const Focus selected = h.app.document().view_state.selection;
    h->key(Key::down);
    EXPECT_EQ(h.app.document().view_state.selection, selected) << "no cell is shown that could move";
    h->key(Key::c);
    h->frames(2);
    EXPECT_EQ(said_first(h.app), "C acts on the tab Tile of the screen Shared memory (Ctrl+2).");
    h->click("rail.operands");
    h.app.document().view_state.selection = h.app.document().requests.view_state.selection = {};
    h->frames(2);
    EXPECT_EQ(said_first(h.app), "") << "another selection has its own sentence";
}

TEST(OneKey, TheStepsOfKAreOnTheMmaScreenToo) {
    AppHarness h({1440, 900}, Screen::mma);
    h->frames(2);
    h->key(Key::right_bracket);
    EXPECT_EQ(h.app.document().view_state.k_step, 1u);
    h->key(Key::s);
    EXPECT_TRUE(h.app.document().view_state.swizzle);
}

TEST(OneKey, StepsAlongKOnTheTabScales) {
    AppHarness h({1440, 900}, Screen::tmem);
    h.app.document().session = find_preset("block_scaled_mxf4nvf4")->session();
    begin_revision(h.app);
    tab_of(h.app.document().view_state, Screen::tmem) = StageTab::scales;
    h.app.document().requests.view_state = h.app.document().view_state;
    h->frames(3);
    ASSERT_TRUE(h->shows("scales.k_step"));
    h->key(Key::right_bracket);
    EXPECT_EQ(h.app.document().view_state.k_step, 1u);
    h->key(Key::left_bracket);
    EXPECT_EQ(h.app.document().view_state.k_step, 0u);
}

TEST(Menu, HasATickBesideWhatIsOn) {
    AppHarness h;
    const Command& keep = *find_command("keep_memory");
    EXPECT_FALSE(keep.is_on(h.app));
    run_command(h.app, command(keep.id));
    EXPECT_TRUE(keep.is_on(h.app));
    EXPECT_EQ(find_command("emulate")->is_on, nullptr) << "it is done, not turned on";
}

// The B descriptor has half of the stride, and D is computed.
class WrongElements : public ::testing::Test {
protected:
    WrongElements() : h({1440, 900}, Screen::mma) {
        h.app.jobs.emulation = emulation_jobs([this] { answers_.release(); });
        h->frames(3);
        const Format& format = *h.app.document().derived.of(WordId::b_desc).format;
        make_edits(h.app, {SetField{WordId::b_desc, &field_in(format, "sbo"), 32}});
        h->frames(2);
        emulate_now(h.app, h.app, h.app);
        wait();
    }
    void wait() {
        answers_.acquire();
        h->frames(3);
    }
    std::vector<std::string> titles(std::string_view typed) {
        std::vector<std::string> out;
        for (const Offer& o : offers_for(h.app, typed)) out.push_back(o.title);
        return out;
    }
    std::size_t wrong() const {
        return h.app.document().results.emulation->count[static_cast<std::size_t>(Verdict::wrong)];
    }

    std::counting_semaphore<64> answers_{0};
    AppHarness h;
};

TEST_F(WrongElements, ACommandWithTheTypedNameComesBeforeARepair) {
    const Format& format = *h.app.document().derived.of(WordId::b_desc).format;
    make_edits(h.app, {SetField{WordId::b_desc, &field_in(format, "sbo"), 64},
                       SetField{WordId::b_desc, &field_in(format, "start"), 0x46}});
    h->frames(2);
    emulate_now(h.app, h.app, h.app);
    wait();
    ASSERT_NE(current_repair(h.app), nullptr);
    const std::vector<std::string> offered = titles("start");
    const auto repairs = [](const std::string& title) { return title.starts_with("Repair D: "); };
    EXPECT_EQ(offered.front(), "Start page");
    EXPECT_TRUE(std::ranges::any_of(offered, repairs)) << offered.at(1);
    EXPECT_EQ(titles("start page").front(), "Start page");
}

TEST_F(WrongElements, CtrlDotTakesTheRepair) {
    ASSERT_GT(wrong(), 0u);
    ASSERT_NE(current_repair(h.app), nullptr);
    h->key(Key::period, {Mod::ctrl});
    h->frames(1);
    EXPECT_EQ(h.field(WordId::b_desc, "sbo"), 1024u) << h.app.document().status;
    EXPECT_TRUE(said_first(h.app).starts_with("Set sbo of b_desc to 1024")) << said_first(h.app);
    wait();
    EXPECT_EQ(wrong(), 0u);
    EXPECT_FALSE(has_fix(h.app));
    h->key(Key::period, {Mod::ctrl});
    h->frames(2);
    EXPECT_NE(said_first(h.app).find("found no fix"), std::string::npos) << said_first(h.app);
}

TEST_F(WrongElements, TheNextOneIsSelected) {
    h->key(Key::w);
    h->frames(2);
    const auto first = std::get<ElementFocus>(h.app.document().view_state.selection);
    EXPECT_EQ(first.matrix, Matrix::d);
    EXPECT_EQ(
        h.app.document()
            .results.emulation->verdicts[static_cast<std::size_t>(first.row) * h.app.document().results.emulation->n +
                                         static_cast<std::size_t>(first.column)],
        Verdict::wrong);
    EXPECT_TRUE(h->shows("mma.fix"));
    EXPECT_NE(said_first(h.app).find(say("number 1 of ", wrong())), std::string::npos) << said_first(h.app);
    h->key(Key::w);
    EXPECT_NE(h.app.document().view_state.selection, Focus(first));
    h->key(Key::w, {Mod::shift});
    EXPECT_EQ(h.app.document().view_state.selection, Focus(first));
}

TEST_F(WrongElements, ThePaletteFindsTheRepairAndTheElements) {
    for (const char* typed : {"repair", "set sbo to 1024"})
        EXPECT_TRUE(titles(typed).at(0).starts_with("Repair D: Set sbo of b_desc to 1024")) << titles(typed).at(0);
    for (const char* typed : {"wrong", "next wrong"}) EXPECT_EQ(titles(typed).at(0), "Next wrong element of D");
    take_offer(h.app, offers_for(h.app, "D[18][48]").at(0));
    EXPECT_EQ(h.app.document().view_state.selection, Focus(ElementFocus{Matrix::d, 18, 48}));
    EXPECT_EQ(h.app.document().view_state.screen, Screen::mma) << "D is there";
    take_offer(h.app, offers_for(h.app, "A[3][4]").at(0));
    EXPECT_EQ(h.app.document().view_state.selection, Focus(ElementFocus{Matrix::a, 3, 4}));
    take_offer(h.app, offers_for(h.app, "repair").at(0));
    EXPECT_EQ(h.field(WordId::b_desc, "sbo"), 1024u);
    EXPECT_TRUE(offers_for(h.app, "set sbo to 1024").at(0).title.starts_with("Set ")) << "the result is of other words";
}

TEST(Palette, FindsAFieldAndItsValueInAnyOrder) {
    AppHarness h;
    for (const char* typed : {"swizzle 64B", "64B swizzle", "swizzle 64", "set swizzle to 64", "swizzle=64B"}) {
        const std::vector<Offer> offers = offers_for(h.app, typed);
        ASSERT_FALSE(offers.empty()) << typed;
        EXPECT_TRUE(offers.front().title.starts_with("Set A desc: swizzle to 64B")) << offers.front().title;
    }
    EXPECT_EQ(offers_for(h.app, "wrong").at(0).title, "Next wrong element of D") << "also before an emulation";
    run_command(h.app, command("next_wrong"));
    EXPECT_NE(said_first(h.app).find("Ctrl+E"), std::string::npos);
}

TEST(Palette, GoesToTheNextOddWord) {
    AppHarness h;
    std::string log;
    for (int i = 0; i < 60; ++i)
        log +=
            say("a_desc = ", hex(i == 41 ? 0x4000404000010a40u : 0x4000404000010040u + 2u * static_cast<unsigned>(i)),
                "\n");
    read_paste(h.app, log);
    h->frames(3);
    ASSERT_EQ(text_of(offers_for(h.app, "odd").at(0)), "next_odd");
    take_offer(h.app, offers_for(h.app, "odd").at(0));
    h->frames(4);
    EXPECT_EQ(h.app.document().states.batch.chosen, 41);
    EXPECT_TRUE(h->shows("batch.41"));
}

}  // namespace
}  // namespace tilescope::ui
