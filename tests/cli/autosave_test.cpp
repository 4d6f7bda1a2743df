// tests/cli/autosave_test.cpp -- the copy of unsaved edits: one program has it, a good end leaves none.
// SPDX-License-Identifier: MIT
#include "app/io/autosave.h"
#include "app/io/file.h"

#include <gtest/gtest.h>

#include <stdlib.h>

#include <filesystem>

namespace tilescope::io {
namespace {

class AutosaveTest : public testing::Test {
protected:
    void SetUp() override {
        char name[] = "/tmp/tilescope-state-XXXXXX";
        ASSERT_NE(mkdtemp(name), nullptr);
        folder = name;
        edited.words[0] = 0x8000402000010040;
    }
    void TearDown() override { std::filesystem::remove_all(folder); }

    std::string folder;
    Session edited;
};

TEST_F(AutosaveTest, WhatOneProgramKeptTheNextOneFinds) {
    {
        const Autosave first(folder);
        EXPECT_FALSE(first.found());
        ASSERT_TRUE(first.keep(edited));
    }
    const Autosave next(folder);
    ASSERT_TRUE(next.found());
    const auto copy = next.load();
    ASSERT_TRUE(copy) << copy.why;
    EXPECT_EQ(copy->session, edited);
    EXPECT_LT(copy->age.count(), 600);
}

TEST_F(AutosaveTest, AGoodEndLeavesNone) {
    {
        const Autosave first(folder);
        ASSERT_TRUE(first.keep(edited));
        first.drop();
    }
    EXPECT_FALSE(Autosave(folder).found());
}

TEST_F(AutosaveTest, ASecondProgramTakesNothingFromTheFirst) {
    const Autosave first(folder);
    ASSERT_TRUE(first.keep(edited));
    const Autosave second(folder);
    EXPECT_FALSE(second.is_ours());
    EXPECT_FALSE(second.found());
    second.drop();
    EXPECT_TRUE(first.found());
}

TEST_F(AutosaveTest, ABrokenCopyIsASentenceAndStays) {
    ASSERT_TRUE(write_text(folder + "/autosave.json", "{\"tilescope\": 1, \"a_desc"));
    const Autosave program(folder);
    ASSERT_TRUE(program.found());
    const auto copy = program.load();
    EXPECT_FALSE(copy);
    EXPECT_NE(copy.why.find("autosave.json"), std::string::npos) << copy.why;
    EXPECT_TRUE(program.found());
}

TEST_F(AutosaveTest, WithoutAPlaceThereIsNone) { EXPECT_FALSE(Autosave("").is_ours()); }

}  // namespace
}  // namespace tilescope::io
