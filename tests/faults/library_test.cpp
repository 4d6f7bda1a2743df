// tests/faults/library_test.cpp -- the files of the window and of a sweep, with calls that fail.
// SPDX-License-Identifier: MIT
#include "app/io/autosave.h"
#include "app/io/prefs_file.h"
#include "app/io/session_file.h"
#include "app/runs/sweep.h"
#include "tests/faults/in_process.h"
#include "tests/faults/program.h"
#include "tests/faults/sweep_text.h"
#include "tests/support/temporary_folder.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>

namespace tilescope::faults {
namespace {

namespace fs = std::filesystem;

io::SessionFile session_with(std::uint64_t word) {
    io::SessionFile out;
    out.session.words[0] = word;
    return out;
}

class Written : public test::FolderTest {
protected:
    // The word in the session file: of the old session or of the new one, never anything else.
    std::uint64_t word_in(const std::string& path) const {
        const auto file = io::load_session(path);
        EXPECT_TRUE(file) << file.why;
        return file ? file->session.words[0] : 0;
    }
    void expect_one_sentence(const std::string& why, int call) const {
        EXPECT_NE(why, "") << call;
        EXPECT_EQ(why.find('\n'), why.npos) << why;
        EXPECT_TRUE(why.ends_with(".")) << why;
    }
};

constexpr std::uint64_t kOldWord = 1, kNewWord = 2;

TEST_F(Written, EachCallOfASaveThatFailsLeavesTheOldSessionOrTheNewOne) {
    const std::string path = folder + "/job.json";
    for (const int error : {EIO, ENOSPC, EACCES}) {
        const int calls = each_call([&](int call) {
            EXPECT_TRUE(io::save_session(path, session_with(kOldWord)));
            const Faults faults(folder, say("call=", call, " error=", error));
            const Answer<void> saved = io::save_session(path, session_with(kNewWord));
            const bool failed = has_failed();
            end();
            if (!saved) expect_one_sentence(saved.why, call);
            const bool admits = saved.why.find("was written, but may be lost") != std::string::npos;
            EXPECT_EQ(word_in(path), saved || admits ? kNewWord : kOldWord) << call << saved.why;
            EXPECT_EQ(names_in(folder), std::vector<std::string>{"job.json"}) << call;
            return failed;
        });
        EXPECT_GE(calls, 8) << "create, lock, owner, mode, write, flush, rename, close, open and flush the folder";
    }
}

TEST_F(Written, EachCallOfABackupCopyThatFailsLeavesACopyThatTheNextStartFinds) {
    const int calls = each_call([&](int call) {
        bool failed = false;
        const fs::path own = fs::path(folder) / say("copies", call);
        {
            io::Autosave copies(own.string());
            EXPECT_TRUE(copies.keep(session_with(kOldWord).session, 1));
            const Faults faults(folder, say("call=", call, " error=", EIO));
            const Answer<void> kept = copies.keep(session_with(kNewWord).session, 2);
            failed = has_failed();
            end();
            if (!kept) expect_one_sentence(kept.why, call);
        }
        const auto found = io::adopt_copies(own.string());
        EXPECT_EQ(found.size(), 1u) << call;
        for (const io::LeftCopy& copy : found) {
            EXPECT_TRUE(copy.session) << copy.session.why;
            EXPECT_TRUE(copy.session->words[0] == kOldWord || copy.session->words[0] == kNewWord);
        }
        return failed;
    });
    EXPECT_GE(calls, 8);
}

TEST_F(Written, EachCallOfTheFirstBackupCopyThatFailsIsReportedOrKept) {
    each_call([&](int call) {
        const fs::path own = fs::path(folder) / say("first", call);
        io::Autosave copies(own.string());
        const Faults faults(folder, say("call=", call, " error=", EIO));
        const Answer<void> kept = copies.keep(session_with(kNewWord).session, 1);
        const bool failed = has_failed();
        end();
        if (kept) {
            EXPECT_EQ(word_in(copies.path()), kNewWord) << call;
        } else {
            expect_one_sentence(kept.why, call);
            const Answer<void> again = copies.keep(session_with(kNewWord).session, 2);
            EXPECT_TRUE(again) << "the next try must succeed: " << again.why;
            EXPECT_EQ(word_in(copies.path()), kNewWord) << call;
        }
        return failed;
    });
}

TEST_F(Written, EachCallOfThePreferencesThatFailsLeavesTheOldOnesOrTheNewOnes) {
    const std::string path = folder + "/own/prefs.json";
    const io::PrefsFile before;
    io::PrefsFile old = before, fresh;
    old.recents = {"/old.json"};
    fresh = old;
    fresh.recents = {"/new.json", "/old.json"};
    each_call([&](int call) {
        EXPECT_TRUE(io::save_prefs(path, old));
        const Faults faults(folder, say("call=", call, " error=", EIO));
        const auto saved = io::update_prefs(path, old, fresh);
        const bool failed = has_failed();
        end();
        if (!saved) expect_one_sentence(saved.why, call);
        const auto now = io::load_prefs(path);
        EXPECT_TRUE(now) << now.why;
        EXPECT_TRUE(now->recents == old.recents || now->recents == fresh.recents) << call;
        return failed;
    });
}

TEST_F(Written, ALineOfASweepThatCannotBeWrittenIsReportedAndTheLinesBeforeItStay) {
    const std::string path = folder + "/sweep.jsonl",
                      line = text_of(TILESCOPE_SOURCE_DIR "/tests/data/sweeps/swizzle.jsonl");
    const std::string first = line.substr(0, line.find('\n') + 1);
    const auto none = [](live::Record&&) { return Answer<void>(); };
    each_call([&](int call) {
        fs::remove(path);
        const Faults faults(folder, say("on=1 call=", call, " error=", ENOSPC));
        auto out = live::SweepOut::open(path, {}, none);
        int stored = 0;
        std::string why = out.why;
        for (int i = 0; out && i < 3; ++i) {
            const auto appended = out->append(first);
            stored += bool{appended};
            if (!appended) why = appended.why;
        }
        const bool failed = has_failed();
        end();
        EXPECT_EQ(lines_in(why), 0u);
        EXPECT_EQ(why.empty(), stored == 3) << why;
        std::string expected;
        for (int i = 0; i < stored; ++i) expected += first;
        EXPECT_EQ(text_of(path), expected) << call;
        return failed;
    });
}

class CleanUpOfASweep : public Written {
protected:
    Answer<live::SweepOut> open() const {
        const auto none = [](live::Record&&) { return Answer<void>(); };
        return live::SweepOut::open(path, {.resume = true, .sweep = id}, none);
    }
    const std::string path = folder + "/sweep.jsonl", id = live::record_in(sweep_line())->sweep,
                      damaged = sweep_text("LDDLC"), clean = sweep_text("LL");
};

TEST_F(CleanUpOfASweep, EachCallThatFailsLeavesTheFileBeforeOrAfter) {
    for (const int error : {EIO, ENOSPC, kShort}) {
        bool was_before = false;
        each_call([&](int call) {
            set_text(path, damaged);
            const std::string what = say("error ", error, ", call ", call);
            const Faults faults(folder, say(error == ENOSPC ? "on=1 " : "", "error=", error, " call=", call));
            const auto out = open();
            const bool failed = has_failed();
            end();
            const std::string now = text_of(path);
            EXPECT_TRUE(now == damaged || now == clean) << what << now;
            EXPECT_EQ(lines_in(out.why), 0u) << out.why;
            if (out) {
                EXPECT_EQ(now, clean) << what;
                EXPECT_EQ(out->removed(), 3u) << what;
            }
            EXPECT_EQ(names_in(folder), std::vector<std::string>{"sweep.jsonl"}) << what;
            was_before |= now == damaged;
            return failed;
        });
        EXPECT_EQ(was_before, error != kShort) << "a short write is continued";
    }
}

// The copies (fork) end with one of these.
enum Ended { kNoMemoryThrown = 10, kRefused, kKept, kLost };

TEST_F(Written, EachAllocationOfASaveThatFailsLeavesTheSessionInMemoryAsItIs) {
    const std::string path = folder + "/job.json";
    ASSERT_TRUE(io::save_session(path, session_with(kOldWord)));
    const io::SessionFile session = session_with(kNewWord), before = session;
    const std::vector<int> ended = each_allocation(folder, [&] {
        int out = kKept;
        try {
            const Answer<void> saved = io::save_session(path, session);
            if (!saved) out = kRefused;
        } catch (const std::bad_alloc&) {
            out = kNoMemoryThrown;
        }
        return session.session == before.session ? out : kLost;
    });
    EXPECT_GT(ended.size(), 100u);
    for (const int how : ended)  // 2: the program ended with its sentence, because a destructor must not throw
        EXPECT_TRUE(how == kNoMemoryThrown || how == kRefused || how == kKept || how == 2) << how;
    EXPECT_EQ(word_in(path), kNewWord) << "this process was not touched";
}

TEST_F(CleanUpOfASweep, EachAllocationThatFailsRefusesOrCleansUp) {
    set_text(path, damaged);
    const std::vector<int> ended = each_allocation(folder, [&] {
        try {
            const auto out = open();
            return out ? kKept : out.why.empty() ? kLost : kRefused;
        } catch (const std::bad_alloc&) {
            return kNoMemoryThrown;
        }
    });
    EXPECT_GT(ended.size(), 50u);
    for (const int how : ended)
        EXPECT_TRUE(how == kNoMemoryThrown || how == kRefused || how == kKept || how == 2) << how;
    EXPECT_EQ(text_of(path), clean) << "this process was not touched";
}

}  // namespace
}  // namespace tilescope::faults
