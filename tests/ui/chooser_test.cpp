// tests/ui/chooser_test.cpp -- tests the file chooser: its logic without a window, then with keys and a pointer.
// SPDX-License-Identifier: MIT
#include "app/window/documents/chooser.h"
#include "app/io/file.h"
#include "app/io/session_file.h"
#include "app/ui/imgui_input.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/app_harness.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <semaphore>

namespace tilescope::ui {
namespace {

io::FolderList list_of(std::initializer_list<std::string_view> names) {
    io::FolderList out{.path = "/work"};
    for (std::string_view name : names) {
        const bool is_folder = name.ends_with('/');
        if (is_folder) name.remove_suffix(1);
        out.entries.push_back({.name = std::string(name), .is_folder = is_folder});
    }
    return out;
}

std::string names_of(const io::FolderList& list, const ChooserQuery& query) {
    std::string out;
    for (const std::size_t i : rows_of(list, query)) out += say(out.empty() ? "" : " ", list.entries[i].name);
    return out;
}

TEST(ChooserRows, FoldersComeFirstAndNumbersCountByValue) {
    const auto list = list_of({"run10.log", "Run2.log", "b/", "a.json", "run02.txt", ".git/", "A/"});
    EXPECT_EQ(names_of(list, {}), "A b a.json Run2.log run02.txt run10.log");
}

TEST(ChooserRows, TypingFiltersInAnyCaseAndTheBestFitComesFirst) {
    const auto list = list_of({"old_gemm.json", "gemm.json.txt", "GEMM.json", "page/", "gemm/"});
    EXPECT_EQ(names_of(list, {.name = "gemm"}), "gemm GEMM.json gemm.json.txt old_gemm.json");
    EXPECT_EQ(names_of(list, {.name = "gemm.json"}), "GEMM.json gemm.json.txt old_gemm.json");
    EXPECT_EQ(names_of(list, {.name = "none"}), "");
    EXPECT_EQ(rows_of(list, {.name = "none", .keeps_all = true}).size(), 5u);
}

TEST(ChooserRows, HiddenFilesAppearIfADotIsTyped) {
    const auto list = list_of({".config/", ".profile", "a.txt"});
    EXPECT_EQ(names_of(list, {}), "a.txt");
    EXPECT_EQ(names_of(list, {.name = ".p"}), ".profile");
}

TEST(ChooserRows, TypeHidesFilesButNoFolder) {
    const auto list = list_of({"x/", "a.json", "k.PTX", "notes", "p.svg"});
    EXPECT_EQ(names_of(list, {.type = open_types()[0]}), "x a.json k.PTX notes p.svg");
    EXPECT_EQ(names_of(list, {.type = open_types()[1]}), "x a.json");
    EXPECT_EQ(names_of(list, {.type = open_types()[2]}), "x k.PTX");
    EXPECT_FALSE(has_type("json", open_types()[1])) << "it has no dot";
}

TEST(ChooserRows, RecentFilesKeepTheirOrder) {
    const auto list = list_of({"/z/b.json", "/a/a.json", "/a/.hidden.json"});
    EXPECT_EQ(names_of(list, {.as_listed = true}), "/z/b.json /a/a.json /a/.hidden.json");
    EXPECT_EQ(names_of(list, {.name = "/a/", .as_listed = true}), "/a/a.json /a/.hidden.json");
}

TEST(ChooserTyped, PathIsRelativeToTheShownFolder) {
    EXPECT_EQ(split_typed("/home/me", "ge"), (TypedPath{"/home/me", "ge"}));
    EXPECT_EQ(split_typed("/home/me", "kernels/ge"), (TypedPath{"/home/me/kernels", "ge"}));
    EXPECT_EQ(split_typed("/home/me", "../you/"), (TypedPath{"/home/you", ""}));
    EXPECT_EQ(split_typed("/home/me", "/"), (TypedPath{"/", ""}));
    EXPECT_EQ(split_typed("/home/me", "/tmp//a"), (TypedPath{"/tmp", "a"}));
    EXPECT_EQ(split_typed("/home/me", "~/a"), (TypedPath{io::home_folder(), "a"}));
    EXPECT_EQ(folder_above("/a/b"), "/a");
    EXPECT_EQ(folder_above("/a"), "/");
    EXPECT_EQ(folder_above("/"), "/");
}

TEST(ChooserTyped, TabCompletesWhatAllNamesHaveInCommon) {
    const auto list = list_of({"gemm1.json", "gemm2.json", "Page.txt", "kernels/", ".git/"});
    EXPECT_EQ(completed(list, "g"), "gemm");
    EXPECT_EQ(completed(list, "gemm"), "gemm");
    EXPECT_EQ(completed(list, "gemm1"), "gemm1.json");
    EXPECT_EQ(completed(list, "k"), "kernels/");
    EXPECT_EQ(completed(list, "pa"), "Page.txt") << "in another case, if no name has the typed one";
    EXPECT_EQ(completed(list, "x"), "x");
    EXPECT_EQ(completed(list, ""), "") << "these names have nothing in common";
}

TEST(ChooserEnter, TakesTheChosenRowThenTheExactNameThenTheFirstRow) {
    const auto list = list_of({"a.json", "ab.json", "k/"});
    const std::vector<std::size_t> rows = rows_of(list, {.name = "a"});
    const auto enter = [&](std::string name, int chosen, bool saving = false) {
        return decide({.list = list,
                       .rows = rows,
                       .chosen = chosen,
                       .typed = {"/work", std::move(name)},
                       .saving = saving,
                       .extension = saving ? "json" : ""});
    };
    EXPECT_EQ(enter("a", 1), (ChooserDecision{ChooserAct::take, "/work/ab.json"}));
    EXPECT_EQ(enter("a", -1), (ChooserDecision{ChooserAct::take, "/work/a.json"}));
    EXPECT_EQ(enter("ab.json", -1), (ChooserDecision{ChooserAct::take, "/work/ab.json"}));
    EXPECT_EQ(enter("k", -1), (ChooserDecision{ChooserAct::enter, "/work/k"}));
    EXPECT_EQ(enter("k", -1, true), (ChooserDecision{ChooserAct::enter, "/work/k"}));
    EXPECT_EQ(enter("..", -1), (ChooserDecision{ChooserAct::enter, "/"}));
    EXPECT_EQ(enter("", -1).act, ChooserAct::say);
    EXPECT_EQ(enter("new", -1, true), (ChooserDecision{ChooserAct::take, "/work/new.json"}));
    EXPECT_EQ(enter("new.txt", -1, true), (ChooserDecision{ChooserAct::take, "/work/new.txt"}));
    const ChooserDecision none = decide({.list = list, .rows = {}, .typed = {"/work", "none"}});
    EXPECT_EQ(none, (ChooserDecision{ChooserAct::say, "There is no none in /work. Check the name, or choose a row."}));
}

TEST(ChooserEnter, MissingRecentFileIsNotTaken) {
    io::FolderList list;
    list.entries.push_back({.name = "/a/gone.json", .is_there = false});
    const std::vector<std::size_t> rows = {0};
    EXPECT_EQ(decide({.list = list, .rows = rows, .chosen = 0, .recents = true}).text,
              "/a/gone.json does not exist any more. Choose another file.");
}

TEST(ChooserText, SizesHaveAtMostThreeDigits) {
    EXPECT_EQ(size_text(0), "0 B");
    EXPECT_EQ(size_text(999), "999 B");
    EXPECT_EQ(size_text(1204), "1.2 KB");
    EXPECT_EQ(size_text(15'400), "15 KB");
    EXPECT_EQ(size_text(999'999), "1.0 MB");
    EXPECT_EQ(size_text(64'000'000), "64 MB");
    EXPECT_EQ(size_text(~std::uint64_t{0}).ends_with(" EB"), true);
}

class FolderReading : public test::FolderTest {};

TEST_F(FolderReading, ListsFilesFoldersAndBrokenLinks) {
    ASSERT_TRUE(io::write_text(folder + "/a.txt", "12345"));
    std::filesystem::create_directory(folder + "/sub");
    std::filesystem::create_symlink(folder + "/sub", folder + "/link");
    std::filesystem::create_symlink(folder + "/none", folder + "/broken");
    const auto list = io::read_folder(folder + "/sub/..");
    ASSERT_TRUE(list) << list.why;
    EXPECT_EQ(list->path, folder);
    ASSERT_EQ(list->entries.size(), 4u);
    for (const io::FolderEntry& entry : list->entries) {
        EXPECT_EQ(entry.is_folder, entry.name == "sub" || entry.name == "link") << entry.name;
        EXPECT_EQ(entry.is_there, entry.name != "broken") << entry.name;
        if (entry.name == "a.txt") {
            EXPECT_EQ(entry.bytes, 5u);
            EXPECT_EQ(entry.changed.size(), std::string_view("2026-11-23 22:10").size());
        }
    }
    EXPECT_TRUE(io::read_folder(folder, {}, 2)->more);
    EXPECT_EQ(io::read_folder(folder, {}, 2)->entries.size(), 2u);
}

TEST_F(FolderReading, RefusalSaysWhatWhereAndWhatToDo) {
    EXPECT_EQ(io::read_folder(folder + "/none").why,
              say("The folder ", folder, "/none cannot be read. It does not exist. Choose another folder."));
    ASSERT_TRUE(io::write_text(folder + "/file", "x"));
    EXPECT_EQ(io::read_folder(folder + "/file").why,
              say("The folder ", folder, "/file cannot be read. It is not a folder. Choose a folder."));
    if (getuid() == 0) return;  // root may read every folder
    std::filesystem::create_directory(folder + "/shut");
    ASSERT_EQ(chmod((folder + "/shut").c_str(), 0), 0);
    EXPECT_EQ(
        io::read_folder(folder + "/shut").why,
        say("The folder ", folder, "/shut cannot be read. You are not allowed to read it. Choose another folder."));
}

TEST_F(FolderReading, ChooserFitsIntoASmallWindow) {
    AppHarness h({640, 360});
    h.app.overlays.chooser.folder = folder;
    h->key(Key::o, {Mod::ctrl});
    h->frames(4);
    ASSERT_TRUE(h->shows("chooser.take"));
    const Rect take = h->rect("chooser.take"), rows = h->rect("chooser.rows");
    EXPECT_LE(take.max.y, 360);
    EXPECT_GT(rows.max.y - rows.min.y, 60);
}

// The chooser in the program, with a folder of its own.
class Chooser : public test::FolderTest {
protected:
    void SetUp() override {
        Session session;
        session.tile_k = 512;
        std::filesystem::create_directory(folder + "/kernels");
        ASSERT_TRUE(io::save_session(folder + "/kernels/gemm.json", {session}));
        ASSERT_TRUE(io::write_text(folder + "/notes.txt", "a_desc = 0x4000404000010040"));
        h.app.overlays.chooser.folder = folder;
    }
    void press(Key key, std::initializer_list<Mod> mods = {}) {
        h->key(key, mods);
        h->frames(4);
    }
    void type(std::string_view text) {
        h->type(text);
        h->frames(2);
    }
    AppHarness h;
};

TEST_F(Chooser, KeysAloneOpenAFileInAnotherFolder) {
    press(Key::o, {Mod::ctrl});
    ASSERT_TRUE(h->shows("chooser.file.kernels/"));
    EXPECT_TRUE(h->shows("chooser.file.notes.txt"));
    press(Key::down);
    press(Key::enter);
    EXPECT_EQ(h.app.overlays.chooser.folder, folder + "/kernels");
    ASSERT_TRUE(h->shows("chooser.file.gemm.json"));
    press(Key::backspace);
    EXPECT_EQ(h.app.overlays.chooser.folder, folder);
    EXPECT_EQ(row_of_enter(h.app.overlays.chooser), 0) << "the row of the folder that was left";
    press(Key::enter);
    type("ge");
    press(Key::enter);
    EXPECT_FALSE(h.app.overlays.chooser.open);
    EXPECT_EQ(h.app.document().session.tile_k, 512u);
    EXPECT_EQ(h.app.document().file.path, folder + "/kernels/gemm.json");
}

TEST_F(Chooser, TabCompletesAPathAndItsFolderIsShown) {
    press(Key::o, {Mod::ctrl});
    type("ke");
    press(Key::tab);
    EXPECT_EQ(h.app.overlays.chooser.typed, "kernels/");
    EXPECT_TRUE(h->shows("chooser.file.gemm.json"));
    press(Key::tab);
    EXPECT_EQ(h.app.overlays.chooser.typed, "kernels/gemm.json");
    press(Key::enter);
    EXPECT_EQ(h.app.document().session.tile_k, 512u);
}

TEST_F(Chooser, PointerOpensAFileWithTwoClicks) {
    press(Key::o, {Mod::ctrl});
    h->double_click("chooser.file.kernels/");
    h->frames(3);
    h->click("chooser.file.gemm.json");
    EXPECT_TRUE(h.app.overlays.chooser.open) << "one click only chooses";
    h->click("chooser.take");
    EXPECT_EQ(h.app.document().session.tile_k, 512u);
}

TEST_F(Chooser, TheFirstOfTwoClicksMovesNoRow) {
    for (int i = 0; i < 60; ++i) ASSERT_TRUE(io::write_text(say(folder, "/kernels/file", 100 + i, ".json"), "{}"));
    press(Key::o, {Mod::ctrl});
    h->double_click("chooser.file.kernels/");
    h->frames(3);
    std::string last;  // the lowest row that is visible
    for (int i = 0; i < 60; ++i)
        if (h->shows(say("chooser.file.file", 100 + i, ".json"))) last = say("chooser.file.file", 100 + i, ".json");
    ASSERT_NE(last, "");
    const float before = h->rect(last).min.y;
    h->click(last);
    h->frames(2);
    EXPECT_EQ(h->rect(last).min.y, before);
    EXPECT_TRUE(h.app.overlays.chooser.open);
}

TEST_F(Chooser, EscapeChangesNothing) {
    press(Key::o, {Mod::ctrl});
    type("notes");
    press(Key::escape);
    EXPECT_FALSE(h.app.overlays.chooser.open);
    EXPECT_TRUE(h.app.document().paste.text.empty());
    EXPECT_EQ(h.app.document().session, Session{});
}

TEST_F(Chooser, UnknownNameIsSaidAndTheChooserStays) {
    press(Key::o, {Mod::ctrl});
    type("nothing");
    press(Key::enter);
    EXPECT_TRUE(h.app.overlays.chooser.open);
    EXPECT_EQ(h.app.overlays.chooser.said,
              say("There is no nothing in ", folder, ". Check the name, or choose a row."));
    type("x");
    EXPECT_TRUE(h.app.overlays.chooser.said.empty());
}

TEST_F(Chooser, UnreadableFolderIsASentence) {
    press(Key::o, {Mod::ctrl});
    type("none/");
    EXPECT_EQ(h.app.overlays.chooser.refused,
              say("The folder ", folder, "/none cannot be read. It does not exist. Choose another folder."));
    EXPECT_TRUE(h->shows("chooser.sentence"));
}

TEST_F(Chooser, SavesUnderATypedNameAndAsksBeforeItOverwrites) {
    press(Key::s, {Mod::ctrl, Mod::shift});
    ASSERT_TRUE(h.app.overlays.chooser.open);
    EXPECT_EQ(h.app.overlays.chooser.typed, "untitled.json");
    type("mine");
    press(Key::enter);
    EXPECT_FALSE(h.app.overlays.chooser.open);
    EXPECT_TRUE(std::filesystem::exists(folder + "/mine.json"));
    ASSERT_TRUE(io::write_text(folder + "/other.json", "other work"));
    press(Key::s, {Mod::ctrl, Mod::shift});
    EXPECT_EQ(h.app.overlays.chooser.typed, "mine.json");
    EXPECT_FALSE(h->shows("chooser.file.notes.txt")) << "only sessions are shown";
    press(Key::down);  // kernels
    press(Key::down);  // mine.json
    press(Key::down);  // other.json
    press(Key::enter);
    EXPECT_TRUE(h->shows("overwrite.cancel"));
    EXPECT_EQ(*io::read_text(folder + "/other.json"), "other work");
}

// The press that answers "Save" opens this dialog. The key repeats while it is held: it must not accept a name that
// nobody read.
TEST_F(Chooser, AHeldEnterSavesUnderNoName) {
    h->click("fields.sbo.plus");
    press(Key::w, {Mod::ctrl});
    ASSERT_TRUE(h->shows("unsaved.save"));
    feed_key(Key::enter, true);
    h->frames(120);  // two seconds
    EXPECT_TRUE(h.app.overlays.chooser.open);
    EXPECT_FALSE(std::filesystem::exists(folder + "/untitled.json"));
    feed_key(Key::enter, false);
    h->frames(2);
    press(Key::enter);
    EXPECT_TRUE(std::filesystem::exists(folder + "/untitled.json"));
}

TEST_F(Chooser, ListsRecentFilesAndMarksTheMissingOnes) {
    h.app.prefs.recents = {folder + "/gone.json", folder + "/kernels/gemm.json"};
    press(Key::o, {Mod::ctrl});
    press(Key::r, {Mod::ctrl});
    EXPECT_TRUE(h->shows(say("chooser.file.", folder, "/gone.json")));
    press(Key::down);
    press(Key::enter);
    EXPECT_TRUE(h.app.overlays.chooser.open);
    EXPECT_EQ(h.app.overlays.chooser.said, say(folder, "/gone.json does not exist any more. Choose another file."));
    press(Key::down);
    press(Key::enter);
    EXPECT_EQ(h.app.document().session.tile_k, 512u);
}

TEST_F(Chooser, TypeOfFilesChangesByPointer) {
    press(Key::o, {Mod::ctrl});
    h->click("chooser.type");
    h->frames(3);
    ASSERT_TRUE(h->shows("chooser.type.1"));
    press(Key::escape);
    EXPECT_TRUE(h.app.overlays.chooser.open) << "Esc closes only the list of types";
    h->click("chooser.type");
    h->frames(3);
    h->click("chooser.type.1");
    h->frames(3);
    EXPECT_FALSE(h->shows("chooser.file.notes.txt"));
    press(Key::down);
    press(Key::enter);
    EXPECT_EQ(h.app.overlays.chooser.folder, folder + "/kernels") << "the keys work again";
}

TEST_F(Chooser, TypeOfFilesChangesByKey) {
    press(Key::o, {Mod::ctrl});
    press(Key::f, {Mod::ctrl});
    EXPECT_FALSE(h->shows("chooser.file.notes.txt"));
    press(Key::f, {Mod::ctrl});
    EXPECT_TRUE(h->shows("chooser.file.notes.txt"));
}

// A folder can be slow. Enter then waits for its list, and the window does not.
TEST_F(Chooser, EnterBeforeTheListIsThereActsWhenItIs) {
    std::counting_semaphore<1024> replies{0}, begin{0};
    h.app.jobs.folders = std::make_unique<FolderJobs>(
        [&](const FolderRequest& request, const WorkTools&) -> FolderReply {
            begin.acquire();
            return {*io::read_folder(request.folder), {}};
        },
        [&] { replies.release(); });
    press(Key::o, {Mod::ctrl});
    EXPECT_TRUE(h.app.overlays.chooser.reading);
    type("notes.txt");
    press(Key::enter);
    EXPECT_TRUE(h.app.overlays.chooser.open);
    begin.release();
    replies.acquire();
    h->frames(3);
    EXPECT_FALSE(h.app.overlays.chooser.open);
    EXPECT_FALSE(h.app.document().paste.result.words.empty());
    h.app.jobs.folders.reset();
}

}  // namespace
}  // namespace tilescope::ui
