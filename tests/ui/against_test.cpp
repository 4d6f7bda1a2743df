// tests/ui/against_test.cpp -- the D of a kernel: dropped, explained with arrows, applied, repaired, removed.
// SPDX-License-Identifier: MIT
#include "app/io/npy.h"
#include "app/io/session_file.h"
#include "app/panels/panel_parts.h"
#include "app/publish/emulation_out.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/files.h"
#include "app/window/documents/tabs.h"
#include "app/window/result/emulation.h"
#include "tests/support/kernel_faults.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/app_harness.h"

#include <tilescope/base/say.h>
#include <tilescope/document/verdict.h>

#include <gtest/gtest.h>

#include <fstream>
#include <semaphore>

namespace tilescope::ui {
namespace {

constexpr const test::KernelFault& kSbo = test::kKernelFaults[0];

class AgainstD : public test::FolderTest {
protected:
    AgainstD() {
        h.app.jobs.emulation = emulation_jobs([this] { answers_.release(); });
        h->frames(3);
    }
    // Opens the session, and drops the D of a kernel with another one.
    void drop_d(const Session& session, const Session& kernel) {
        make_edits(h.app, {LoadSession{session, "opened"}});
        const Results left = io::emulated(derive(kernel), {}, false);
        ASSERT_TRUE(left.emulation) << left.refused;
        store(*left.emulation);
        drop_files(h.app, {path});
        wait();
    }
    void store(const Emulation& e) { ASSERT_TRUE(io::save_npy(path, {e.m, e.n, e.d}, e.d_type)); }
    static Emulation model_of(const Session& s) { return *io::emulated(derive(s), {}, false).emulation; }
    // All that the window says about the file.
    std::string said() {
        std::string out = found().verdict;
        for (const std::string& line : found().details) out += '\n' + line;
        for (const Against::Offer& offer : found().offers) out += say('\n', offer.label, ": ", offer.effect);
        return out;
    }
    void wait() {
        answers_.acquire();
        h->frames(4);
    }
    const Against& found() { return h.app.document().results.against; }
    std::string verdict() { return verdict_of(h.app.document().derived, h.app.document().results).sentence; }

private:
    std::counting_semaphore<64> answers_{0};  // before `h`: its threads use it

protected:
    AppHarness h{{1440, 900}, Screen::memory};
    const std::string path = folder + "/D.npy";
};

TEST_F(AgainstD, TheDOfAWrongKernelShowsWhatItReadAndBecomesTheSession) {
    drop_d(intended(kSbo), broken(kSbo));
    EXPECT_EQ(h.app.document().view_state.screen, Screen::mma);
    ASSERT_TRUE(h->shows("mma.against.different"));
    EXPECT_TRUE(h->shows("mma.verdict.right")) << "the words of the session are right";
    EXPECT_NE(found().verdict.find("The kernel ran with sbo of b_desc = 512 bytes, not 1024 bytes."), std::string::npos)
        << found().verdict;
    for (const char* id : {"mma.arrow.b.read", "mma.arrow.b.expected", "mma.explanation"})
        EXPECT_TRUE(h->shows(id)) << id;
    h.app.document().view_state.selection = h.app.document().requests.view_state.selection =
        ElementFocus{Matrix::d, 0, 8};
    h->frames(2);
    EXPECT_TRUE(h->shows("inspector.against")) << "not only the numbers of the model";
    h->click("mma.against.apply");
    wait();
    EXPECT_EQ(h.app.document().session, broken(kSbo));
    EXPECT_TRUE(h->shows("mma.against.equal")) << found().verdict;
    ASSERT_TRUE(h->shows("mma.verdict.wrong"));
    EXPECT_NE(verdict().find("sbo of b_desc is 512 bytes, should be 1024 bytes"), std::string::npos) << verdict();
    h->click("mma.verdict.fix");
    wait();
    EXPECT_EQ(h.app.document().session, intended(kSbo));
    EXPECT_TRUE(h->shows("mma.verdict.right"));
    EXPECT_EQ(h.app.document().history.done(), 3u) << "opened, applied, repaired";
}

TEST_F(AgainstD, TheDOfARightKernelRepairsTheSession) {
    drop_d(broken(kSbo), intended(kSbo));
    ASSERT_TRUE(h->shows("mma.against.different"));
    EXPECT_TRUE(h->shows("mma.verdict.wrong"));
    for (const char* id : {"mma.arrow.b.read", "mma.arrow.b.expected"}) EXPECT_TRUE(h->shows(id)) << id;
    h->click("mma.against.apply");
    wait();
    EXPECT_EQ(h.app.document().session, intended(kSbo));
    EXPECT_TRUE(h->shows("mma.against.equal")) << found().verdict;
    EXPECT_TRUE(h->shows("mma.verdict.right"));
}

TEST_F(AgainstD, AFileThatDoesNotFitSaysWhatWouldBeRight) {
    drop_d(intended(kSbo), intended(kSbo));
    ASSERT_TRUE(h->shows("mma.against.equal"));
    ASSERT_TRUE(io::save_npy(path, {2, 3, std::vector<std::uint32_t>(6)}, "f32"));
    drop_files(h.app, {path});
    wait();
    EXPECT_TRUE(h->shows("mma.against.why"));
    EXPECT_NE(found().why.find("the file has 2 x 3 values, and D has 128 x 96"), std::string::npos) << found().why;
    ASSERT_TRUE(io::save_npy(path, {128, 96, std::vector<std::uint32_t>(128 * 96)}, "s8"));
    drop_files(h.app, {path});
    wait();
    EXPECT_NE(found().why.find("write one of: <f4"), std::string::npos) << found().why;
    h->click("mma.against.remove");
    h->frames(2);
    EXPECT_FALSE(h->shows("mma.against"));
    EXPECT_TRUE(h->shows("mma.verdict.right"));
}

TEST_F(AgainstD, AKernelThatNoEditExplainsIsNotExplained) {
    const Session right = intended(kSbo);
    Session other = right;
    other.recipe_of(RecipeOf::b).seed = 99;  // other values
    drop_d(right, other);
    ASSERT_TRUE(h->shows("mma.against.different"));
    EXPECT_FALSE(h->shows("mma.against.apply"));
    EXPECT_FALSE(h->shows("mma.arrow.b.read"));
    EXPECT_NE(found().verdict.find("No edit that was tried explains D."), std::string::npos) << found().verdict;
    h->click("mma.against.more");
    EXPECT_TRUE(h->shows("mma.against.details"));
}

// Two edits give the same D: the elements of a row are equal, so that many reads are right by chance.
TEST_F(AgainstD, SeveralEditsThatExplainADAreAllNamed) {
    Session right = intended(kSbo);
    right.recipe_of(RecipeOf::a) = right.recipe_of(RecipeOf::b) = {.kind = RecipeKind::ones};
    Session kernel = right;
    kernel.run.steps = 2;
    drop_d(right, kernel);
    ASSERT_TRUE(h->shows("mma.against.different"));
    ASSERT_GT(found().offers.size(), 1u);
    EXPECT_NE(found().verdict.find("D does not tell which is right"), std::string::npos) << found().verdict;
    EXPECT_FALSE(found().emulation) << "no reads are shown that may not have been";
    EXPECT_FALSE(h->shows("mma.against.apply")) << "it would apply the first of several";
}

// The session stays what it is compared with after an edit, in each view of results.
TEST_F(AgainstD, TheResultScreenSaysTheSame) {
    drop_d(intended(kSbo), broken(kSbo));
    h->key(Key::n5, {Mod::ctrl});
    h->frames(2);
    ViewState result = h.app.document().view_state;
    tab_of(result, Screen::tmem) = StageTab::result;
    set_view_state(h.app.document(), result);
    h->frames(3);
    EXPECT_TRUE(h->shows("result.verdict.right"));
    EXPECT_TRUE(h->shows("result.against.different"));
}

// The user dropped a file, and knows it by its name.
TEST_F(AgainstD, EverySentenceNamesTheFile) {
    const Session right = intended(kSbo);
    Session other = right, ones = right;
    other.recipe_of(RecipeOf::b).seed = 99;
    ones.recipe_of(RecipeOf::a) = ones.recipe_of(RecipeOf::b) = {.kind = RecipeKind::ones};
    Emulation twice = model_of(right), none = twice, rows = twice;
    for (std::uint32_t& word : twice.d) word += 1u << 23;
    std::ranges::fill(none.d, 0u);
    std::swap_ranges(rows.d.begin(), rows.d.begin() + rows.n, rows.d.begin() + 4 * rows.n);
    Emulation part = twice;
    std::fill(part.d.begin() + 64 * part.n, part.d.end(), 0u);
    for (const Emulation& left :
         {model_of(right), model_of(broken(kSbo)), model_of(other), model_of(ones), twice, none, rows, part}) {
        make_edits(h.app, {LoadSession{right, "opened"}});
        store(left);
        drop_files(h.app, {path});
        wait();
        EXPECT_NE(said().find("values of D.npy"), std::string::npos) << said();
        EXPECT_EQ(said().find("dump"), std::string::npos) << said();
    }
}

// The cells have the numbers of the model: which ones, and both numbers of the selected element, is said.
TEST_F(AgainstD, BothNumbersOfTheSelectedElementAreShown) {
    Session ones = intended(kSbo);
    ones.recipe_of(RecipeOf::a) = ones.recipe_of(RecipeOf::b) = {.kind = RecipeKind::ones};
    ones.run.steps = 0;
    Session kernel = ones;
    kernel.run.steps = 1;
    drop_d(ones, kernel);
    EXPECT_TRUE(h->shows("mma.against.numbers"));
    EXPECT_EQ(both_numbers(h.app.document().results, {Matrix::d, 3, 5}), "D[3][5]: D.npy 16, model 64");
}

TEST_F(AgainstD, AFileThatIsWrittenAgainIsComparedAgain) {
    drop_d(intended(kSbo), broken(kSbo));
    ASSERT_TRUE(h->shows("mma.against.different"));
    ASSERT_FALSE(has_news(h.app, "emulation"));
    store(model_of(intended(kSbo)));
    ASSERT_TRUE(test::wait_until([&] { return has_news(h.app, "emulation"); })) << "nothing else wakes the window";
    h->frames(1);
    wait();
    EXPECT_TRUE(h->shows("mma.against.equal")) << found().verdict;
    EXPECT_FALSE(has_news(h.app, "emulation"));
}

TEST_F(AgainstD, WithoutItsSessionItIsComparedWithNothing) {
    make_edits(h.app, {LoadSession{intended(kSbo), "work"}});
    store(model_of(intended(kSbo)));
    std::ofstream(folder + "/bad.json") << "{\"no session\": 1}";
    drop_files(h.app, {path, folder + "/bad.json"});
    h->frames(2);
    EXPECT_TRUE(h.app.document().against.empty()) << "the tab in front is of another kernel";
    EXPECT_NE(h.app.document().status.find("bad.json: this is not a session"), std::string::npos)
        << h.app.document().status;
    EXPECT_NE(h.app.document().status.find("/D.npy is compared with nothing"), std::string::npos)
        << h.app.document().status;
}

// No tab is left for the session.
TEST_F(AgainstD, WithoutATabForItsSessionItIsComparedWithNothing) {
    while (tab_count(h.app.documents) < kMostTabs) ASSERT_TRUE(add_tab(h.app, broken(kSbo)));
    make_edits(h.app, {LoadSession{intended(kSbo), "work"}});
    store(model_of(intended(kSbo)));
    ASSERT_TRUE(io::save_session(folder + "/job.json", {broken(kSbo)}));
    drop_files(h.app, {path, folder + "/job.json"});
    h->frames(2);
    EXPECT_EQ(tab_count(h.app.documents), kMostTabs);
    EXPECT_TRUE(h.app.document().against.empty());
}

TEST_F(AgainstD, ItBelongsToTheTabOnWhichItWasDropped) {
    h.app.jobs.reader = file_reader({});
    make_edits(h.app, {LoadSession{intended(kSbo), "work"}});
    const std::uint64_t first = h.app.document().id;
    store(model_of(intended(kSbo)));
    drop_files(h.app, {path});
    ASSERT_TRUE(add_tab(h.app, broken(kSbo)));
    ASSERT_TRUE(h->frames_until([&] { return !h.app.jobs.is_reading(); }));
    EXPECT_EQ(h.app.document().id, first);
    EXPECT_FALSE(h.app.document().against.empty());
}

// The memory is at fault, so edits of words are not tried: no sentence says that they were.
TEST_F(AgainstD, OnlyEditsOfTheMemoryAreNamedIfNoOthersAreTried) {
    Session overlapping = intended(kSbo);
    overlapping.image.b.start = 0x2400;
    overlapping.word(WordId::b_desc) = overlapping.word(WordId::b_desc) >> 14 << 14 | 0x240;
    drop_d(overlapping, intended(kSbo));
    ASSERT_TRUE(h->shows("mma.against.different"));
    EXPECT_NE(found().verdict.find(" of the memory"), std::string::npos) << found().verdict;
    EXPECT_NE(found().verdict.find("No other edit was tried"), std::string::npos) << found().verdict;
    Session other = intended(kSbo);
    other.recipe_of(RecipeOf::b).seed = 99;
    drop_d(overlapping, other);
    EXPECT_NE(found().verdict.find("No edit of the memory that was tried explains D."), std::string::npos)
        << found().verdict;
    EXPECT_EQ(said().find("other values of a field"), std::string::npos) << said();
}

}  // namespace
}  // namespace tilescope::ui
