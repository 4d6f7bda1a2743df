// tests/ui/lesson_replies_test.cpp -- what a lesson makes of what a learner types and clicks: answers, mistakes, skips.
// SPDX-License-Identifier: MIT
#include "app/io/lessons.h"
#include "app/ui/imgui_input.h"
#include "app/window/documents/edits.h"
#include "app/window/guide/lessons.h"
#include "tests/ui/lesson_driver.h"

#include <tilescope/base/say.h>
#include <tilescope/document/verdict.h>

#include <gtest/gtest.h>

namespace tilescope::ui {
namespace {

class LessonReplies : public testing::Test {
protected:
    LessonDriver driver;
    AppHarness& h = driver.h;

    void open(std::string_view name, std::size_t step) {
        ImGui::GetIO().DisplaySize = {1280, 720};
        auto lesson = io::lesson_named(name);
        ASSERT_TRUE(lesson) << lesson.why;
        open_lesson(h.app, std::move(*lesson), step);
        driver.settle();
        h->frames(4);
    }
    const LessonRun& run() const { return driver.run(); }
    // As the keyboard sends it: each key goes down with its character.
    void type(std::string_view text) {
        for (const char c : text) {
            feed_char(static_cast<unsigned char>(c));
            h->key(static_cast<Key>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c));
        }
        h->frames(3);
    }
    const MovingView& picture() const { return h.app.document().states.mma.canvas; }
};

constexpr std::string_view kDescriptorLesson = "what-a-descriptor-is";
constexpr std::string_view kStrideLesson = "k-major-without-swizzle";

TEST_F(LessonReplies, TheAnswerFieldHasTheKeyboardWhenTheStepBegins) {
    open(kDescriptorLesson, 1);
    EXPECT_TRUE(ImGui::GetIO().WantTextInput);
    type("start");
    EXPECT_EQ(run().typed, "start");
    h->key(Key::enter);
    h->frames(3);
    EXPECT_TRUE(run().reached);
    h->key(Key::enter);
    h->frames(5);
    EXPECT_EQ(run().step, 2u);
    type("0x2c0");
    EXPECT_EQ(run().typed, "0x2c0") << "also in the step after it";
}

// The strip shows the bits of a field, and the inspector the bytes of an element.
TEST_F(LessonReplies, TakesWhatTheWindowItselfShows) {
    const auto takes = [&](std::string_view lesson, std::size_t step, std::string_view reply) {
        open(lesson, step);
        h.app.document().lesson->typed = reply;
        judge_reply(h.app.document(), h.app, h.app);
        return run().reached;
    };
    EXPECT_TRUE(takes(kDescriptorLesson, 1, "13:0"));
    EXPECT_TRUE(takes(kDescriptorLesson, 1, "start address"));
    EXPECT_FALSE(takes(kDescriptorLesson, 1, "29:16"));
    EXPECT_TRUE(takes(kStrideLesson, 1, "0x3654, 0x3655"));
    EXPECT_TRUE(takes(kStrideLesson, 1, "13908 bytes (0x3654)"));
    EXPECT_FALSE(takes(kStrideLesson, 1, "0x3656, 0x3657"));
}

TEST_F(LessonReplies, ThePaletteFindsTheLessonOnBankConflicts) {
    for (const std::string_view typed : {"lesson bank conflict", "lesson swizzle and bank"}) {
        open(kStrideLesson, 0);
        driver.say_to_palette(typed);
        h->frames(4);
        EXPECT_EQ(run().lesson.id, "the-xor-bit-by-bit") << typed;
    }
}

// While the task is to find the fault, the line above the picture counts the wrong elements and names no field.
TEST_F(LessonReplies, TheVerdictDoesNotGiveTheTaskAway) {
    struct Step {
        std::string_view lesson;
        std::size_t step;
    };
    for (const Step& at : {Step{kStrideLesson, 3}, Step{"lbo-and-sbo", 5}, Step{"wrong-numbers", 1},
                           Step{"wrong-numbers", 3}, Step{"wrong-numbers", 5}}) {
        open(at.lesson, at.step);
        h->key(Key::e, {Mod::ctrl});
        driver.settle();
        h->frames_until([&] { return !h.app.document().results.repairs.empty(); });
        const Document& doc = h.app.document();
        ASSERT_TRUE(has_open_task(doc));
        EXPECT_NE(verdict_of(doc.derived, doc.results).sentence.find("should be"), std::string::npos) << at.lesson;
        EXPECT_EQ(verdict_of(doc.derived, doc.results, true).sentence.find("should be"), std::string::npos);
        EXPECT_TRUE(h->shows("mma.verdict.wrong"));
        EXPECT_FALSE(h->shows("mma.verdict.fix")) << at.lesson << ": a click on a wrong element offers it";
    }
}

TEST_F(LessonReplies, DigitsAfterARightAnswerMoveNoPicture) {
    open(kDescriptorLesson, 4);
    const ViewState view = h.app.document().view_state;
    h->key(Key::e, {Mod::ctrl});
    driver.settle();
    type("2488");
    h->key(Key::enter);
    driver.settle();
    ASSERT_TRUE(run().reached);
    const float zoom = picture().zoom;
    type("12");
    EXPECT_EQ(picture().zoom, zoom);
    EXPECT_EQ(h.app.document().view_state, view);
    h->key(Key::enter);
    h->frames(4);
    EXPECT_EQ(run().step, 5u) << "Enter goes on";
}

TEST_F(LessonReplies, ADigitBeginsTheAnswerAlsoAfterAClickInThePicture) {
    open(kDescriptorLesson, 4);
    h->click("mma.canvas");
    h->frames(3);
    ASSERT_FALSE(ImGui::GetIO().WantTextInput);
    const float zoom = picture().zoom;
    type("2488");
    EXPECT_EQ(run().typed, "2488");
    EXPECT_EQ(picture().zoom, zoom);
    h->key(Key::enter);
    h->frames(3);
    EXPECT_TRUE(run().reached);
}

TEST_F(LessonReplies, AWrongAnswerSaysTheLikelyMistakeAndMovesNothing) {
    open(kDescriptorLesson, 2);
    const Rect box = h->rect("lesson.reply"), again = h->rect("lesson.again");
    for (const char* wrong : {"0x2c00", "11264", "7"}) {
        type(wrong);
        h->key(Key::enter);
        h->frames(4);
        ASSERT_FALSE(run().judged.empty());
        EXPECT_EQ(h->rect("lesson.reply").min.y, box.min.y) << wrong;
        EXPECT_EQ(h->rect("lesson.again").min.y, again.min.y) << wrong;
        const bool known = std::string_view(wrong) != "7";
        EXPECT_EQ(run().judged.find("0x2c00 is the byte address itself") != std::string::npos, known) << run().judged;
        h->key(Key::a, {Mod::ctrl});
    }
}

TEST_F(LessonReplies, AWrongClickSaysWhatWasClickedAndAWrongValueWhatIsSetNow) {
    open("core-matrices", 1);
    driver.act({LessonDo::select, {}, "A 5 0", 0}, {h.app.document().derived, h.app.document().view_state, nullptr});
    EXPECT_TRUE(run().judged.starts_with("You chose A[5][0]")) << run().judged;
    EXPECT_NE(run().judged.find("the chunk before this one"), std::string::npos) << run().judged;
    EXPECT_TRUE(h->shows("lesson.judged"));
    open("core-matrices", 3);
    driver.act({LessonDo::set, "a_desc.start", "1040", 0},
               {h.app.document().derived, h.app.document().view_state, nullptr});
    EXPECT_NE(run().judged.find("1040"), std::string::npos) << run().judged;
    EXPECT_NE(run().judged.find("row 1 of the first core matrix"), std::string::npos) << run().judged;
    h->key(Key::z, {Mod::ctrl});
    h->frames(3);
    EXPECT_EQ(run().judged, "") << "as the step began";
}

// The text is about the memory of the step. Nothing offers to write it anew, and who does it is told how to get back.
TEST_F(LessonReplies, NoButtonRewritesTheMemoryOfATask) {
    open(kDescriptorLesson, 3);
    EXPECT_FALSE(h->shows("mma.match"));
    make_edits(h.app, {MatchWords{Operand::a}});
    h->frames(4);
    EXPECT_FALSE(run().reached) << "the word was not repaired";
    EXPECT_NE(run().judged.find("Start again"), std::string::npos) << run().judged;
    driver.act({LessonDo::set, "a_desc.start", "0x400", 0},
               {h.app.document().derived, h.app.document().view_state, nullptr});
    EXPECT_FALSE(run().reached);
    EXPECT_NE(run().judged.find("Start again"), std::string::npos) << run().judged;
    driver.press("lesson.again");
    driver.act({LessonDo::set, "a_desc.start", "0x400", 0},
               {h.app.document().derived, h.app.document().view_state, nullptr});
    EXPECT_TRUE(run().reached);
}

TEST_F(LessonReplies, ALearnerEmulatesByHandBeforeAFixIsOffered) {
    open(kStrideLesson, 3);
    h->frames(10);
    EXPECT_FALSE(h.app.document().results.emulation) << "the task asks for it";
    h->key(Key::e, {Mod::ctrl});
    driver.settle();
    EXPECT_TRUE(h.app.document().results.emulation);
    EXPECT_FALSE(run().reached);
    driver.act({LessonDo::set, "a_desc.lbo", "2048", 0},
               {h.app.document().derived, h.app.document().view_state, nullptr});
    driver.act({LessonDo::set, "a_desc.sbo", "128", 0},
               {h.app.document().derived, h.app.document().view_state, nullptr});
    EXPECT_TRUE(run().reached) << "after an edit, D is computed anew";
}

TEST_F(LessonReplies, TheSkippedStepHasALink) {
    open(kDescriptorLesson, 1);
    h->click("lesson.next");
    h->frames(4);
    ASSERT_EQ(run().step, 2u);
    h->click("lesson.skipped_step");
    h->frames(4);
    EXPECT_EQ(run().step, 1u);
    EXPECT_FALSE(h->shows("lesson.skipped"));
}

}  // namespace
}  // namespace tilescope::ui
