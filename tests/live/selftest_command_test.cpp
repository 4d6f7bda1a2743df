// tests/live/selftest_command_test.cpp -- tilescope selftest with the stand-in driver in place of a GPU.
// SPDX-License-Identifier: MIT
#include "app/runs/selftest.h"
#include "tests/live/live_harness.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <signal.h>

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
            live::run_selftest({.shard = {0, 3}}, client, {}, [&](const live::ListProgress& now) { last = now.done; });
        ASSERT_TRUE(report.ending.is_ok()) << report.ending.sentence();
        EXPECT_GT(report.sum.jobs(), 1u);
        EXPECT_EQ(report.sum.equal, report.sum.jobs());
        EXPECT_GE(last, report.sum.jobs());
        EXPECT_TRUE(report.results.empty());
    }
}

// A run in which the alternative rules of some questions give another D.
live::Record result_with(std::vector<Doubt> others, std::vector<Doubt> explain, std::size_t different) {
    live::RunOutcome run{.ran = true};
    for (const Doubt doubt : others) run.model.others.push_back({doubt, {1}});
    run.comparison.emplace();
    run.comparison->different = different;
    for (const Doubt doubt : explain)
        for (const DoubtRow* row : rows_of(set_of(doubt))) run.comparison->explains.push_back(row);
    return live::record_of(0, "job", run);
}

TEST(SelftestCommand, AJobVotesOnTheQuestionsWhoseRulesItTellsApart) {
    using live::DoubtVote;
    using Side = DoubtVote::Side;
    using Votes = std::vector<DoubtVote>;
    EXPECT_EQ(result_with({}, {}, 0).votes, Votes{});
    EXPECT_EQ(result_with({Doubt::g16}, {}, 0).votes, (Votes{{"g16", Side::model}}));
    EXPECT_EQ(result_with({Doubt::g16}, {}, 5).votes, (Votes{{"g16", Side::neither}}));
    EXPECT_EQ(result_with({Doubt::g16, Doubt::mmasim}, {Doubt::g16}, 5).votes,
              (Votes{{"g16", Side::alternative}, {"mmasim", Side::neither}}));
    EXPECT_EQ(result_with({Doubt::g16, Doubt::mmasim}, {Doubt::g16, Doubt::mmasim}, 5).votes,
              (Votes{{"g16", Side::neither}, {"mmasim", Side::neither}}))
        << "both explain it, so it is not known which one is right";
}

TEST(SelftestCommand, OneJobThatAnswersOtherwiseLeavesAQuestionOpen) {
    using live::DoubtVote;
    const DoubtVote model{"g16", DoubtVote::Side::model}, other{"g16", DoubtVote::Side::alternative},
        neither{"g16", DoubtVote::Side::neither}, second{"mx133", DoubtVote::Side::alternative};
    using Settled = std::vector<live::SettledDoubt>;
    EXPECT_EQ(live::settled_by({model, second, model}), (Settled{{"g16", false, 2}, {"mx133", true, 1}}));
    EXPECT_EQ(live::settled_by({model, other}), Settled{});
    EXPECT_EQ(live::settled_by({other, neither}), Settled{});
    EXPECT_EQ(live::settled_by({}), Settled{});
    const auto json = nlohmann::json::parse(live::selftest_json({.settles = {{"g16", true, 3}}}));
    EXPECT_EQ(json["settles"][0], (nlohmann::json{{"doubt", "g16"}, {"rule", "alternative"}, {"jobs", 3}}));
}

TEST(SelftestCommand, ShardsHaveEveryJobOnce) {
    const SelftestList list("9.0", SelftestSize::smoke);
    std::size_t all = 0;
    for (std::size_t i = 0; i < list.size(); ++i) all += list.job(i).has_value();
    const Standin standin;
    const Setting gpu("TILESCOPE_STANDIN_CHIP", "9.0");
    Client client(program());
    std::size_t sum = 0;
    for (unsigned shard = 0; shard < 3; ++shard)
        sum += live::run_selftest({.shard = {shard, 3}}, client, {}).sum.jobs();
    EXPECT_EQ(sum, all);
}

TEST(SelftestCommand, AJobThatFailsIsListedAndTheNextOneRuns) {
    const Standin standin("cuStreamQuery:715");
    const Setting gpu("TILESCOPE_STANDIN_CHIP", "9.0");
    Client client(program());
    const SelftestReport report = live::run_selftest({}, client, {});
    EXPECT_TRUE(report.ending.is_ok());
    EXPECT_EQ(report.sum.not_run(), report.sum.jobs());
    ASSERT_EQ(report.results.size(), report.sum.jobs());
    EXPECT_EQ(report.results[0].outcome, Outcome::launch_error);
    const auto json = nlohmann::json::parse(live::selftest_json(report));
    EXPECT_EQ(json["failed"], report.sum.jobs());
    EXPECT_EQ(json["results"][0]["outcome"], "launch_error");
}

TEST(SelftestCommand, ATerminalShowsHowFarItIs) {
    const Standin standin;
    const Setting gpu("TILESCOPE_STANDIN_CHIP", "9.0");
    const Ended ended = on_terminal("selftest --gpu smoke");
    EXPECT_EQ(ended.status, 0);
    EXPECT_NE(ended.err.find("1 job ("), std::string::npos) << ended.err;
    EXPECT_NE(ended.err.find("equal, 0 different, 0 failed; "), std::string::npos) << ended.err;
    EXPECT_NE(ended.err.find("jobs/s, "), std::string::npos) << ended.err;
    EXPECT_TRUE(ended.err.ends_with("\r\x1b[K")) << ended.err;
}

// The ninth launch hangs, so the self-test cannot end before the signal.
TEST(SelftestCommand, AStopSaysWhatIsDone) {
    const test::TemporaryFolder folder;
    const std::string calls = folder.path() + "/calls";
    const Standin standin("hang:cuLaunchKernel@9");
    const Setting gpu("TILESCOPE_STANDIN_CHIP", "9.0"), log("TILESCOPE_STANDIN_LOG", calls);
    const Ended ended =
        interrupted("selftest --gpu smoke", SIGINT, [&] { return lines_with(calls, "cuLaunchKernel") >= 9; });
    EXPECT_EQ(ended.status, 4);
    EXPECT_NE(ended.err.find("The run was stopped. "), std::string::npos) << ended.err;
    EXPECT_NE(ended.err.find(" done, "), std::string::npos) << ended.err;
    EXPECT_NE(ended.err.find(" % of the list."), std::string::npos) << ended.err;
    EXPECT_NE(ended.out.find(" equal to the model, 0 different, 0 failed\n"), std::string::npos) << ended.out;
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
