// tests/ui/follow_test.cpp -- tests long pastes on a thread, and files that are followed while they grow.
// SPDX-License-Identifier: MIT
#include "app/io/file.h"
#include "app/ui/imgui_compat.h"
#include "app/window/documents/files.h"
#include "app/window/documents/tabs.h"
#include "app/window/paste/paste.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/wait_until.h"
#include "tests/ui/app_harness.h"

#include <tilescope/base/say.h>
#include <tilescope/rules/read_paste.h>

#include <gtest/gtest.h>

#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <semaphore>
#include <thread>

namespace tilescope::ui {
namespace {

using namespace std::chrono_literals;

std::string log_line(std::size_t i) { return say("step ", i, ": a_desc = 0x400040400001", 10 + i % 80, "40\n"); }
std::string log_of(std::size_t lines) {
    std::string out;
    for (std::size_t i = 0; i < lines; ++i) out += log_line(i);
    return out;
}

TEST(PasteBlocks, HaveTheWordsAndTheLinesOfOnePaste) {
    const std::string text = log_of(300);
    const PasteResult whole = paste(text);
    PasteBlocks blocks({.arch = "sm_100a"});
    std::size_t at = 0;
    while (at < text.size()) {
        std::size_t end = text.find('\n', std::min(at + 2000, text.size() - 1)) + 1;
        blocks.add(std::string_view(text).substr(at, end - at));
        at = end;
    }
    EXPECT_EQ(blocks.text(), text);
    EXPECT_EQ(blocks.rows(), 300u);
    for (const FoundWord& word : blocks.result().words)
        EXPECT_EQ(text.substr(word.span.begin, word.source.size()), word.source);
    const BatchTable table = blocks.table();
    ASSERT_EQ(table.sheets.size(), 1u);
    const BatchTable expected = batch_table(whole, text, "sm_100a");
    ASSERT_EQ(expected.sheets.front().rows.size(), 300u);
    for (std::size_t i = 0; i < 300; ++i) {
        EXPECT_EQ(table.sheets.front().rows[i].line, expected.sheets.front().rows[i].line);
        EXPECT_EQ(table.sheets.front().rows[i].word, expected.sheets.front().rows[i].word);
    }
}

TEST(PasteBlocks, CountAWordOnceHoweverManyBlocksHaveIt) {
    PasteBlocks blocks({});
    for (int i = 0; i < 20; ++i)
        blocks.add(
            "iter 1: a_desc=0x4000404000010040 b_desc=0x4000404000010440\n"
            "iter 2: a_desc=0x4000404000010042 b_desc=0x4000404000010440\n");
    EXPECT_EQ(blocks.words_read(), 3u);
    EXPECT_EQ(blocks.words_in_words(), "3 words");
    EXPECT_EQ(blocks.sentence(), "3 words found.");
    BatchPanelState state;
    give_batch(state, prepare_batch(blocks.table(), "sm_100a"), 1);
    EXPECT_EQ(blocks.rows(), 80u);
    EXPECT_EQ(state.table.sheets.front().rows.size(), 80u);
    follow_batch(state, blocks.result(), blocks.text(), 1, "sm_100a");
    EXPECT_NE(state.counts.find(count_of_words(80, 3)), std::string::npos) << state.counts;
}

// The thread does all that is slow with 100,000 rows.
TEST(PreparedBatch, ComesWithTheAnswerSoThatTheFrameMakesNone) {
    PasteBlocks blocks({.arch = "sm_100a"});
    blocks.add(log_of(300));
    BatchPanelState state;
    PreparedBatch old = give_batch(state, prepare_batch(blocks.table(), "sm_100a"), 1);
    EXPECT_EQ(state.answered, state.query);
    EXPECT_EQ(state.lines.size(), 300u);
    EXPECT_FALSE(state.counts.empty());
    EXPECT_TRUE(old.table.sheets.empty());

    // A followed file: the thread knows the filter.
    state.query.filter = "line>290";
    blocks.add(log_of(100));
    old = grow_batch(state, prepare_batch(blocks.table(), "sm_100a", asked_of(state)), 1, 0);
    EXPECT_EQ(state.answered, state.query);
    EXPECT_EQ(state.lines.size(), 110u);
    EXPECT_EQ(old.table.sheets.at(0).rows.size(), 300u);

    // The filter that was typed meanwhile is answered in the frame.
    PreparedBatch late = prepare_batch(blocks.table(), "sm_100a", asked_of(state));
    state.query.filter = "line<=5";
    grow_batch(state, std::move(late), 1, 0);
    EXPECT_NE(state.answered, state.query);
    follow_batch(state, blocks.result(), blocks.text(), 1, "sm_100a");
    EXPECT_EQ(state.lines.size(), 5u);
}

TEST(PasteBlocks, DropTheOldestAndKeepTheNumbersOfLines) {
    PasteBlocks blocks({});
    for (std::size_t i = 0; i < 50; ++i) blocks.add(log_line(i));
    blocks.drop_oldest(10, 1 << 20);
    EXPECT_EQ(blocks.rows(), 10u);
    EXPECT_EQ(blocks.words_read(), 50u);
    EXPECT_EQ(blocks.lines_dropped(), 40u);
    const BatchTable table = blocks.table();
    ASSERT_EQ(table.sheets.front().rows.size(), 10u);
    EXPECT_EQ(table.sheets.front().rows.front().line, 41u);
    EXPECT_EQ(table.sheets.front().rows.back().line, 50u);
    const FoundWord& first = blocks.result().words.front();
    EXPECT_EQ(blocks.text().substr(first.span.begin, first.source.size()), first.source);
    blocks.drop_oldest(10, 1);
    EXPECT_EQ(blocks.rows(), 1u) << "the last block always stays";
}

// The program with a thread for long pastes. `replies` counts the calls that wake the window.
class LongPaste : public testing::Test {
protected:
    void SetUp() override {
        h.app.jobs.paster = paste_jobs([this] { replies.release(); });
        h.app.jobs.wake = [this] { replies.release(); };
        h->frames(2);
    }
    void TearDown() override {
        h.app.jobs.paster.reset();
        h.app.document().paste.follower.reset();
    }
    bool wait_for_reply() {
        const bool woken = replies.try_acquire_for(30s);
        h->frames(2);
        return woken;
    }
    // Draws when the thread wakes the window, until the condition is true or too much time has passed.
    template <class Condition>
    bool waits_until(Condition condition) {
        for (int i = 0; i < 300 && !condition(); ++i) {
            (void)replies.try_acquire_for(100ms);
            h->frames(1);
        }
        return condition();
    }
    std::counting_semaphore<1 << 20> replies{0};
    AppHarness h;
};

TEST_F(LongPaste, ShortTextIsReadAtOnce) {
    read_paste(h.app, log_of(20));
    EXPECT_FALSE(is_pasting(h.app));
    EXPECT_EQ(
        batch_table(h.app.document().paste.result, h.app.document().paste.text, "sm_100a").sheets.front().rows.size(),
        20u);
}

TEST_F(LongPaste, LongTextIsReadWhileFramesAreDrawn) {
    const std::string text = log_of(12'000);  // more than the 10,000 words that one paste() has by default
    read_paste(h.app, text);
    EXPECT_TRUE(is_pasting(h.app));
    h->frames(2);
    EXPECT_TRUE(h->shows("status.stop"));
    EXPECT_TRUE(h.app.document().paste.result.words.empty());
    ASSERT_TRUE(wait_for_reply());
    EXPECT_FALSE(is_pasting(h.app));
    EXPECT_EQ(h.app.document().paste.text, text);
    ASSERT_NE(shown_sheet(h.app.document().states.batch), nullptr);
    EXPECT_EQ(shown_sheet(h.app.document().states.batch)->rows.size(), 12'000u);
    h->frames(3);
    EXPECT_TRUE(h->shows("batch.0"));
}

TEST_F(LongPaste, CancelChangesNothing) {
    read_paste(h.app, "a_desc = 0x4000404000010080");
    const std::string before = h.app.document().paste.text;
    read_paste(h.app, log_of(5000));
    ASSERT_TRUE(is_pasting(h.app));
    h->frames(2);
    h->key(Key::escape);
    h->frames(2);
    EXPECT_FALSE(is_pasting(h.app));
    EXPECT_EQ(h.app.document().paste.text, before);
    EXPECT_EQ(h.app.document().states.paste.text, before);
    EXPECT_EQ(h.app.document().paste.result.words.size(), 1u);
    EXPECT_FALSE(test::wait_until([&] { return h->frames(1), h.app.document().paste.result.words.size() != 1; }, 200ms))
        << "a late reply appeared";
}

TEST_F(LongPaste, WordsOfAnotherTabWaitUntilItIsShown) {
    read_paste(h.app, log_of(3000));
    add_tab(h.app, {});
    ASSERT_TRUE(wait_for_reply());
    EXPECT_TRUE(h.app.document().paste.result.words.empty());
    show_tab(h.app, 0);
    h->frames(2);
    ASSERT_NE(shown_sheet(h.app.document().states.batch), nullptr);
    EXPECT_EQ(shown_sheet(h.app.document().states.batch)->rows.size(), 3000u);
}

class Follow : public LongPaste {
protected:
    void write(const std::string& text) { std::ofstream(file, std::ios::app) << text << std::flush; }
    std::size_t rows() const {
        const BatchSheet* sheet = shown_sheet(h.app.document().states.batch);
        return sheet == nullptr ? 0 : sheet->rows.size();
    }
    const test::TemporaryFolder temporary;
    std::string file = temporary.path() + "/train.log";
};

TEST_F(Follow, RowsComeAsTheFileGrows) {
    write(log_of(3));
    follow_file(h.app, h.app, h.app, file);
    ASSERT_TRUE(waits_until([&] { return rows() == 3; }));
    h->frames(2);
    EXPECT_TRUE(h->shows("batch.follow"));
    EXPECT_EQ(h.app.document().states.batch.following, say("Following ", file, ": 3 words."));
    h.app.document().states.batch.chosen = 1;
    std::thread writer([&] {
        for (std::size_t i = 3; i < 40; ++i) {
            write(log_line(i));
            test::let_pass(5ms);  // the lines come one by one
        }
    });
    EXPECT_TRUE(waits_until([&] { return rows() == 40; }));
    writer.join();
    EXPECT_EQ(shown_sheet(h.app.document().states.batch)->rows.back().line, 40u);
    EXPECT_EQ(h.app.document().states.batch.chosen, 1) << "the selected row stays selected";
    h->click("batch.follow.stop");
    h->frames(3);
    EXPECT_FALSE(is_following(h.app));
    EXPECT_EQ(rows(), 40u) << "the rows stay";
    EXPECT_FALSE(h->shows("batch.follow"));
}

std::string window_with_the_keyboard() {
    const ImGuiWindow* window = ImGui::GetCurrentContext()->NavWindow;
    return window == nullptr ? "" : window->Name;
}

TEST_F(Follow, TheKeyboardIsForTheRowsThatCome) {
    write(log_of(3));
    follow_file(h.app, h.app, h.app, file);
    ASSERT_TRUE(waits_until([&] { return rows() == 3; }));
    h->frames(3);
    EXPECT_NE(window_with_the_keyboard().find("drawer"), std::string::npos) << window_with_the_keyboard();
}

// When a dialog closes, ImGui gives the keyboard to the first item of the window under it.
TEST_F(Follow, TheKeyboardNeverRestsOnASplitter) {
    h.app.prefs.rail_pinned = h.app.prefs.drawer_open = true;
    h->frames(3);
    ImGuiWindow* window = ImGui::FindWindowByName("tilescope");
    ASSERT_NE(window, nullptr);
    ImGui::FocusWindow(window);
    ImGui::NavInitWindow(window, true);
    for (const Key key : {Key::down, Key::right, Key::down, Key::left, Key::up}) {
        for (const char* splitter : {"splitter.rail", "splitter.side", "splitter.drawer"}) {
            ASSERT_TRUE(h->shows(splitter)) << splitter;
            const ImGuiID handle = ImHashStr("handle", 0, ImHashStr(splitter, 0, window->ID));
            EXPECT_NE(ImGui::GetCurrentContext()->NavId, handle) << splitter;
        }
        h->frames(2);
        h->key(key);
    }
}

TEST_F(Follow, HalfALineWaitsForItsEnd) {
    write("a_desc = 0x40004040");
    follow_file(h.app, h.app, h.app, file);
    EXPECT_FALSE(test::wait_until([&] { return h->frames(1), rows() != 0; }, 400ms));
    write("00010040\n");
    EXPECT_TRUE(waits_until([&] { return rows() == 1; }));
}

TEST_F(Follow, WakesNobodyWhileNothingIsWritten) {
    write(log_of(3));
    follow_file(h.app, h.app, h.app, file);
    ASSERT_TRUE(waits_until([&] { return rows() == 3; }));
    while (replies.try_acquire_for(300ms)) {  // replies to what was written
    }
    EXPECT_FALSE(replies.try_acquire_for(1s));
    EXPECT_FALSE(has_news(h.app, "follow"));
}

TEST_F(Follow, ItsWordsGoOnTheirCardsOnRequest) {
    write("a_desc = 0x4000404000010080\n");
    follow_file(h.app, h.app, h.app, file);
    ASSERT_TRUE(waits_until([&] { return rows() == 1; }));
    write("b_desc = 0x4000404000010480\n");
    ASSERT_TRUE(waits_until([&] { return rows() == 2; }));
    EXPECT_EQ(h.app.document().session, Session{});
    h->key(Key::v, {Mod::ctrl, Mod::shift});
    h->frames(2);
    EXPECT_EQ(h.app.document().session.word(WordId::a_desc), 0x4000404000010080u);
    EXPECT_EQ(h.app.document().session.word(WordId::b_desc), 0x4000404000010480u);
}

TEST_F(Follow, ReplacedFileIsReadFromItsStart) {
    write(log_of(3));
    follow_file(h.app, h.app, h.app, file);
    ASSERT_TRUE(waits_until([&] { return rows() == 3; }));
    std::ofstream(file + ".new") << log_of(2);
    std::filesystem::rename(file + ".new", file);
    ASSERT_TRUE(waits_until([&] { return rows() == 5; }));
    EXPECT_NE(h.app.document().states.batch.following.find("replaced"), std::string::npos)
        << h.app.document().states.batch.following;
}

TEST_F(Follow, MissingFileIsASentence) {
    follow_file(h.app, h.app, h.app, file + ".none");
    ASSERT_TRUE(waits_until([&] { return !is_following(h.app); }));
    EXPECT_TRUE(h.app.document().status.starts_with("No longer following: ")) << h.app.document().status;
    EXPECT_NE(h.app.document().status.find(".none"), std::string::npos);
}

TEST_F(Follow, PasteEndsIt) {
    write(log_of(3));
    follow_file(h.app, h.app, h.app, file);
    ASSERT_TRUE(waits_until([&] { return rows() == 3; }));
    read_paste(h.app, "a_desc = 0x4000404000010080");
    EXPECT_FALSE(is_following(h.app));
    EXPECT_EQ(rows(), 1u);
}

TEST_F(Follow, EachTabFollowsItsOwnFile) {
    write(log_of(2));
    follow_file(h.app, h.app, h.app, file);
    ASSERT_TRUE(waits_until([&] { return rows() == 2; }));
    add_tab(h.app, {});
    h->frames(2);
    EXPECT_FALSE(is_following(h.app));
    EXPECT_EQ(rows(), 0u);
    write(log_line(2));
    show_tab(h.app, 0);
    EXPECT_TRUE(waits_until([&] { return rows() == 3; }));
    close_tab(h.app, 0);
    EXPECT_FALSE(is_following(h.app)) << "the thread of the closed tab has ended";
}

TEST_F(Follow, PipeEndsWithItsWriter) {
    ASSERT_EQ(mkfifo((file + ".pipe").c_str(), 0600), 0);
    follow_file(h.app, h.app, h.app, file + ".pipe");
    {
        std::ofstream pipe(file + ".pipe");
        pipe << log_of(3) << "a_desc = 0x4000404000010040";
    }
    ASSERT_TRUE(waits_until([&] { return !is_following(h.app); }));
    EXPECT_EQ(rows(), 4u) << "also the last line, which has no end";
}

class Dropped : public LongPaste {
protected:
    const test::TemporaryFolder temporary;
    const std::string& folder = temporary.path();
};

TEST_F(Dropped, BinaryFileChangesNothingAndIsRefusedByName) {
    ASSERT_TRUE(io::write_text(folder + "/picture.bin", std::string_view("\x89PNG\0\0", 6)));
    read_paste(h.app, "a_desc = 0x4000404000010080");
    open_file(h.app, folder + "/picture.bin");
    EXPECT_EQ(h.app.document().status,
              say(folder,
                  "/picture.bin is neither a session nor text: byte 4 is 0. Open a session (.json) "
                  "or a text file."));
    EXPECT_EQ(h.app.document().paste.result.words.size(), 1u);
    EXPECT_EQ(h.app.document().paste.text, "a_desc = 0x4000404000010080");
    ASSERT_TRUE(io::write_text(folder + "/kernel.cubin", std::string_view("\x7f"
                                                                          "ELF\2\1\1\0\0\0\0\0\0\0\0\0\0\0\0\0",
                                                                          20)));
    open_file(h.app, folder + "/kernel.cubin");
    EXPECT_NE(h.app.document().status.find("kernel.cubin is compiled code"), std::string::npos)
        << h.app.document().status;
}

TEST_F(Dropped, FolderOpensTheChooserThere) {
    ASSERT_TRUE(io::write_text(folder + "/log.txt", "a_desc = 0x4000404000010080"));
    drop_files(h.app, {folder});
    h->frames(4);
    EXPECT_TRUE(h->shows("chooser.file.log.txt"));
    drop_files(h.app, {folder + "/log.txt"});
    h->frames(3);
    EXPECT_FALSE(h->shows("chooser.box")) << "a file that is dropped there is opened";
    h->key(Key::escape);
    h->key(Key::a);
    h->frames(2);
    EXPECT_EQ(h.app.document().view_state.operand, Operand::b) << "keys act again";
    EXPECT_EQ(h.app.document().paste.result.words.size(), 1u);
}

TEST_F(Dropped, MissingFileIsASentenceAndTheOthersOpen) {
    ASSERT_TRUE(io::write_text(folder + "/log.txt", "a_desc = 0x4000404000010080"));
    drop_files(h.app, {folder + "/gone.txt", folder, folder + "/log.txt"});
    h->frames(3);
    EXPECT_EQ(h.app.document().paste.result.words.size(), 1u);
    drop_files(h.app, {folder + "/gone.txt"});
    EXPECT_NE(h.app.document().status.find("gone.txt"), std::string::npos) << h.app.document().status;
}

}  // namespace
}  // namespace tilescope::ui
