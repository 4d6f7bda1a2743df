// tests/autopsy/verdict_test.cpp -- `tilescope autopsy` under a debugger says what it says of the recording itself.
// SPDX-License-Identifier: MIT
#include "tests/autopsy/debugger.h"
#include "tests/support/temporary_folder.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <regex>

namespace tilescope::autopsy_test {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

class Verdict : public test::FolderTest {
protected:
    void SetUp() override {
        if (const std::string why = missing(); !why.empty()) GTEST_SKIP() << why;
        debugger = write_debugger(folder);
    }
    // From a program whose kernel does what was recorded.
    Ran live(const std::string& played, const std::string& more = {}, const std::string& options = {}) const {
        const std::string with = more.empty() ? "" : ", " + more;
        return shell(say(standin_settings(say(R"({"recording": ")", played, '"', with, '}')),
                         "'" TILESCOPE_PROGRAM "' ", "autopsy --json --debugger ", debugger, ' ', arrays(played),
                         options, " -- true"));
    }
    Ran recorded(const std::string& played) const {
        return shell(say("'" TILESCOPE_PROGRAM "' autopsy --json --recording ", played, ' ', arrays(played)));
    }
    std::string arrays(const std::string& played) const {
        if (!with_arrays) return {};
        if (fs::exists(played + "/ab.npz")) return say("--arrays ", played, "/ab.npz ");
        if (!fs::exists(played + "/A.bin")) return {};
        return say("--a ", played, "/A.bin --b ", played, "/B.bin ");
    }
    // What a verdict is: not the name of the kernel, and not where its instructions are or which registers they take.
    static Json essence(const std::string& text) {
        Json out = Json::array();
        const Json json = Json::parse(text, nullptr, false);
        if (!json.is_object()) return json;
        for (const Json& chain : json["chains"]) {
            Json words = Json::array();
            for (const Json& mma : chain["mmas"])
                words.push_back({std::regex_replace(mma["text"].get<std::string>(), std::regex("R[0-9]+"), "R"),
                                 mma["a_desc"], mma["b_desc"]});
            Json faults = Json::array();
            for (const Json& fault : chain["faults"])
                faults.push_back({fault["operand"], fault["field"], fault["k_steps"], fault["value"], fault["right"]});
            out.push_back({{"mmas", words}, {"verdict", chain["verdict"]}, {"faults", faults}});
        }
        return out;
    }

    std::string debugger;
    bool with_arrays = true;
};

TEST_F(Verdict, IsThatOfTheRecordingItself) {
    constexpr const char* kOther = R"("order": 5, "shift": 4096, "rename": "my_kernel", "registers": 8)";
    for (const std::string& played : recordings())
        for (const auto& [more, given] : {std::pair("", true), std::pair(kOther, true), std::pair(kOther, false)}) {
            with_arrays = given;
            const Ran once = recorded(played);
            const Json wanted = essence(once.out);
            ASSERT_TRUE(wanted.is_array()) << played << once.out << once.err;
            const Ran ran = live(played, more);
            EXPECT_EQ(essence(ran.out), wanted) << played << ' ' << more << '\n' << ran.err;
            EXPECT_EQ(ran.status, once.status) << played << ' ' << more << '\n' << ran.err;
        }
}

// A debugger that took a line of it would run it as a command.
TEST_F(Verdict, TheInputIsForTheProgramOnly) {
    if (const std::string why = missing(true); !why.empty()) GTEST_SKIP() << why;
    const std::string input = say("shell touch ", folder, "/a_command\nquit\n");
    std::ofstream(folder + "/input") << input;
    const std::string look = say(standin_settings("{}"), "'" TILESCOPE_PROGRAM "' autopsy --debugger ", debugger,
                                 " -- cat - '", folder, "/input'");
    for (const std::string& ran : {say(look, " < ", folder, "/input"), say("cat ", folder, "/input | ", look)}) {
        const Ran both = shell(ran);
        EXPECT_EQ(both.out, input + input) << both.err;
    }
    EXPECT_FALSE(fs::exists(folder + "/a_command"));
}

// D was read before the MMAs were complete, or is another one.
TEST_F(Verdict, AccusesNobodyWhereDIsAnotherOne) {
    for (const char* name : {"tcgen05_right", "tcgen05_sbo"}) {
        const Ran ran = live(recording(name), R"("behaviour": "stale_d")");
        const Json chain = Json::parse(ran.out, nullptr, false)["chains"][0];
        EXPECT_EQ(chain["verdict"], name[8] == 's' ? "wrong" : "unknown") << ran.out << ran.err;
        EXPECT_EQ(chain["faults"].size(), name[8] == 's' ? 1u : 0u) << "the word is wrong all the same";
        EXPECT_NE(ran.out.find("are not what these words and these bytes give"), std::string::npos);
    }
}

// It has read the right elements so far, but that is not the answer.
TEST_F(Verdict, AKernelThatHangsIsNotRight) {
    const std::string right = recording("right");
    const Ran late = live(right, R"("behaviour": "hangs", "hangs_after": 5, "hangs_at": "BAR.SYNC")", "--seconds 8");
    EXPECT_EQ(late.status, 1) << late.err;
    const std::string line = Json::parse(late.out, nullptr, false).value("line", "");
    for (const char* part : {"did not end", " s. ", "Warpgroup 0 stands at +", "waits for other warps, at a barrier",
                             "its last MMA was MMA 3"})
        EXPECT_NE(line.find(part), std::string::npos) << part << '\n' << line;
    // A warp that stands before an MMA may be held by the debugger.
    const Ran held = live(right, R"("behaviour": "hangs")", "--seconds 2");
    EXPECT_EQ(held.status, 0) << held.err;
    EXPECT_NE(held.out.find("Not known, because kernel"), std::string::npos) << held.out;
    // Nor is a store behind the last wait, at which the debugger stops.
    const Ran behind = live(right, R"("behaviour": "hangs", "hangs_after": 5)", "--seconds 3");
    EXPECT_EQ(behind.status, 0) << behind.out;
    EXPECT_NE(behind.out.find("where the debugger may hold it"), std::string::npos) << behind.out;
    // What is certain comes first.
    const Ran both = live(recording("wrong_sbo"), R"("behaviour": "hangs", "hangs_after": 5)", "--seconds 3");
    EXPECT_EQ(both.status, 1) << both.err;
    EXPECT_NE(Json::parse(both.out, nullptr, false).value("line", "").find("sbo of B is 512"), std::string::npos);
    const Ran never = live(right, R"("behaviour": "hangs", "hangs_after": 0, "hangs_at": "BAR.SYNC")", "--seconds 8");
    EXPECT_EQ(never.status, 1) << never.err;
    EXPECT_NE(never.out.find("it came to no MMA"), std::string::npos) << never.out;
}

// A debugger that gives no answer in some phase, and perhaps does not hear Ctrl+C: all ends in time, with a sentence.
TEST_F(Verdict, AShortTimeEndsEachPhase) {
    constexpr std::string_view kPhases[] = {"show version",
                                            "show cuda",
                                            "run",
                                            "info cuda kernels",
                                            "$pc",
                                            "disassemble",
                                            "info cuda devices",
                                            "break",
                                            "continue",
                                            "$errorpc",
                                            "info cuda warps",
                                            "cuda thread",
                                            "$UR",
                                            "*(@shared",
                                            "dump binary",
                                            "info line",
                                            "$R",
                                            "kill"};
    std::string all;
    std::size_t count = 0;
    for (const std::string_view phase : kPhases)
        for (const char* deaf : {"false", "true"})
            all += say("( TILESCOPE_TEST=", folder, ' ',
                       standin_settings(say(R"({"recording": ")", recording("right"), R"(", "silent_at": ")", phase,
                                            R"(", "deaf": )", deaf, '}')),
                       "'" TILESCOPE_PROGRAM "' autopsy --debugger ", debugger, " --seconds 1 -- true >", folder, '/',
                       count, ".out 2>", folder, '/', count, ".err; echo $? >", folder, '/', count, ".status ) & "),
                ++count;
    const auto began = std::chrono::steady_clock::now();
    shell(all + "wait");
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(60));
    EXPECT_EQ(shell(say("grep -l TILESCOPE_TEST=", folder, " /proc/[0-9]*/environ 2>/dev/null")).out, "");
    for (std::size_t i = 0; i < count; ++i) {
        const Ran one = shell(say("cat ", folder, '/', i, ".out; cat ", folder, '/', i, ".err >&2; exit $(cat ", folder,
                                  '/', i, ".status)"));
        const std::string_view phase = kPhases[i / 2];
        EXPECT_TRUE(one.status == 0 || one.status == 3 || one.status == 4) << phase << one.status << one.err;
        EXPECT_NE(one.status == 0 ? one.out : one.err, "") << phase;
        EXPECT_EQ(one.err.find("Traceback"), std::string::npos) << phase << one.err;
    }
}

TEST_F(Verdict, NothingThatCanBeSaidIsARefusal) {
    const std::string right = recording("right");
    EXPECT_EQ(live(right, R"("behaviour": "no_mma")").status, 4);
    EXPECT_EQ(live(right, R"("behaviour": "no_cuda")").status, 3);
    EXPECT_EQ(live(right, {}, "--kernel nothing").status, 4);
    EXPECT_EQ(live(right, {}, "--kernel '['").status, 2);
    EXPECT_EQ(live(right, {}, "--block 0,1").status, 2);
    // 3 on a machine without a GPU, else 4.
    EXPECT_GE(live(right, R"("behaviour": "no_kernel")").status, 3);
    EXPECT_GE(live(right, R"("behaviour": "silent")", "--seconds 2").status, 3);
    // Words and memory are not read: it says so, and accuses nothing.
    const Ran old = live(right, R"("behaviour": "old")");
    EXPECT_EQ(old.status, 0) << old.out << old.err;
    for (const Json& chain : Json::parse(old.out, nullptr, false)["chains"]) EXPECT_EQ(chain["verdict"], "unknown");
}

}  // namespace
}  // namespace tilescope::autopsy_test
