// tests/ui/lesson_window_test.cpp -- tests the controls of a lesson: keys, steps, the list, progress, compact windows.
// SPDX-License-Identifier: MIT
#include "app/io/file.h"
#include "app/io/lessons.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/preferences.h"
#include "app/window/frame/arrangement.h"
#include "app/window/frame/input.h"
#include "app/window/frame/regions.h"
#include "app/window/guide/lessons.h"
#include "app/window/guide/start_page.h"
#include "app/window/player/player.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/lesson_driver.h"

#include <tilescope/base/say.h>
#include <tilescope/lessons/step.h>

#include <gtest/gtest.h>

#include <imgui_internal.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

constexpr std::string_view kFirst = "what-a-descriptor-is";  // its first step has no task
constexpr std::string_view kAsks = "core-matrices";          // its first step has a question
constexpr std::string_view kMoves = "the-modes-32b-64b-128b";

// A lesson of our own. Its second step cannot begin: its field does not exist.
constexpr std::string_view kBroken =
    "---\ntitle: Broken\nsession: k_major_128b_f16\nlevel: 1\nminutes: 1\nkeep: session\n---\nIntroduction.\n\n"
    "## First\nText.\n\n## Second\nText.\n\n```step\nset: a_desc.nosuch=1\ntask: T\ncheck: i.n == 64\n"
    "answer: set idesc.n=64\nwrong: set idesc.n=32\nhint: H.\ndone: D.\n```\n\n## Third\nText.\n";
// A lesson with a task that any window size can do.
constexpr std::string_view kTask =
    "---\ntitle: Task\nsession: k_major_128b_f16\nlevel: 1\nminutes: 1\nkeep: session\n---\nIntroduction.\n\n"
    "## First\nText.\n\n```step\nview: screen=memory\ntask: T\ncheck: a.sbo == 512\nanswer: set a_desc.sbo=512\n"
    "wrong: set a_desc.sbo=256\nhint: H.\ndone: D.\n```\n\n## Second\nText.\n";

// A lesson with one step of so many equal lines and a task.
std::string long_lesson(int lines, std::string_view line) {
    std::string text =
        "---\ntitle: Long\nsession: k_major_128b_f16\nlevel: 1\nminutes: 1\nkeep: session\n---\nI.\n\n## First\n";
    for (int i = 0; i < lines; ++i) text += say(line, "\n\n");
    return text +
           "```step\nview: screen=memory\ntask: T\ncheck: a.sbo == 512\nanswer: set a_desc.sbo=512\n"
           "wrong: set a_desc.sbo=256\nhint: H.\ndone: D.\n```\n";
}
// A lesson whose first step has a question, about a picture with K steps.
constexpr std::string_view kQuestion =
    "---\ntitle: Question\nsession: k_major_128b_f16\nlevel: 1\nminutes: 1\nkeep: session\n---\nIntroduction.\n\n"
    "## First\nText.\n\n```step\nview: screen=memory\nask: Q?\nreply: tile_k\nanswer: reply 64\n"
    "wrong: reply 9\nhint: H.\ndone: D.\n```\n\n## Second\nText.\n";

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
    std::string out(text);
    return out.replace(out.find(from), from.size(), to);
}

class LessonWindow : public test::FolderTest {
protected:
    explicit LessonWindow(ImVec2 size = {1280, 720}) : h(size) { h.app.prefs.reduced_motion = true; }
    void open(std::string_view name, std::size_t step = 0) {
        auto lesson = io::lesson_named(name);
        ASSERT_TRUE(lesson) << lesson.why;
        open_lesson(h.app, std::move(*lesson), step);
        h->frames(4);
    }
    void open_text(std::string_view text, std::size_t step = 0) {
        auto lesson = parse_lesson(text, "1-x.md");
        ASSERT_TRUE(lesson) << lesson.why;
        open_lesson(h.app, std::move(*lesson), step);
        h->frames(4);
    }
    void press(Key key, std::initializer_list<Mod> mods = {}) {
        h->key(key, mods);
        h->frames(3);
    }
    void click(std::string_view id) {
        h->click(id);
        h->frames(3);
    }
    std::size_t step() const { return h.app.document().lesson ? h.app.document().lesson->step : 999; }
    AppHarness h;
};

TEST_F(LessonWindow, EnterOnACardOpensTheFirstStepAndNothingMore) {
    open_start_page(h.app);
    h->frames(40);
    h.app.overlays.start_page.chosen = 1;
    ASSERT_EQ(h.app.overlays.start_page.cards[1].id, "learn");
    press(Key::enter);
    ASSERT_TRUE(h.app.overlays.lesson_list);
    press(Key::enter);
    ASSERT_TRUE(in_lesson(h.app));
    EXPECT_EQ(step(), 0u);
    press(Key::enter);
    EXPECT_EQ(step(), 1u) << "the next Enter goes on";
}

TEST_F(LessonWindow, AQuestionBeginsAtItsTop) {
    open(kAsks);
    EXPECT_TRUE(h->shows("lesson.title"));
    EXPECT_TRUE(h->shows("lesson.step.1"));
    EXPECT_TRUE(h->shows("lesson.text.0"));
    h->wheel("lesson.title", -50);
    ASSERT_FALSE(h->shows("lesson.title"));
    press(Key::right, {Mod::alt});
    EXPECT_EQ(step(), 1u);
    EXPECT_TRUE(h->shows("lesson.title")) << "the next step begins at its top too";
}

TEST_F(LessonWindow, AltArrowsGoToOtherStepsWhileABoxHasTheKeyboard) {
    open(kAsks);
    h->click("lesson.reply");
    h->frames(2);
    ASSERT_TRUE(ImGui::GetIO().WantTextInput);
    press(Key::right, {Mod::alt});
    EXPECT_EQ(step(), 1u);
    EXPECT_EQ(ImGui::GetCurrentContext()->NavLayer, ImGuiNavLayer_Main) << "Alt does not open the menus";
    press(Key::left, {Mod::alt});
    EXPECT_EQ(step(), 0u);
    click("lesson.next");
    EXPECT_EQ(step(), 1u);
    click("lesson.back");
    EXPECT_EQ(step(), 0u);
}

TEST_F(LessonWindow, ASquareGoesToItsStepAsAWhole) {
    open(kFirst);
    const Rect square = h->rect("lesson.step.2");
    EXPECT_GE(square.max.x - square.min.x, 24);
    EXPECT_GE(square.max.y - square.min.y, 24);
    click("lesson.step.3");
    EXPECT_EQ(step(), 2u);
    const auto shown = begun_step(h.app.document().lesson->lesson, 2);
    EXPECT_EQ(plain_text(h.app.document().lesson->request), plain_text(shown->request));
    EXPECT_EQ(h.app.document().lesson->text.size(), shown->text.size());
    EXPECT_EQ(h.app.document().session, shown->begin.session);
    make_edits(h.app, {SetNotes{"mine"}});
    click("lesson.step.3");
    EXPECT_EQ(h.app.document().session.notes, "mine") << "the square of this step throws nothing away";
}

TEST_F(LessonWindow, TheAnimationEndsWithItsStep) {
    open(kMoves);
    open_player(h.app, AnimationId::swizzle);
    h->frames(3);
    ASSERT_TRUE(has_player(h.app));
    press(Key::right, {Mod::alt});
    EXPECT_EQ(step(), 1u);
    EXPECT_FALSE(has_player(h.app));
    const Focus selection = h.app.document().view_state.selection;
    open_player(h.app, AnimationId::swizzle);
    ViewState other = h.app.document().view_state;
    other.k_step = 1;
    look_as(h.app, other);
    h->frames(2);
    EXPECT_FALSE(has_player(h.app)) << "also with the view of a file";
    EXPECT_EQ(h.app.document().view_state.k_step, 1u);
    EXPECT_EQ(h.app.document().view_state.selection, selection);
}

TEST_F(LessonWindow, AStepThatCannotBeginIsNotReachedAndHasNoAnswer) {
    open_text(kBroken);
    click("lesson.next");
    ASSERT_EQ(step(), 1u);
    EXPECT_TRUE(h->shows("lesson.refused"));
    EXPECT_FALSE(h.app.document().lesson->refused.ends_with('.')) << "the pane ends the sentence";
    EXPECT_EQ(reached_steps(h.app, "x"), 1u);
    EXPECT_FALSE(has_lesson_answer(h.app));
    const Session before = h.app.document().session;
    show_lesson_answer(h.app);
    EXPECT_EQ(h.app.document().session, before);
    click("lesson.next");
    EXPECT_EQ(step(), 2u);
    EXPECT_EQ(reached_steps(h.app, "x"), 5u);
}

TEST_F(LessonWindow, TheAnswerComesAfterTheHintsAndCanBeUndone) {
    open_text(kTask);
    const Session begin = h.app.document().session;
    EXPECT_FALSE(h->shows("lesson.show"));
    click("lesson.hint");
    click("lesson.show");
    EXPECT_TRUE(h.app.document().lesson->reached);
    EXPECT_EQ(h.field(WordId::a_desc, "sbo"), 512u);
    press(Key::z, {Mod::ctrl});
    EXPECT_EQ(h.app.document().session, begin);
    press(Key::enter);
    EXPECT_EQ(step(), 1u);
}

TEST_F(LessonWindow, TheListGetsAllKeys) {
    h->click("memory.tile.2.3");
    h->frames(2);
    const Focus selection = h.app.document().view_state.selection;
    ASSERT_FALSE(std::holds_alternative<std::monostate>(selection));
    const ViewState view = h.app.document().view_state;
    press(Key::l, {Mod::ctrl});
    ASSERT_TRUE(h->shows("lessons.close"));
    press(Key::s);
    press(Key::n2, {Mod::ctrl});
    press(Key::down);
    press(Key::down);
    EXPECT_EQ(h.app.document().view_state, view) << "nothing behind the list moves";
    press(Key::enter);
    ASSERT_TRUE(in_lesson(h.app)) << "a row is chosen";
    EXPECT_FALSE(h.app.overlays.lesson_list);
}

TEST_F(LessonWindow, KeysGoFromLessonToLessonInTheList) {
    press(Key::l, {Mod::ctrl});
    ASSERT_TRUE(h.app.overlays.lesson_list);
    const std::vector<LessonHead> heads = *h.app.overlays.lesson_list;
    press(Key::down);
    press(Key::enter);
    ASSERT_TRUE(in_lesson(h.app));
    EXPECT_EQ(h.app.document().lesson->lesson.id, heads[1].id);
    press(Key::l, {Mod::ctrl});
    press(Key::down);  // from the open lesson
    press(Key::enter);
    EXPECT_EQ(h.app.document().lesson->lesson.id, heads[2].id);
}

TEST_F(LessonWindow, EscAndTheKeyOfTheListCloseOnlyTheList) {
    press(Key::f5);
    ASSERT_TRUE(h.app.overlays.presentation.on);
    press(Key::l, {Mod::ctrl});
    ASSERT_TRUE(h.app.overlays.lesson_list);
    press(Key::escape);
    EXPECT_FALSE(h.app.overlays.lesson_list);
    EXPECT_TRUE(h.app.overlays.presentation.on);
    press(Key::l, {Mod::ctrl});
    EXPECT_TRUE(h.app.overlays.lesson_list);
    press(Key::l, {Mod::ctrl});
    EXPECT_FALSE(h.app.overlays.lesson_list);
    press(Key::escape);
    EXPECT_FALSE(h.app.overlays.presentation.on) << "the keys act again";
    press(Key::l, {Mod::ctrl});
    click("lessons.close");
    EXPECT_FALSE(h.app.overlays.lesson_list);
}

TEST_F(LessonWindow, TheQuestionOfLeavingBelongsToItsTab) {
    open(kFirst);
    click("lesson.leave");
    press(Key::tab, {Mod::ctrl});
    EXPECT_TRUE(in_lesson(h.app)) << "the question gets all keys";
    ASSERT_TRUE(h->shows("leave_lesson.keep"));
    press(Key::escape);
    EXPECT_FALSE(h->shows("leave_lesson.keep"));
    EXPECT_TRUE(in_lesson(h.app));
    click("lesson.leave");
    open(kAsks);  // as a file that arrives
    EXPECT_FALSE(h->shows("leave_lesson.keep"));
    EXPECT_EQ(h.app.document().lesson->lesson.id, kAsks);
    press(Key::right, {Mod::alt});
    EXPECT_EQ(step(), 1u) << "no question has the keys";
}

// Some pictures begin zoomed so that their numbers fit, others with all of the picture.
TEST_F(LessonWindow, AStepBeginsWithThePicturesOfANewWindow) {
    PanelStates fresh;
    const std::vector<MovingView*> expected = moving_views(fresh);
    const auto expect_fresh = [&] {
        const std::vector<MovingView*> views = moving_views(h.app.document().states);
        for (std::size_t i = 0; i < views.size(); ++i) {
            EXPECT_EQ(views[i]->zoom, expected[i]->zoom) << i;
            EXPECT_EQ(views[i]->fits, expected[i]->fits) << i;
            EXPECT_EQ(views[i]->left, 0) << i;
        }
    };
    ASSERT_TRUE(std::ranges::any_of(expected, &MovingView::fits));
    ASSERT_TRUE(std::ranges::any_of(expected, [](const MovingView* view) { return view->zoom != 1; }));
    auto lesson = io::lesson_named("tensor-memory");
    ASSERT_TRUE(lesson) << lesson.why;
    open_lesson(h.app, std::move(*lesson), 0);
    expect_fresh();
    for (MovingView* view : moving_views(h.app.document().states)) view->jump({3, 20, 10}), view->fits = false;
    step_lesson(h.app, 1);
    expect_fresh();
}

TEST_F(LessonWindow, ProgressCountsOnlyTheStepsOfTheLesson) {
    const auto lesson = io::lesson_named(kAsks);
    const std::size_t steps = lesson->steps.size();
    h.app.prefs.lessons = {say(kAsks, " 18446744073709551615"), say(kFirst, " 18446744073709551614")};
    EXPECT_EQ(reached_count(h.app, kAsks, steps), steps);
    EXPECT_EQ(reached_count(h.app, kFirst, 6), 5u);
}

TEST_F(LessonWindow, TheTaskStaysInSight) {
    for (const ImVec2 size : {ImVec2{1280, 720}, {900, 700}, {400, 300}}) {
        ImGui::GetIO().DisplaySize = size;
        open_text(long_lesson(60, "A line of a long text."));
        const auto in_sight = [&](std::string_view id) {
            return h->shows(id) && h->rect(id).max.y <= h->rect("lesson.back").min.y;
        };
        EXPECT_TRUE(in_sight("lesson.task")) << size.x;
        EXPECT_TRUE(in_sight("lesson.title")) << size.x;
        const Rect text = h->rect("lesson.text_part");
        EXPECT_GE(text.max.y - text.min.y, 3 * ImGui::GetTextLineHeightWithSpacing()) << size.x;
        h->wheel("lesson.title", -50);
        EXPECT_FALSE(h->shows("lesson.title")) << "the text scrolls";
        EXPECT_TRUE(in_sight("lesson.task")) << size.x;
    }
}

TEST_F(LessonWindow, ARingIsAroundTheValueOfItsField) {
    open("k-major-without-swizzle", 1);
    const Rect ring = h->rect("fields.lbo.ring");
    EXPECT_LT(ring.min.x, h->rect("fields.lbo.minus").min.x - 20) << "the box of the value is inside";
    EXPECT_GE(ring.max.x, h->rect("fields.lbo.plus").max.x);
}

TEST_F(LessonWindow, SkippingATaskSaysWhatWasSkipped) {
    open_text(kTask);
    click("lesson.next");
    EXPECT_EQ(step(), 1u);
    EXPECT_EQ(h.app.document().lesson->skipped, "You skipped step 1: T");
    EXPECT_TRUE(h->shows("lesson.skipped"));
    click("lesson.back");
    EXPECT_FALSE(h->shows("lesson.skipped"));
    click("lesson.hint");
    click("lesson.show");
    ASSERT_TRUE(h->shows("lesson.done"));
    click("lesson.next");
    EXPECT_FALSE(h->shows("lesson.skipped")) << "the task is done";
}

// What comes after the task is scrolled into the pane, however full the pane was before.
TEST_F(LessonWindow, ShowsWhatFollowsATask) {
    open(kFirst);
    const Rect pane = h->rect("region.lesson");
    std::string line = "Line ";  // it needs two lines beside the bar of a pane that scrolls
    while (ImGui::CalcTextSize(line.c_str()).x < pane.max.x - pane.min.x - 24) line += 'i';
    for (int lines = 4; lines < 24; ++lines) {
        open_text(long_lesson(lines, line));
        make_edits(h.app, {SetField{WordId::a_desc,
                                    &field_in(*h.app.document().derived.of(WordId::a_desc).format, "sbo"), 32}});
        h->frames(4);
        ASSERT_TRUE(h.app.document().lesson->reached);
        EXPECT_TRUE(h->shows("lesson.keep")) << lines;
    }
}

TEST_F(LessonWindow, ADamagedWidthOfThePaneIsMended) {
    const std::string path = folder + "/prefs.json";
    ASSERT_TRUE(io::write_text(path, R"({"lesson": 0})"));
    PrefsKeeper keeper(path);
    EXPECT_EQ(keeper.load(h.app), "");
    EXPECT_EQ(h.app.prefs.lesson, kLessonLeast);
    open(kFirst);
    EXPECT_LE(h->rect("region.lesson").max.x, h->rect("region.stage").min.x);
}

// Types into the box of the reply as the window gets it: all keys and characters arrive at once.
class LessonReply : public LessonWindow {
protected:
    void SetUp() override {
        open_text(kQuestion);
        h->click("lesson.reply");
        h->frames(2);
        ASSERT_TRUE(ImGui::GetIO().WantTextInput);
    }
    void tap(Key key, char character = 0) {
        const int number = static_cast<int>(key);
        input_.add({KeyInput{.key = number}, time_});
        if (character != 0) input_.add({CharacterInput{static_cast<unsigned char>(character)}, time_});
        input_.add({KeyInput{.key = number, .action = KeyAction::release}, time_});
    }
    void arrive() {
        for (int settle = 0; settle < 2 * Redraw::kFramesToSettle; ++settle) {
            if (input_.waiting()) settle = 0;
            input_.hand_over(time_);
            h->frames(1);
            time_ += 0.02;
        }
    }
    unsigned k_step() const { return h.app.document().view_state.k_step; }

private:
    Input input_;
    double time_ = 1;
};

TEST_F(LessonReply, TheBoxTakesTheCharactersAndNoKeyActs) {
    const ViewState before = h.app.document().view_state;
    tap(Key::right_bracket, ']'), tap(Key::slash, '/'), tap(Key::n1, '1'), tap(Key::g, 'g');
    arrive();
    EXPECT_EQ(h.app.document().lesson->typed, "]/1g");
    EXPECT_EQ(h.app.document().view_state, before);
}

TEST_F(LessonReply, AKeyAfterTheRightReplyActs) {
    tap(Key::n6, '6'), tap(Key::n4, '4'), tap(Key::enter), tap(Key::right_bracket, ']'), tap(Key::slash, '/');
    arrive();
    ASSERT_TRUE(h.app.document().lesson->reached);
    EXPECT_EQ(step(), 0u);
    EXPECT_EQ(k_step(), 1u);
    EXPECT_TRUE(h.app.document().view_state.raw_values);
    EXPECT_EQ(h.app.document().lesson->typed, "64");
}

// Who replied wrongly types another reply: 0, 1 and 2 alone would zoom the picture.
TEST_F(LessonReply, AfterAWrongReplyTheBoxTakesTheNextOne) {
    tap(Key::n9, '9'), tap(Key::enter), tap(Key::n1, '1'), tap(Key::right_bracket, ']');
    arrive();
    EXPECT_FALSE(h.app.document().lesson->reached);
    EXPECT_TRUE(h->shows("lesson.judged"));
    EXPECT_EQ(h.app.document().lesson->typed, "1]");
    EXPECT_EQ(k_step(), 0u);
    tap(Key::escape), tap(Key::right_bracket, ']');
    arrive();
    EXPECT_EQ(k_step(), 1u) << "Esc leaves the box";
}

TEST_F(LessonReply, ANumberIsTakenAsItIsShown) {
    open_text(replaced(kQuestion, "reply: tile_k", "reply: tile_k + 2424"));
    h->click("lesson.reply");
    h->frames(2);
    h->type("2 488");
    h->key(Key::enter);
    h->frames(3);
    EXPECT_TRUE(h.app.document().lesson->reached) << h.app.document().lesson->judged;
    EXPECT_TRUE(h->shows("lesson.done"));
}

class CompactLesson : public LessonWindow {
protected:
    CompactLesson() : LessonWindow({900, 700}) {}
};

TEST_F(CompactLesson, ALessonComesToTheFront) {
    h->frames(3);
    open_text(kTask);
    EXPECT_TRUE(h->shows("lesson.step_title"));
    click("compact.Picture");
    EXPECT_FALSE(h->shows("lesson.step_title"));
    make_edits(h.app,
               {SetField{WordId::a_desc, &field_in(*h.app.document().derived.of(WordId::a_desc).format, "sbo"), 32}});
    h->frames(3);
    ASSERT_TRUE(h.app.document().lesson->reached);
    EXPECT_FALSE(h->shows("lesson.step_title")) << "the picture stays";
    EXPECT_EQ(status_sentence(h.app), "The task is done. The tab Lesson says why.");
    press(Key::right, {Mod::alt});
    EXPECT_TRUE(h->shows("lesson.step_title")) << "the next step is shown";
}

}  // namespace
}  // namespace tilescope::ui
