// tests/live/compile_ahead_test.cpp -- kernels that the worker compiles before a launch uses them.
// SPDX-License-Identifier: MIT
#include "tests/live/live_harness.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/wait_until.h"

#include <gtest/gtest.h>

namespace tilescope::live_test {
namespace {

using live::Client;
using live::Outcome;

// A kernel that was named beforehand is compiled on another thread, and once.
TEST(LiveClient, CompilesKernelsAheadOfTheirUse) {
    const test::TemporaryFolder folder;
    const Standin standin;
    const Setting log("TILESCOPE_STANDIN_LOG", folder.path() + "/calls");
    const auto loads = [&] { return lines_with(folder.path() + "/calls", "cuModuleLoadDataEx"); };
    const MadeLaunch made = made_launch();
    Launch second = made.launch, third = made.launch;
    second.ptx += "// another text\n", third.ptx += "// a third text\n";
    Client client(program());
    client.compile_ahead(0, made.launch.entry, {second.ptx});
    EXPECT_FALSE(client.compiles_ahead()) << "not before the first launch";
    ASSERT_TRUE(client.launch(made.launch, 0, {}).ending.is_ok());
    client.compile_ahead(0, made.launch.entry, {made.launch.ptx, second.ptx, third.ptx, second.ptx});
    EXPECT_TRUE(client.compiles_ahead());
    ASSERT_TRUE(client.launch(made.launch, 0, {}).ending.is_ok()) << "takes them along";
    test::wait_until([&] { return loads() >= 3; });
    EXPECT_EQ(loads(), 3u) << "without a launch of them";
    const auto result = client.launch(second, 0, {});
    ASSERT_TRUE(result.ending.is_ok()) << result.ending.sentence();
    EXPECT_GT(result.compile_us, 0u) << "what it took on the other thread";
    EXPECT_EQ(client.launch(second, 0, {}).compile_us, 0u);
    EXPECT_TRUE(client.compiles_ahead()) << "nobody has used the third one";
    EXPECT_TRUE(client.launch(third, 0, {}).ending.is_ok());
    EXPECT_FALSE(client.compiles_ahead());
    EXPECT_EQ(loads(), 3u);
}

// Until a kernel was compiled, the worker compiles none ahead. So the client must not take them for named.
TEST(LiveClient, CompilesKernelsAheadAlsoIfTheFirstOneFailed) {
    const test::TemporaryFolder folder;
    const Standin standin("cuModuleLoadDataEx@1:218");
    const Setting log("TILESCOPE_STANDIN_LOG", folder.path() + "/calls");
    const auto loads = [&] { return lines_with(folder.path() + "/calls", "cuModuleLoadDataEx"); };
    const MadeLaunch made = made_launch();
    Launch second = made.launch;
    second.ptx += "// another text\n";
    Client client(program());
    EXPECT_EQ(client.launch(made.launch, 0, {}).ending.outcome, Outcome::jit_error);
    for (int i = 0; i < 2; ++i) {
        client.compile_ahead(0, made.launch.entry, {second.ptx});
        ASSERT_TRUE(client.launch(made.launch, 0, {}).ending.is_ok());
    }
    test::wait_until([&] { return loads() >= 3; });
    EXPECT_EQ(loads(), 3u) << "without a launch of the second one";
    EXPECT_TRUE(client.launch(second, 0, {}).ending.is_ok());
    EXPECT_EQ(loads(), 3u);
}

// The launch that needs a kernel says what is wrong with it, also if it failed ahead.
TEST(LiveClient, AKernelThatFailsAheadIsRefusedWhenItIsUsed) {
    const test::TemporaryFolder folder;
    const Standin standin("cuModuleLoadDataEx@2:218 cuModuleLoadDataEx@3:218");
    const Setting log("TILESCOPE_STANDIN_LOG", folder.path() + "/calls");
    const MadeLaunch made = made_launch();
    Launch second = made.launch;
    second.ptx += "// another text\n";
    Client client(program());
    ASSERT_TRUE(client.launch(made.launch, 0, {}).ending.is_ok());
    client.compile_ahead(0, made.launch.entry, {second.ptx});
    ASSERT_TRUE(client.launch(made.launch, 0, {}).ending.is_ok());
    test::wait_until([&] { return lines_with(folder.path() + "/calls", "cuModuleLoadDataEx") >= 2; });
    EXPECT_EQ(client.launch(second, 0, {}).ending.outcome, Outcome::jit_error) << "the third call";
    EXPECT_TRUE(client.launch(second, 0, {}).ending.is_ok()) << "nothing is remembered of a failure";
}

}  // namespace
}  // namespace tilescope::live_test
