// tests/window/chooser_test.cpp -- tests the file chooser in the real window: a long list, a typed name, Escape.
// SPDX-License-Identifier: MIT
#include "app/io/session_file.h"
#include "tests/window/display_test.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tilescope::window {
namespace {

constexpr unsigned kFiles = 120;

std::string name_of_run(unsigned i) { return "run" + std::to_string(1000 + i) + ".json"; }

// A folder with many sessions. The K of the tile says which file a session is from.
class LongFolder : public ProgramTest {
protected:
    void set_up() override {
        for (unsigned i = 0; i < kFiles; ++i) session_file(name_of_run(i), 8 * (i + 1));
        first = session_file("a_first.json", 1024);
        program = started({first});
        program->key("ctrl+2");  // the screen with the fields
        program->key("ctrl+o");
        ASSERT_TRUE(program->waits_for("chooser.file." + name_of_run(0)));
    }
    Session on_disk(const std::string& name) const {
        const auto file = io::load_session(folder + "/" + name);
        EXPECT_TRUE(file) << file.why;
        return file ? file->session : Session{};
    }
    // Edits the session that the window shows and saves it: only the file that was opened may change.
    void expect_opened(unsigned run) {
        ASSERT_TRUE(program->waits_for("tab.2"));
        EXPECT_FALSE(program->find("chooser.box"));
        program->click("fields.sbo.plus");
        program->key("ctrl+s");
        for (unsigned i = 0; i < kFiles; ++i) {
            const Session now = on_disk(name_of_run(i));
            EXPECT_EQ(now.word(WordId::a_desc) != Session{}.word(WordId::a_desc), i == run) << name_of_run(i);
            EXPECT_EQ(now.tile_k, 8 * (i + 1)) << name_of_run(i);
        }
        EXPECT_EQ(on_disk("a_first.json").word(WordId::a_desc), Session{}.word(WordId::a_desc));
    }

    std::string first;
};

TEST_F(LongFolder, TheWheelReachesADeepFileAndADoubleClickOpensIt) {
    constexpr unsigned kDeep = 97;
    const std::string row = "chooser.file." + name_of_run(kDeep);
    ASSERT_FALSE(program->find(row)) << "the list must be longer than its view";
    for (int turns = 0; turns < 60 && !program->find(row); ++turns) program->wheel("chooser.rows", -3);
    ASSERT_TRUE(program->find(row)) << "the wheel does not reach the file";
    program->wheel("chooser.rows", -2);  // away from the edge of the view
    const Rect list = program->item("chooser.rows"), deep = program->item(row);
    EXPECT_GT(deep.y, list.y);
    EXPECT_LE(deep.y + deep.height, list.y + list.height);
    program->click(row);
    EXPECT_TRUE(program->find("chooser.box")) << "one click only chooses";
    EXPECT_EQ(program->item(row).y, deep.y) << "the row stays under the pointer";
    program->double_click(row);
    expect_opened(kDeep);
}

TEST_F(LongFolder, ATypedNameIsCompletedAndOpened) {
    program->type("run105");
    program->key("Tab");  // ten names begin like this
    EXPECT_TRUE(program->find("chooser.file." + name_of_run(57)));
    EXPECT_FALSE(program->find("chooser.file." + name_of_run(7))) << "the list has only the names that fit";
    program->type("7");
    program->key("Tab");
    program->key("Return");
    expect_opened(57);
}

TEST_F(LongFolder, EscapeChangesNothing) {
    program->type("run1042");
    program->key("Tab");
    program->key("Escape");
    EXPECT_FALSE(program->find("chooser.box"));
    EXPECT_FALSE(program->find("tab.2"));
    program->click("fields.sbo.plus");  // the keyboard and the pointer act on the window again
    program->key("ctrl+s");
    EXPECT_EQ(on_disk(name_of_run(42)).word(WordId::a_desc), Session{}.word(WordId::a_desc));
    const Session shown = on_disk("a_first.json");
    EXPECT_EQ(shown.tile_k, 1024u);
    EXPECT_NE(shown.word(WordId::a_desc), Session{}.word(WordId::a_desc));
}

}  // namespace
}  // namespace tilescope::window
