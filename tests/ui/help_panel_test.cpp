// tests/ui/help_panel_test.cpp -- topics can be found, read and left again; no text is cut.
// SPDX-License-Identifier: MIT
#include "app/io/lessons.h"
#include "app/panels/help_topics.h"
#include "app/ui/imgui_input.h"
#include "app/window/frame/command.h"
#include "app/window/frame/keys.h"
#include "app/window/frame/palette.h"
#include "tests/ui/app_harness.h"
#include "tests/ui/panel_harness.h"

#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/hw/contradictions.h>
#include <tilescope/rules/catalogue.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

// Opens a page in a harness with only this panel.
void open(PanelHarness& h, std::string topic) {
    open_help(h.states.help, std::move(topic));
    h.frames(3);
}

TEST(HelpTopics, EveryRuleAndContradictionHasAFamilyAndALine) {
    const std::vector<HelpTopic> topics = help_topics({});
    const auto expect_in = [&](std::string_view topic, std::string_view family) {
        const auto at = std::ranges::find(topics, topic, &HelpTopic::topic);
        ASSERT_NE(at, topics.end()) << topic;
        EXPECT_EQ(at->family, family) << topic;
        EXPECT_FALSE(at->line.empty()) << topic;
    };
    for (const RuleInfo& r : rule_catalogue()) expect_in(r.id, "Rules");
    for (const Contradiction& c : kContradictions) expect_in(c.id, "Contradictions");
    expect_in("smem.swizzle", "Fields");
    expect_in("tensor-map.box0", "Fields");
    expect_in("sm_103a", "Targets");
    expect_in("e4m3", "Element types");
    expect_in(".ws", "Qualifiers and operands");
}

TEST(HelpTopics, FamiliesDoNotInterleave) {
    std::vector<std::string_view> seen;
    for (const HelpTopic& t : help_topics({})) {
        if (!seen.empty() && seen.back() == t.family) continue;
        EXPECT_EQ(std::ranges::count(seen, t.family), 0) << t.family << " comes twice, at " << t.topic;
        seen.push_back(t.family);
    }
    EXPECT_GE(seen.size(), 8u);
}

TEST(HelpTopics, AreFoundByWordsInAnyOrder) {
    const HelpTopic topic{"L35", "Rules", "Two elements of the tile share bytes."};
    EXPECT_TRUE(matches(topic, {"bytes", "elements"}));
    EXPECT_TRUE(matches(topic, {"l35", "tile"}));
    EXPECT_FALSE(matches(topic, {"bytes", "columns"}));
    EXPECT_TRUE(matches(topic, {}));
}

TEST(HelpPanel, AFamilyOpensAndItsTopicsAreExplained) {
    PanelHarness h(draw_help_panel, {420, 900});
    open(h, {});
    EXPECT_FALSE(h.shows("help.topic.X1"));
    h.click("help.family.Contradictions");
    h.click("help.topic.X1");
    EXPECT_EQ(h.states.help.topic, "X1");
    EXPECT_TRUE(h.shows("help.title"));
    EXPECT_TRUE(h.shows("help.source"));
    ASSERT_EQ(h.states.help.found.size(), 1u);
    EXPECT_EQ(h.states.help.found[0].topic, "X1");
}

TEST(HelpPanel, TheSearchListsTopicsWithAllWordsAndAClickOpensOne) {
    PanelHarness h(draw_help_panel, {420, 900});
    open(h, "L1");
    h.click("help.search");
    h.type("mask zero-column");
    ASSERT_TRUE(h.shows("help.topic.X1"));
    EXPECT_FALSE(h.shows("help.topic.L35"));
    h.click("help.topic.X1");
    EXPECT_EQ(h.states.help.topic, "X1");
    EXPECT_TRUE(h.states.help.filter.empty()) << "opening a topic ends the search";
    h.click("help.search");
    h.type("no such words");
    EXPECT_TRUE(h.shows("help.nothing"));
}

struct Answered {
    const char *typed, *id, *text;
};
constexpr Answered kAnswered[] = {
    {"wrong result", "emulate", ""},
    {"nvfp4", "explain", "kind::mxf4nvf4"},
    {"bank conflict", "show_panel", "banks"},
    {"Bank conflicts?", "show_panel", "banks"},
    {"compare D", "compare_d", ""},
    {"npy", "compare_d", ""},
    {"list of steps", "new_tile", ""},
    {"mxfp8", "explain", "kind::mxf8f6f4"},
    {"swizzle", "explain", "smem.swizzle"},
    {"sbo", "explain", "smem.sbo"},
    {"lbo", "explain", "smem.lbo"},
    {"stride", "open_lesson", "lbo-and-sbo"},
    {"zero", "screen_4", ""},
    {"nan", "open_lesson", "wrong-numbers"},
    {"why is D NaN?", "open_lesson", "wrong-numbers"},
    {"ptx", "show_panel", "code"},
    {"pair", "open_lesson", "cta-pairs"},
    {"2cta", "open_lesson", "cta-pairs"},
    {"tensor memory", "screen_5", ""},
    {"save picture", "save_svg", ""},
    {"undo", "undo", ""},
    {"dark", "theme", ""},
    {"sparsity", "open_lesson", "sparsity"},
    {"hopper", "open_lesson", "hopper-and-blackwell"},
    {"row major", "open_lesson", "transposed-operands"},
    {"alignment", "open_lesson", "alignment-and-base-offset"},
    {"descriptor", "open_lesson", "what-a-descriptor-is"},
};

TEST(HelpPanel, AQuestionIsAnsweredBeforeTheTopics) {
    PanelHarness h(draw_help_panel, {420, 900});
    open(h, {});
    for (const Answered& row : kAnswered) {
        h.type(row.typed);
        h.frames(3);
        ASSERT_TRUE(h.shows("help.answer")) << row.typed;
        EXPECT_FALSE(h.shows("help.nothing")) << row.typed;
        h.commands.clear();
        h.click("help.answer");
        const std::string_view text = row.text;
        EXPECT_TRUE(h.has_requested(text.empty() ? command(row.id) : command(row.id, std::string(text)))) << row.typed;
        open(h, {});
    }
}

TEST(HelpPanel, EachAnswerNamesSomethingThatExists) {
    for (const Question& row : all_questions()) {
        EXPECT_TRUE(find_command(row.command)) << row.command;
        for (const std::string_view words : split_at(row.words, ','))
            EXPECT_EQ(question_in(words), &row) << words << ": another row has it, or it is not as it is compared";
        const std::string id(row.text);
        if (row.command == "open_lesson") {
            EXPECT_TRUE(io::lesson_named(id)) << id;
        }
        if (row.command == "show_panel") {
            EXPECT_TRUE(panel_with_id(id)) << id;
        }
        if (row.command == "explain") {
            EXPECT_TRUE(explanation_of(id, {})) << id;
        }
    }
}

TEST(HelpPanel, LinksOpenPagesAndBackReturns) {
    PanelHarness h(draw_help_panel, {420, 900});
    open(h, "X1");
    h.click("help.see.zcm.skip_span");
    EXPECT_EQ(h.states.help.topic, "zcm.skip_span");
    h.click("help.back");
    EXPECT_EQ(h.states.help.topic, "X1");
    h.click("help.all");
    EXPECT_EQ(h.states.help.topic, "");
    h.click("help.back");
    EXPECT_EQ(h.states.help.topic, "X1");
    h.click("help.close");
    EXPECT_FALSE(h.states.help.open);
}

TEST(HelpPanel, AnUnknownTopicIsRefused) {
    PanelHarness h(draw_help_panel, {420, 900});
    open(h, "swizle");
    EXPECT_TRUE(h.shows("help.refused"));
    EXPECT_NE(h.states.help.refused.find("swizzle"), std::string::npos) << h.states.help.refused;
}

TEST(HelpPanel, TheExplanationCanBeCopiedWithItsSource) {
    PanelHarness h(draw_help_panel, {420, 1400});
    open(h, "L69");
    h.click("help.copy");
    EXPECT_NE(h.copied.find("zero-column mask"), std::string::npos) << h.copied;
    EXPECT_NE(h.copied.find("Source: ptxas 13.0.88"), std::string::npos) << h.copied;
}

TEST(HelpPanel, AnotherEditionIsLookedUpAgain) {
    PanelHarness h(draw_help_panel, {420, 900});
    open(h, "smem.swizzle");
    const std::string before = h.states.help.explained;
    h.session.edition = Edition::v9_4;
    h.frames(3);
    EXPECT_NE(h.states.help.explained, before);
    EXPECT_TRUE(h.shows("help.title"));
}

TEST(HelpPanel, TheRulesOfAWordAreListed) {
    PanelHarness h(draw_help_panel, {420, 2400});
    open(h, say(kRulesOf, "a_desc"));
    EXPECT_TRUE(h.shows("help.rules"));
    for (const RuleInfo& r : rules_checking(*derive(h.session).of(WordId::a_desc).format))
        EXPECT_TRUE(h.shows(say("help.topic.", r.id))) << r.id;
    h.click("help.topic.L1");
    EXPECT_EQ(h.states.help.topic, "L1");
}

TEST(HelpPanel, NothingIsCutInANarrowSidePanel) {
    PanelHarness h(draw_help_panel, {240, 4000});
    for (const char* topic : {"X1", "L35", "smem.swizzle", ".collector::a::fill", "rules of idesc"}) {
        open(h, topic);
        for (const auto& [id, rect] : h.items()) {
            EXPECT_LE(rect.max.x, 240) << topic << ": " << id;
            EXPECT_GE(rect.min.x, 0) << topic << ": " << id;
        }
    }
}

TEST(HelpKey, ExplainsTheFieldThatIsPointedAtWithItsValue) {
    AppHarness h;
    h->point_at("fields.swizzle.name");
    h->key(Key::f1);
    EXPECT_TRUE(h.app.document().states.help.open);
    EXPECT_EQ(h.app.document().states.help.topic, "smem.swizzle=128B");
    EXPECT_TRUE(h->shows("help.title"));
    EXPECT_FALSE(h->shows("fields.swizzle")) << "the help panel covers the side panels";
    h->key(Key::escape);
    EXPECT_FALSE(h.app.document().states.help.open);
    EXPECT_TRUE(h->shows("fields.swizzle"));
}

TEST(HelpKey, ExplainsTheSelectedFieldWhenNothingIsPointedAt) {
    AppHarness h;
    h->click("fields.sbo.name");
    h->point_at("status");
    h->key(Key::f1);
    EXPECT_EQ(h.app.document().states.help.topic, "smem.sbo=1024");
    h->key(Key::escape);
    EXPECT_EQ(h.app.document().view_state.selection, Focus(BitFocus{WordId::a_desc, 32}))
        << "Esc closes only the help panel";
}

TEST(HelpKey, ExplainsTheRuleOfTheProblemUnderThePointer) {
    AppHarness h;
    h->click("bits.bit.46");  // the version
    h->click("status.problems");
    ASSERT_FALSE(h.app.document().derived.problems.empty());
    h->point_at("problems.0");
    h->key(Key::f1);
    EXPECT_EQ(h.app.document().states.help.topic, h.app.document().derived.problems[0].problem.rule);
}

TEST(HelpKey, ExplainsTheVisitedProblemUntilAnotherFieldIsSelected) {
    AppHarness h;
    h->click("bits.bit.46");
    h->point_at("status");
    h->key(Key::f2);
    EXPECT_EQ(current_topic(h.app), h.app.document().derived.problems[0].problem.rule);
    h->click("fields.sbo.name");
    h->point_at("status");
    EXPECT_EQ(current_topic(h.app), "smem.sbo=1024");
}

TEST(HelpKey, WithoutATopicSearches) {
    AppHarness h;
    h->key(Key::j, {Mod::ctrl});
    h->point_at("problems.none");
    h->key(Key::f1);
    h->frames(3);
    EXPECT_TRUE(h.app.document().states.help.open);
    EXPECT_TRUE(ImGui::GetIO().WantTextInput) << "the search has the keyboard";
    const ViewState view = h.app.document().view_state;
    feed_char('s'), h->key(Key::s), feed_char('2'), h->key(Key::n2);
    h->frames(2);
    EXPECT_EQ(h.app.document().states.help.filter, "s2");
    EXPECT_EQ(h.app.document().view_state, view);
    h->key(Key::f1);
    EXPECT_FALSE(h.app.document().states.help.open);
}

TEST(HelpPanel, ASearchFindsCommandsAndLessons) {
    AppHarness h;
    run_command(h.app, command("topics"));
    h->frames(3);
    EXPECT_TRUE(ImGui::GetIO().WantTextInput);
    h->type("zoom");
    h->frames(3);
    EXPECT_TRUE(h->shows("help.topic.Run: Larger"));
    h->key(Key::a, {Mod::ctrl});
    h->type("open file");
    h->frames(3);
    h->click("help.topic.Run: Open a session or text file ...");
    h->frames(3);
    EXPECT_TRUE(h.app.overlays.chooser.open);
}

TEST(HelpPanel, SaysFirstWhatASwizzleIsAndHasItsLessons) {
    AppHarness h;
    run_command(h.app, command("explain", "smem.swizzle"));
    h->frames(3);
    const Explanation& e = h.app.document().states.help.found.front();
    EXPECT_TRUE(e.paragraphs.front().starts_with("A swizzle permutes the 16-byte chunks")) << e.paragraphs.front();
    h->click("help.lesson.the-modes-32b-64b-128b");
    h->frames(4);
    ASSERT_TRUE(h.app.document().lesson);
    EXPECT_EQ(h.app.document().lesson->lesson.id, "the-modes-32b-64b-128b");
}

// An explanation names its lessons with their titles.
TEST(HelpPanel, LessonsHaveTheirTitles) {
    const std::vector<LessonHead> heads = io::lesson_heads();
    for (const char* topic : {"smem.swizzle", "smem.start", "smem.lbo", "smem.sbo", "smem.base_offset",
                              "idesc.transpose_a", "idesc.transpose_b"}) {
        const auto found = explanation_of(topic);
        ASSERT_TRUE(found) << topic;
        ASSERT_FALSE(found->front().lessons.empty()) << topic;
        for (const LessonLink& link : found->front().lessons) {
            const auto head = std::ranges::find(heads, link.id, &LessonHead::id);
            ASSERT_NE(head, heads.end()) << link.id;
            EXPECT_EQ(head->title, link.title);
        }
    }
}

TEST(HelpKey, F6GoesToTheOpenHelpPanel) {
    AppHarness h;
    run_command(h.app, command("explain", "L35"));
    bool seen = false;
    for (int i = 0; i < 4; ++i) {
        h->key(Key::f6);
        h->frames(2);
        seen = seen || h.app.regions.current == "over_side";
        EXPECT_FALSE(h.app.regions.current.starts_with("side_")) << "the side regions are not drawn now";
    }
    EXPECT_TRUE(seen);
}

TEST(BitMenu, ExplainsTheFieldUnderThePointer) {
    AppHarness h;
    h->click("bits.band.swizzle", 1);
    h->click("bits.menu.explain");
    EXPECT_EQ(h.app.document().states.help.topic, "smem.swizzle=128B");
    EXPECT_TRUE(h->shows("help.title"));
}

TEST(Palette, RulesContradictionsAndTopicsAreExplained) {
    AppHarness h;
    const auto go = [&](const char* text) {
        h->key(Key::k, {Mod::ctrl});
        h->type(text);
        h->key(Key::enter);
        h->frames(2);
    };
    go("l35");
    EXPECT_EQ(h.app.document().states.help.topic, "L35");
    go("X14");
    EXPECT_EQ(h.app.document().states.help.topic, "X14");
    go("collector::a lastuse");
    EXPECT_EQ(h.app.document().states.help.topic, ".collector::a::lastuse");
    EXPECT_FALSE(h.app.document().history.can_undo());
}

TEST(Palette, FieldsAndCommandsComeBeforeTopics) {
    AppHarness h;
    h->key(Key::k, {Mod::ctrl});
    const std::vector<Offer> offers = offers_for(h.app, "sbo 2048");
    ASSERT_FALSE(offers.empty());
    EXPECT_FALSE(offers[0].edits.empty());
    const std::vector<Offer> swizzles = offers_for(h.app, "swizzle");
    ASSERT_GE(swizzles.size(), 3u);
    EXPECT_TRUE(swizzles[0].focus) << "the field of the active word";
    EXPECT_EQ(text_of(swizzles[1]), "explain smem.swizzle");
    EXPECT_EQ(text_of(swizzles[2]), "swizzle");
    EXPECT_TRUE(text_of(swizzles.back()).starts_with("explain ")) << text_of(swizzles.back());
}

}  // namespace
}  // namespace tilescope::ui
