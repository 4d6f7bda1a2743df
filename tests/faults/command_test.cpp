// tests/faults/command_test.cpp -- each call about the file that a command writes fails in turn.
// SPDX-License-Identifier: MIT
//
// Nothing is lost: the old file is there, or the new one, whole, under its name, and no other file beside it. A command
// that could not write says so in one sentence; a command that says nothing has written.
#include "tests/faults/program.h"
#include "tests/support/temporary_folder.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <map>

namespace tilescope::faults {
namespace {

constexpr std::string_view kOld = "the old text\n";
constexpr int kMostCalls = 200;  // far more than a command makes

class EachCall : public testing::TestWithParam<Writer> {
protected:
    void SetUp() override {
        set_text(path, kOld);
        const Ran ran = run(writer, folder, "");
        ASSERT_EQ(ran.status, 0) << ran.err;
        fresh = text_of(path);
        ASSERT_NE(fresh, kOld);
        ASSERT_FALSE(fresh.empty());
    }

    // Runs the command again and again: its first call fails, its second call, ... until no call fails. `step`: of the
    // calls after the first ones.
    template <typename Judge>
    void for_each_call(const std::string& plan, const Judge& judge, int step = 1) {
        constexpr int kFirstOnes = 16;
        for (int call = 1; call <= step * kMostCalls; call += call < kFirstOnes ? 1 : step) {
            set_text(path, kOld);
            const Ran ran = run(writer, folder, say(plan, " call=", call));
            if (ran.failed.empty()) {
                EXPECT_EQ(ran.status, 0) << ran.err;
                EXPECT_EQ(text_of(path), fresh);
                EXPECT_GT(call, 1) << "the shim saw no call";
                return;
            }
            judge(ran, say(writer.name, ", call ", call, " (", ran.failed, "): status ", ran.status, ", ", ran.err));
        }
        ADD_FAILURE() << "the command makes too many calls";
    }

    void expect_old_or_new(const Ran& ran, const std::string& what) {
        const std::string now = text_of(path);
        const bool is_old = now == kOld, is_new = now == fresh;
        EXPECT_TRUE(is_old || is_new) << what << now.substr(0, 200);
        EXPECT_EQ(names_in(folder), std::vector<std::string>{writer.file}) << what;
        if (ran.status == 0) {
            EXPECT_TRUE(is_new) << what;
            EXPECT_EQ(ran.err, "") << what;
            return;
        }
        EXPECT_TRUE(ran.status == 2 || ran.status == 3) << what;
        EXPECT_EQ(lines_in(ran.err), 1u) << what;
        EXPECT_TRUE(ran.err.starts_with("tilescope ")) << what;
        const bool denies = ran.err.find("; this file was not changed.") != std::string::npos;
        const bool admits = ran.err.find(" was written, but may be lost if the power fails, ") != std::string::npos;
        EXPECT_EQ(is_old, denies) << what;
        EXPECT_EQ(is_new, admits) << what;
    }

    const Writer writer = GetParam();
    const test::TemporaryFolder temporary;
    const std::string& folder = temporary.path();
    const std::string path = folder + "/" + writer.file;
    std::string fresh;
};

TEST_P(EachCall, ThatFailsLeavesTheOldFileOrTheNewOne) {
    int refused = 0;
    for_each_call(say("error=", EIO), [&](const Ran& ran, const std::string& what) {
        expect_old_or_new(ran, what);
        refused += ran.status != 0;
    });
    EXPECT_GE(refused, 4) << "create, write, flush, rename and flush the folder must not fail unseen";
}

TEST_P(EachCall, OfADiskThatIsFullFromThenOnLeavesTheOldFileOrTheNewOne) {
    for_each_call(say("on=1 error=", ENOSPC),
                  [&](const Ran& ran, const std::string& what) { expect_old_or_new(ran, what); });
}

TEST_P(EachCall, ThatASignalInterruptsIsMadeAgain) {
    for_each_call(say("error=", EINTR), [&](const Ran& ran, const std::string& what) {
        if (ran.failed == "rename") return expect_old_or_new(ran, what);  // no signal interrupts it
        EXPECT_EQ(ran.status, 0) << what;
        EXPECT_EQ(text_of(path), fresh) << what;
    });
}

TEST_P(EachCall, ThatWritesHalfOfTheBytesIsContinued) {
    int halves = 0;
    for (int call = 1; call <= 8; ++call) {
        set_text(path, kOld);
        const Ran ran = run(writer, folder, say("error=", kShort, " call=", call));
        halves += ran.failed == "write";
        EXPECT_EQ(ran.status, 0) << ran.err;
        EXPECT_EQ(text_of(path), fresh) << call;
    }
    EXPECT_EQ(halves, 1);
}

TEST_P(EachCall, AtWhichTheProcessIsKilledLeavesTheOldFileOrTheNewOneAndTheNextRunTidiesUp) {
    std::size_t rests = 0;
    for_each_call(say("error=", kKill), [&](const Ran& ran, const std::string& what) {
        EXPECT_EQ(ran.status, -SIGKILL) << what;
        const std::string now = text_of(path);
        EXPECT_TRUE(now == kOld || now == fresh) << what << now.substr(0, 200);
        for (const std::string& name : names_in(folder)) {
            if (name == writer.file) continue;
            EXPECT_TRUE(name.starts_with(".tilescope-") && name.ends_with(".new")) << name;
            ++rests;
        }
    });
    EXPECT_GT(rests, 1u) << "no kill happened while a file was written";
    EXPECT_EQ(names_in(folder), std::vector<std::string>{writer.file}) << "the last run, without a kill, has tidied up";
}

std::string name_of(const testing::TestParamInfo<Writer>& writer) { return writer.param.name; }
// All of them write with app/io/file: one command is enough here, and reading is what takes the time.
INSTANTIATE_TEST_SUITE_P(Of, EachCall, testing::Values(kWriters[7]), name_of);

// An animation has hundreds of writes, and a library between them and the file.
class EachPart : public EachCall {};

TEST_P(EachPart, ThatCannotBeWrittenLeavesTheOldFile) {
    constexpr int kStep = 48;
    int refused = 0;
    for_each_call(
        say("error=", EIO),
        [&](const Ran& ran, const std::string& what) {
            expect_old_or_new(ran, what);
            if (ran.failed != "write") return;
            EXPECT_EQ(ran.status, 2) << what;
            ++refused;
        },
        kStep);
    EXPECT_GE(refused, 2);
}

INSTANTIATE_TEST_SUITE_P(Of, EachPart, testing::Values(kWriters[8], kWriters[9]), name_of);

// Each writer, once: it writes as the two above do.
class EachWriter : public testing::TestWithParam<Writer> {};

std::vector<std::string> calls_of(const Ran& ran) {
    std::vector<std::string> out;
    for (const Event& event : ran.log)
        if (event.kind() == "call") out.push_back(event.words.at(1));
    return out;
}

TEST_P(EachWriter, CreatesWritesFlushesRenamesAndFlushesTheFolder) {
    const test::TemporaryFolder folder;
    const Ran ran = run(GetParam(), folder.path(), "");
    ASSERT_EQ(ran.status, 0) << ran.err;
    std::vector<std::string> calls = calls_of(ran);
    const auto same = std::unique(calls.begin(), calls.end());
    calls.erase(same, calls.end());
    EXPECT_EQ(calls, (std::vector<std::string>{"create", "write", "fsync", "rename", "flush_folder"}));
}

INSTANTIATE_TEST_SUITE_P(Of, EachWriter, testing::ValuesIn(kWriters), name_of);

// The pages of the lessons are many files. Each one is whole or missing, and the sentence counts them.
TEST(LessonPages, OfADiskThatIsFullAreWholeAndCounted) {
    const test::TemporaryFolder folder;
    const std::string pages = folder.path() + "/pages";
    std::map<std::string, std::string> whole{{"book.css", text_of(TILESCOPE_SOURCE_DIR "/assets/lessons/book.css")}};
    std::size_t files = 0;
    for (int call = 1; files < 2 && call <= kMostCalls; ++call) {
        std::filesystem::remove_all(pages);
        const Ran ran = run({"pages", "learn --html {folder}/pages", ""}, folder.path(),
                            say("on=1 error=", ENOSPC, " call=", call));
        EXPECT_EQ(ran.status, 2) << call << ran.err;
        EXPECT_EQ(lines_in(ran.err), 1u) << ran.err;
        if (!std::filesystem::exists(pages)) {
            EXPECT_NE(ran.err.find("cannot be created: No space left"), std::string::npos) << ran.err;
            continue;
        }
        const std::vector<std::string> names = names_in(pages);
        for (const std::string& name : names) {
            const std::string text = text_of(pages + "/" + name);
            EXPECT_EQ(whole.try_emplace(name, text).first->second, text) << call << name;
            EXPECT_TRUE(name == "book.css" || text.ends_with("</html>\n")) << call << name;
        }
        const bool admits = ran.err.find(" was written, but may be lost") != std::string::npos;
        files = names.size() - (admits ? 1 : 0);
        EXPECT_NE(ran.err.find(say("Before it, ", files, files == 1 ? " file was" : " files were", " written to ")),
                  std::string::npos)
            << ran.err;
    }
    EXPECT_EQ(files, 2u);
}

}  // namespace
}  // namespace tilescope::faults
