// tests/window/clipboard_test.cpp -- another program takes the copied picture from the clipboard of the X server.
// SPDX-License-Identifier: MIT
#include "app/gui/xcb.h"
#include "tests/support/wait_until.h"
#include "tests/window/display_test.h"

#include <tilescope/document/presets.h>
#include <tilescope/document/step_words.h>
#include <tilescope/study/tile_form.h>

#include <gtest/gtest.h>

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

namespace tilescope::window {
namespace {

constexpr std::string_view kPngSign = "\x89PNG\r\n\x1a\n", kPngEnd = "IEND\xae\x42\x60\x82";

class Clipboard : public ProgramTest {
protected:
    Clipboard() : ProgramTest(1440, 900, {"xclip"}) {}
    void set_up() override { program = started(); }
    // What another program reads from the clipboard in this form. Empty: the clipboard does not have it.
    std::string read(const std::string& form) {
        const std::string file = folder + "/read", command = "DISPLAY=" + display->name() +
                                                             " timeout 20 xclip -selection clipboard -o -t '" + form +
                                                             "' > '" + file + "' 2> /dev/null";
        if (std::system(command.c_str()) != 0) return {};
        std::ifstream in(file, std::ios::binary);
        std::stringstream out;
        out << in.rdbuf();
        return out.str();
    }
    // xclip ends before the server knows its new owner of the clipboard.
    void write(const std::string& text) {
        const std::string command = "printf '%s' '" + text + "' | DISPLAY=" + display->name() +
                                    " timeout 20 xclip -selection clipboard -i > /dev/null 2>&1";
        ASSERT_EQ(std::system(command.c_str()), 0);
        ASSERT_TRUE(test::wait_until([&] { return read("UTF8_STRING") == text; }));
    }
    static bool is_whole_png(const std::string& bytes) {
        return bytes.starts_with(kPngSign) && bytes.ends_with(kPngEnd);
    }
    static std::uint32_t width_of(const std::string& png) {
        std::uint32_t out = 0;
        for (std::size_t i = 16; i < 20; ++i) out = out << 8 | static_cast<unsigned char>(png[i]);
        return out;
    }

    long threads() const {
        const std::filesystem::directory_iterator all("/proc/" + std::to_string(program->pid()) + "/task");
        return std::distance(begin(all), end(all));
    }
    // Begins to read a long picture and ends before its first piece.
    void begin_to_read() {
        ui::xcb::Client reader;
        ASSERT_TRUE(reader.connect(0, display->name().c_str()));
        reader.x.convert_selection(reader.connection, reader.window, reader.atom("CLIPBOARD"), reader.atom("image/png"),
                                   reader.atom("READ"), 0);
        ASSERT_TRUE(test::wait_until([&] {
            const auto event = reader.next_event();
            return event && ui::xcb::type_of(*event) == ui::xcb::kSelectionNotify &&
                   ui::xcb::as<ui::xcb::SelectionNotify>(*event).property != 0;
        }));
    }
};

TEST_F(Clipboard, HasTheCopiedPictureForOtherPrograms) {
    program->key("ctrl+2");
    program->key("ctrl+alt+c");
    EXPECT_NE(read("TARGETS").find("image/png"), std::string::npos);
    const std::string memory = read("image/png");
    ASSERT_TRUE(is_whole_png(memory)) << memory.size() << " bytes";
    EXPECT_GT(width_of(memory), 500u);
    EXPECT_EQ(read("image/png"), memory) << "it can be read several times";
    EXPECT_EQ(read("text/html"), "") << "there is no other form";
    program->key("ctrl+5");
    program->key("ctrl+alt+c");
    const std::string tmem = read("image/png");
    ASSERT_TRUE(is_whole_png(tmem));
    EXPECT_NE(tmem, memory) << "the later picture takes the place of the earlier one";
    EXPECT_EQ(program->stop(SIGTERM), 128 + SIGTERM) << "the thread of the clipboard ends with the program";
}

// A long picture does not fit into one request of the X protocol, so it is sent piece by piece.
TEST_F(Clipboard, GivesALongPictureInPieces) {
    program->key("ctrl+2");
    program->key("g");
    program->key("g");  // a cell is an element
    program->key("ctrl+alt+c");
    const std::string png = read("image/png");
    EXPECT_GT(png.size(), 65'536u);
    EXPECT_TRUE(is_whole_png(png));
}

TEST_F(Clipboard, ForgetsAReaderThatEnds) {
    program->key("ctrl+2");
    program->key("g");
    program->key("g");
    const long before = threads();
    program->key("ctrl+alt+c");
    EXPECT_EQ(threads(), before + 1);
    begin_to_read();
    write("0x8000402000010040");
    EXPECT_TRUE(test::wait_until([&] { return threads() == before; })) << "the thread waits for a reader that ended";
}

TEST_F(Clipboard, LeavesItToTheNextProgramAndTakesTextAgain) {
    program->key("ctrl+2");
    program->key("ctrl+alt+c");
    ASSERT_TRUE(is_whole_png(read("image/png")));
    write("0x8000402000010040");
    EXPECT_FALSE(is_whole_png(read("image/png")));  // xclip gives its text for every type
    EXPECT_EQ(read("UTF8_STRING"), "0x8000402000010040");
    program->key("ctrl+alt+c");
    ASSERT_TRUE(is_whole_png(read("image/png")));
    program->key("ctrl+c");  // the window itself offers text
    EXPECT_EQ(read("image/png"), "");
    EXPECT_EQ(read("UTF8_STRING"), "0x4000404000010040");
}

// From an open window to the words of all K steps in another program.
TEST_F(Clipboard, HasTheKStepsOfANewTile) {
    program->click("menu.File");
    program->click("menu.new_tile");
    program->click("tile.family.wgmma");
    program->click("tile.type");
    program->click("tile.type.bf16");
    program->click("tile.major.mn");
    program->click("tile.swizzle");
    program->click("tile.swizzle.64B");
    program->double_click("tile.start");
    program->type("0x800");
    program->key("Return");
    EXPECT_FALSE(program->find("tile.refused"));
    program->click("tile.copy");
    program->click("tile.copy.csv");
    const TileForm form{.family = family_with({Feature::wgmma}),
                        .type = find_type("bf16"),
                        .rows = 64,
                        .columns = 64,
                        .major = Major::mn,
                        .swizzle = SwizzleMode::b64,
                        .start = 0x800};
    const auto session = with_tile(derive(presets().front().session()), form);
    ASSERT_TRUE(session) << session.why;
    std::string csv = "k_step,address,word\n";
    for (const StepWord& s : *step_words(derive(*session), Operand::a))
        csv += say(s.step, ',', hex(s.start), ',', hex(s.word), '\n');
    EXPECT_TRUE(test::wait_until([&] { return read("UTF8_STRING") == csv; })) << csv << read("UTF8_STRING");

    program->key("ctrl+k");
    program->type("list of steps");
    program->key("Return");
    ASSERT_TRUE(program->waits_for("tab.2")) << "the tile of the first tab is work";
    program->click("tile.step.3");
    EXPECT_TRUE(program->find("bits.step_0")) << "the word box says that it has K step 0";
    program->click("bits.copy");
    program->click("bits.copy.step");
    EXPECT_TRUE(test::wait_until([&] { return read("UTF8_STRING") == "0x4000404000010046"; }));
}

}  // namespace
}  // namespace tilescope::window
