// tests/autopsy/verdict_test.cpp -- `tilescope autopsy` under a debugger says what it says of the recording itself.
// SPDX-License-Identifier: MIT
#include "tests/autopsy/debugger.h"
#include "tests/support/temporary_folder.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>

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
    static Ran recorded(const std::string& played) {
        return shell(say("'" TILESCOPE_PROGRAM "' autopsy --json --recording ", played, ' ', arrays(played)));
    }
    static std::string arrays(const std::string& played) {
        if (fs::exists(played + "/ab.npz")) return say("--arrays ", played, "/ab.npz ");
        if (!fs::exists(played + "/A.bin")) return {};
        return say("--a ", played, "/A.bin --b ", played, "/B.bin ");
    }
    // What a verdict is: not the name of the kernel, and not where its instructions are.
    static Json essence(const std::string& text) {
        Json out = Json::array();
        const Json json = Json::parse(text, nullptr, false);
        if (!json.is_object()) return json;
        for (const Json& chain : json["chains"]) {
            Json words = Json::array();
            for (const Json& mma : chain["mmas"]) words.push_back({mma["text"], mma["a_desc"], mma["b_desc"]});
            Json faults = Json::array();
            for (const Json& fault : chain["faults"])
                faults.push_back({fault["operand"], fault["field"], fault["k_steps"], fault["value"], fault["right"]});
            out.push_back({{"mmas", words}, {"verdict", chain["verdict"]}, {"faults", faults}});
        }
        return out;
    }

    std::string debugger;
};

TEST_F(Verdict, IsThatOfTheRecordingItself) {
    for (const std::string& played : recordings()) {
        const Ran once = recorded(played);
        const Json wanted = essence(once.out);
        ASSERT_TRUE(wanted.is_array()) << played << once.out << once.err;
        for (const char* more : {"", R"("order": 5, "shift": 4096, "rename": "my_kernel")"}) {
            const Ran ran = live(played, more);
            EXPECT_EQ(essence(ran.out), wanted) << played << ' ' << more << '\n' << ran.err;
            EXPECT_EQ(ran.status, once.status) << played << ' ' << more << '\n' << ran.err;
        }
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
    const Ran late = live(right, R"("behaviour": "hangs", "hangs_after": 5, "hangs_at": "BAR.SYNC")", "--seconds 3");
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
    const Ran never = live(right, R"("behaviour": "hangs", "hangs_after": 0, "hangs_at": "BAR.SYNC")", "--seconds 3");
    EXPECT_EQ(never.status, 1) << never.err;
    EXPECT_NE(never.out.find("it came to no MMA"), std::string::npos) << never.out;
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
