// tests/unit/lessons/every_lesson_test.cpp -- every lesson of the programs is as its author must have it.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/document/derive.h>
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

// The right answer in each form in which a window shows it.
std::vector<std::string> shown_forms(const LessonValue& value, const Field* field) {
    const auto* n = std::get_if<std::int64_t>(&value);
    std::vector<std::string> out = {text_of(value)};
    if (field) out.insert(out.end(), {bit_range(*field), say(field->id, " (bits ", bit_range(*field), ')')});
    if (n == nullptr || *n < 0) return out;
    const auto bits = static_cast<std::uint64_t>(*n);
    out.insert(out.end(), {hex(bits), say(hex(bits), " (", *n, " bytes)"), say(hex(bits), " (", *n * 16, " bytes)"),
                           say(*n, " bytes (", hex(bits), ')'), say(hex(bits), ", ", hex(bits + 1))});
    if (*n >= 1000 && *n < 1000000) out.push_back(say(*n / 1000, ' ', std::to_string(1000 + *n % 1000).substr(1)));
    return out;
}

TEST(EveryLesson, TakesTheAnswersInEachShownForm) {
    std::size_t questions = 0;
    for (const fs::path& path : lesson_paths()) {
        const auto lesson = parse_lesson(text_in(path), path.filename().string());
        ASSERT_TRUE(lesson) << lesson.why;
        for (std::size_t i = 0; i < lesson->steps.size(); ++i) {
            const auto shown = shown_step(*lesson, i, false);
            ASSERT_TRUE(shown) << shown.why;
            if (!shown->expected) continue;
            ++questions;
            for (const std::string& form : shown_forms(*shown->expected, shown->field)) {
                const auto reply = judged(*shown->expected, form, plain_text(shown->request), shown->field);
                EXPECT_TRUE(reply && reply->right) << path.filename() << ", step " << i + 1 << ": " << form;
            }
        }
    }
    EXPECT_GT(questions, 20u);
}

TEST(EveryLesson, TakesSizesWhereBytesAreAsked) {
    const LessonValue size = std::int64_t{8192};
    for (const char* reply : {"8192B", "8 192 bytes", "8 KiB", "8 KB", "8kib"})
        EXPECT_TRUE(judged(size, reply, "At which byte does it begin?", nullptr)->right) << reply;
    EXPECT_FALSE(judged(LessonValue{std::int64_t{2}}, "0x2B", "At which byte?", nullptr)->right) << "0x2b is 43";
    EXPECT_FALSE(judged(size, "8 KiB", "Which raw value does start need?", nullptr)) << "a raw value has no unit";
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

// "Done" must not stand beside a problem that the step made and no sentence speaks of.
TEST(EveryLesson, ATaskThatIsDoneLeavesNoNewProblem) {
    const auto open_rules = [](const LessonState& state) {
        std::set<std::string> out;
        for (const PlacedProblem& p : derive(state.session).problems)
            if (p.problem.severity < Severity::info) out.insert(std::string(p.problem.rule));
        return out;
    };
    for (const fs::path& path : lesson_paths()) {
        const auto lesson = parse_lesson(text_in(path), path.filename().string());
        ASSERT_TRUE(lesson) << lesson.why;
        for (std::size_t i = 0; i < lesson->steps.size(); ++i) {
            if (!lesson->steps[i].check) continue;
            const auto shown = shown_step(*lesson, i, false);
            ASSERT_TRUE(shown) << shown.why;
            for (const std::string& rule : open_rules(shown->after))
                EXPECT_NE(plain_text(shown->done).find(rule), std::string::npos)
                    << path.filename().string() << ", step " << i + 1 << " ends with " << rule;
        }
    }
}

// What the window shows at the beginning of a step: the tab of the screen, or the screen if it has none.
std::string_view stage_of(const ViewState& view) {
    const auto screen = static_cast<std::size_t>(view.screen);
    if (kScreens[screen].tab_key == nullptr) return kScreens[screen].id;
    return kStageTabIds[static_cast<std::size_t>(view.tabs[screen])].name;
}

// Calls look(step, the view at its beginning) for each step of each lesson.
template <class Look>
void for_each_step(const Look& look) {
    for (const fs::path& path : lesson_paths()) {
        const auto lesson = parse_lesson(text_in(path), path.filename().string());
        ASSERT_TRUE(lesson) << lesson.why;
        for (std::size_t i = 0; i < lesson->steps.size(); ++i) {
            SCOPED_TRACE(say(path.filename().string(), ", step ", i + 1, ": ", lesson->steps[i].title));
            const auto begin = beginning_of(*lesson, i);
            ASSERT_TRUE(begin) << begin.why;
            look(lesson->steps[i], begin->view);
        }
    }
}

// The window shows what the book shows. A field of the instruction can be edited on another screen than its effect.
TEST(EveryLesson, ShowsItsPictureInTheWindowToo) {
    for_each_step([](const LessonStep& step, const ViewState& view) {
        const std::string_view stage = stage_of(view);
        if (step.picture.starts_with("word ")) {
            EXPECT_EQ(step.picture.substr(5), row_of(view.active).id);
            EXPECT_TRUE(view.screen == Screen::memory || view.screen == Screen::instruction ||
                        view.screen == Screen::mask)
                << stage << " has no strip of bits";
        } else if (view.screen == Screen::instruction && step.picture != "form") {
            EXPECT_FALSE(step.rings.empty()) << "the picture " << step.picture << " is not shown";
        } else {
            EXPECT_EQ(stage, step.picture);
        }
    });
}

bool is_set(const LessonStep& step, std::string_view key) {
    return std::ranges::find(step.view, key, &LessonAction::key) != step.view.end();
}

// The numbers in the cells are what the colours count, so a step names the one or the other.
TEST(EveryLesson, LabelsWhatItsColoursCount) {
    for_each_step([](const LessonStep& step, const ViewState&) {
        EXPECT_FALSE(is_set(step, "colouring") && is_set(step, "labels"));
    });
}

TEST(EveryLesson, ShowsTheBanksThatItNames) {
    for_each_step([](const LessonStep& step, const ViewState& view) {
        const auto names = [](const LessonLine& line) {
            return std::ranges::any_of(line, [](const LessonSpan& s) { return s.text.find("bank") != s.text.npos; });
        };
        if (names(step.request()) || names(step.caption) || step.title.find("bank") != step.title.npos) {
            EXPECT_EQ(stage_of(view), "banks");
        }
    });
}

TEST(EveryLesson, RingsAFieldOfTheWordThatIsShown) {
    for_each_step([](const LessonStep& step, const ViewState& view) {
        EXPECT_TRUE(step.rings.empty() ||
                    std::ranges::find(step.rings, view.active, &FieldPlace::word) != step.rings.end());
    });
}

}  // namespace
}  // namespace tilescope
