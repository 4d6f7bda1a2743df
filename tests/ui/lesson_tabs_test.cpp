// tests/ui/lesson_tabs_test.cpp -- tests what becomes of sessions beside a lesson: nothing that a user wants is lost.
// SPDX-License-Identifier: MIT
#include "app/io/file.h"
#include "app/io/lessons.h"
#include "app/io/session_file.h"
#include "app/io/state_line.h"
#include "app/ui/imgui_compat.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/files.h"
#include "app/window/documents/safety.h"
#include "app/window/documents/tabs.h"
#include "app/window/guide/lessons.h"
#include "app/window/paste/paste.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/app_harness.h"

#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <semaphore>

namespace tilescope::ui {
namespace {

// The ways to apply words that wait.
enum class Apply : std::uint8_t { key, button, enter };
constexpr Apply kApplies[] = {Apply::key, Apply::button, Apply::enter};

class LessonTabs : public test::FolderTest {
protected:
    void open(std::size_t step = 0) {
        auto lesson = io::lesson_named("the-modes-32b-64b-128b");
        ASSERT_TRUE(lesson) << lesson.why;
        open_lesson(h.app, std::move(*lesson), step);
        h->frames(4);
        ASSERT_EQ(tab_count(h.app), 2u);
        ASSERT_TRUE(in_lesson(h.app));
    }
    void press(Key key, std::initializer_list<Mod> mods = {}) {
        h->key(key, mods);
        h->frames(3);
    }
    void edit() {
        make_edits(h.app, {SetNotes{"mine"}});
        h->frames(2);
    }
    void apply(Apply way) {
        if (way == Apply::key) return press(Key::v, {Mod::ctrl, Mod::shift});
        h->click("rail.paste");
        h->click(way == Apply::button ? "paste.apply" : "paste.box");
        if (way == Apply::enter) press(Key::enter);
    }
    void save_as(const std::string& path) {
        save_file_as(h.app, path);
        h->frames(2);
    }
    Session other() const {
        Session out;
        out.tile_k = 128;
        return out;
    }
    // The lesson is as it was, and another tab is shown.
    void expect_lesson_untouched(const Session& before) {
        ASSERT_EQ(tab_count(h.app), 3u);
        EXPECT_FALSE(in_lesson(h.app));
        const Document& lesson = document_of(h.app, 1);
        ASSERT_NE(lesson.lesson, nullptr);
        EXPECT_EQ(lesson.session, before);
        EXPECT_EQ(lesson.file.path, "");
    }
    void close_other_tabs() {
        while (tab_count(h.app) > 1) {
            close_tab(h.app, tab_count(h.app) - 1);
            if (h.app.documents.closing.asks_unsaved) discard_and_close(h.app);
        }
        h->frames(2);
    }
    AppHarness h;
};

TEST_F(LessonTabs, WhatALearnerTriesIsNotAskedAbout) {
    open();
    edit();
    EXPECT_FALSE(is_unsaved(h.app));
    press(Key::w, {Mod::ctrl});
    EXPECT_FALSE(h.app.documents.closing.asks_unsaved);
    EXPECT_EQ(tab_count(h.app), 1u);
}

TEST_F(LessonTabs, EditsOfASavedSessionAreAskedAbout) {
    open();
    save_as(folder + "/l.json");
    EXPECT_FALSE(is_unsaved(h.app));
    edit();
    EXPECT_TRUE(is_unsaved(h.app));
    EXPECT_EQ(document_name(h.app), "l.json *");
    press(Key::w, {Mod::ctrl});
    EXPECT_TRUE(h.app.documents.closing.asks_unsaved);
    EXPECT_EQ(tab_count(h.app), 2u);
}

TEST_F(LessonTabs, ASavedAndEditedSessionStaysWhenTheLessonGoesOn) {
    open();
    save_as(folder + "/l.json");
    edit();
    h->click("lesson.next");
    h->frames(3);
    ASSERT_EQ(tab_count(h.app), 3u);
    ASSERT_TRUE(in_lesson(h.app));
    EXPECT_EQ(h.app.document().lesson->step, 1u);
    EXPECT_EQ(h.app.document().file.path, "");
    const Document& saved = document_of(h.app, 1);
    EXPECT_EQ(saved.lesson, nullptr);
    EXPECT_EQ(saved.session.notes, "mine");
    EXPECT_TRUE(is_unsaved(saved));
}

TEST_F(LessonTabs, ASessionThatIsKeptIsUnsaved) {
    for (const bool edited : {true, false}) {
        SCOPED_TRACE(edited);
        open();
        if (edited) edit();
        h->click("lesson.leave");
        h->frames(2);
        h->click("leave_lesson.keep");
        h->frames(2);
        EXPECT_FALSE(in_lesson(h.app));
        EXPECT_TRUE(is_unsaved(h.app));
        EXPECT_TRUE(document_name(h.app).ends_with(" *")) << document_name(h.app);
        EXPECT_EQ(edits_text(h.app), edited ? "1 edit" : "not saved");
        Safety safety(folder, 1, [] {});
        EXPECT_EQ(safety.keep_copy(h.app, h.app, 1), 1) << "it gets a backup copy";
        press(Key::q, {Mod::ctrl});
        EXPECT_TRUE(h.app.documents.closing.asks_unsaved);
        h->click("unsaved.cancel");
        press(Key::w, {Mod::ctrl});
        EXPECT_TRUE(h.app.documents.closing.asks_unsaved);
        h->click("unsaved.discard");
        h->frames(2);
        EXPECT_EQ(tab_count(h.app), 1u);
    }
}

TEST_F(LessonTabs, ASavedSessionThatIsKeptIsSaved) {
    open();
    save_as(folder + "/l.json");
    end_lesson(h.app, true);
    EXPECT_FALSE(is_unsaved(h.app));
    EXPECT_EQ(document_name(h.app), "l.json");
}

TEST_F(LessonTabs, CloseGoesBackToTheListOfLessons) {
    open();
    h->click("lesson.leave");
    h->frames(2);
    h->click("leave_lesson.close");
    h->frames(4);
    EXPECT_FALSE(in_lesson(h.app));
    ASSERT_TRUE(h->shows("lessons.the-modes-32b-64b-128b"));
    press(Key::enter);
    h->frames(3);
    ASSERT_TRUE(in_lesson(h.app)) << "the list begins at the lesson that was left";
    EXPECT_EQ(h.app.document().lesson->lesson.id, "the-modes-32b-64b-128b");
}

// The key that answers one question must not answer the next one: the user has not read it yet.
TEST_F(LessonTabs, EnterOnCloseAsksWhatToDoWithTheEdits) {
    open();
    save_as(folder + "/l.json");
    edit();
    h->click("lesson.leave");
    h->frames(2);
    press(Key::right);
    press(Key::enter);
    EXPECT_TRUE(h->shows("unsaved.cancel"));
    EXPECT_TRUE(h.app.documents.closing.asks_unsaved);
    EXPECT_EQ(io::load_session(folder + "/l.json")->session.notes, "");
    press(Key::escape);
    EXPECT_FALSE(h->shows("unsaved.cancel"));
}

TEST_F(LessonTabs, CloseClosesTheLastTabOfALessonToo) {
    open();
    close_tab(h.app, 0);
    h->frames(2);
    ASSERT_EQ(tab_count(h.app), 1u);
    h->click("lesson.leave");
    h->frames(2);
    h->click("leave_lesson.close");
    h->frames(3);
    EXPECT_EQ(tab_count(h.app), 1u);
    EXPECT_FALSE(in_lesson(h.app));
    EXPECT_EQ(h.app.document().session, presets().front().session());
    EXPECT_FALSE(is_unsaved(h.app));
    EXPECT_FALSE(h.app.documents.closing.confirmed);
}

TEST_F(LessonTabs, OtherSessionsGetATabOfTheirOwn) {
    const std::string session_path = folder + "/mine.json", text_path = folder + "/words.txt";
    ASSERT_TRUE(io::save_session(session_path, {other()}));
    ASSERT_TRUE(io::write_text(text_path, "a_desc = 0x4000404000010080\n"));
    const auto line = io::state_line({other(), {}});
    ASSERT_TRUE(line) << line.why;
    const Session preset = find_preset("mn_major_128b_bf16")->session();
    struct Way {
        std::string name;
        std::function<void()> go;
        Session expected;
    };
    const Way ways[] = {{"Open", [&] { open_file(h.app, session_path); }, other()},
                        {"Ctrl+N", [&] { press(Key::n, {Mod::ctrl}); }, presets().front().session()},
                        {"New from",
                         [&] {
                             make_edits(h.app, {LoadSession{preset, "preset"}});
                         },
                         preset},
                        {"a state line", [&] { read_paste(h.app, *line, true); }, other()},
                        {"a text", [&] { open_file(h.app, text_path); }, h.app.document().session}};
    for (const Way& way : ways) {
        SCOPED_TRACE(way.name);
        open(2);
        const Session before = h.app.document().session;
        way.go();
        h->frames(3);
        expect_lesson_untouched(before);
        if (way.name != "a text") {
            EXPECT_EQ(h.app.document().session, way.expected);
        }
        close_other_tabs();
    }
}

TEST_F(LessonTabs, ALessonIsNeverUntouched) {
    open();
    EXPECT_FALSE(is_untouched(h.app));
}

TEST_F(LessonTabs, RestoredEditsGetATabAndKeepTheirCopy) {
    Session edited;
    edited.notes = "lost";
    ASSERT_TRUE(io::Autosave(folder).keep(edited, 1));
    const auto copies = [&] {
        std::size_t count = 0;
        for (const auto& entry : std::filesystem::directory_iterator(folder))
            count += entry.path().extension() == ".json";
        return count;
    };
    std::counting_semaphore<64> replies{0};
    Safety safety(folder, 1, [&] { replies.release(); });
    safety.find_backup_copies(h.app);
    open();
    const Session before = h.app.document().session;
    h->click("left_over.restore");
    h->frames(3);
    expect_lesson_untouched(before);
    EXPECT_EQ(h.app.document().session.notes, "lost");
    EXPECT_TRUE(is_unsaved(h.app));
    safety.keep_copy(h.app, h.app, 1);
    EXPECT_EQ(copies(), 1u);
    safety.keep_copy(h.app, h.app, 3);
    replies.acquire();
    safety.keep_copy(h.app, h.app, 3);
    EXPECT_EQ(copies(), 1u) << "the new copy takes the place of the restored one";
    press(Key::w, {Mod::ctrl});
    EXPECT_TRUE(h.app.documents.closing.asks_unsaved);
}

// What the learner made in the first lesson stays in its tab, with its history.
TEST_F(LessonTabs, ALessonThatIsOpenedFromALessonTakesItsTabOnlyIfNothingIsLost) {
    struct Way {
        std::string name;
        std::function<void()> make;
    };
    const Way ways[] = {{"nothing", [] {}},
                        {"an edit", [&] { edit(); }},
                        {"a file", [&] { save_as(folder + "/l.json"); }},
                        {"a paste", [&] { read_paste(h.app, "0x4000404000010080"); }}};
    for (const Way& way : ways) {
        SCOPED_TRACE(way.name);
        open();
        way.make();
        h->frames(2);
        const Session before = h.app.document().session;
        const std::size_t done = h.app.document().history.done();
        const bool here = way.name == "nothing";
        press(Key::l, {Mod::ctrl});
        EXPECT_EQ(opens_lesson_here(h.app), here) << "the list says where the lesson opens";
        h->click("lessons.mn-major");
        h->frames(3);
        ASSERT_EQ(tab_count(h.app), here ? 2u : 3u);
        EXPECT_EQ(h.app.document().lesson->lesson.id, "mn-major");
        if (!here) {
            show_tab(h.app, 1);
            EXPECT_EQ(h.app.document().lesson->lesson.id, "the-modes-32b-64b-128b");
            EXPECT_EQ(h.app.document().session, before);
            EXPECT_EQ(h.app.document().history.done(), done);
        }
        close_other_tabs();
    }
}

// The next step would throw the words away.
TEST_F(LessonTabs, AWordThatIsPastedGetsATabOfItsOwn) {
    for (const bool in_box : {false, true}) {
        SCOPED_TRACE(in_box);
        open();
        const Session before = h.app.document().session;
        ImGui::SetClipboardText("");
        if (in_box) {
            h->click("rail.paste");
            h->click("paste.box");
        }
        ImGui::SetClipboardText("a_desc = 0x4000404000010080");
        press(Key::v, {Mod::ctrl});
        expect_lesson_untouched(before);
        EXPECT_EQ(h.app.document().session.word(WordId::a_desc), 0x4000404000010080u);
        EXPECT_TRUE(is_unsaved(h.app)) << "it is asked about, and gets a backup copy";
        EXPECT_TRUE(h.app.document().status.starts_with("Pasted into A desc.")) << h.app.document().status;
        if (!in_box) {
            EXPECT_TRUE(h.app.document().status.ends_with(kOutOfLesson)) << h.app.document().status;
        }
        EXPECT_EQ(document_of(h.app, 1).paste.text + document_of(h.app, 1).states.paste.text, "");
        h.app.regions.flyout.clear();
        close_other_tabs();
    }
}

TEST_F(LessonTabs, WordsThatWaitForAChoiceGetATabToo) {
    open();
    const Session before = h.app.document().session;
    read_paste(h.app, "0x4000404000010080 0x4000404000010081", true);
    h->frames(2);
    expect_lesson_untouched(before);
    EXPECT_EQ(h.app.document().paste.result.words.size(), 2u);
    EXPECT_TRUE(document_of(h.app, 1).paste.result.words.empty());
}

TEST_F(LessonTabs, WordsThatWereTypedGetATabWhenTheyAreApplied) {
    for (const Apply way : kApplies) {
        SCOPED_TRACE(static_cast<int>(way));
        open();
        const Session before = h.app.document().session;
        read_paste(h.app, "a_desc = 0x4000404000010080");
        h->frames(2);
        EXPECT_TRUE(in_lesson(h.app)) << "each letter is a new text";
        ASSERT_EQ(h.app.document().paste.result.words.size(), 1u);
        apply(way);
        expect_lesson_untouched(before);
        EXPECT_EQ(h.app.document().session.word(WordId::a_desc), 0x4000404000010080u);
        EXPECT_EQ(h.app.document().view_state.active, WordId::a_desc);
        EXPECT_TRUE(h.app.document().status.ends_with(kOutOfLesson)) << h.app.document().status;
        EXPECT_EQ(h.app.document().paste.text, "a_desc = 0x4000404000010080");
        EXPECT_TRUE(document_of(h.app, 1).paste.text.empty());
        EXPECT_FALSE(h->shows("paste.box"));
        close_other_tabs();
    }
}

TEST_F(LessonTabs, ATextWithoutWordsStaysInTheLesson) {
    open();
    read_paste(h.app, "hello", true);
    h->frames(2);
    EXPECT_TRUE(in_lesson(h.app));
    EXPECT_EQ(tab_count(h.app), 2u);
}

// A lesson of two steps; the first one asks for a paste.
class PasteLesson : public LessonTabs {
protected:
    void open_first() {
        constexpr std::string_view kPastes =
            "---\ntitle: P\nsession: k_major_128b_f16\nlevel: 1\nminutes: 1\nkeep: session\n---\nI.\n\n"
            "## First\nText.\n\n```step\nview: screen=memory\npaste: yes\ntask: Paste 0x4000404000010080 (Ctrl+V).\n"
            "check: a.start == 0x800\nanswer: set a_desc.start=128\nwrong: set a_desc.start=64\nhint: H.\ndone: "
            "D.\n```\n\n"
            "## Second\nText.\n";
        auto lesson = parse_lesson(kPastes, "1-p.md");
        ASSERT_TRUE(lesson) << lesson.why;
        open_lesson(h.app, std::move(*lesson), 0);
        h->frames(3);
    }
};

TEST_F(PasteLesson, AStepThatAsksForAPasteKeepsItUntilTheNextStep) {
    open_first();
    read_paste(h.app, "0x4000404000010080 0x4000404000010081 0x4000404000010082 0x4000404000010083", true);
    h->frames(3);
    EXPECT_TRUE(in_lesson(h.app));
    EXPECT_EQ(tab_count(h.app), 2u);
    ASSERT_EQ(h.app.document().paste.result.words.size(), 4u);
    step_lesson(h.app, 1);
    h->frames(3);
    EXPECT_TRUE(h.app.document().paste.result.words.empty());
    EXPECT_EQ(h.app.document().paste.text + h.app.document().states.paste.text, "");
    EXPECT_EQ(shown_sheet(h.app.document().states.batch), nullptr);
}

TEST_F(PasteLesson, AStepThatAsksForAPasteIsSolvedWithEachWayToApplyIt) {
    for (const Apply way : kApplies) {
        SCOPED_TRACE(static_cast<int>(way));
        open_first();
        read_paste(h.app, "0x4000404000010080");
        h->frames(2);
        ASSERT_FALSE(h.app.document().lesson->reached);
        apply(way);
        EXPECT_EQ(tab_count(h.app), 2u);
        ASSERT_TRUE(in_lesson(h.app));
        EXPECT_TRUE(h.app.document().lesson->reached);
        EXPECT_EQ(h.app.document().status.find(kOutOfLesson), std::string::npos) << h.app.document().status;
        close_other_tabs();
    }
}

TEST_F(LessonTabs, UndoDoesNotLeadIntoTheStepBefore) {
    open(1);
    edit();
    step_lesson(h.app, 1);
    h->frames(3);
    const Session third = h.app.document().session;
    press(Key::escape);  // the answer field has the keyboard, and a text has an undo of its own
    press(Key::z, {Mod::ctrl});
    EXPECT_EQ(h.app.document().session, third);
    EXPECT_FALSE(h.app.document().history.can_undo());
    edit();
    EXPECT_EQ(h.app.document().history.done(), 1u);
    press(Key::z, {Mod::ctrl});
    EXPECT_EQ(h.app.document().session, third);
}

}  // namespace
}  // namespace tilescope::ui
