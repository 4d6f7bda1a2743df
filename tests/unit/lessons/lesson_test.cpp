// tests/unit/lessons/lesson_test.cpp -- lessons as texts: blocks, steps, refusals with their line, tasks both ways.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>
#include <tilescope/lessons/step.h>

#include <gtest/gtest.h>

#include <array>

namespace tilescope {
namespace {

constexpr std::string_view kHead =
    "---\ntitle: T\nsession: k_major_128b_f16\nlevel: 1\nminutes: 2\nkeep: session\n---\nIntroduction.\n\n";

std::string lesson_with(std::string_view fence, std::string_view text = "Text.") {
    return say(kHead, "## A step\n", text, "\n```step\n", fence, "\n```\n");
}

std::string refusal_of(const std::string& text) {
    const auto lesson = parse_lesson(text, "07-a-lesson.md");
    return lesson ? std::string() : lesson.why;
}

LessonBlocks blocks_of(std::string_view text) {
    std::vector<std::string_view> lines;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    auto blocks = lesson_text(lines, 1);
    EXPECT_TRUE(blocks) << blocks.why;
    return blocks ? *blocks : LessonBlocks();
}

TEST(Lessons, TextBecomesBlocks) {
    const LessonBlocks blocks = blocks_of(
        "One **two** *three* `four`.\nGoes on.\n\n- a\n- b\n  c\n\n1. d\n\n"
        "| x | y |\n|---|---|\n| `1|2` | {= 1 | 2} |\n\n```\n  code\n```\n\n> note\n> more");
    ASSERT_EQ(blocks.size(), 6u);
    EXPECT_EQ(plain_text(blocks[0].lines[0]), "One two three four. Goes on.");
    EXPECT_EQ(blocks[0].lines[0][1].style, SpanStyle::bold);
    EXPECT_EQ(blocks[0].lines[0][3].style, SpanStyle::italic);
    EXPECT_EQ(blocks[0].lines[0][5].style, SpanStyle::code);
    ASSERT_EQ(blocks[1].lines.size(), 2u);
    EXPECT_EQ(plain_text(blocks[1].lines[1]), "b c");
    EXPECT_EQ(blocks[2].kind, BlockKind::numbered);
    ASSERT_EQ(blocks[3].rows.size(), 2u);
    EXPECT_EQ(plain_text(blocks[3].rows[1][0]), "1|2");
    EXPECT_EQ(plain_text(blocks[4].lines[0]), "  code");
    EXPECT_EQ(plain_text(blocks[5].lines[0]), "note more");
}

TEST(Lessons, ANumberAtTheBeginningOfALineIsNoItem) {
    const LessonBlocks blocks = blocks_of("A multiple of\n1024. So it begins there.\n\n1. a\n2. b of\n128. c\n3. d");
    ASSERT_EQ(blocks.size(), 2u);
    EXPECT_EQ(plain_text(blocks[0].lines[0]), "A multiple of 1024. So it begins there.");
    ASSERT_EQ(blocks[1].lines.size(), 3u);
    EXPECT_EQ(plain_text(blocks[1].lines[1]), "b of 128. c");
}

TEST(Lessons, StarsOfAFormulaAreNoStyle) {
    EXPECT_EQ(plain_text(blocks_of("2 * 3 * 4 and \\*x\\*")[0].lines[0]), "2 * 3 * 4 and *x*");
}

TEST(Lessons, NumbersAreThoseOfTheSession) {
    const Derived derived = derive(find_preset("k_major_128b_f16")->session());
    const ViewState view;
    std::vector<std::string> why;
    const LessonBlocks blocks = evaluated(
        blocks_of("At {= byte(A, 3, 24) :hex}, `{= a.swizzle}`, {= byte(A, 999, 0)}."), {derived, view}, &why);
    EXPECT_EQ(plain_text(blocks[0].lines[0]), "At 0x580, 128B, ?.");
    ASSERT_EQ(why.size(), 1u);
    EXPECT_NE(why[0].find("outside the tile"), std::string::npos);
}

TEST(Lessons, ALessonHasItsProperties) {
    const auto lesson = parse_lesson(
        lesson_with(
            "look: A 3 24\nring: a_desc.sbo i.n\nset: a_desc.sbo=512 swizzle=64B\ncamera: one\n"
            "paste: yes\nask: Where?\nreply: byte(A, 0, 0)\nanswer: reply 1\nhint: One\n  and more\ndone: Yes."),
        "assets/07-a-lesson.md");
    ASSERT_TRUE(lesson) << lesson.why;
    EXPECT_EQ(lesson->id, "a-lesson");
    EXPECT_EQ(lesson->minutes, 2u);
    const LessonStep& step = lesson->steps.at(0);
    EXPECT_EQ(step.rings.size(), 2u);
    EXPECT_EQ(step.rings[1], (FieldPlace{WordId::idesc, "n"}));
    EXPECT_EQ(step.set.size(), 2u);
    EXPECT_EQ(step.camera, LessonCamera::one);
    EXPECT_TRUE(step.paste);
    EXPECT_EQ(plain_text(step.hints.at(0)), "One and more");
    const auto head = lesson_head(lesson_with("look: A 0 0"), "07-a-lesson.md");
    ASSERT_TRUE(head) << head.why;
    EXPECT_EQ(head->about, "Introduction.");
}

TEST(Lessons, RefusalsNameFileAndLineAndWhatWouldBeRight) {
    const std::pair<std::string, std::string_view> cases[] = {
        {"", "07-a-lesson.md:1: a lesson begins with ---"},
        {"---\ntitle: T\n", "07-a-lesson.md:1: the properties have no end"},
        {"---\ntitle: T\n---\n", "the property 'session' is missing"},
        {"---\ntitel: T\n---\n", ":2: titel: 'titel' is not a property; use title"},
        {"---\nlevel: 4\n---\n", ":2: level: '4' is not a number from 1 to 3"},
        {"---\nsession: none\n---\n", "use one of: k_major_128b_f16"},
        {std::string(kHead), "has no step"},
        {lesson_with("look: A 0"), ":13: look: 'A 0' is not a place"},
        {lesson_with("nook: A 0 0"), ":13: nook: this is not a key of a step; use one of: session, set"},
        {lesson_with("look: A 0 0\nlook: A 0 0"), ":14: look: is given twice"},
        {lesson_with("ring: a.sob"), "its fields are start"},
        {lesson_with("camera: two"), "use all, one or selection"},
        {lesson_with("paste: no"), "'no' is not yes"},
        {lesson_with("task: Do it."), ":10: 'task' and 'check' need each other"},
        {lesson_with("task: T\ncheck: 1\ndone: D"), "at least one 'answer'"},
        {lesson_with("task: T\ncheck: 1\nanswer: select A 0 0"), "needs 'done'"},
        {lesson_with("task: T\ncheck: 1 +\nanswer: select A 0 0\ndone: D"), ":14: check: the expression '1 +'"},
        {lesson_with("answer: jump 3"), "use set, select, reply, view or do"},
        {lesson_with("set: swizzle"), "KEY=VALUE"},
        {lesson_with("hint: 1\nhint: 2\nhint: 3\nhint: 4"), "at most 3 hints"},
        {lesson_with("just words"), "KEY: VALUE"},
        {lesson_with("", "{= byte(A, 1}"), ":11: the expression"},
        {lesson_with("", "{= m :oct}"), ":11: 'oct' is not a format; use hex"},
        {lesson_with("", "a *b"), "a '*' has no end"},
        {lesson_with("", "see <b>this</b>"), "is HTML"},
        {lesson_with("", "[a](http://b)"), "no links"},
        {lesson_with("", "| a | b |\n|---|---|\n| c |"), "the row has 1 cells, the head has 2"},
        {lesson_with("", "| a |\n| b |"), "must be |---|---|"},
        {lesson_with("", "### more"), "a heading inside a step"},
        {say(kHead, "## A step\nText.\n```step\nlook: A 0 0\n"), "the fence 'step' has no end"},
    };
    for (const auto& [text, part] : cases) {
        const std::string why = refusal_of(text);
        EXPECT_NE(why.find(part), std::string::npos) << "expected: " << part << "\nsaid: " << why;
    }
}

TEST(Lessons, AStepBeginsAnewWithItsSetsAndItsView) {
    const auto lesson =
        parse_lesson(lesson_with("session: k_major_none_f16\nset: values=scattered a_desc.sbo=512\n"
                                 "view: screen=memory k_step=1 swizzle=no\nring: b_desc.lbo\nlook: B 3 4"),
                     "1-x.md");
    ASSERT_TRUE(lesson) << lesson.why;
    const auto begin = beginning_of(*lesson, 0);
    ASSERT_TRUE(begin) << begin.why;
    EXPECT_EQ(begin->session.recipe_of(RecipeOf::a).kind, RecipeKind::scattered);
    EXPECT_EQ(derive(begin->session).a.layout.sbo, 512u);
    EXPECT_EQ(begin->session.image, find_preset("k_major_none_f16")->session().image)
        << "an edit of a field leaves memory";
    EXPECT_EQ(begin->view.k_step, 1u);
    EXPECT_FALSE(begin->view.swizzle);
    EXPECT_EQ(begin->view.active, WordId::b_desc) << "the word of the ring";
    EXPECT_EQ(begin->view.operand, Operand::b) << "the operand of the selection";
}

TEST(Lessons, WhatAStepSetsIsCheckedWhenItBegins) {
    for (const auto& [fence, part] : {std::pair{"set: a_desc.sbo=65", "sbo"},
                                      {"set: nothing=1", "nothing"},
                                      {"view: colour=red", "the view has no 'colour'"},
                                      {"view: k_step=x", "number"},
                                      {"set: tma_a=512B", "not a swizzle mode"},
                                      {"set: ws=maybe", "neither yes nor no"}}) {
        const auto lesson = parse_lesson(lesson_with(fence), "1-x.md");
        ASSERT_TRUE(lesson) << lesson.why;
        const auto begin = beginning_of(*lesson, 0);
        EXPECT_FALSE(begin) << fence;
        EXPECT_NE(begin.why.find(part), std::string::npos) << begin.why;
    }
}

TEST(Lessons, AuthorsAreToldOfTasksThatAreReachedWrong) {
    const auto mistakes = [](std::string_view fence) {
        const auto lesson = parse_lesson(lesson_with(fence), "1-x.md");
        EXPECT_TRUE(lesson) << lesson.why;
        return lesson ? mistakes_in(*lesson, "1-x.md", false) : std::vector<std::string>();
    };
    const std::string_view right =
        "task: T\ncheck: a.swizzle == \"none\" and wrong > 0\n"
        "answer: set a_desc.swizzle=none\nwrong: set a_desc.swizzle=64B\ndone: D {= wrong}";
    EXPECT_TRUE(mistakes(right).empty()) << mistakes(right).front();
    const std::pair<std::string_view, std::string_view> cases[] = {
        {"task: T\ncheck: m == 128\nanswer: select A 0 0\ndone: D", "is reached at the beginning"},
        {"task: T\ncheck: m == 64\nanswer: select A 0 0\ndone: D", "do not reach the task"},
        {"task: T\ncheck: i.m == 64\nanswer: set idesc.m=64\nwrong: set idesc.m=64\ndone: D",
         "this wrong action reaches"},
        {"ask: A\nreply: m\nanswer: reply 127\ndone: D", "it is 128, not 127"},
        {"ask: A\nreply: byte(A, 900, 0)\nanswer: reply 1\ndone: D", "outside the tile"},
        {"picture: nothing", "there is no picture 'nothing'"},
        {"task: T\ncheck: i.m == 64\nanswer: set idesc.mm=64\ndone: D", "has no field 'mm'"},
    };
    for (const auto& [fence, part] : cases) {
        const std::vector<std::string> found = mistakes(fence);
        ASSERT_FALSE(found.empty()) << fence;
        std::string all;
        for (const std::string& mistake : found) all += mistake + "\n";
        EXPECT_NE(all.find(part), std::string::npos) << all;
        EXPECT_TRUE(found.front().starts_with("1-x.md:")) << found.front();
    }
}

TEST(Lessons, AShownStepHasAllItsNumbersAndItsPicture) {
    const auto lesson = parse_lesson(
        lesson_with(
            "picture: memory\ncaption: A at {= a.start :hex}.\ntask: T\ncheck: i.n == 64\nanswer: set idesc.n=64\n"
            "hint: N is {= n}.\ndone: N is {= n}."),
        "1-x.md");
    ASSERT_TRUE(lesson) << lesson.why;
    const auto shown = shown_step(*lesson, 0, true);
    ASSERT_TRUE(shown) << shown.why;
    EXPECT_EQ(shown->text.size(), 2u) << "the introduction and the text";
    EXPECT_EQ(plain_text(shown->caption), "A at 0x400.");
    EXPECT_EQ(plain_text(shown->hints.at(0)), "N is 96.");
    EXPECT_EQ(plain_text(shown->done), "N is 64.") << "after the answers";
    ASSERT_TRUE(shown->picture);
    EXPECT_FALSE(shown->picture->grids.empty());
}

// The text after a task can need an emulation of its own, so a step begins without it.
TEST(Lessons, ABegunStepHasTheTextAfterAQuestionOnly) {
    for (const auto& [fence, done] :
         {std::pair{"task: T\ncheck: i.n == 64\nanswer: set idesc.n=64\nhint: N is {= n}.\ndone: N is {= n}.", ""},
          std::pair{"ask: Q\nreply: n\nanswer: reply 96\nhint: N is {= n}.\ndone: N is {= n}.", "N is 96."}}) {
        const auto lesson = parse_lesson(lesson_with(fence), "1-x.md");
        ASSERT_TRUE(lesson) << lesson.why;
        const auto begun = begun_step(*lesson, 0), shown = shown_step(*lesson, 0, false);
        ASSERT_TRUE(begun && shown);
        EXPECT_EQ(plain_text(begun->done), done);
        EXPECT_EQ(begun->begin.session, shown->begin.session);
        EXPECT_EQ(plain_text(begun->request), plain_text(shown->request));
        EXPECT_EQ(plain_text(begun->hints.at(0)), plain_text(shown->hints.at(0)));
        EXPECT_FALSE(begun->picture);
    }
}

TEST(Lessons, LevelsHaveWords) { EXPECT_EQ(level_text(1), "Level 1: first steps"); }

}  // namespace
}  // namespace tilescope
