// tests/ui/lesson_steps_test.cpp -- every lesson is taken to its end with clicks and keys: each task wrong, then right.
// SPDX-License-Identifier: MIT
#include "app/io/file.h"
#include "app/io/lessons.h"
#include "app/publish/pages.h"
#include "app/window/documents/tabs.h"
#include "app/window/guide/lessons.h"
#include "tests/ui/lesson_driver.h"

#include <tilescope/base/say.h>
#include <tilescope/lessons/step.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

// The beginning of a step, for the expressions in its actions.
struct Beginning {
    LessonState state;
    Derived derived;
    std::optional<Emulation> emulation = {};

    Beginning(const Lesson& lesson, std::size_t step)
        : state(*beginning_of(lesson, step)), derived(derive(state.session)) {}
    LessonMoment moment() const { return {derived, state.view, nullptr}; }
};

void try_wrong_ways(LessonDriver& driver, const LessonStep& step, const Beginning& begin) {
    for (const LessonAction& action : step.wrongs) {
        driver.act(action, begin.moment());
        EXPECT_FALSE(driver.run().reached) << "line " << action.line << " must not reach the task";
        driver.press("lesson.again");
        EXPECT_EQ(driver.h.app.document().session, begin.state.session) << "the step begins again with its session";
    }
}

void read_hints(LessonDriver& driver, const LessonStep& step) {
    for (std::size_t i = 0; i < step.hints.size(); ++i) {
        driver.press("lesson.hint");
        EXPECT_TRUE(driver.h->shows(say("lesson.hint.", i + 1)));
    }
    EXPECT_FALSE(driver.h->shows("lesson.hint")) << "there are no more hints";
}

void take_step(LessonDriver& driver, const Lesson& lesson, std::size_t index) {
    const LessonStep& step = lesson.steps[index];
    SCOPED_TRACE(say(lesson.id, ", step ", index + 1, ": ", step.title));
    ASSERT_EQ(driver.run().step, index);
    ASSERT_EQ(driver.run().refused, "");
    driver.settle();
    if (driver.h->shows("rich.code")) {
        EXPECT_LE(driver.h->rect("rich.code").max.x, driver.h->rect("region.lesson").max.x) << "code is not cut";
    }
    if (!step.has_task()) return;
    const Beginning begin(lesson, index);
    EXPECT_FALSE(driver.run().reached) << "the task must not be done at the beginning";
    try_wrong_ways(driver, step, begin);
    read_hints(driver, step);
    for (const LessonAction& action : step.answers) driver.act(action, begin.moment());
    EXPECT_TRUE(driver.run().reached) << "the answers must reach the task";
    EXPECT_TRUE(driver.h->shows("lesson.done"));
    EXPECT_FALSE(driver.run().done.empty());
}

void take_lesson(LessonDriver& driver, const Lesson& lesson) {
    for (std::size_t i = 0; i < lesson.steps.size() && !testing::Test::HasFatalFailure(); ++i) {
        take_step(driver, lesson, i);
        if (i + 1 == lesson.steps.size()) break;
        driver.press("lesson.next");
        driver.settle();
    }
    const std::uint64_t all = (std::uint64_t{1} << lesson.steps.size()) - 1;
    EXPECT_EQ(reached_steps(driver.h.app, lesson.id), all) << "the progress has every step";
    ASSERT_TRUE(driver.h->shows("lesson.keep")) << "the last step ends in something to keep";
    driver.press("lesson.keep");
    if (io::keeps_session(lesson)) {
        EXPECT_TRUE(driver.h.app.overlays.chooser.open);
        driver.h->key(Key::escape);
        driver.h->frames(2);
        return;
    }
    driver.settle();
    EXPECT_FALSE(driver.h->clipboard().empty()) << driver.h.app.document().status;
}

TEST(Lessons, EachPresetNamesTheLessonThatExplainsIt) {
    for (const Preset& preset : presets()) {
        const auto lesson = io::lesson_named(say(kPresetSign, preset.id));
        ASSERT_TRUE(lesson) << preset.id << ": " << lesson.why;
        EXPECT_EQ(lesson->id, preset.lesson);
        EXPECT_TRUE(io::lesson_of(preset).ends_with(lesson->title)) << io::lesson_of(preset);
    }
    EXPECT_EQ(io::lesson_of(*find_preset("sparse_f16")), "Lesson 18: Sparsity");
    EXPECT_FALSE(io::lesson_named("preset:none"));
}

class EveryLesson : public testing::TestWithParam<std::string> {};

TEST_P(EveryLesson, IsTakenToItsEndWithRealControls) {
    const auto lesson = io::lesson_named(GetParam());
    ASSERT_TRUE(lesson) << lesson.why;
    LessonDriver driver;
    const Session own = driver.h.app.document().session;
    driver.h->key(Key::l, {Mod::ctrl});
    driver.h->click(say("lessons.", lesson->id));
    driver.h->frames(4);
    ASSERT_TRUE(in_lesson(driver.h.app)) << driver.h.app.document().status;
    EXPECT_EQ(tab_count(driver.h.app), 2u) << "a lesson has a tab of its own";
    take_lesson(driver, *lesson);
    driver.press("lesson.leave");
    driver.h->click("leave_lesson.close");
    driver.h->frames(4);
    EXPECT_EQ(tab_count(driver.h.app), 1u);
    EXPECT_EQ(driver.h.app.document().session, own) << "the session of the user is untouched";
}

std::vector<std::string> lesson_ids() {
    std::vector<std::string> out;
    for (const LessonHead& head : io::lesson_heads()) out.push_back(head.id);
    return out;
}
std::string test_name(const testing::TestParamInfo<std::string>& info) {
    std::string out = info.param;
    std::ranges::replace(out, '-', '_');
    return out;
}
INSTANTIATE_TEST_SUITE_P(Lessons, EveryLesson, testing::ValuesIn(lesson_ids()), test_name);

TEST(Lessons, ALessonOfTheTestsIsTakenToItsEnd) {
    for (const char* file : {"01-first-words.md", "02-each-action.md"}) {
        const std::string path = say(TILESCOPE_SOURCE_DIR, "/tests/data/lessons/", file);
        const auto text = io::read_text(path);
        ASSERT_TRUE(text) << text.why;
        const auto lesson = parse_lesson(*text, file);
        ASSERT_TRUE(lesson) << lesson.why;
        LessonDriver driver;
        open_lesson(driver.h.app, *lesson);
        driver.h->frames(4);
        take_lesson(driver, *lesson);
    }
}

}  // namespace
}  // namespace tilescope::ui
