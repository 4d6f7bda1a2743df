// tests/autopsy/record_test.cpp -- what our Python file records in a debugger that plays a recording back.
// SPDX-License-Identifier: MIT
#include "tests/autopsy/debugger.h"
#include "tests/support/temporary_folder.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <filesystem>

namespace tilescope::autopsy_test {
namespace {

using Json = nlohmann::json;

class Recorded : public test::FolderTest {
protected:
    void SetUp() override {
        if (const std::string why = missing(); !why.empty()) GTEST_SKIP() << why;
    }
    void play(const Play& play) {
        std::filesystem::remove_all(folder);
        std::filesystem::create_directory(folder);
        ran = play.into(folder);
    }
    std::string reason() const {
        const auto ends = lines_with(folder, R"("event": "end")");
        return ends.size() == 1 ? Json::parse(ends[0]).value("reason", "") : say(ends.size(), " ends");
    }
    bool is_finished() const { return lines_with(folder, R"("event": "finished")").size() == 1; }

    Ran ran;
};

// The warps of a warpgroup, and the warpgroups, come to an MMA and behind a wait one by one: nothing is lost or double.
TEST_F(Recorded, HasTheEventsWordsMemoryAndDThatWerePlayed) {
    for (const std::string& recording : recordings())
        for (const char* order : {"\"together\"", "1", "2"}) {
            play({recording, say(R"("order": )", order)});
            EXPECT_EQ(difference(recording, folder), "") << recording << ' ' << order << '\n' << ran.out << ran.err;
            EXPECT_TRUE(is_finished());
            EXPECT_TRUE(lines_with(folder, R"("how": "words")").empty()) << "dumped at once, also above 64 KiB";
        }
}

TEST_F(Recorded, DependsOnNoNameAndNoAddress) {
    for (const std::string& recording : recordings()) {
        play({recording, R"("order": 3, "shift": 65536, "rename": "another_kernel", "launches": 2)"});
        EXPECT_EQ(difference(recording, folder, 65536), "") << recording << '\n' << ran.out << ran.err;
        const auto kernels = lines_with(folder, R"("event": "kernels")");
        ASSERT_EQ(kernels.size(), 1u);
        const Json seen = Json::parse(kernels[0])["seen"];
        ASSERT_EQ(seen.size(), 2u);
        EXPECT_EQ(seen[0]["name"], "fill");
        EXPECT_EQ(seen[0]["launches"], 2);
        EXPECT_EQ(seen[0]["mmas"], 0);
        EXPECT_EQ(seen[1]["name"], "another_kernel");
    }
}

// What cuda-gdb printed on an H100, by hand and under Python.
TEST_F(Recorded, ReadsWhatCudaGdbPrinted) {
    const std::string transcripts = TILESCOPE_SOURCE_DIR "/../shared/vectors/silicon/cuda_gdb";
    if (!std::filesystem::exists(transcripts)) GTEST_SKIP() << "no " << transcripts;
    const Ran read = shell(say("FOLDER='", transcripts,
                               "' gdb -nx -batch -ex 'source assets/debugger/tilescope_gdb.py' "
                               "-x tests/autopsy/transcripts.py"));
    EXPECT_EQ(read.out, "all is read\n") << read.err;
}

// Real machine code with its scoreboards: the registers of a tcgen05.ld are read where they are complete.
TEST_F(Recorded, ReadsATcgen05LdBehindItsFirstUse) {
    const Ran read = shell(
        "PIECES=tests/data/autopsy/tcgen05_loads.txt gdb -nx -batch "
        "-ex 'source assets/debugger/tilescope_gdb.py' -x tests/autopsy/machine_loads.py");
    EXPECT_EQ(read.out, "all is read\n") << read.err;
}

// Of a loop that goes on, the first MMAs and the last trip are recorded, and how many MMAs are missing between.
TEST_F(Recorded, KeepsTheLastTripOfALongLoop) {
    for (const char* order : {"\"together\"", "4"}) {
        play({recording("wrong_sbo"), say(R"("repeat": 10, "order": )", order)});
        EXPECT_EQ(lines_with(folder, R"("event": "mma")").size(), 20u);
        EXPECT_EQ(lines_with(folder, R"("event": "wait")").size(), 6u);
        const auto skipped = lines_with(folder, R"("event": "skipped")");
        ASSERT_EQ(skipped.size(), 1u);
        EXPECT_EQ(Json::parse(skipped[0])["mmas"], 20);
        play({recording("wrong_sbo"), R"("repeat": 10)", R"("steps": 100)"});
        EXPECT_EQ(lines_with(folder, R"("event": "mma")").size(), 40u);
        EXPECT_TRUE(lines_with(folder, R"("event": "skipped")").empty());
    }
}

TEST_F(Recorded, WatchesOneBlock) {
    play({recording("right"), R"("order": 7)"});
    const auto stops = lines_with(folder, R"("event": "stop")").size();
    play({recording("right"), R"("blocks": [3, 2, 1], "order": 7)"});
    EXPECT_EQ(difference(recording("right"), folder), "") << ran.out << ran.err;
    EXPECT_EQ(lines_with(folder, R"("event": "stop")").size(), stops) << "no stop of another block";
    // No condition is taken: the stops of other blocks are passed over.
    play({recording("right"), R"("blocks": [3, 2, 1], "order": 7, "behaviour": "no_conditions")"});
    EXPECT_EQ(difference(recording("right"), folder), "") << ran.out << ran.err;
}

// A debugger may not let a single warp off the breakpoint of an MMA, which needs all four.
TEST_F(Recorded, LiftsABreakpointThatStopsAllProgress) {
    for (const char* name : {"right", "wrong_sbo"}) {
        play({recording(name), R"("order": 2, "behaviour": "sticks")", R"("idle": 0.2)"});
        EXPECT_EQ(difference(recording(name), folder), "") << ran.out << ran.err;
        EXPECT_EQ(lines_with(folder, "no stop came").size(), 1u) << "then they are removed before they stop anything";
        EXPECT_TRUE(lines_with(folder, "skipped").empty());
    }
    // Another warpgroup, or the next trip of a loop, may pass the place unseen: this is said.
    for (const std::string& recording : recordings()) {
        play({recording, R"("order": 3, "behaviour": "sticks")", R"("idle": 0.2)"});
        EXPECT_TRUE(difference(recording, folder).empty() || !lines_with(folder, "skipped").empty()) << recording;
        EXPECT_TRUE(reason() == "exit" || reason() == "exception") << recording << reason();
    }
}

TEST_F(Recorded, TakesTheMmasThatAreAskedFor) {
    play({recording("right"), {}, R"("mma": [1, 3])"});
    EXPECT_EQ(lines_with(folder, R"("event": "mma")").size(), 2u);
    EXPECT_EQ(lines_with(folder, R"("inlined_from": "gemm.cu:12")").size(), 2u);
    EXPECT_EQ(lines_with(folder, R"("event": "wait")").size(), 1u);
    play({recording("right"), {}, R"("mma": [17])"});
    EXPECT_EQ(reason(), "no such mma");
    play({recording("right"), {}, R"("block": [0, 1, 0])"});
    EXPECT_EQ(reason(), "no such block");
    play({recording("right"), {}, R"("kernel": "^nothing$")"});
    EXPECT_EQ(reason(), "no mma");
    play({recording("right"), {}, R"("kernel": "f16_.*48")"});
    EXPECT_EQ(reason(), "exit");
    EXPECT_EQ(lines_with(folder, R"("event": "mma")").size(), 4u);
    play({recording("right"), {}, R"("idle": 0.3, "seconds": 3)"});
    EXPECT_EQ(reason(), "exit") << "no interrupt while stops come";
    play({recording("right"), {}, R"("launch": 1)"});
    EXPECT_EQ(reason(), "no mma");
    play({recording("right"), R"("launches": 1000)"});
    EXPECT_EQ(difference(recording("right"), folder), "") << "a thousand launches before it" << ran.err;
}

// One warp issues it. All that it takes is in the registers. The recording is made by the model: nobody has seen this
// in cuda-gdb.
TEST_F(Recorded, TakesATcgen05MmaWhole) {
    const std::string made = recording("tcgen05_transposed");
    play({made, R"("order": 1)"});
    EXPECT_EQ(difference(made, folder), "") << ran.out << ran.err;
    const auto seen = lines_with(folder, R"("event": "mma")");
    ASSERT_EQ(seen.size(), 4u) << ran.out << ran.err;
    for (const std::string& line : seen) {
        const Json event = Json::parse(line);
        EXPECT_EQ(event["idesc"], "08100010");
        EXPECT_EQ(event["warps_here"].size(), 1u);
        EXPECT_EQ(event["ur"]["UR8"], "00000020") << "the address of D";
        EXPECT_EQ(event["predicates"]["UP0"], line == seen[0] ? 0 : 1) << "enable-input-d";
    }
    EXPECT_EQ(Json::parse(seen[0])["b"], "4000404000000440");
    // Of a loop, a warp that comes again makes another visit.
    play({made, R"("repeat": 3)", R"("steps": 100)"});
    EXPECT_EQ(lines_with(folder, R"("event": "mma")").size(), 12u);
    EXPECT_EQ(lines_with(folder, R"("visit": 3)").size(), 4u);
}

// Each warp stops before each tcgen05.ld, for the address, and behind the first use, for the registers.
TEST_F(Recorded, TakesDOfTcgen05WhereTheKernelLoadsIt) {
    for (const char* name : {"tcgen05_right", "tcgen05_sbo"})
        for (const char* order : {"\"together\"", "2"}) {
            const std::string made = recording(name);
            play({made, say(R"("shift": 4096, "order": )", order)});
            EXPECT_EQ(difference(made, folder, 4096), "") << ran.out << ran.err;
            EXPECT_EQ(lines_with(folder, R"("event": "load")").size(), made.ends_with("sbo") ? 8u : 16u);
            EXPECT_TRUE(lines_with(folder, R"("event": "error")").empty());
        }
    // Without another MMA in a loop, and with fewer steps than it has: the order of the events is that of time.
    play({recording("tcgen05_right"), {}, R"("steps": 1)"});
    EXPECT_EQ(difference(recording("tcgen05_right"), folder), "") << ran.out << ran.err;
}

TEST_F(Recorded, AttachesToAProcess) {
    play({recording("right"), {}, R"("pid": 704)"});
    EXPECT_EQ(difference(recording("right"), folder), "") << ran.out << ran.err;
}

TEST_F(Recorded, ReadsACoreDump) {
    play({recording("outside"), {}, R"("core": "/tmp/core file")"});
    EXPECT_EQ(reason(), "core") << ran.out << ran.err;
    const auto exceptions = lines_with(folder, R"("event": "exception")");
    ASSERT_EQ(exceptions.size(), 1u);
    const Json exception = Json::parse(exceptions[0]);
    EXPECT_EQ(exception["warpgroups"]["1"]["ur"]["UR13"], "40000400");
    EXPECT_EQ(exception["shared"]["bytes"], 25600);
    const auto code = lines_with(folder, R"("event": "code")");
    ASSERT_EQ(code.size(), 1u);
    EXPECT_EQ(Json::parse(code[0])["mma"].size(), 4u);
}

struct Trouble {
    const char* behaviour;
    const char* reason;
    const char* said;  // a part of an event
};
const Trouble kTroubles[] = {{"hangs", "late", R"("event": "hung")"},
                             {"silent", "late", "session"},
                             {"old", "exit", "does not read the uniform registers"},
                             {"no_mma", "no mma", R"("name": "fill")"},
                             {"no_kernel", "no kernel", "exited"},
                             {"no_cuda", "no cuda", "session"},
                             {"no_dump", "exit", "constant bank"}};

TEST_F(Recorded, EndsInTimeWhateverTheDebuggerDoes) {
    for (const Trouble& trouble : kTroubles) {
        const auto began = std::chrono::steady_clock::now();
        play({recording("right"), say(R"("behaviour": ")", trouble.behaviour, '"'), R"("seconds": 1)"});
        EXPECT_EQ(reason(), trouble.reason) << trouble.behaviour << ran.out << ran.err;
        EXPECT_TRUE(is_finished()) << trouble.behaviour;
        EXPECT_FALSE(lines_with(folder, trouble.said).empty()) << trouble.behaviour;
        EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(30)) << trouble.behaviour;
        EXPECT_EQ(ran.err.find("Traceback"), std::string::npos) << trouble.behaviour << ran.err;
    }
    play({recording("right"), R"("behaviour": "no_dump")"});
    EXPECT_TRUE(lines_with(folder, R"("how": "words")").size() > 4) << "memory is read word by word";
}

// Where the warps stand, and the loop there. A kernel that stops at its MMAs does not hang, however short the time is.
TEST_F(Recorded, SaysWhereAKernelHangs) {
    play({recording("right"), R"("behaviour": "hangs", "hangs_after": 3, "hangs_at": "BAR.SYNC")", R"("seconds": 1)"});
    const auto hung = lines_with(folder, R"("event": "hung")");
    ASSERT_EQ(hung.size(), 1u) << ran.out << ran.err;
    const Json event = Json::parse(hung[0]);
    EXPECT_GT(event["seconds"], 0.5);
    ASSERT_EQ(event["places"].size(), 1u);
    EXPECT_EQ(event["places"][0]["warps"], 4);
    EXPECT_NE(event["places"][0]["text"].dump().find("BAR.SYNC"), std::string::npos);
    play({recording("right"), {}, R"("seconds": 1)"});
    EXPECT_TRUE(lines_with(folder, R"("event": "hung")").empty());
    // The kernel waits while the debugger reads.
    play({recording("right"), R"("slow": 0.005)", R"("seconds": 1)"});
    EXPECT_EQ(reason(), "late");
    EXPECT_TRUE(lines_with(folder, R"("event": "hung")").empty());
    const Ran found =
        gdb({}, {R"py(python t = ("NOP", "SYNCS.PHASECHK.TRANS64.TRYWAIT P0[UR5],R5", "@!P0 BRA 0x10"))py",
                 R"py(python text = ["0x%x <+%d>: %s" % (16 * i, 16 * i, t[i]) for i in range(3)])py",
                 R"py(python code = Code(chr(10).join(text)))py",
                 R"py(python print(code.loop_at(0x20)[0], len(code.loop_at(0x20)), code.loop_at(0)))py"});
    EXPECT_EQ(found.out, "SYNCS.PHASECHK.TRANS64.TRYWAIT P0[UR5],R5 2 []\n") << found.err;
}

// Answers without sense: each run ends with a reason, and no error of Python is printed.
TEST_F(Recorded, TakesNoHarmFromGarbage) {
    for (unsigned seed = 0; seed < 12; ++seed) {
        play({recording("right"), say(R"("behaviour": "garbage", "order": )", seed), R"("seconds": 2)"});
        EXPECT_TRUE(is_finished()) << seed << ran.out << ran.err;
        EXPECT_EQ(ran.err.find("Traceback"), std::string::npos) << ran.err;
        EXPECT_EQ(ran.err.find("Python Exception"), std::string::npos) << ran.err;
    }
}

TEST_F(Recorded, RefusesSettingsInOneSentence) {
    const std::pair<const char*, const char*> rows[] = {{"", "needs the variable TILESCOPE_AUTOPSY"},
                                                        {"{", "is not JSON"},
                                                        {"[]", "must be a JSON object"},
                                                        {R"({"out": "/nonexistent/folder"})", "does not exist"},
                                                        {R"({"out": "/tmp", "colour": 1})", "unknown: colour"}};
    for (const auto& [settings, part] : rows) {
        const Ran refused = gdb(say("TILESCOPE_AUTOPSY='", settings, "' "), {"ts record"});
        EXPECT_NE(refused.err.find(part), std::string::npos) << settings << '\n' << refused.err;
        EXPECT_EQ(refused.err.find("Traceback"), std::string::npos) << refused.err;
    }
}

// The lines go to a FIFO as they come, and the program is ended if nobody reads them any more.
TEST_F(Recorded, WritesTheLinesToAPipe) {
    const Ran made = shell(say("mkfifo ", folder, "/lines && mkdir ", folder, "/out"));
    ASSERT_EQ(made.status, 0) << made.err;
    const std::string environment =
        standin_settings(say(R"({"recording": ")", recording("right"), "\"}")) +
        say(R"(TILESCOPE_AUTOPSY='{"out": ")", folder, R"(/out", "lines": ")", folder, R"(/lines"}' )");
    const Ran read = shell(say("cat ", folder, "/lines >", folder, "/copy & ", environment,
                               "timeout 60 gdb -nx -batch -ex 'source tests/autopsy/standin.py' "
                               "-ex 'source assets/debugger/tilescope_gdb.py' -ex 'ts record'; wait; cmp ",
                               folder, "/copy ", folder, "/out/recording.jsonl && echo equal"));
    EXPECT_EQ(read.out, "equal\n") << read.err;
    const Ran gone = shell(say("head -c 100 ", folder, "/lines >/dev/null & ", environment,
                               "timeout 60 gdb -nx -batch -ex 'source tests/autopsy/standin.py' "
                               "-ex 'source assets/debugger/tilescope_gdb.py' -ex 'ts record'; echo $?"));
    EXPECT_EQ(gone.out, "0\n") << gone.err;
    EXPECT_TRUE(lines_with(folder + "/out", R"("event": "finished")").empty());
}

// A program without a GPU: its output goes where it is told to, and the debugger says what happened.
TEST_F(Recorded, PassesTheOutputOfTheProgramOn) {
    if (const std::string why = missing(true); !why.empty()) GTEST_SKIP() << why;
    const std::string environment =
        standin_settings("{}") + say(R"(TILESCOPE_AUTOPSY='{"out": ")", folder, R"(", "stdout": 7, "stderr": 8}' )");
    const Ran done = shell(say(environment,
                               "gdb -nx -batch -ex 'source tests/autopsy/standin.py' "
                               "-ex 'source assets/debugger/tilescope_gdb.py' -ex 'ts record' --args sh -c "
                               "'echo out \"$1\"; echo err >&2; env | grep TILESCOPE_AUTOPSY; exit 3' x 'a  b' 7>",
                               folder, "/out 8>", folder, "/err; cat ", folder, "/out; cat ", folder, "/err >&2"));
    EXPECT_NE(done.out.find("out a  b\n"), std::string::npos) << done.out;
    EXPECT_EQ(done.out.find("TILESCOPE_AUTOPSY"), std::string::npos) << done.out;
    EXPECT_NE(done.err.find("err\n"), std::string::npos) << done.err;
    EXPECT_EQ(reason(), "no kernel") << done.out << done.err;
    EXPECT_FALSE(lines_with(folder, R"("exit_code": 3)").empty());
    EXPECT_FALSE(lines_with(folder, R"("children": 2)").empty()) << "env and grep, which are not watched";
}

}  // namespace
}  // namespace tilescope::autopsy_test
