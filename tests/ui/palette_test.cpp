// tests/ui/palette_test.cpp -- tests that the palette finds commands by common words, and what Enter does in it.
// SPDX-License-Identifier: MIT
#include "app/window/frame/palette.h"
#include "app/io/file.h"
#include "app/publish/picture_formats.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/files.h"
#include "app/window/documents/tabs.h"
#include "app/window/frame/command.h"
#include "app/window/paste/paste.h"
#include "app/window/player/player.h"
#include "app/window/result/emulation.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/app_harness.h"

#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

namespace tilescope::ui {
namespace {

struct Phrase {
    const char* typed;
    const char* expected;  // a command id, or the start of a title
};
constexpr Phrase kPhrases[] = {
    {"dark mode", "theme"},
    {"night", "theme"},
    {"light theme", "theme"},
    {"new tile", "new_tile"},
    {"tile", "new_tile"},
    {"new", "new_tile"},
    {"k steps", "new_tile"},
    {"list of steps", "new_tile"},
    {"banks", "show banks"},
    {"bank conflicts", "show banks"},
    {"cute layout", "show layout"},
    {"cute", "show layout"},
    {"xor matrix", "show f2"},
    {"tma", "show tensor_map"},
    {"tensor map", "show tensor_map"},
    {"scale factors", "show scales"},
    {"sparse metadata", "show sparse"},
    {"legality table", "show legality"},
    {"export svg", "save_svg"},
    {"svg", "save_svg"},
    {"save picture", "save_svg"},
    {"play swizzle", "play_swizzle"},
    {"animate swizzle", "play_swizzle"},
    {"play k step", "play_k-step"},
    {"play tma", "play_tma"},
    {"play the mask", "play_mask"},
    {"play scale factors", "play_scales"},
    {"play animation", "player_play"},
    {"animation faster", "player_faster"},
    {"save animation", "save_animation"},
    {"save gif", "save_animation"},
    {"copy picture", "copy_picture"},
    {"tikz", "save_tikz"},
    {"latex figure", "save_tikz"},
    {"screenshot", "save_png"},
    {"png", "save_png"},
    {"simulate", "emulate"},
    {"keep memory", "keep_memory"},
    {"all fields", "all_fields"},
    {"presentation", "present"},
    {"slides", "present"},
    {"start page", "start_page"},
    {"welcome page", "start_page"},
    {"show the start page when", "start_page_at_start"},
    {"run on cpu", "emulate"},
    {"run the emulator", "emulate"},
    {"compute result", "emulate"},
    {"emulate", "emulate"},
    {"128B example", "New from: K-major 128B"},
    {"preset", "New from: "},
    {"new from preset", "New from: "},
    {"hopper", "New from: Hopper"},
    {"sparse example", "New from: Sparse"},
    {"zoom", "larger"},
    {"fit", "fit_all"},
    {"cell labels", "labels"},
    {"previous label", "last_label"},
    {"dense", "show layout"},
    {"pack", "show layout"},
    {"strides", "show layout"},
    {"m 70 k 9", "Select A[70][9]"},
    {"go to k 9, m 70", "Select A[70][9]"},
    {"n=12 k=3", "Select B[12][3]"},
    {"m 5 n 6", "Select D[5][6]"},
    {"whole picture", "fit_all"},
    {"1:1", "fit_one"},
    {"actual size", "fit_one"},
    {"zoom out", "smaller"},
    {"zoom in", "larger"},
    {"font size", "larger"},
    {"bigger text", "larger"},
    {"reset zoom", "normal_size"},
    {"fullscreen", "full_screen"},
    {"shortcuts", "help"},
    {"keyboard shortcuts", "help"},
    {"revert", "undo"},
    {"compare", "pin"},
    {"open a file", "open"},
    {"save", "save"},
    {"exit", "quit"},
    {"clipboard", "copy"},
    {"copy as cutlass", "copy as cutlass"},
    {"copy as cute dsl", "copy as cute-dsl"},
    {"export python", "copy as python"},
    {"copy as json", "copy as json"},
    {"gluon", "show code"},
    {"cutlass", "show code"},
    {"state line", "copy_state_line"},
    {"share link", "copy_state_line"},
    {"html report", "save_report_page"},
    {"sidebar", "rail"},
    {"errors", "show problems"},
    {"next wrong", "next_wrong"},
    {"previous wrong element", "last_wrong"},
    {"tensor memory", "screen_5"},
    {"run on the gpu", "run_live"},
    {"launch on hardware", "run_live"},
    {"live mode", "live"},
    {"ptx kernel", "show kernel"},
    {"ssh worker", "show run"},
    {"autopsy", "autopsy"},
    {"run a program under cuda-gdb", "autopsy_program"},
    {"history", "show history"},
    {"documentation", "topics"},
    {"another tab", "new_tab"},
    {"close tab", "close_tab"},
    {"tail log", "follow"},
    {"diff file", "compare_file"},
    {"tile K 32", "Set tile K to 32"},
    {"K 32", "Set tile K to 32"},
    {"set tile_k to 32", "Set tile K to 32"},
    {"tile K", "Tile K is 64"},
    {"tile K 5000", "The value of tile K is 5000"},
    {"tile M 128", "Set idesc: m to 128"},
    {"tile N 64", "Set idesc: n to 64"},
    {"tile N", "idesc: n is "},
    {"all K steps", "all_steps"},
    {"compare D", "compare_d"},
    {"npy", "compare_d"},
    {"wrong result", "compare_d"},
    {"emulate every step", "all_steps"},
    {"K steps", "all_steps"},
    {"K step 2", "Go to K step 2"},
    {"go to step 3", "Go to K step 3"},
    {"K step 9", "The tile has the K steps 0 to 3"},
    {"last K step", "k_last"},
    {"go to B", "Go to the picture of B"},
    {"operand A", "Go to the picture of A"},
    {"B descriptor", "Show B desc: "},
    {"go to idesc", "Show idesc: "},
    {"go to the zero mask", "screen_4"},
    {"go to shared memory", "screen_2"},
    {"go to tensor memory", "screen_5"},
    {"jump to banks", "show banks"},
    {"go to the next problem", "next_problem"},
    {"table of pasted words", "show_batch"},
    {"lessons", "lessons"},
    {"tutorial", "lessons"},
    {"learn", "lessons"},
};

bool is(const Offer& offer, std::string_view expected) {
    return text_of(offer) == expected || offer.title.starts_with(expected);
}

TEST(Palette, FindsCommandsByCommonWords) {
    AppHarness h;
    h.app.jobs.emulation = emulation_jobs([] {});
    for (const Phrase& p : kPhrases) {
        // Some commands are possible only after an edit.
        if (std::string_view(p.expected) == "undo") h->click("fields.sbo.plus");
        if (std::string_view(p.expected) == "show_batch") read_paste(h.app, "a_desc = 0x4000404000010080");
        if (std::string_view(p.expected).starts_with("player_") || std::string_view(p.expected) == "save_animation")
            open_player(h.app, AnimationId::swizzle), h->frames(2);
        if (std::string_view(p.expected) == "next_problem")
            make_edits(h.app, {SetWord{WordId::a_desc, 0xe000404000010040}}), h->frames(2);
        const std::vector<Offer> offers = offers_for(h.app, p.typed);
        const std::size_t shown = std::min<std::size_t>(offers.size(), 3);
        const bool found = std::any_of(offers.begin(), offers.begin() + static_cast<std::ptrdiff_t>(shown),
                                       [&](const Offer& o) { return is(o, p.expected); });
        std::string titles;
        for (const Offer& o : offers) titles += say("\n    ", o.title, "  [", text_of(o), "]");
        EXPECT_TRUE(found) << "\"" << p.typed << "\" offers" << titles << "\n  and " << p.expected
                           << " is not among the first three";
    }
}

// What people type who look for something: the first offer is where it is, and never an edit.
constexpr Phrase kQuestions[] = {
    {"wrong result", "emulate"},
    {"why is the result wrong", "emulate"},
    {"nvfp4", "explain kind::mxf4nvf4"},
    {"mxfp8", "explain kind::mxf8f6f4"},
    {"bank conflict", "show banks"},
    {"bank conflicts?", "show banks"},
    {"compare D", "compare_d"},
    {"npy", "compare_d"},
    {"list of steps", "new_tile"},
    {"k step", "open_lesson stepping-along-k"},
    {"matrix", "screen_1"},
    {"matrices", "screen_1"},
    {"open file", "open"},
    {"swizzle", "A desc: swizzle is 128B"},
    {"sbo", "A desc: sbo is 1024 bytes"},
    {"lbo", "A desc: lbo is 16 bytes"},
    {"stride", "open_lesson lbo-and-sbo"},
    {"strides", "open_lesson lbo-and-sbo"},
    {"zero", "screen_4"},
    {"nan", "open_lesson wrong-numbers"},
    {"ptx", "show code"},
    {"pair", "open_lesson cta-pairs"},
    {"2cta", "open_lesson cta-pairs"},
    {"tensor memory", "screen_5"},
    {"save picture", "save_svg"},
    {"undo", "undo"},
    {"redo", "Redo: Ctrl+Shift+Z does nothing again"},
    {"dark", "theme"},
    {"sparsity", "open_lesson sparsity"},
    {"hopper", "open_lesson hopper-and-blackwell"},
    {"row major", "open_lesson transposed-operands"},
    {"alignment", "open_lesson alignment-and-base-offset"},
    {"descriptor", "open_lesson what-a-descriptor-is"},
};

TEST(Palette, AQuestionIsAnsweredFirstAndNeverByAnEdit) {
    AppHarness h;
    h.app.jobs.emulation = emulation_jobs([] {});
    make_edits(h.app, {SetWord{WordId::b_desc, 0x4000402000010440}});  // dense strides and repairs are offered
    h->frames(2);
    for (const Phrase& p : kQuestions) {
        const std::vector<Offer> offers = offers_for(h.app, p.typed);
        ASSERT_FALSE(offers.empty()) << p.typed;
        EXPECT_TRUE(is(offers[0], p.expected))
            << p.typed << ": " << offers[0].title << "  [" << text_of(offers[0]) << "]";
        EXPECT_TRUE(offers[0].edits.empty()) << p.typed;
        EXPECT_EQ(std::ranges::count(offers, offers[0].title, &Offer::title), 1) << p.typed;
    }
}

TEST(Palette, UndoIsOfferedWithAReasonIfThereIsNothingToUndo) {
    AppHarness h;
    const Offer first = offers_for(h.app, "undo").front();
    EXPECT_EQ(first.title, "Undo: Ctrl+Z undoes nothing, because nothing was edited.");
    EXPECT_FALSE(first.command);
    make_edits(h.app, {SetTileK{128}});
    EXPECT_EQ(text_of(offers_for(h.app, "undo").front()), "undo");
}

// The first offer is what Enter takes.
TEST(Palette, TheBeginningOfACommandOffersItFirst) {
    AppHarness h;
    run_command(h.app, command("palette"));
    for (const Phrase& p : {Phrase{"start", "start_page"},
                            {"start page", "start_page"},
                            {"lesson", "lessons"},
                            {"lessons", "lessons"},
                            {"present", "present"},
                            {"export", "save_as"},
                            {"report", "save_report_page"},
                            {"paste", "paste"},
                            {"save", "save"},
                            {"keys and help", "help"},
                            {"next k step", "k_up"}}) {
        const std::vector<Offer> offers = offers_for(h.app, p.typed);
        ASSERT_FALSE(offers.empty()) << p.typed;
        EXPECT_EQ(text_of(offers.front()), p.expected) << p.typed << ": " << offers.front().title;
    }
    EXPECT_EQ(offers_for(h.app, "start").at(2).title, "A desc: start is 1024 bytes (0x400)") << "the field is not lost";
    const std::vector<Offer> exports = offers_for(h.app, "export", 12);
    EXPECT_TRUE(std::ranges::any_of(exports, [](const Offer& o) { return text_of(o) == "show code"; }));
    EXPECT_EQ(text_of(offers_for(h.app, "k").front()), "show operands") << "a letter is an operand or a size";
}

TEST(Palette, AWordThatIsNoValueIsNotRefusedBeforeACommand) {
    AppHarness h;
    EXPECT_EQ(text_of(offers_for(h.app, "play swizzle").front()), "play_swizzle");
    EXPECT_EQ(offers_for(h.app, "swizzle play").front().title.substr(0, 26), "swizzle: 'play' is unknown");
}

TEST(Palette, OffersAFieldForEachWordThatHasIt) {
    AppHarness h;
    const auto titles = [&](const char* typed) {
        std::string out;
        for (const Offer& o : offers_for(h.app, typed))
            if (o.title.starts_with("Set ") || o.title.starts_with("Show B desc")) out += say(o.title, '\n');
        return out;
    };
    EXPECT_EQ(titles("sbo 512"), "Set A desc: sbo to 512 bytes\nSet B desc: sbo to 512 bytes\n");
    EXPECT_EQ(titles("b_desc sbo 512"), "Set B desc: sbo to 512 bytes\n");
    EXPECT_EQ(titles("set b_desc 512 sbo"), "Set B desc: sbo to 512 bytes\n");
    EXPECT_TRUE(titles("b_desc").starts_with("Show B desc: ")) << titles("b_desc");
    h.app.document().view_state.active = WordId::b_desc;
    EXPECT_EQ(titles("sbo 512"), "Set B desc: sbo to 512 bytes\nSet A desc: sbo to 512 bytes\n");
}

TEST(Palette, OffersTheStridesOfATileWithoutGaps) {
    AppHarness h;
    make_edits(h.app, {SetWord{WordId::b_desc, 0x4000402000010440}});  // sbo 512: its groups of rows overlap
    h->frames(2);
    for (const char* typed : {"dense", "packed", "dense strides"})
        EXPECT_EQ(offers_for(h.app, typed).front().title, "Set sbo to 1024 bytes in B desc: a tile without gaps")
            << typed;
    take_offer(h.app, offers_for(h.app, "pack").front());
    EXPECT_EQ(h.app.document().session.word(WordId::b_desc), Session{}.word(WordId::b_desc));
    EXPECT_EQ(h.app.document().session.image, Session{}.image) << "the memory stays";
}

TEST(Palette, ChangesTheTileAndGoesToPlaces) {
    AppHarness h({1440, 900}, Screen::mma);
    h.app.jobs.emulation = emulation_jobs([] {});
    const auto take = [&](const char* typed) {
        take_offer(h.app, offers_for(h.app, typed).front());
        h.app.document().requests.view_state = h.app.document().view_state;
        h->frames(3);
    };
    take("tile K 128");
    EXPECT_EQ(h.app.document().session.tile_k, 128u);
    take("tile N 64");
    EXPECT_EQ(h.field(WordId::idesc, "n"), 64u);
    take("K step 5");
    EXPECT_EQ(h.app.document().view_state.k_step, 5u);
    EXPECT_EQ(h.app.document().view_state.screen, Screen::mma) << "a K step is in every picture";
    take("go to B");
    EXPECT_EQ(h.app.document().view_state.screen, Screen::memory);
    EXPECT_EQ(h.app.document().view_state.operand, Operand::b);
    EXPECT_EQ(h.app.document().view_state.active, WordId::b_desc);
    take("all K steps");
    EXPECT_EQ(h.app.document().session.run.steps, 0u);
}

TEST(Palette, IgnoresWordsWithoutMeaning) {
    AppHarness h;
    EXPECT_EQ(text_of(offers_for(h.app, "how do I zoom in").front()), "larger");
}

TEST(Palette, ArrowKeysMoveOneChoiceAndTheBoxKeepsTheKeyboard) {
    AppHarness h;
    h.app.overlays.palette = {.open = true, .just_opened = true, .text = {}};
    h->frames(2);
    h->type("preset");
    for (int i = 0; i < 3; ++i) h->key(Key::down);
    h->key(Key::up);
    EXPECT_EQ(h.app.overlays.palette.chosen, 2);
    EXPECT_TRUE(ImGui::GetIO().WantTextInput) << "the box has lost the keyboard";
    EXPECT_TRUE(h->shows("palette.9")) << "only few of the presets";
    h->type(" ");
    EXPECT_EQ(h.app.overlays.palette.chosen, 0) << "the best match of another text";
    for (int i = 0; i < 2; ++i) h->key(Key::down);
    const std::string third = offers_for(h.app, "preset", 12).at(2).title;
    h->key(Key::enter);
    h->frames(2);
    EXPECT_FALSE(h.app.overlays.palette.open);
    ASSERT_TRUE(third.starts_with("New from: ")) << third;
    EXPECT_EQ(h.app.document().session, std::ranges::find(presets(), third.substr(10), &Preset::title)->session())
        << third;
}

class PalettePaths : public test::FolderTest {
protected:
    // The palette with a verb in its box, as after Ctrl+R.
    static void open_palette(AppHarness& h, std::string_view verb) {
        h.app.overlays.palette = {.open = true, .just_opened = true, .text = std::string(verb)};
        h->frames(2);
    }
};

TEST_F(PalettePaths, EnterAfterOpenTakesTheOfferedFileAndCloses) {
    AppHarness h;
    save_file_as(h.app, folder + "/first.json");
    h->click("fields.sbo.plus");
    h->key(Key::r, {Mod::ctrl});
    h->key(Key::enter);
    h->frames(2);
    EXPECT_FALSE(h.app.overlays.palette.open);
    EXPECT_EQ(h.app.document().session, Session{}) << "opened";
}

TEST_F(PalettePaths, EnterAfterOpenWithoutAFileKeepsThePaletteOpen) {
    AppHarness h;
    open_palette(h, "open ");
    EXPECT_TRUE(offers_for(h.app, "open ").empty()) << "it must not offer the command that opens this palette";
    h->key(Key::enter);
    h->frames(3);
    EXPECT_TRUE(h.app.overlays.palette.open);
    h->type(folder + "/none.json");
    EXPECT_EQ(h.app.overlays.palette.text, say("open ", folder, "/none.json"));
    h->key(Key::enter);
    h->frames(2);
    EXPECT_FALSE(h.app.overlays.palette.open);
    EXPECT_NE(h.app.document().status.find("none.json"), std::string::npos) << h.app.document().status;
}

TEST_F(PalettePaths, WordsAreAPathOnlyIfThePaletteAsksForAPath) {
    AppHarness h;
    EXPECT_EQ(text_of(offers_for(h.app, "save picture").front()), "save_svg");
    EXPECT_EQ(text_of(offers_for(h.app, "save picture.json").front()), "save picture.json");
    open_palette(h, "save ");
    EXPECT_EQ(text_of(offers_for(h.app, "save picture").front()), "save picture");
}

TEST_F(PalettePaths, WordsOpenNoFileThatIsNotThere) {
    AppHarness h;
    for (const char* typed : {"open file", "open a file", "save file"})
        for (const Offer& offer : offers_for(h.app, typed))
            EXPECT_EQ(offer.verb, nullptr) << typed << ": " << offer.title;
    EXPECT_EQ(text_of(offers_for(h.app, "open file").front()), "open");
}

TEST_F(PalettePaths, ASizeOfPicturesAsksForAFileAtOnce) {
    AppHarness h;
    h->frames(2);
    for (const char* size : {"picture_slide", "picture_column"}) {
        run_command(h.app, command(size));
        EXPECT_TRUE(h.app.overlays.chooser.open) << "one sees at once what the choice does";
        EXPECT_EQ(h.app.overlays.chooser.typed, "memory-a.png");
        EXPECT_NE(h.app.document().status.find("now"), std::string::npos) << h.app.document().status;
        h->frames(3);
        h->key(Key::escape);
        h->frames(3);
        EXPECT_FALSE(h.app.overlays.chooser.open);
    }
    run_command(h.app, command("picture_column"));
    EXPECT_FALSE(h.app.overlays.chooser.open);
    EXPECT_FALSE(h.app.prefs.picture_column);
}

TEST_F(PalettePaths, SavesThePictureOnTheStage) {
    AppHarness h;
    h->frames(2);
    for (const io::PictureFormat& format : io::kPictureFormats) {
        const std::string_view kind = format.id;
        run_command(h.app, command(say("save_", kind)));
        ASSERT_TRUE(h.app.overlays.chooser.open);
        EXPECT_EQ(h.app.overlays.chooser.typed, say("memory-a.", format.extension)) << "what it shows";
        h->frames(3);
        h->type(say(folder, "/tile.", kind));
        h->key(Key::enter);
        h->frames(2);
        const auto text = io::read_text(say(folder, "/tile.", kind));
        ASSERT_TRUE(text) << h.app.document().status;
        EXPECT_GT(text->size(), 1000u) << kind;
        EXPECT_EQ(h.app.document().status, say("Saved the picture as ", folder, "/tile.", kind, "."));
    }
    run_command(h.app, command("show_panel", "layout"));
    take_offer(h.app, offers_for(h.app, say("svg ", folder, "/none.svg")).front());
    EXPECT_EQ(h.app.document().status, "The main area shows no picture that can be saved.");
    EXPECT_FALSE(std::filesystem::exists(folder + "/none.svg"));
}

TEST_F(PalettePaths, AsksBeforeAPictureOverwritesAFile) {
    AppHarness h;
    h->frames(2);
    const std::string taken = folder + "/tile.svg";
    ASSERT_TRUE(io::write_text(taken, "other work"));
    const auto save_there = [&] {
        take_offer(h.app, offers_for(h.app, "svg " + taken).front());
        h->frames(3);
    };
    save_there();
    ASSERT_TRUE(h->shows("overwrite.elsewhere"));
    h->key(Key::enter);
    h->frames(2);
    EXPECT_EQ(h.app.overlays.chooser.typed, "tile.svg") << "the first button asks for another path";
    EXPECT_EQ(h.app.overlays.chooser.folder, folder);
    h->key(Key::escape);
    h->frames(2);
    EXPECT_FALSE(h.app.overlays.chooser.open);
    EXPECT_EQ(*io::read_text(taken), "other work");
    save_there();
    h->click("overwrite.overwrite");
    EXPECT_TRUE(io::read_text(taken)->starts_with("<svg"));
}

TEST(Palette, ShowsEveryPanel) {
    AppHarness h;
    for (const Panel& panel : all_panels()) {
        h.app.document().requests.commands.push_back(command("show_panel", std::string(panel.id)));
        h->frames(2);
        EXPECT_TRUE(panel.screens & on(h.app.document().view_state.screen)) << panel.id;
        if (panel.tab) {
            EXPECT_EQ(*tab_of(h.app.document().view_state), *panel.tab) << panel.id;
        }
    }
}

}  // namespace
}  // namespace tilescope::ui
