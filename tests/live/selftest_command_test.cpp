// tests/live/selftest_command_test.cpp -- tilescope selftest with the stand-in driver in place of a GPU.
// SPDX-License-Identifier: MIT
#include "app/live/selftest.h"
#include "tests/live/live_harness.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace tilescope::live_test {
namespace {

using live::Client;
using live::Outcome;
using live::SelftestReport;

TEST(SelftestCommand, TheStandInEqualsTheModel) {
    for (const char* chip : {"9.0", "10.3"}) {
        const Standin standin;
        const Setting gpu("TILESCOPE_STANDIN_CHIP", chip);
        Client client(program());
        std::size_t last = 0;
        const SelftestReport report =
            live::run_selftest({.shard = {0, 3}}, client, {}, [&](std::size_t done, std::size_t) { last = done; });
        ASSERT_TRUE(report.ending.is_ok()) << report.ending.sentence();
        EXPECT_GT(report.sum.jobs, 1u);
        EXPECT_EQ(report.sum.equal, report.sum.jobs);
        EXPECT_EQ(last, report.sum.jobs);
        EXPECT_TRUE(report.results.empty());
    }
}

TEST(SelftestCommand, ShardsHaveEveryJobOnce) {
    const std::size_t all = selftest_jobs("9.0", SelftestSize::smoke).size();
    const Standin standin;
    const Setting gpu("TILESCOPE_STANDIN_CHIP", "9.0");
    Client client(program());
    std::size_t sum = 0;
    for (unsigned shard = 0; shard < 3; ++shard) sum += live::run_selftest({.shard = {shard, 3}}, client, {}).sum.jobs;
    EXPECT_EQ(sum, all);
}

TEST(SelftestCommand, AJobThatFailsIsListedAndTheNextOneRuns) {
    const Standin standin("cuStreamQuery:715");
    const Setting gpu("TILESCOPE_STANDIN_CHIP", "9.0");
    Client client(program());
    const SelftestReport report = live::run_selftest({}, client, {});
    EXPECT_TRUE(report.ending.is_ok());
    EXPECT_EQ(report.sum.failed, report.sum.jobs);
    ASSERT_EQ(report.results.size(), report.sum.jobs);
    EXPECT_EQ(report.results[0].ending.outcome, Outcome::launch_error);
    const auto json = nlohmann::json::parse(live::selftest_json(report));
    EXPECT_EQ(json["failed"], report.sum.jobs);
    EXPECT_EQ(json["results"][0]["outcome"], "launch_error");
}

TEST(SelftestCommand, AGpuWithoutAnMmaIsRefused) {
    const Standin standin;
    const Setting gpu("TILESCOPE_STANDIN_CHIP", "8.6");
    Client client(program());
    const SelftestReport report = live::run_selftest({}, client, {});
    EXPECT_EQ(report.ending.outcome, Outcome::unsupported_arch);
    EXPECT_NE(report.ending.sentence().find("8.6"), std::string::npos) << report.ending.sentence();
}

}  // namespace
}  // namespace tilescope::live_test
