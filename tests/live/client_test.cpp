// tests/live/client_test.cpp -- the client with the real worker: results, reuse, deadlines, and what stays behind.
// SPDX-License-Identifier: MIT
#include "tests/live/live_harness.h"
#include "tests/support/launched.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/wait_until.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <thread>

namespace tilescope::live_test {
namespace {

using live::Client;
using live::Outcome;
using live::Stage;

std::string text_of_file(const std::string& path) {
    std::ifstream in(path);
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
}

std::size_t count_of(const std::string& text, std::string_view part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

TEST(LiveClient, ComputesTheDOfTheEmulator) {
    const Standin standin;
    const MadeLaunch made = made_launch();
    Client client(program());
    std::vector<Stage> stages;
    const live::RunResult result =
        client.launch(made.launch, 0, {}, [&](const live::Progress& p) { stages.push_back(p.stage); });
    ASSERT_TRUE(result.ending.is_ok()) << result.ending.sentence();
    ASSERT_EQ(result.buffers.size(), 2u);  // the cells and the status block
    Machine machine = made.before;
    const auto taken = take_cells(made.kernel, made.launch, result.buffers[0], machine);
    ASSERT_TRUE(taken) << taken.why;
    unsigned written = 0;
    for (unsigned lane = 0; lane < kTmem.lanes; ++lane)
        for (unsigned column = 0; column < kTmem.columns; ++column) {
            ASSERT_EQ(machine.tmem[0].cell(lane, column), made.after.tmem[0].cell(lane, column));
            written += made.after.tmem[0].cell(lane, column) != made.before.tmem[0].cell(lane, column);
        }
    EXPECT_GT(written, 1000u) << "the MMA must have changed D";
    EXPECT_EQ(result.status[static_cast<std::size_t>(Status::phase)], 7u);
    EXPECT_EQ(result.status[static_cast<std::size_t>(Status::waited)], kWaitComplete);
    EXPECT_GT(result.compile_us, 0u);
    EXPECT_GT(result.run_us, 0u);
    EXPECT_GT(result.copy_us, 0u);
    EXPECT_TRUE(std::ranges::is_sorted(stages));
    for (const Stage stage : {Stage::opening, Stage::compiling, Stage::copying_in, Stage::running, Stage::copying_out})
        EXPECT_NE(std::ranges::find(stages, stage), stages.end());
}

// Four steps that add to D.
struct Steps {
    static constexpr std::uint32_t kCount = 4;
    MadeLaunch made = made_launch();
    std::vector<MmaInstruction> steps = std::vector<MmaInstruction>(kCount, made.step);
    Launch launch;

    Steps() {
        for (std::uint32_t s = 1; s < kCount; ++s) steps[s].enable_d = true;
        const auto all = launch_of(made.kernel, steps, made.before, {.timeout_ms = 100});
        EXPECT_TRUE(all) << all.why;
        if (all) launch = *all;
    }
};

TEST(LiveClient, UsesOneWorkerAndOneCompiledKernelForManyLaunches) {
    const test::TemporaryFolder folder;
    const Standin standin;
    const Setting log("TILESCOPE_STANDIN_LOG", folder.path() + "/calls");
    const MadeLaunch made = made_launch();
    Client client(program());
    for (int i = 0; i < 3; ++i) {
        const live::RunResult result = client.launch(made.launch, 0, {});
        ASSERT_TRUE(result.ending.is_ok()) << result.ending.sentence();
        EXPECT_EQ(result.compile_us == 0, i > 0);
    }
    client.end();
    const std::string calls = text_of_file(folder.path() + "/calls");
    EXPECT_EQ(count_of(calls, "cuInit\n"), 1u);
    EXPECT_EQ(count_of(calls, "cuModuleLoadDataEx\n"), 1u);
    EXPECT_EQ(count_of(calls, "cuLaunchKernel\n"), 3u);
    EXPECT_EQ(count_of(calls, "cuMemAlloc\n"), 3u) << "the memory of the first launch serves the others";
    EXPECT_EQ(count_of(calls, "cuMemcpyHtoD\n"), 2u) << "the image and the cells are there already";
    EXPECT_EQ(count_of(calls, "cuMemsetD8\n"), 3u);
    EXPECT_EQ(count_of(calls, "cuMemHostAlloc\n"), 1u);
    EXPECT_EQ(count_of(calls, "cuDeviceGetCount\n"), 1u) << "the devices are listed once";
}

// What the kernel or an exchange may have changed is copied again, and what is in other bytes too.
TEST(LiveClient, CopiesAgainWhatCanHaveChanged) {
    const test::TemporaryFolder folder;
    const Standin standin;
    const Setting log("TILESCOPE_STANDIN_LOG", folder.path() + "/calls");
    const auto copies = [&] { return count_of(text_of_file(folder.path() + "/calls"), "cuMemcpyHtoD\n"); };
    const Steps s;
    MadeLaunch other = s.made;
    other.launch.buffers[0].in[0] ^= 1;  // the image
    Client client(program());
    const auto first = client.launch(s.made.launch, 0, {});
    EXPECT_EQ(copies(), 2u);
    ASSERT_TRUE(client.launch(s.launch, 0, {}).ending.is_ok());
    EXPECT_EQ(copies(), 3u) << "the cells, which will be exchanged; not the image";
    const auto again = client.launch(s.made.launch, 0, {});
    EXPECT_EQ(copies(), 4u) << "the cells were exchanged";
    EXPECT_EQ(again.buffers, first.buffers);
    ASSERT_TRUE(client.launch(other.launch, 0, {}).ending.is_ok());
    EXPECT_EQ(copies(), 5u) << "the image";
}

// The memory stays on the GPU between the steps of a launch, and D is as after four launches.
TEST(LiveClient, RunsTheStepsOfALaunchInTheMemoryThatTheStepBeforeLeft) {
    const test::TemporaryFolder folder;
    const Standin standin;
    const Setting log("TILESCOPE_STANDIN_LOG", folder.path() + "/calls");
    const Steps s;
    const MadeLaunch& made = s.made;
    Client client(program());
    std::vector<std::uint32_t> order;
    const live::RunResult result = client.launch(s.launch, 0, {}, [&](const live::Progress& p) {
        if (p.stage == Stage::running) order.push_back(p.step);
    });
    ASSERT_TRUE(result.ending.is_ok()) << result.ending.sentence();
    EXPECT_EQ(result.steps, Steps::kCount);
    EXPECT_TRUE(std::ranges::is_sorted(order));
    EXPECT_EQ(order.back(), Steps::kCount - 1);
    Machine want = made.before, have = made.before;
    for (const MmaInstruction& step : s.steps) ASSERT_TRUE(execute_mma(want, step));
    ASSERT_TRUE(take_cells(made.kernel, s.launch, result.buffers[0], have));
    EXPECT_EQ(test::difference(have, want), "");
    EXPECT_NE(test::difference(have, made.after), "") << "one step must have another D";
    client.end();
    const std::string calls = text_of_file(folder.path() + "/calls");
    EXPECT_EQ(count_of(calls, "cuLaunchKernel\n"), Steps::kCount);
    EXPECT_EQ(count_of(calls, "cuMemcpyHtoD\n"), 2u) << "the image and the cells, once";
    EXPECT_EQ(count_of(calls, "cuMemcpyDtoH\n"), 1u);
}

TEST(LiveClient, CountsTheStepsBeforeTheOneThatFails) {
    const Steps s;
    const auto ended_with = [&](const std::string& script) {
        const Standin standin(script);
        Client client(program(), short_times());
        return client.launch(s.launch, 0, {});
    };
    const live::RunResult refused = ended_with("cuLaunchKernel@3:719");
    EXPECT_EQ(refused.ending.outcome, Outcome::launch_error);
    EXPECT_EQ(refused.steps, 2u);
    EXPECT_EQ(refused.ending.phase, 0u) << "the kernel of this step did not start";
    const live::RunResult crashed = ended_with("abort:cuLaunchKernel@3");
    EXPECT_EQ(crashed.ending.outcome, Outcome::worker_crashed);
    EXPECT_EQ(crashed.steps, 2u);
    const live::RunResult hung = ended_with("hang:cuLaunchKernel@4");
    EXPECT_EQ(hung.ending.outcome, Outcome::hang_killed);
    EXPECT_EQ(hung.steps, 3u);
    EXPECT_NE(hung.ending.sentence().find("the kernel did not end within 100 ms"), std::string::npos)
        << hung.ending.sentence();
    EXPECT_EQ(ended_with("cuMemsetD8@2:700").steps, 1u) << "between two steps";
}

TEST(LiveClient, RefusesAWorkerThatIsAtAStepThatTheLaunchDoesNotHave) {
    const MadeLaunch made = made_launch();
    std::string bytes;
    for (const live::FromWorker& message :
         {live::FromWorker(live::Hello{.tilescope = "x"}), live::FromWorker(live::Progress{.step = 1})})
        bytes += live::encode(*live::frame_of(message));
    const test::TemporaryFolder folder;
    std::ofstream(folder.path() + "/bytes") << bytes;
    Client client("cat '" + folder.path() + "/bytes'; cat > /dev/null; true", short_times());
    const live::RunResult result = client.launch(made.launch, 0, {});
    EXPECT_EQ(result.ending.outcome, Outcome::bad_protocol) << result.ending.sentence();
}

TEST(LiveClient, StartsAFreshWorkerAfterAStickyErrorAndKeepsItAfterARefusedKernel) {
    const MadeLaunch made = made_launch();
    Client client(program(), short_times());
    {
        const Standin standin("cuStreamQuery:716");
        EXPECT_EQ(client.launch(made.launch, 0, {}).ending.outcome, Outcome::launch_error);
        EXPECT_FALSE(client.has_worker());
    }
    {
        const Standin standin("cuModuleLoadDataEx:218");
        const live::RunResult result = client.launch(made.launch, 0, {});
        EXPECT_EQ(result.ending.outcome, Outcome::jit_error);
        EXPECT_NE(result.log.find("ptxas application ptx input, line 7"), std::string::npos) << result.log;
        EXPECT_TRUE(client.has_worker());
        client.end();
    }
    const Standin standin;
    EXPECT_TRUE(client.launch(made.launch, 0, {}).ending.is_ok());
}

// live-mode.md 12.2: after a kill, a process opens and closes a context.
TEST(LiveClient, OpensAndClosesAContextAfterAHang) {
    const test::TemporaryFolder folder;
    const MadeLaunch made = made_launch();
    Client client(program(), short_times());
    {
        const Standin standin("never");
        const Stopwatch watch;
        EXPECT_EQ(client.launch(made.launch, 0, {}).ending.outcome, Outcome::hang_killed);
        EXPECT_GT(watch.seconds(), 0.6) << "the deadline of the GPU and the margin";
        EXPECT_LT(watch.seconds(), 3.0);
        EXPECT_FALSE(client.has_worker());
    }
    const Standin standin;
    const Setting log("TILESCOPE_STANDIN_LOG", folder.path() + "/calls");
    ASSERT_TRUE(client.launch(made.launch, 0, {}).ending.is_ok());
    const std::string calls = text_of_file(folder.path() + "/calls");
    EXPECT_EQ(count_of(calls, "cuDevicePrimaryCtxRelease\n"), 1u);
    EXPECT_LT(calls.find("cuDevicePrimaryCtxRelease"), calls.find("cuModuleLoadDataEx"));
    ASSERT_TRUE(client.launch(made.launch, 0, {}).ending.is_ok());
    EXPECT_EQ(count_of(text_of_file(folder.path() + "/calls"), "cuDevicePrimaryCtxRelease\n"), 1u) << "only once";
}

TEST(LiveClient, OpensAndClosesAContextAfterACrash) {
    const test::TemporaryFolder folder;
    const MadeLaunch made = made_launch();
    Client client(program(), short_times());
    {
        const Standin standin("abort:cuLaunchKernel");
        EXPECT_EQ(client.launch(made.launch, 0, {}).ending.outcome, Outcome::worker_crashed);
    }
    const Standin standin;
    const Setting log("TILESCOPE_STANDIN_LOG", folder.path() + "/calls");
    ASSERT_TRUE(client.launch(made.launch, 0, {}).ending.is_ok());
    EXPECT_EQ(count_of(text_of_file(folder.path() + "/calls"), "cuDevicePrimaryCtxRelease\n"), 1u);
}

TEST(LiveClient, SaysThatTheDeviceStillHangsAfterAKill) {
    const MadeLaunch made = made_launch();
    Client client(program(), short_times());
    {
        const Standin standin("never");
        EXPECT_EQ(client.launch(made.launch, 0, {}).ending.outcome, Outcome::hang_killed);
    }
    const Standin standin("hang:cuDevicePrimaryCtxRetain");
    const live::Ending ending = client.launch(made.launch, 0, {}).ending;
    EXPECT_EQ(ending.outcome, Outcome::device_stuck);
    EXPECT_NE(ending.sentence().find("has not answered since its last worker was ended: device 0"), std::string::npos)
        << ending.sentence();
}

TEST(LiveClient, ListsTheDevicesOfTheStandin) {
    const Standin standin;
    Client client(program());
    const live::DeviceList list = client.devices({});
    ASSERT_TRUE(list.ending.is_ok()) << list.ending.sentence();
    ASSERT_EQ(list.devices.size(), 1u);
    EXPECT_EQ(list.devices[0].name, "Stand-in");
    EXPECT_EQ(list.devices[0].chip(), "10.0");
    EXPECT_EQ(list.devices[0].driver, 13000u);
    EXPECT_EQ(list.devices[0].shared_bytes, 232448u);
    EXPECT_EQ(client.worker_version(), TILESCOPE_VERSION);
}

TEST(LiveClient, StartsANewWorkerIfTheOldOneDiedWhileItWaited) {
    const test::TemporaryFolder folder;
    const Standin standin;
    const std::string pid = folder.path() + "/pid";
    Client client("echo $$ >" + pid + "; exec " + program());
    ASSERT_TRUE(client.devices({}).ending.is_ok());
    const int first = std::stoi(text_of_file(pid));
    ASSERT_EQ(kill(first, SIGKILL), 0);
    // The pipe closes a moment later.
    EXPECT_TRUE(test::wait_until([&] { return !client.start({}).is_ok() || std::stoi(text_of_file(pid)) != first; }));
    EXPECT_NE(std::stoi(text_of_file(pid)), first) << "a start failed";
    EXPECT_TRUE(client.devices({}).ending.is_ok());
}

// A worker and all that its command started are gone after a kill, also behind a shell.
TEST(LiveClient, KillsTheWholeGroupOfTheCommand) {
    const test::TemporaryFolder folder;
    Client client("sleep 300 & echo $! >" + (folder.path() + "/pid") + "; sleep 300 #", impatient_times());
    const Stopwatch watch;
    EXPECT_EQ(client.devices({}).ending.outcome, Outcome::no_worker);
    EXPECT_LT(watch.seconds(), 8.0);
    const int sleeper = std::stoi(text_of_file(folder.path() + "/pid"));
    EXPECT_TRUE(test::wait_until([&] { return kill(sleeper, 0) != 0; })) << "process " << sleeper << " still runs";
}

TEST(LiveClient, ReturnsSoonAfterAStopRequest) {
    const Standin standin("hang:cuInit");
    Client client(program());
    std::stop_source stop;
    std::jthread later([&] {
        test::let_pass(std::chrono::milliseconds(100));  // the client waits for the worker
        stop.request_stop();
    });
    const Stopwatch watch;
    EXPECT_EQ(client.devices(stop.get_token()).ending.outcome, Outcome::stopped);
    EXPECT_LT(watch.seconds(), 1.5);
}

TEST(LiveClient, LeavesNoZombieAndNoOpenFile) {
    const auto open_files = [] { return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {}); };
    const Standin standin;
    const auto before = open_files();
    for (int i = 0; i < 5; ++i) {
        Client client(program());
        EXPECT_TRUE(client.devices({}).ending.is_ok());
    }
    EXPECT_EQ(open_files(), before);
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "a process was not waited for";
}

// Each sentence names the GPUs that are its reason, and no others.
TEST(LiveDevices, ARefusedChoiceNamesTheGpusThatAreItsReason) {
    const live::DeviceList list = {.devices = {{.index = 0, .major = 9}, {.index = 1, .major = 8, .minor = 6}}};
    const auto refused = [&](std::uint32_t wanted, unsigned major) {
        std::optional<live::Device> out;
        const auto fits = [&](const live::Device& device) { return device.major == major; };
        const live::Ending ending = live::choose_device(list, wanted, fits, "the target is x, but", out);
        return out ? say("device ", out->index) : ending.detail;
    };
    EXPECT_EQ(refused(live::kAnyDevice, 8), "device 1");
    EXPECT_EQ(refused(1, 9), "the target is x, but device 1 has compute capability 8.6");
    EXPECT_EQ(refused(live::kAnyDevice, 7),
              "the target is x, but device 0 has compute capability 9.0, 1 has compute capability 8.6");
    EXPECT_EQ(refused(5, 9), "there is no device 5; device 0 has compute capability 9.0, 1 has compute capability 8.6");
}

// The worker must not outlive its client, also while the driver hangs.
TEST(LiveWorker, EndsWhenItsInputCloses) {
    const test::TemporaryFolder folder;
    const Standin standin("hang:cuInit");
    const std::string out = folder.path() + "/out";
    const std::string command = "{ printf 'tilescope-live 2 hello'; sleep 0.3; } | timeout 20 " + program() +
                                " --live-worker >" + out + " 2>&1";
    const Stopwatch watch;
    std::system(command.c_str());
    EXPECT_LT(watch.seconds(), 5.0);
    EXPECT_NE(text_of_file(out).find("tilescope-live 2 hello"), std::string::npos);
}

}  // namespace
}  // namespace tilescope::live_test
