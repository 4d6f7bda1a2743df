// tests/ui/shell_test.cpp -- tests the shell around the panels: keys, arrows, right button, pinned session, regions.
// SPDX-License-Identifier: MIT
#include "app/window/documents/files.h"
#include "app/window/documents/preferences.h"
#include "app/window/frame/command.h"
#include "app/window/frame/feature.h"
#include "app/window/frame/palette.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/app_harness.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>

namespace tilescope::ui {
namespace {

const Focus kCell = ElementFocus{Matrix::a, 3, 24};

TEST(XorStep, ShowsBitByBitAndRestartsForAnotherCell) {
    AppHarness h;
    h->click("memory.tile.3.3");
    const XorStep& step = h.app.document().states.memory.xor_step;
    for (const unsigned expected : {1u, 2u, 3u, 0u, 1u}) {
        h->click("memory.step");
        EXPECT_EQ(step.shown, expected);
    }
    h->key(Key::down);
    EXPECT_EQ(step.shown, 0u);
}

// A shortcut that is pressed while a number is typed comes with the edit of that number.
TEST(Commands, SeeTheEditsThatCameWithThem) {
    AppHarness h;
    const Format& format = *h.app.document().derived.of(WordId::a_desc).format;
    Requests& requests = h.app.document().requests;
    requests.edit(SetField{WordId::a_desc, &field_in(format, "version"), 3});
    requests.ask("apply_fix");
    h->frames(1);
    EXPECT_EQ(h.field(WordId::a_desc, "version"), 1u);
    EXPECT_EQ(h.app.document().history.done(), 2u);
}

class SessionFiles : public test::FolderTest {
protected:
};

TEST(Cards, ClickOnADescriptorShowsItsOperand) {
    AppHarness h;
    h->click("words.b_desc");
    EXPECT_EQ(h.app.document().view_state.operand, Operand::b);
    h->click("words.idesc");
    EXPECT_EQ(h.app.document().view_state.operand, Operand::b) << "the operand stays";
    h->click("memory.operand.a");
    EXPECT_EQ(h.app.document().view_state.operand, Operand::a);
    EXPECT_EQ(h.app.document().view_state.active, WordId::a_desc);
}

TEST(Palette, ShowsAPlaceOnItsScreen) {
    AppHarness h;
    const auto go = [&](const char* text) {
        h->key(Key::k, {Mod::ctrl});
        h->type(text);
        h->key(Key::enter);
    };
    go("mask 7");
    EXPECT_EQ(h.app.document().view_state.selection, Focus(MaskFocus{7}));
    EXPECT_EQ(h.app.document().view_state.screen, Screen::mask);
    go("b 90 8");
    EXPECT_EQ(h.app.document().view_state.selection, Focus(ElementFocus{Matrix::b, 90, 8}));
    EXPECT_EQ(h.app.document().view_state.screen, Screen::memory);
    EXPECT_EQ(h.app.document().view_state.active, WordId::b_desc);
    EXPECT_TRUE(h->shows("memory.tile.90.1")) << "the picture must pan to the cell";
    go("0x580");
    EXPECT_EQ(h.app.document().view_state.selection, Focus(ByteFocus{0, 0x580}));
    go("idesc 17");
    EXPECT_EQ(h.app.document().view_state.active, WordId::idesc);
    go("screen zero mask");
    EXPECT_EQ(h.app.document().view_state.screen, Screen::mask) << "commands that change the view state work too";
    go("a 0 0");
    go("sbo 2048");
    EXPECT_EQ(h.field(WordId::a_desc, "sbo"), 2048u);
}

TEST_F(SessionFiles, PaletteOffersRecentFilesByAPartOfTheirName) {
    AppHarness h;
    save_file_as(h.app, folder + "/first.json");
    h->click("fields.sbo.plus");
    save_file_as(h.app, folder + "/second.json");
    h->key(Key::r, {Mod::ctrl});
    h->type("fir");
    h->frames(2);
    const auto offers = offers_for(h.app, "open fir");
    ASSERT_GE(offers.size(), 2u);
    EXPECT_EQ(text_of(offers[0]), say("open ", folder, "/first.json"));
    EXPECT_EQ(text_of(offers[1]), "open fir");
    EXPECT_EQ(text_of(offers_for(h.app, say("open ", folder, "/second.json"))[0]),
              say("open ", folder, "/second.json"));
    h->key(Key::enter);
    EXPECT_EQ(h.app.document().session, Session{});
}

TEST(CopyExplanation, CopiesTheSentenceAndTheSum) {
    AppHarness h;
    h->click("memory.tile.3.3");
    h->key(Key::c, {Mod::ctrl, Mod::shift});
    EXPECT_EQ(h->clipboard().find("A[3][24]: byte 0x580"), 0u) << h->clipboard();
    EXPECT_NE(h->clipboard().find("chunk 3 xor 3 = 0"), std::string::npos) << h->clipboard();
}

TEST_F(SessionFiles, FileRestoresTheViewState) {
    const std::string file = folder + "/look.json";
    ViewState saved;
    {
        AppHarness h;
        h->click("memory.tile.3.3");
        h->key(Key::c);
        h->key(Key::right_bracket);
        h->key(Key::p, {Mod::ctrl});
        h->click("fields.sbo.plus");
        save_file_as(h.app, file);
        saved = h.app.document().view_state;
        EXPECT_EQ(saved.k_step, 1u);
    }
    AppHarness h;
    open_file(h.app, file);
    h->frames(2);
    EXPECT_EQ(h.app.document().view_state, saved);
    ASSERT_TRUE(h.app.document().view_state.reference);
    EXPECT_EQ(*h.app.document().view_state.reference, Session{});
    EXPECT_EQ(h.field(WordId::a_desc, "sbo"), 1040u);
}

TEST(Commands, HaveUniqueKeysAndIds) {
    std::map<std::string_view, std::string_view> keys, ids;
    std::map<unsigned, std::string_view> places;
    for (const Feature* feature : all_features())
        for (const Command& c : feature->commands) {
            EXPECT_TRUE(ids.emplace(c.id, c.title).second) << c.id;
            const int ways = (c.act != nullptr) + (c.act_on != nullptr) + !c.asks_for.empty();
            EXPECT_EQ(ways, 1) << c.id << " does one of the three";
        }
    for (const Command* row : all_commands()) {
        const Command& c = *row;
        EXPECT_TRUE(places.emplace(c.place, c.id).second) << c.id << " and " << places[c.place] << " have one place";
        if (c.keys.empty()) continue;
        for (std::string_view rest = c.keys; !rest.empty();) {
            const std::string_view chord = take_chord(rest);
            EXPECT_TRUE(chord_named(chord)) << c.id << " has an unknown key: " << chord;
            EXPECT_TRUE(keys.emplace(chord, c.id).second) << chord << ": " << c.id << " and " << keys[chord];
        }
    }
    EXPECT_GT(keys.size(), 30u);
}

// The commands and menus of the open menus.
std::vector<std::string> menu_lines(AppHarness& h) {
    std::vector<std::string> out;
    for (const auto& [id, place] : h->probe().items())
        if (id.starts_with("menu.") && !row_with(kMenuNames, std::string_view(id).substr(5), &NamedValue::name))
            out.push_back(id);
    return out;
}

TEST(Menus, HaveAtMostADozenLinesAndQuitIsTheLast) {
    for (const NamedValue& menu : kMenuNames) {
        AppHarness h;
        h->click(say("menu.", menu.name));
        h->frames(3);
        const std::vector<std::string> lines = menu_lines(h);
        EXPECT_GT(lines.size(), 3u) << menu.name;
        EXPECT_LE(lines.size(), 12u) << menu.name;
        if (!h->shows("menu.quit")) continue;
        for (const std::string& line : lines) EXPECT_LE(h->rect(line).max.y, h->rect("menu.quit").max.y) << line;
    }
}

TEST(Menus, EscClosesAMenuInAMenuUnderTheRestingPointer) {
    AppHarness h;
    h->click("menu.View");
    h->frames(2);
    h->point_at("menu.Animations");
    h->frames(30);  // a menu in a menu opens after a moment
    ASSERT_TRUE(h->shows("menu.play_swizzle"));
    h->key(Key::escape);
    h->frames(30);
    EXPECT_FALSE(h->shows("menu.play_swizzle"));
    EXPECT_FALSE(h->shows("menu.Animations"));
}

TEST(Menus, AreNeverCutInASmallWindow) {
    for (const float scale : {1.0f, 2.0f})
        for (const NamedValue& menu : kMenuNames) {
            AppHarness h({400 * scale, 300 * scale});
            h->click(say("menu.", menu.name));
            h->frames(3);
            for (const std::string& line : menu_lines(h)) {
                EXPECT_LE(h->rect(line).max.y, 300 * scale) << line;
                EXPECT_LE(h->rect(line).min.x, 400 * scale) << line;
            }
        }
}

TEST(Menus, EachCommandOfAMenuCanBeReached) {
    for (const Command* row : all_commands()) {
        if (row->menu == Menu::none) continue;
        AppHarness h;
        h->click(say("menu.", row_with(kMenuNames, static_cast<std::uint64_t>(row->menu), &NamedValue::raw)->name));
        h->frames(2);
        for (const std::string& line : menu_lines(h)) {
            if (h->shows(say("menu.", row->id))) break;
            if (find_command(std::string_view(line).substr(5))) continue;
            h->click(line);  // a menu in it
            h->frames(2);
        }
        EXPECT_TRUE(h->shows(say("menu.", row->id))) << row->id;
    }
}

TEST(Arrows, MoveTheSelectedCellOfTheTile) {
    AppHarness h;
    h->click("memory.tile.3.3");
    EXPECT_EQ(h.app.document().view_state.selection, kCell);
    h->key(Key::down);
    EXPECT_EQ(h.app.document().view_state.selection, Focus(ElementFocus{Matrix::a, 4, 24}));
    h->key(Key::right);
    h->key(Key::right);
    EXPECT_EQ(h.app.document().view_state.selection, Focus(ElementFocus{Matrix::a, 4, 40}));
    h->key(Key::left);
    h->key(Key::up);
    EXPECT_EQ(h.app.document().view_state.selection, Focus(ElementFocus{Matrix::a, 3, 32}));
    EXPECT_FALSE(h.app.document().history.can_undo()) << "a selection is no edit";
}

TEST(Arrows, MoveTheSelectedPlaceInMemory) {
    AppHarness h;
    h->click("memory.memory.3.0");
    EXPECT_EQ(h.app.document().view_state.selection, Focus(ByteFocus{0, 0x580}));
    h->key(Key::down);
    h->key(Key::right);
    EXPECT_EQ(h.app.document().view_state.selection, Focus(ByteFocus{0, 0x610}));
}

TEST(Arrows, StopAtTheBorderAndPanUntilTheCellIsVisible) {
    AppHarness h;
    h->click("memory.tile.0.0");
    h->key(Key::up);
    h->key(Key::left);
    EXPECT_EQ(h.app.document().view_state.selection, Focus(ElementFocus{Matrix::a, 0, 0}));
    EXPECT_FALSE(h->shows("memory.tile.60.0")) << "the test needs a row that is not visible";
    for (int i = 0; i < 60; ++i) h->key(Key::down);
    EXPECT_EQ(h.app.document().view_state.selection, Focus(ElementFocus{Matrix::a, 60, 0}));
    EXPECT_TRUE(h->shows("memory.tile.60.0"));
}

TEST(Arrows, MoveTheSelectedColumnOfTheMask) {
    AppHarness h;
    h->key(Key::n4, {Mod::ctrl});
    h.app.document().view_state.selection = h.app.document().requests.view_state.selection = MaskFocus{7};
    h->key(Key::right);
    EXPECT_EQ(h.app.document().view_state.selection, Focus(MaskFocus{8}));
    h->key(Key::left);
    h->key(Key::left);
    EXPECT_EQ(h.app.document().view_state.selection, Focus(MaskFocus{6}));
}

TEST(Arrows, MoveNoCellWithoutASelection) {
    AppHarness h;
    h->key(Key::down);
    EXPECT_EQ(h.app.document().view_state.selection, Focus());
}

TEST(Space, SwapsTheOperandIfThePointerIsOverThePicture) {
    AppHarness h;
    h->point_at("memory.tile.3.3");
    h->key(Key::space);
    EXPECT_EQ(h.app.document().view_state.operand, Operand::b);
    EXPECT_EQ(h.app.document().view_state.active, WordId::b_desc);
    h->point_at("bits.title");
    h->key(Key::space);
    EXPECT_EQ(h.app.document().view_state.operand, Operand::b) << "the pointer is not over the picture";
}

TEST(Space, HeldForPanningDoesNotSwapTheOperand) {
    AppHarness h;
    h->point_at("memory.tile.3.3");
    feed_key(Key::space, true);
    h->frames(1);
    h->drag("memory.tile.3.3", 0, -40);
    feed_key(Key::space, false);
    h->frames(2);
    EXPECT_EQ(h.app.document().view_state.operand, Operand::a);
}

TEST(CellMenu, CopiesTheAddressAndSelectsAField) {
    AppHarness h;
    h->click("memory.tile.3.3", 1);
    ASSERT_TRUE(h->shows("memory.menu.copy_address"));
    h->click("memory.menu.copy_address");
    EXPECT_EQ(h->clipboard(), "0x580");
    EXPECT_FALSE(h->shows("memory.menu.copy_address")) << "a menu closes after a choice";
    h->click("memory.tile.3.3", 1);
    h->click("memory.menu.swizzle");
    EXPECT_EQ(h.app.document().view_state.selection, Focus(BitFocus{WordId::a_desc, 61}));
}

TEST(CellMenu, SetsTheStartInOneUndoStep) {
    AppHarness h;
    h->click("memory.tile.0.2", 1);
    h->click("memory.menu.start");
    EXPECT_EQ(h.field(WordId::a_desc, "start"), 0x420u);
    h->key(Key::z, {Mod::ctrl});
    EXPECT_EQ(h.field(WordId::a_desc, "start"), 0x400u);
}

TEST(BitMenu, CopiesTheFieldInTheSyntaxOfTheCommandLine) {
    AppHarness h;
    h->click("bits.band.swizzle", 1);
    h->click("bits.menu.copy");
    EXPECT_EQ(h->clipboard(), "swizzle=128B");
    h->click("bits.bit.38", 1);  // a bit of sbo
    h->click("bits.menu.copy");
    EXPECT_EQ(h->clipboard(), "sbo=1024");
    EXPECT_EQ(h.app.document().session, Session{}) << "the right button flips nothing";
}

TEST(BitMenu, RestoresThePinnedValue) {
    AppHarness h;
    h->key(Key::p, {Mod::ctrl});
    h->click("bits.bit.62");
    h->click("bits.band.swizzle", 1);
    h->click("bits.menu.restore");
    EXPECT_EQ(h.app.document().session, Session{});
}

TEST(Pinned, ListsAndRestoresDifferences) {
    AppHarness h;
    h.app.prefs.all_fields = true;
    h.app.prefs.drawer = 0.3f;
    h->key(Key::p, {Mod::ctrl});
    h->frames(3);  // the drawer rises, and the table of the fields gets another height
    ASSERT_TRUE(h->shows("compare.title"));
    EXPECT_FALSE(h->shows("compare.restore_all"));
    h->click("fields.sbo.plus");
    h->click("fields.lbo.plus");
    EXPECT_EQ(h.field(WordId::a_desc, "sbo"), 1040u);
    ASSERT_TRUE(h->shows("compare.line.1"));
    h->click("compare.restore.0");  // lbo: the field with the lowest bits is first
    EXPECT_EQ(h.field(WordId::a_desc, "lbo"), 16u);
    h->click("compare.restore_all");
    EXPECT_EQ(h.app.document().session, Session{});
    h->key(Key::z, {Mod::ctrl});
    EXPECT_EQ(h.field(WordId::a_desc, "sbo"), 1040u) << "restoring is an edit";
    h->key(Key::p, {Mod::ctrl, Mod::shift});
    EXPECT_TRUE(h->shows("compare.empty"));
}

TEST(Pinned, HoldingBShowsThePinnedSessionAndBlocksEdits) {
    AppHarness h;
    h.app.prefs.all_fields = true;
    h->key(Key::p, {Mod::ctrl});
    h->click("fields.sbo.plus");
    const Session edited = h.app.document().session;
    feed_key(Key::b, true);
    h->frames(3);
    h->click("fields.lbo.plus");
    EXPECT_EQ(h.app.document().session, edited);
    feed_key(Key::b, false);
    h->frames(3);
    EXPECT_EQ(h.app.document().session, edited);
    h->click("fields.lbo.plus");
    EXPECT_NE(h.app.document().session, edited);
}

TEST(TopBar, HasAButtonForEveryScreen) {
    AppHarness h;
    for (std::size_t i = 0; i < kScreenCount; ++i) {
        h->frames(2);
        h->click(say("top.screen.", i + 1));
        h->frames(2);
        EXPECT_EQ(h.app.document().view_state.screen, static_cast<Screen>(i)) << kScreens[i].title;
        EXPECT_FALSE(kScreens[i].words.empty()) << "nothing finds the screen in the palette: " << kScreens[i].title;
    }
}

TEST(Palette, ShowsAPlaceInTensorMemoryOnItsScreen) {
    AppHarness h;
    const auto go_to = [&](const char* text) { take_offer(h.app, offers_for(h.app, text, 5).at(0)); };
    go_to("D 5 17");
    EXPECT_EQ(h.app.document().view_state.screen, Screen::tmem);
    EXPECT_EQ(h.app.document().view_state.selection, Focus(ElementFocus{Matrix::d, 5, 17}));
    h.app.document().view_state.screen = Screen::memory;
    go_to("cell 1 5 17");
    EXPECT_EQ(h.app.document().view_state.screen, Screen::tmem);
    EXPECT_EQ(h.app.document().view_state.tmem_cta, 1u);
    go_to("sfb 33 2");
    EXPECT_EQ(tab_of(h.app.document().view_state, Screen::tmem), StageTab::scales);
    EXPECT_EQ(h.app.document().view_state.operand, Operand::b);
    go_to("A 3 24");
    EXPECT_EQ(h.app.document().view_state.screen, Screen::memory);
}

TEST(Commands, ArrowsMoveTheSelectionInTensorMemory) {
    AppHarness h;
    h.app.document().view_state.screen = Screen::tmem;
    h.app.document().view_state.selection = ElementFocus{Matrix::d, 0, 95};
    run_command(h.app, command("cell_down"));
    run_command(h.app, command("cell_right"));
    EXPECT_EQ(h.app.document().view_state.selection, Focus(ElementFocus{Matrix::d, 1, 95})) << "D has 96 columns";
    h.app.document().view_state.selection = CellFocus{0, 3, 4};
    run_command(h.app, command("cell_left"));
    run_command(h.app, command("cell_up"));
    EXPECT_EQ(h.app.document().view_state.selection, Focus(CellFocus{0, 2, 3}));
}

TEST(Regions, F6MovesFromRegionToRegionAndDrawsARing) {
    AppHarness h;
    std::map<std::string, int> seen;
    h->key(Key::j, {Mod::ctrl});  // the drawer
    for (int i = 0; i < 5; ++i) {
        h->key(Key::f6);
        h->frames(2);
        EXPECT_TRUE(h->shows("region.ring")) << h.app.regions.current;
        if (h.app.regions.current != "side_top") {  // the pointer is over nothing, so the inspector has no item
            EXPECT_TRUE(ImGui::GetIO().NavVisible) << h.app.regions.current;
        }
        ++seen[h.app.regions.current];
    }
    EXPECT_EQ(seen.size(), 5u);
    h->click("bits.bit.0");
    EXPECT_FALSE(h->shows("region.ring"));
}

// The window shows what --theme asks for, and the first switch must change that.
TEST(Theme, TheFirstSwitchChangesWhatTheWindowShows) {
    for (const bool asked : {true, false}) {
        AppHarness h;
        h.app.regions.asked_dark = asked;
        h.app.prefs.theme = asked ? ThemeChoice::light : ThemeChoice::dark;
        ASSERT_EQ(is_dark(h.app, h.app), asked);
        h->key(Key::d, {Mod::ctrl});
        EXPECT_EQ(is_dark(h.app, h.app), !asked);
        h->key(Key::d, {Mod::ctrl});
        EXPECT_EQ(is_dark(h.app, h.app), asked);
        EXPECT_EQ(h.app.prefs.theme, asked ? ThemeChoice::dark : ThemeChoice::light) << "a choice is kept";
    }
}

}  // namespace
}  // namespace tilescope::ui
