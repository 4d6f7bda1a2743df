// tests/window/drop_test.cpp -- drops files onto the real window, with the drag-and-drop protocol of X.
// SPDX-License-Identifier: MIT
#include "app/io/session_file.h"
#include "tests/window/display_test.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace tilescope::window {
namespace {

class RealDrop : public ProgramTest {
protected:
    void set_up() override {
        first = session_file("first.json", 128);
        program = started({first});
        program->key("ctrl+2");
    }
    std::string text_file(const std::string& name, std::string_view text) {
        std::ofstream(folder + "/" + name) << text;
        return folder + "/" + name;
    }
    static Session saved(const std::string& path) {
        const auto file = io::load_session(path);
        EXPECT_TRUE(file) << file.why;
        return file ? file->session : Session{};
    }
    std::string first;
};

// The path has a space, a percent sign and a letter beyond ASCII, which a URI encodes.
TEST_F(RealDrop, OpensADroppedSession) {
    const std::string second = session_file("tile 50% \xc3\xbc.json", 256);
    program->drop("memory.tile", {second});
    ASSERT_TRUE(program->waits_for("tab.2"));
    program->click("fields.sbo.plus");
    program->key("ctrl+s");
    EXPECT_EQ(saved(second).tile_k, 256u);
    EXPECT_NE(saved(second).word(WordId::a_desc), Session{}.word(WordId::a_desc)) << "Ctrl+S saves the dropped file";
    EXPECT_EQ(saved(first).word(WordId::a_desc), Session{}.word(WordId::a_desc));
}

TEST_F(RealDrop, PastesTheWordsOfADroppedText) {
    program->drop("memory.tile", {text_file("kernel.log", "a_desc = 0x8000402000010040\n")});
    program->key("ctrl+s");
    EXPECT_EQ(saved(first).word(WordId::a_desc), 0x8000402000010040u);
    EXPECT_FALSE(program->find("tab.2"));
}

// The file of the session before is not the file of the chain.
TEST_F(RealDrop, AChainOfADroppedProgramBecomesTheSession) {
    program->drop("memory.tile", {TILESCOPE_SOURCE_DIR "/tests/data/programs/k_loop.ptx"});
    ASSERT_TRUE(program->waits_for("paste.chain.1"));
    program->click("paste.chain.0");
    EXPECT_FALSE(program->find("paste.chain.0")) << "the list covers the picture";
    program->key("ctrl+s");
    ASSERT_TRUE(program->waits_for("chooser.box"));
    program->type(folder + "/chain.json");
    program->key("Return");
    EXPECT_EQ(saved(first).word(WordId::a_desc), Session{}.word(WordId::a_desc));
    EXPECT_EQ(saved(folder + "/chain.json").word(WordId::a_desc), 0x8000002000000080u);
    EXPECT_EQ(saved(folder + "/chain.json").tile_k, 32u);
}

TEST_F(RealDrop, OpensEachOfSeveralFiles) {
    program->drop("memory.tile", {session_file("second.json", 256), session_file("third.json", 512)});
    EXPECT_TRUE(program->waits_for("tab.3"));
}

TEST_F(RealDrop, NothingHappensIfThePointerLeaves) {
    const std::string second = session_file("second.json", 256);
    program->drag_over("memory.tile", {second});
    EXPECT_FALSE(program->find("tab.2"));
    program->drop("memory.tile", {second});
    EXPECT_TRUE(program->waits_for("tab.2")) << "the next drag is not disturbed";
}

}  // namespace
}  // namespace tilescope::window
