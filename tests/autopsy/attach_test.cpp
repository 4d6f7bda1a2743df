// tests/autopsy/attach_test.cpp -- what becomes of a program when the autopsy ends, is stopped, or is killed.
// SPDX-License-Identifier: MIT
#include "tests/autopsy/debugger.h"
#include "tests/support/temporary_folder.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>

namespace tilescope::autopsy_test {
namespace {

// Shell functions. The debugger of a process: `tracer PID`; `waits_for` repeats a condition, at most 20 s.
constexpr std::string_view kFunctions = R"(
tracer() { sed -n 's/^TracerPid:.//p' /proc/$1/status; }
state() { sed -n 's/^State:.\(.\).*/\1/p' /proc/$1/status; }
waits_for() { for i in $(seq 400); do eval "$1" && return; sleep 0.05; done; echo "never: $1"; }
)";

class Attached : public test::FolderTest {
protected:
    void SetUp() override {
        if (const std::string why = missing(true); !why.empty()) GTEST_SKIP() << why;
        const Ran tried = shell("sleep 60 & gdb -nx -batch -p $! -ex detach; kill $!");
        if (tried.err.find("ptrace") != std::string::npos) GTEST_SKIP() << "this machine lets no debugger attach";
        debugger = write_debugger(folder);
    }
    // `then` happens when the debugger has attached to the process $S. $T is tilescope, $G the debugger.
    Ran attach(std::string_view then, unsigned seconds = 60) const {
        return shell(say(kFunctions, "sleep 60 & S=$!; ", standin_settings("{}"), "'" TILESCOPE_PROGRAM "' autopsy ",
                         "--debugger ", debugger, " --seconds ", seconds, " --pid $S & T=$!; ",
                         "waits_for '[ $(tracer $S) != 0 ]'; G=$(tracer $S); ", then,
                         "; waits_for '! kill -0 $G 2>/dev/null'; waits_for '[ $(tracer $S) = 0 ]'; ",
                         "waits_for '[ $(state $S) = S ]'; state $S; kill $S"));
    }

    std::string debugger;
};

TEST_F(Attached, TheProcessGoesOnHoweverTheAutopsyEnds) {
    EXPECT_EQ(attach("wait $T", 1).out, "S\n") << "the time is over";
    const Ran stopped = attach("kill -TERM $T; wait $T; echo $?");
    EXPECT_EQ(stopped.out, "4\nS\n") << stopped.err;
    EXPECT_NE(stopped.err.find("stopped; the process goes on"), std::string::npos) << stopped.err;
    EXPECT_EQ(attach("kill -KILL $T").out, "S\n") << "tilescope was killed";
}

TEST_F(Attached, AProgramThatWasStartedEndsWithTheAutopsy) {
    for (const char* signal : {"TERM", "KILL"}) {
        const auto began = std::chrono::steady_clock::now();
        const Ran ran = shell(say(kFunctions, standin_settings("{}"), "'" TILESCOPE_PROGRAM "' autopsy --debugger ",
                                  debugger, " -- sh -c 'echo $$ >", folder, "/pid; exec sleep 60' & T=$!; ",
                                  "waits_for '[ -s ", folder, "/pid ]'; S=$(cat ", folder, "/pid); G=$(tracer $S); ",
                                  "kill -", signal, " $T; waits_for '! kill -0 $G 2>/dev/null'; ",
                                  "waits_for '! kill -0 $S 2>/dev/null'; rm ", folder, "/pid"));
        EXPECT_EQ(ran.out, "") << signal << ran.err;
        EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(20)) << signal;
    }
}

TEST_F(Attached, WhatCannotBeReadIsOneSentence) {
    const auto refused = [&](std::string_view what) {
        return shell(say(standin_settings("{}"), "'" TILESCOPE_PROGRAM "' autopsy --debugger ", debugger, ' ', what));
    };
    const Ran none = refused("--pid 4194303");
    EXPECT_EQ(none.status, 2) << none.err;
    EXPECT_NE(none.err.find("there is no process with this number"), std::string::npos) << none.err;
    const Ran junk = refused(say("--core ", debugger));
    EXPECT_EQ(junk.status, 2) << junk.err;
    EXPECT_NE(junk.err.find("the debugger cannot read the core dump"), std::string::npos) << junk.err;
}

}  // namespace
}  // namespace tilescope::autopsy_test
