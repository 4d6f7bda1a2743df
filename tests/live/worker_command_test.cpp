// tests/live/worker_command_test.cpp -- workers behind shell scripts: banners, slow pipes, half messages, logins.
// SPDX-License-Identifier: MIT
#include "app/worker/protocol.h"
#include "tests/live/live_harness.h"
#include "tests/support/temporary_folder.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace tilescope::live_test {
namespace {

using live::Client;
using live::Ending;
using live::Outcome;

Ending run_command(const std::string& command) {
    const Standin standin;
    Client client(command, short_times());
    return client.launch(made_launch().launch, 0, {}).ending;
}

TEST(WorkerCommand, MayPrintABannerFirst) {
    for (const std::string banner :
         {"echo Welcome", "printf 'no line end: '", "echo tilescope-live", "head -c 60000 /dev/zero", "echo bad >&2"})
        EXPECT_TRUE(run_command(banner + "; exec " + program()).is_ok()) << banner;
}

TEST(WorkerCommand, MayPrintAfterTheStartOnlyToStandardError) {
    EXPECT_TRUE(run_command("(sleep 0.05; echo late >&2) & exec " + program()).is_ok());
    const Standin standin("hang:cuInit");
    Client client("(sleep 0.3; echo oops) & exec " + program(), short_times());
    const Ending ending = client.devices({}).ending;
    EXPECT_EQ(ending.outcome, Outcome::bad_protocol);
    EXPECT_NE(ending.sentence().find("oops"), std::string::npos) << ending.sentence();
}

TEST(WorkerCommand, MayBeSlow) {
    // 512 KiB in each direction through a reader of small pieces.
    EXPECT_TRUE(
        run_command("dd bs=700 2>/dev/null | " + program() + " --live-worker | dd bs=700 2>/dev/null #").is_ok());
}

TEST(WorkerCommand, MayEndInTheMiddleOfAMessage) {
    const Ending ending = run_command(program() + " --live-worker | dd bs=1 count=400 2>/dev/null #");
    EXPECT_EQ(ending.outcome, Outcome::bad_protocol);
    EXPECT_NE(ending.sentence().find("ended in a message"), std::string::npos) << ending.sentence();
}

TEST(WorkerCommand, MayCloseItsInput) {
    // The launch is larger than the pipe, so the client writes to a closed pipe. That must not end the client.
    const Ending ending = run_command("exec 0</dev/null; " + program() + " --live-worker; sleep 1 #");
    EXPECT_TRUE(ending.outcome == Outcome::worker_crashed || ending.outcome == Outcome::hang_killed)
        << ending.sentence();
}

TEST(WorkerCommand, MayNeverReadItsInput) {
    const Stopwatch watch;
    const Standin standin;
    Client client("(exec 0</dev/null; " + program() + " --live-worker); sleep 300 #", impatient_times());
    Launch launch{.ptx = ".version 8.6\n", .entry = "none", .parameters = std::vector<std::uint8_t>(8), .buffers = {}};
    launch.buffers.push_back({.parameter = 0, .bytes = 100'000, .in = std::vector<std::uint8_t>(100'000)});
    const Ending ending = client.launch(launch, 0, {}).ending;
    EXPECT_EQ(ending.outcome, Outcome::hang_killed);
    EXPECT_NE(ending.sentence().find("it did not read the request"), std::string::npos) << ending.sentence();
    EXPECT_LT(watch.seconds(), 12.0);
}

TEST(WorkerCommand, MayPrintWithoutEnd) {
    EXPECT_EQ(run_command("yes #").outcome, Outcome::bad_protocol);
    const Stopwatch watch;
    Client client("yes >&2 #", impatient_times());
    EXPECT_EQ(client.devices({}).ending.outcome, Outcome::no_worker);
    EXPECT_LT(watch.seconds(), 8.0);
}

TEST(WorkerCommand, ThatDiesShowsItsLastLine) {
    const Ending ending = run_command("echo first >&2; printf 'Permission denied (publickey).\\n\\n' >&2; exit 255 #");
    EXPECT_EQ(ending.outcome, Outcome::no_worker);
    EXPECT_NE(ending.sentence().find("Permission denied (publickey). (exit status 255)"), std::string::npos)
        << ending.sentence();
    const Ending coloured = run_command("printf '\\033[31mred\\377' >&2; exit 1 #");
    EXPECT_NE(coloured.sentence().find("\\x1b[31mred\\xff"), std::string::npos) << coloured.sentence();
}

// ssh asks for a password in the terminal of the session. The worker has none, so ssh fails at once.
TEST(WorkerCommand, HasNoTerminal) {
    const Ending ending =
        run_command("if (exec 3</dev/tty) 2>/dev/null; then echo terminal >&2; else echo none >&2; fi; exit 1 #");
    EXPECT_NE(ending.sentence().find("none"), std::string::npos) << ending.sentence();
}

TEST(WorkerCommand, OfThisProgramIsQuoted) {
    const auto own = live::worker_command("");
    ASSERT_TRUE(own) << own.why;
    EXPECT_TRUE(own->starts_with("exec '/")) << *own;
    EXPECT_TRUE(own->ends_with("live_tests' --live-worker")) << *own;
    EXPECT_EQ(*live::worker_command("ssh box tilescope"), "ssh box tilescope --live-worker");
}

TEST(WorkerCommand, TheWindowUsesTheProgramBesideItOrSaysThatItIsMissing) {
    const test::TemporaryFolder temporary;
    const std::string folder = temporary.path() + "/bin", window = folder + "/tilescope-gui";
    std::filesystem::create_directories(folder);
    const auto none = live::worker_command("", window);
    ASSERT_FALSE(none);
    EXPECT_NE(none.why.find(folder + " does not have it"), std::string::npos) << none.why;
    std::ofstream(folder + "/tilescope") << "x";
    const auto found = live::worker_command("", window);
    ASSERT_TRUE(found) << found.why;
    EXPECT_EQ(*found, "exec '" + folder + "/tilescope' --live-worker");
    EXPECT_EQ(*live::worker_command("ssh box tilescope", window), "ssh box tilescope --live-worker");
}

int status_of(const std::string& arguments, std::string& out, bool with_errors = true) {
    const test::TemporaryFolder folder;
    const std::string file = folder.path() + "/out";
    const int status = std::system((program() + " " + arguments + " >" + file + (with_errors ? " 2>&1" : "")).c_str());
    std::ifstream in(file);
    out.assign(std::istreambuf_iterator<char>(in), {});
    return WEXITSTATUS(status);
}

TEST(DevicesVerb, ListsAGpuOfThisMachineAndOfAnotherOne) {
    const Standin standin;
    std::string out;
    EXPECT_EQ(status_of("devices", out), 0);
    EXPECT_NE(out.find("Stand-in: compute capability 10.0"), std::string::npos) << out;
    EXPECT_NE(out.find("sm_100a"), std::string::npos) << out;
    EXPECT_EQ(status_of("devices --json", out), 0);
    EXPECT_NE(out.find("\"outcome\": \"ok\""), std::string::npos) << out;
    EXPECT_NE(out.find("\"compute_capability\": \"10.0\""), std::string::npos) << out;
    EXPECT_EQ(status_of("devices --worker \"echo hello; exec " + program() + "\"", out), 0);
    EXPECT_NE(out.find("Stand-in"), std::string::npos) << out;
}

TEST(DevicesVerb, SaysWhatIsMissingAndHowToUseAnotherMachine) {
    const Standin standin("", "standin_none");
    std::string out;
    EXPECT_EQ(status_of("devices", out), 3);
    EXPECT_NE(out.find("no NVIDIA driver"), std::string::npos) << out;
    EXPECT_NE(out.find("--worker 'ssh HOST ./tilescope'"), std::string::npos) << out;
    EXPECT_EQ(status_of("devices --json", out), 3);
    EXPECT_NE(out.find("\"devices\": []"), std::string::npos) << out;
    EXPECT_NE(out.find("\"outcome\": \"no_driver\""), std::string::npos) << out;
    EXPECT_EQ(status_of("devices --worker 'echo tilescope-live 9 #'", out), 4);
    EXPECT_NE(out.find("Install the same version"), std::string::npos) << out;
}

TEST(LiveWorkerOption, IsNotInTheHelp) {
    std::string out;
    EXPECT_EQ(status_of("--help", out), 0);
    EXPECT_EQ(out.find(live::kWorkerOption), std::string::npos);
}

}  // namespace
}  // namespace tilescope::live_test
