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

    // Runs the command again and again: its first call fails, its second call, ... until no call fails.
    template <typename Judge>
    void for_each_call(const std::string& plan, const Judge& judge) {
        for (int call = 1; call <= kMostCalls; ++call) {
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
// All of them write with app/io/replace_file: two commands are enough here, and reading is what takes the time.
INSTANTIATE_TEST_SUITE_P(Of, EachCall, testing::Values(kWriters[1], kWriters[7]), name_of);

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

}  // namespace
}  // namespace tilescope::faults
