// tests/unit/lessons/every_lesson_test.cpp -- every lesson of the programs is as its author must have it.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/lessons/step.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

namespace tilescope {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> lesson_paths() {
    std::vector<fs::path> out;
    for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(TILESCOPE_SOURCE_DIR) / "assets/lessons"))
        if (entry.path().extension() == ".md") out.push_back(entry.path());
    std::ranges::sort(out);
    return out;
}

std::string text_in(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(EveryLesson, HasNoMistakes) {
    for (const fs::path& path : lesson_paths()) {
        const std::string file = path.filename().string();
        const auto lesson = parse_lesson(text_in(path), file);
        ASSERT_TRUE(lesson) << lesson.why;
        for (const std::string& mistake : mistakes_in(*lesson, file, true)) ADD_FAILURE() << mistake;
    }
}

TEST(EveryLesson, HasANumberATitleAndAnIdOfItsOwn) {
    std::set<std::string> ids, titles;
    std::size_t number = 0;
    for (const fs::path& path : lesson_paths()) {
        const std::string file = path.filename().string();
        const auto head = lesson_head(text_in(path), file);
        ASSERT_TRUE(head) << head.why;
        const std::string expected = say(++number < 10 ? "0" : "", number, '-');
        EXPECT_TRUE(file.starts_with(expected)) << file << ": the numbers follow each other";
        EXPECT_TRUE(ids.insert(head->id).second && titles.insert(head->title).second) << file;
        EXPECT_FALSE(head->about.empty()) << file;
    }
    EXPECT_GE(number, 20u);
}

// A picture that a step names must be there: a view can have no picture for a session.
TEST(EveryLesson, ShowsThePicturesThatItNames) {
    for (const fs::path& path : lesson_paths()) {
        const auto lesson = parse_lesson(text_in(path), path.filename().string());
        ASSERT_TRUE(lesson) << lesson.why;
        EXPECT_EQ(lesson_head(text_in(path), path.filename().string())->steps, lesson->steps.size()) << path;
        for (std::size_t i = 0; i < lesson->steps.size(); ++i) {
            const auto shown = shown_step(*lesson, i, true);
            ASSERT_TRUE(shown) << shown.why;
            const std::string where = say(path.filename().string(), ", step ", i + 1);
            EXPECT_EQ(shown->picture.has_value(), !lesson->steps[i].picture.empty()) << where;
            EXPECT_TRUE(!shown->picture || !shown->caption.empty()) << where << ": a picture needs a caption";
        }
    }
}

}  // namespace
}  // namespace tilescope
