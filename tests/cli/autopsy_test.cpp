// tests/cli/autopsy_test.cpp -- autopsy: recordings to a verdict, and a debugger that does all that one can do wrong.
// SPDX-License-Identifier: MIT
#include "tests/cli/run_program.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/wait_until.h"

#include <tilescope/base/say.h>
#include <tilescope/emulator/floats.h>

#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace tilescope::cli_test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

const std::string kData = "tests/data/autopsy/";

std::string recorded(const std::string& name, bool with_arrays = true) {
    std::string out = say("--recording ", kData, name);
    if (with_arrays) out += say(" --arrays ", kData, name, "/ab.npz");
    return out;
}

// ---- recordings

TEST(AutopsyRecording, ARightKernelIsRight) {
    const Ran ran = run("autopsy --json --strict " + recorded("right"));
    EXPECT_EQ(ran.status, 0) << ran.err;
    const Json json = Json::parse(ran.out);
    EXPECT_NE(json["kernel"].get<std::string>().find("f16_64x48x64_at512"), std::string::npos);
    ASSERT_EQ(json["chains"].size(), 1u);
    const Json& chain = json["chains"][0];
    EXPECT_EQ(chain["verdict"], "right") << ran.out;
    EXPECT_TRUE(chain["faults"].empty());
    ASSERT_EQ(chain["mmas"].size(), 4u);
    EXPECT_EQ(chain["mmas"][0]["a_desc"], "0x4008004000010060");
    EXPECT_EQ(chain["mmas"][3]["b_desc"], "0x4004004000010296");
    EXPECT_EQ(chain["mmas"][0]["warpgroup"], 0);
    EXPECT_TRUE(chain["mmas"][0]["offset"].get<std::string>().starts_with("+")) << ran.out;
    EXPECT_NE(chain["mmas"][0]["text"].get<std::string>().find("HGMMA.64x48x16"), std::string::npos);
}

struct NamedFault {
    std::string recording, operand, field;
    std::vector<int> steps;
    Json value, right;
};
// The rows are those of the vectors' cases.csv.
const NamedFault kFaults[] = {{"wrong_sbo", "b", "sbo", {0, 1, 2, 3}, 512, 1024},
                              {"wrong_steps", "a", "start", {1, 2, 3}, 0x600, 0x420},
                              {"outside", "a", "sbo", {}, 16384, 1024}};

TEST(AutopsyRecording, AFaultIsNamedWithItsValueAndTheRightOne) {
    for (const NamedFault& fault : kFaults) {
        const Ran ran = run("autopsy --json " + recorded(fault.recording));
        EXPECT_EQ(ran.status, 1) << fault.recording << ran.err;
        const Json json = Json::parse(ran.out);
        const Json& chain = json["chains"][0];
        EXPECT_EQ(chain["verdict"], fault.recording == "outside" ? "fault" : "wrong") << ran.out;
        ASSERT_FALSE(chain["faults"].empty()) << ran.out;
        const Json& first = chain["faults"][0];
        EXPECT_EQ(first["operand"], fault.operand) << ran.out;
        EXPECT_EQ(first["field"], fault.field) << ran.out;
        EXPECT_EQ(first["value"], fault.value) << ran.out;
        EXPECT_EQ(first["right"], fault.right) << ran.out;
        if (!fault.steps.empty()) {
            EXPECT_EQ(first["k_steps"], Json(fault.steps)) << ran.out;
        }
    }
}

TEST(AutopsyRecording, TheVerdictIsTheFirstLine) {
    const Ran ran = run("autopsy " + recorded("wrong_sbo"));
    EXPECT_EQ(ran.status, 1) << ran.err;
    const std::string first = ran.out.substr(0, ran.out.find("\n\n"));
    for (const char* part : {"sbo", "512", "1024", "s8_64x64x128_q"})
        EXPECT_NE(first.find(part), std::string::npos) << part << "\n" << ran.out;
    EXPECT_NE(ran.out.find("Chain 0, warpgroup 0, K steps 0 to 3: wrong"), std::string::npos) << ran.out;
}

// Raw words have no header, so nothing but their order is known. B can also have its columns as rows.
TEST(AutopsyRecording, RawWordsSayTheSameAsArrays) {
    const std::string a = say(" --a ", kData, "wrong_sbo/A.bin"), b = say(" --b ", kData, "wrong_sbo/B.bin");
    const Ran arrays = run("autopsy --json " + recorded("wrong_sbo")),
              words = run(say("autopsy --json ", recorded("wrong_sbo", false), a, b));
    EXPECT_EQ(words.status, 1) << words.err;
    EXPECT_EQ(Json::parse(words.out)["chains"][0]["faults"], Json::parse(arrays.out)["chains"][0]["faults"]);
}

// Numbers say nothing of the type in memory. The kernel says bf16, and A and B are stored as f16 (recorded on an H100).
TEST(AutopsyRecording, NumbersOfAnyWidthFindTheTypeInMemory) {
    const fs::path kernel = fs::path(TILESCOPE_SOURCE_DIR) / "../shared/vectors/silicon/autopsy/f16_64x40x64";
    if (!fs::exists(kernel)) GTEST_SKIP() << "no " << kernel << ": the project does not contain this recording";
    const test::TemporaryFolder folder;
    const auto as_f32 = [&](const std::string& name, unsigned rows) {
        std::ifstream in(kernel / (name + ".bin"), std::ios::binary);
        std::string head = say("{'descr': '<f4', 'fortran_order': False, 'shape': (", rows, ", 64), }");
        head.append(64 - (10 + head.size() + 1) % 64, ' ');
        head += '\n';
        std::ofstream out(folder.path() + "/" + name + ".npy", std::ios::binary);
        out << "\x93NUMPY\x01" << '\0' << static_cast<char>(head.size()) << '\0' << head;
        for (char half[2]; in.read(half, 2);) {
            const auto word = static_cast<std::uint32_t>(static_cast<unsigned char>(half[0]) |
                                                         static_cast<unsigned char>(half[1]) << 8);
            const auto value = static_cast<float>(value_of_word(*find_float("f16"), word));
            out.write(reinterpret_cast<const char*>(&value), sizeof value);
        }
    };
    as_f32("A", 64);
    as_f32("B", 40);
    const Ran ran = run(say("autopsy --json --recording ", kernel.string(), " --a ", folder.path(), "/A.npy --b ",
                            folder.path(), "/B.npy"));
    EXPECT_EQ(ran.status, 1) << ran.err;
    const Json json = Json::parse(ran.out);
    ASSERT_FALSE(json["chains"][0]["faults"].empty()) << ran.out;
    EXPECT_EQ(json["chains"][0]["faults"][0]["field"], "type") << ran.out;
    EXPECT_EQ(json["chains"][0]["faults"][0]["right"], "f16") << ran.out;
}

TEST(AutopsyRecording, WithoutArraysNoFieldIsAccused) {
    const Ran ran = run("autopsy --json " + recorded("right", false));
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_TRUE(Json::parse(ran.out)["chains"][0]["faults"].empty()) << ran.out;
    EXPECT_EQ(run("autopsy --strict " + recorded("right", false)).status, 1) << "not known is 1 with --strict";
}

// What --out leaves is enough for the model to give the recorded D, and for another autopsy.
TEST(AutopsyRecording, LeavesASessionThatComputesTheRecordedD) {
    const test::TemporaryFolder folder;
    const std::string out = folder.path() + "/out";
    const Ran ran = run(say("autopsy --out ", out, " ", recorded("wrong_sbo")));
    EXPECT_EQ(ran.status, 1) << ran.err;
    const Ran model = run(say("emulate ", out, "/chain0.json --against ", out, "/chain0_d.npy"));
    EXPECT_NE(model.out.find("All 4096 words of the dump are equal to the model."), std::string::npos) << model.out;
    EXPECT_TRUE(fs::exists(out + "/chain0.html"));
    const Ran again = run(say("autopsy --recording ", out, "/recording --arrays ", kData, "wrong_sbo/ab.npz"));
    EXPECT_EQ(again.status, 1);
    EXPECT_TRUE(ran.out.starts_with(again.out)) << again.out;
    const Ran twice = run(say("autopsy --out ", out, " ", recorded("wrong_sbo")));
    EXPECT_EQ(twice.status, 2);
}

// Memory of which a part is missing is no evidence that words are wrong.
TEST(AutopsyRecording, WithoutTheWholeMemoryNothingIsKnown) {
    const std::string memory = "shared_f9a247c21f3f.bin";
    const std::pair<std::string, std::string> files[] = {{memory, ""},
                                                         {memory, std::string(1000, 'x')},
                                                         {memory + ".gz", ""},
                                                         {memory + ".gz", std::string(17408, 'x')}};
    for (const auto& [name, bytes] : files) {
        const test::TemporaryFolder folder;
        const fs::path copy = folder.path() + "/right";
        fs::copy(fs::path(TILESCOPE_SOURCE_DIR) / kData / "right", copy);
        fs::remove(copy / (memory + ".gz"));
        std::ofstream(copy / name, std::ios::binary) << bytes;
        const Ran ran = run(say("autopsy --json --recording ", copy.string(), " --arrays ", kData, "right/ab.npz"));
        EXPECT_EQ(ran.status, 0) << ran.err;
        const Json json = Json::parse(ran.out);
        EXPECT_EQ(json["chains"][0]["verdict"], "unknown") << ran.out;
        ASSERT_EQ(json["lost"].size(), 1u) << ran.out;
        EXPECT_NE(json["lost"][0].get<std::string>().find(memory), std::string::npos) << ran.out;
    }
}

TEST(AutopsyRecording, WordsOfNoSizeOfAMatrixAreRefused) {
    const test::TemporaryFolder folder;
    const std::string empty = folder.path() + "/empty.bin", odd = folder.path() + "/odd.bin";
    std::ofstream(empty).flush();
    std::ofstream(odd) << std::string(1000, 'x');
    const std::pair<std::string, std::string> rows[] = {
        {"--a " + empty, "it has 0 bytes"},
        {"--expect " + empty, "it has 0 bytes"},
        {"--expect " + odd,
         "it has 1000 bytes; D of an MMA here is 64 x 48 words of 4 bytes, so 12288 bytes are right"}};
    for (const auto& [arguments, part] : rows) {
        const Ran ran = run(say("autopsy ", recorded("right", false), " ", arguments));
        EXPECT_EQ(ran.status, 2) << arguments << "\n" << ran.err;
        EXPECT_NE(ran.err.find(part), std::string::npos) << arguments << "\n" << ran.err;
        EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
    }
}

TEST(AutopsyRecording, RefusalsAreOneSentence) {
    const test::TemporaryFolder folder;
    std::ofstream(folder.path() + "/recording.jsonl") << "this is not a recording\n";
    const std::pair<std::string, std::string> rows[] = {
        {"autopsy", "there is nothing to look at"},
        {"autopsy --recording /nonexistent", "is not a folder"},
        {"autopsy --recording tests/data", "recording.jsonl"},
        {say("autopsy --recording ", folder.path()), "recording.jsonl"},
        {say("autopsy ", recorded("right"), " -- true"), "give only one of"},
        {say("autopsy ", recorded("right", false), " --a /nonexistent/a.npy"), "/nonexistent/a.npy"},
        {"autopsy --csv " + recorded("right"), "has no --csv"},
        {"autopsy --block 1,2,x -- true", "--block"},
        {"autopsy --mma first -- true", "--mma"},
        {"autopsy --launch 0 -- true", "--launch"},
        {"autopsy --seconds 100000 -- true", "--seconds"},
        {"autopsy -- /nonexistent/program", "is not a program"},
        {"autopsy --core /nonexistent/core", "is not a file"}};
    for (const auto& [arguments, part] : rows) {
        const Ran ran = run(arguments);
        EXPECT_EQ(ran.status, 2) << arguments << "\n" << ran.err;
        EXPECT_TRUE(ran.out.empty()) << arguments << "\n" << ran.out;
        EXPECT_NE(ran.err.find(part), std::string::npos) << arguments << "\n" << ran.err;
        EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
    }
}

TEST(AutopsyRecording, WithoutAnMmaNothingWasObserved) {
    const test::TemporaryFolder folder;
    std::ofstream(folder.path() + "/recording.jsonl") << R"({"event": "session", "version": ["cuda-gdb"]})"
                                                      << "\n"
                                                      << R"({"event": "finished"})"
                                                      << "\n";
    const Ran ran = run("autopsy --recording " + folder.path());
    EXPECT_EQ(ran.status, 4) << ran.err;
    EXPECT_NE(ran.err.find("Nothing was observed"), std::string::npos) << ran.err;
}

TEST(GdbInit, PrintsOneLineAndTheScriptIsPython) {
    const Ran ran = run("gdb-init");
    EXPECT_EQ(ran.status, 0);
    EXPECT_EQ(std::ranges::count(ran.out, '\n'), 1) << ran.out;
    EXPECT_TRUE(ran.out.starts_with("source /") || ran.out.starts_with("python ")) << ran.out;
    const Ran script = run("autopsy --script");
    EXPECT_EQ(script.status, 0);
    EXPECT_NE(script.out.find("import gdb"), std::string::npos);
}

// ---- a debugger

// A script in the place of cuda-gdb. It has $out, the folder of the recording, and `program`, which runs what stands
// behind --args.
class FakeDebugger : public test::FolderTest {
protected:
    void SetUp() override { fs::create_directory(folder + "/tmp"); }

    std::string debugger(const std::string& script) const {
        const std::string path = folder + "/cuda-gdb";
        std::ofstream(path) << "#!/bin/sh\n"
                               "out=$(printf '%s' \"$TILESCOPE_AUTOPSY\" | sed 's/.*\"out\":\"\\([^\"]*\\)\".*/\\1/')\n"
                               "while [ $# -gt 0 ] && [ \"$1\" != --args ]; do shift; done\n"
                               "[ $# -gt 0 ] && shift\n"
                               "program() { \"$@\"; }\n"
                               "event() { printf '%s\\n' \"$1\" >> \"$out/recording.jsonl\"; }\n"
                               "replay() { gzip -dc '" TILESCOPE_SOURCE_DIR
                               "/tests/data/autopsy/'$1/recording.jsonl.gz | grep -v -- "
                               "\"${2:-no such text}\" > \"$out/recording.jsonl\"\n"
                               "  cp '" TILESCOPE_SOURCE_DIR "/tests/data/autopsy/'$1/*.bin.gz '" TILESCOPE_SOURCE_DIR
                               "/tests/data/autopsy/'$1/sass.txt.gz \"$out\"; }\n"
                            << script << "\n";
        chmod(path.c_str(), 0755);
        return path;
    }
    Ran autopsy(const std::string& script, const std::string& rest, std::string_view input = {}) const {
        const std::string path = debugger(script);
        setenv("TMPDIR", (folder + "/tmp").c_str(), 1);
        const Ran ran = run(say("autopsy --debugger ", path, " ", rest), input);
        unsetenv("TMPDIR");
        EXPECT_TRUE(fs::is_empty(folder + "/tmp")) << "the temporary folder is left";
        EXPECT_FALSE(is_running()) << "a process is left";
        return ran;
    }
    // Every process that the fake starts has the folder in its environment.
    bool is_running() const {
        std::error_code failed;
        for (fs::directory_iterator entry("/proc", failed), end; !failed && entry != end; entry.increment(failed)) {
            std::ifstream in(entry->path() / "environ", std::ios::binary);
            std::stringstream text;
            text << in.rdbuf();
            if (text.str().find("TILESCOPE_AUTOPSY_RUN=" + folder) != std::string::npos) return true;
        }
        return false;
    }
};

using std::chrono::seconds, std::chrono::steady_clock;

TEST_F(FakeDebugger, PlaysARecordingToTheVerdict) {
    const std::string arrays = say("--arrays ", kData, "wrong_sbo/ab.npz");
    const Ran ran = autopsy("program \"$@\"\nreplay wrong_sbo", arrays +
                                                                    " -- /bin/sh -c 'echo from the program; "
                                                                    "echo and its errors >&2'");
    EXPECT_EQ(ran.status, 1) << ran.err;
    EXPECT_TRUE(ran.out.starts_with("from the program\n")) << ran.out;
    EXPECT_NE(ran.err.find("and its errors\n"), std::string::npos) << ran.err;
    EXPECT_NE(ran.out.find("sbo of B"), std::string::npos) << ran.out;
    const Ran json = autopsy("program \"$@\"\nreplay wrong_sbo", arrays + " --json -- /bin/echo from the program");
    EXPECT_EQ(Json::parse(json.out)["chains"][0]["verdict"], "wrong") << "the program's output is not in the document";
    EXPECT_NE(json.err.find("from the program\n"), std::string::npos);
}

TEST_F(FakeDebugger, KeepsTheRecordingWhereTheUserWantsIt) {
    const std::string kept = folder + "/kept";
    const Ran ran = autopsy("replay right", "--keep " + kept + " -- /bin/true");
    EXPECT_EQ(ran.status, 0) << ran.err;
    const Ran again = run("autopsy --recording " + kept);
    EXPECT_EQ(again.out, ran.out);
    const Ran twice = autopsy("replay right", "--keep " + kept + " -- /bin/true");
    EXPECT_EQ(twice.status, 2);
    EXPECT_NE(twice.err.find("is not an empty folder"), std::string::npos) << twice.err;
    for (const char* inside : {"/out", "/./out/", "/out/kept"}) {  // a stop removes what is in --out
        const Ran both =
            autopsy("replay right", say("--out ", folder, "/out --keep ", folder, inside, " -- /bin/true"));
        EXPECT_EQ(both.status, 2) << inside;
        EXPECT_NE(both.err.find("--keep is in the folder of --out"), std::string::npos) << both.err;
    }
    EXPECT_EQ(autopsy("replay right", say("--out ", folder, "/out --keep ", folder, "/out2 -- /bin/true")).status, 0);
}

TEST_F(FakeDebugger, ThatIsMissing) {
    const Ran ran = run("autopsy --debugger /nonexistent/cuda-gdb -- /bin/true");
    EXPECT_EQ(ran.status, 3);
    EXPECT_NE(ran.err.find("--debugger: '/nonexistent/cuda-gdb'"), std::string::npos) << ran.err;
}

// What gdb prints, and what the user is told.
TEST_F(FakeDebugger, ThatCannotRecordSaysWhy) {
    const std::pair<std::string, std::string> rows[] = {
        {"Scripting in the \"Python\" language is not supported in this copy of GDB.", "it has no Python"},
        {"Python scripting is not supported in this copy of GDB.", "it has no Python"},
        {"warning: Could not trace the inferior process.\nwarning: ptrace: Operation not permitted", "--cap-add"},
        {"fatal:  All CUDA devices are used for display and cannot be used while debugging. (error code = "
         "CUDBG_ERROR_ALL_DEVICES_WATCHDOGGED)",
         "the GPU also draws the screen"},
        {"fatal:  The CUDA driver failed initialization. (error code = CUDBG_ERROR_INITIALIZATION_FAILURE)",
         "does not allow debugging. It says: fatal:  The CUDA driver failed initialization."}};
    for (const auto& [prints, told] : rows) {
        std::ofstream(folder + "/says") << prints << "\n";
        const Ran ran = autopsy("cat '" + folder + "/says' >&2\nexit 1", "-- /bin/true");
        EXPECT_EQ(ran.status, 3) << prints << "\n" << ran.err;
        EXPECT_NE(ran.err.find(told), std::string::npos) << ran.err;
    }
}

TEST_F(FakeDebugger, ThatIsSilentIsEndedWithAllThatItStarted) {
    const auto begin = steady_clock::now();
    const Ran ran = autopsy("trap '' TERM\n(trap '' TERM; sleep 1000) &\nsetsid sleep 1000 &\nsleep 1000",
                            "--seconds 1 -- /bin/true");
    EXPECT_EQ(ran.status, 4) << ran.err;
    EXPECT_NE(ran.err.find("it has not started to record"), std::string::npos) << ran.err;
    EXPECT_LT(steady_clock::now() - begin, seconds(30));
}

TEST_F(FakeDebugger, ThatStartsAndThenHangsIsEnded) {
    const Ran ran = autopsy("event '{\"event\": \"session\"}'\nsleep 1000", "--seconds 1 -- /bin/true");
    EXPECT_EQ(ran.status, 4) << ran.err;
    EXPECT_NE(ran.err.find("it has not finished after"), std::string::npos) << ran.err;
}

// A debugger that has recorded all and then does not end.
TEST_F(FakeDebugger, ThatDoesNotEndIsEndedAndItsRecordingIsUsed) {
    const Ran ran = autopsy("replay right\nsleep 1000", "-- /bin/true");
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_NE(ran.out.find("Chain 0"), std::string::npos) << ran.out;
}

TEST_F(FakeDebugger, ThatWritesGarbageIsRefused) {
    for (const char* script :
         {"head -c 300000 /dev/urandom > \"$out/recording.jsonl\"", "event '{\"event\": \"session\"}'; event '{{{'",
          "event '{\"event\": \"session\"}'; event '[1, 2]'; event '{\"event\": \"mma\", \"pc\": 7}'; event "
          "'{\"event\": \"finished\"}'"}) {
        const Ran ran = autopsy(script, "-- /bin/true");
        EXPECT_EQ(ran.status, 4) << script << "\n" << ran.err;
        EXPECT_TRUE(ran.out.empty()) << ran.out;
        EXPECT_LT(ran.err.size(), 1000u) << ran.err;
    }
}

TEST_F(FakeDebugger, ThatIsKilled) {
    const Ran ran = autopsy("event '{\"event\": \"session\"}'\nkill -9 $$", "-- /bin/true");
    EXPECT_EQ(ran.status, 4) << ran.err;
    EXPECT_NE(ran.err.find("signal 9"), std::string::npos) << ran.err;
    // What it had recorded until then is used.
    const Ran late = autopsy("replay wrong_sbo '\"finished\"'\nkill -9 $$", "-- /bin/true");
    EXPECT_NE(late.err.find("What was recorded before is used"), std::string::npos) << late.err;
    EXPECT_NE(late.out.find("Chain 0"), std::string::npos) << late.out;
}

TEST_F(FakeDebugger, PassesOnAllThatTheProgramPrints) {
    const Ran ran = autopsy("program \"$@\"\nreplay right", "-- /bin/sh -c 'yes | head -c 6000000'");
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_EQ(std::ranges::count(ran.out.substr(0, 6'000'000), 'y'), 3'000'000);
    const auto begin = steady_clock::now();
    autopsy("program \"$@\"", "-- yes 2>/dev/null | true");  // nobody reads its output
    EXPECT_LT(steady_clock::now() - begin, seconds(60)) << "it waited for its deadline";
    const Ran endless = autopsy("yes", "--seconds 1 -- /bin/true >/dev/null 2>&1; exit $?");
    EXPECT_EQ(endless.status, 4) << "a program that prints without end meets the deadline";
}

// The program runs once for each kernel that has an MMA, and --out has a folder for each.
TEST_F(FakeDebugger, LooksAtAllKernels) {
    const std::string script =
        "case \"$TILESCOPE_AUTOPSY\" in\n"
        "*'\"kernel\":\"^f16_64x48x64_at512$\"'*) replay right ;;\n"
        "*) replay wrong_sbo '\"finished\"'\n"
        "  event '{\"event\": \"kernels\", \"seen\": [{\"name\": \"s8_64x64x128_q\", \"launches\": 1, \"mmas\": 4}, "
        "{\"name\": \"fill\", \"launches\": 1, \"mmas\": 0}, "
        "{\"name\": \"f16_64x48x64_at512\", \"launches\": 1, \"mmas\": 4}]}'\n"
        "  event '{\"event\": \"finished\"}' ;;\n"
        "esac";
    const std::string out = folder + "/out";
    const Ran ran = autopsy(script, say("--all-kernels --json --out ", out, " -- /bin/true"));
    const Json json = Json::parse(ran.out);
    ASSERT_EQ(json.size(), 2u) << ran.out << ran.err;
    EXPECT_EQ(json[0]["kernel"], "s8_64x64x128_q");
    EXPECT_EQ(json[1]["kernel"], "f16_64x48x64_at512");
    for (const char* name : {"/kernel0", "/kernel1"}) {
        EXPECT_TRUE(fs::exists(out + name + "/autopsy.json"));
        EXPECT_TRUE(fs::exists(out + name + "/recording/recording.jsonl"));
    }
}

TEST_F(FakeDebugger, WithAProgramWithoutAnMma) {
    const std::string begin = "event '{\"event\": \"session\"}'\n", end = "event '{\"event\": \"finished\"}'\n";
    const Ran none = autopsy(begin + "event '{\"event\": \"end\", \"reason\": \"no kernel\"}'\n" + end, "-- /bin/true");
    EXPECT_TRUE(none.status == 3 || none.status == 4) << none.err;
    EXPECT_NE(none.err.find("launched no kernel"), std::string::npos) << none.err;
    const Ran others = autopsy(begin +
                                   "event '{\"event\": \"kernels\", \"seen\": [{\"name\": \"fill(int*)\", "
                                   "\"launches\": 3, \"mmas\": 0}]}'\n" +
                                   end,
                               "-- /bin/true");
    EXPECT_EQ(others.status, 4);
    EXPECT_NE(others.err.find("it launched `fill(int*)`"), std::string::npos) << others.err;
}

// What is piped to this program is for the other one; each run of --all-kernels reads a file from its beginning.
TEST_F(FakeDebugger, GivesTheProgramItsInput) {
    const Ran file = autopsy("program \"$@\"\nreplay right", "-- /bin/cat", "first line\nlast line");
    EXPECT_TRUE(file.out.starts_with("first line\nlast line")) << file.out << file.err;
    const std::string twice =
        "program \"$@\"\nreplay right '\"finished\"'\n"
        "event '{\"event\": \"kernels\", \"seen\": [{\"name\": \"other\", \"launches\": 1, \"mmas\": 4}]}'\n"
        "event '{\"event\": \"finished\"}'";
    const Ran all = autopsy(twice, "--all-kernels -- /bin/cat", "first line\n");
    EXPECT_NE(all.out.find("first line"), all.out.rfind("first line")) << all.out << all.err;
    const Ran pipe = run(say("--version >/dev/null; sh -c \"echo piped | '" TILESCOPE_PROGRAM "' autopsy --debugger ",
                             debugger(twice), " --all-kernels -- /bin/cat\""));
    EXPECT_EQ(pipe.status, 2) << pipe.out;
    EXPECT_NE(pipe.err.find("a pipe can be read only once"), std::string::npos) << pipe.err;
}

// A script is not a program that a debugger can start: it gets the program of its first line.
TEST_F(FakeDebugger, StartsTheProgramOfAScript) {
    const std::string script = folder + "/train";
    std::ofstream(script) << "#!/usr/bin/env sh\necho \"ran with $1\"\n";
    chmod(script.c_str(), 0755);
    const Ran ran = autopsy("echo \"starts $1\"\nprogram \"$@\"\nreplay right", "-- " + script + " an-argument");
    EXPECT_NE(ran.out.find("/sh\n"), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("ran with an-argument"), std::string::npos) << ran.out;
}

TEST_F(FakeDebugger, CtrlCEndsItAndItsProgram) {
    const std::string path = debugger("event '{\"event\": \"session\"}'\nprogram \"$@\"");
    const std::string ready = folder + "/ready", out = folder + "/out";
    for (const int signal : {SIGINT, SIGTERM}) {
        fs::remove(ready);
        std::string shell = "/bin/sh", flag = "-c",
                    text = say("TMPDIR='", folder, "/tmp' exec '" TILESCOPE_PROGRAM "' autopsy --debugger '", path,
                               "' --out '", out, "' -- /bin/sh -c \"trap '' TERM INT; touch '", ready,
                               "'; sleep 1000\" 2> '", folder, "/err'");
        char* words[] = {shell.data(), flag.data(), text.data(), nullptr};
        posix_spawnattr_t attributes;
        sigset_t defaults;
        sigemptyset(&defaults);
        sigaddset(&defaults, signal);
        posix_spawnattr_init(&attributes);
        posix_spawnattr_setsigdefault(&attributes, &defaults);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
        pid_t child = 0;
        ASSERT_EQ(posix_spawn(&child, "/bin/sh", nullptr, &attributes, words, environ), 0);
        posix_spawnattr_destroy(&attributes);
        EXPECT_TRUE(test::wait_until([&] { return fs::exists(ready); }));
        kill(child, signal);
        int status = 0;
        waitpid(child, &status, 0);
        EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 4) << status;
        EXPECT_FALSE(is_running());
        EXPECT_TRUE(fs::is_empty(folder + "/tmp"));
        EXPECT_FALSE(fs::exists(out)) << "half a recording is left";
    }
}

}  // namespace
}  // namespace tilescope::cli_test
