// tests/live/sweep_sum_test.cpp -- sums of sweeps, their tables, lines and progress, without a worker.
// SPDX-License-Identifier: MIT
#include "app/runs/sweep_sum.h"
#include "app/runs/sweep.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sstream>

namespace tilescope::live_test {
namespace {

using live::Outcome;
using live::Sweep;
using live::SweepSum;

// How the job of a grid ends in these tests.
struct Told {
    Outcome outcome = Outcome::ok;
    std::size_t different = 0;
    std::string reason;
};

// The sum of a grid in which job i ends as `told`(i) says, added in the order of `step` and `first`.
template <class Tell>
SweepSum sum_of(const Sweep& sweep, Tell told, std::size_t shards = 1) {
    SweepSum sum;
    for (std::size_t shard = 0; shard < shards; ++shard)
        for (std::size_t i = shard; i < sweep.size(); i += shards) {
            const Told t = told(i);
            live::Record result{.job = i, .outcome = t.outcome, .reason = t.reason};
            result.equal = t.outcome == Outcome::ok && t.different == 0;
            result.different = t.different;
            result.words = 1024;
            const auto record = live::record_in(line_of(sweep.signed_record(result)));
            EXPECT_TRUE(record) << record.why;
            EXPECT_EQ(record->name, sweep.name(i));
            EXPECT_EQ(record->values, sweep.values(i));
            EXPECT_TRUE(sum.add(*record));
        }
    return sum;
}

Sweep sweep_of(std::vector<std::string> vary, std::vector<live::SweepFile> files = {{"job.json", {}}}) {
    auto sweep = Sweep::of(std::move(files), vary);
    EXPECT_TRUE(sweep) << sweep.why;
    return *sweep;
}

void expect_narrow(const std::string& text) {
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) EXPECT_LE(line.size(), 100u) << line;
}

TEST(SweepSums, OneItemHasARowForEachValue) {
    const SweepSum sum = sum_of(sweep_of({"idesc.n=8,16,24,32"}), [](std::size_t i) {
        return i == 1   ? Told{.different = 12}
               : i == 2 ? Told{Outcome::refused_by_rules, 0, "L5: N is 24."}
               : i == 3 ? Told{Outcome::hang_killed, 0, "no answer for 3 s"}
                        : Told{};
    });
    EXPECT_EQ(table_of(sum), "idesc.n  result\n8        =\n16       12\n24       L5\n32       hang_killed\n");
    EXPECT_EQ(text_of(sum.all()), "4 jobs: 1 equal to the model, 1 different, 1 refused, 1 failed");
    EXPECT_EQ(reasons_of(sum),
              "idesc.n=16: 12 of 1024 words of D differ\n"
              "hang_killed, 1 job, idesc.n=32: no answer for 3 s\n"
              "refused_by_rules, 1 job, idesc.n=24: L5: N is 24.\n");
}

TEST(SweepSums, TwoItemsAreAMatrixInAnyOrderOfTheJobs) {
    const Sweep sweep = sweep_of({"idesc.n=8,16", "swizzle=none,64B"});
    const auto told = [](std::size_t i) { return i == 3 ? Told{.different = 7} : Told{}; };
    const std::string table = "         swizzle\nidesc.n  none  64B\n8        =     =\n16       =     7\n";
    for (const std::size_t shards : {1u, 3u, 4u}) EXPECT_EQ(table_of(sum_of(sweep, told, shards)), table) << shards;
}

TEST(SweepSums, ItemsWithOneValueNeedNoRow) {
    const SweepSum sum = sum_of(sweep_of({"tile_k=64", "idesc.n=8,16", "seed=1"}), [](std::size_t) { return Told{}; });
    EXPECT_EQ(table_of(sum), "idesc.n  result\n8        =\n16       =\n");
}

TEST(SweepSums, MoreItemsAndManyFilesHaveCounts) {
    const std::vector<live::SweepFile> files = {{"a.json", {}}, {"b.json", {}}};
    const SweepSum sum = sum_of(sweep_of({"idesc.n=8,16", "swizzle=none,64B"}, files), [](std::size_t i) {
        return i >= 4 ? Told{Outcome::no_job, 0, "no"} : Told{};
    });
    const std::string table = table_of(sum);
    EXPECT_NE(table.find("session      equal    refused\na.json"), std::string::npos) << table;
    EXPECT_NE(table.find("swizzle      equal    refused\nnone             2          2"), std::string::npos) << table;
}

TEST(SweepSums, WideAndLongTablesFit) {
    const auto odd = [](std::size_t i) {
        return i % 3 == 0 ? Told{Outcome::unsupported_arch, 0, std::string(300, 'x')} : Told{};
    };
    expect_narrow(table_of(sum_of(sweep_of({"idesc.n=8..256:8", "idesc.m=64,128"}), odd)));
    const std::string wide = table_of(sum_of(sweep_of({"idesc.m=64,128", "idesc.n=8..256:8"}), odd));
    expect_narrow(wide);
    EXPECT_NE(wide.find("  256"), std::string::npos);
    const std::string many = table_of(
        sum_of(sweep_of({"seed=1..400"}), [](std::size_t i) { return i == 200 ? Told{.different = 1} : Told{}; }));
    EXPECT_EQ(many, "seed  result\n201   1\n(399 values of seed are all equal)\n");
}

TEST(SweepSums, ReasonsThatDifferInNumbersAreOneGroup) {
    const SweepSum sum = sum_of(
        sweep_of({"idesc.n=8..80:8"}),
        [](std::size_t i) {
            return Told{Outcome::no_job, 0, say("N is ", i, ", too large")};
        },
        3);
    ASSERT_EQ(sum.groups().size(), 1u);
    EXPECT_EQ(sum.groups()[0]->jobs, 10u);
    EXPECT_EQ(sum.groups()[0]->reason, "N is 0, too large");
}

TEST(SweepSums, ARepeatedJobCountsOnceAndAnotherSweepIsRefused) {
    const Sweep sweep = sweep_of({"idesc.n=8,16"}), other = sweep_of({"idesc.n=8,24"});
    ASSERT_NE(sweep.id(), other.id());
    SweepSum sum = sum_of(sweep, [](std::size_t) { return Told{}; });
    const auto again = live::record_in(line_of(sweep.signed_record({.job = 1})));
    EXPECT_TRUE(sum.add(*again));
    EXPECT_EQ(sum.all().jobs(), 2u);
    EXPECT_EQ(sum.repeated(), 1u);
    const auto refused = sum.add(*live::record_in(line_of(other.signed_record({.job = 1}))));
    EXPECT_NE(refused.why.find("another sweep"), std::string::npos) << refused.why;
}

TEST(SweepSums, TheExitStatusNamesTheWorst) {
    EXPECT_EQ(live::exit_of({.equal = 3}), 0);
    EXPECT_EQ(live::exit_of({.equal = 3, .refused = 2}), 0);
    EXPECT_EQ(live::exit_of({.equal = 3, .different = 1, .lacking = 1}), 1);
    EXPECT_EQ(live::exit_of({.refused = 3}), 2);
    EXPECT_EQ(live::exit_of({.equal = 1, .lacking = 1}), 3);
    EXPECT_EQ(live::exit_of({.different = 1, .failed = 1}), 4);
}

TEST(SweepSums, AnotherSessionIsAnotherSweep) {
    Session changed;
    changed.tile_k = 32;
    EXPECT_NE(sweep_of({"idesc.n=8"}).id(), sweep_of({"idesc.n=8"}, {{"job.json", changed}}).id());
    EXPECT_EQ(sweep_of({"idesc.n=8"}).id(), sweep_of({"idesc.n=8..15:8"}, {{"../job.json", {}}}).id());
    EXPECT_NE(sweep_of({}).id(), Sweep::of({{"job.json", {}}}, {}, true)->id());
    EXPECT_FALSE(Sweep::of({{"a.json", {}}, {"a.json", {}}}, {}));
}

TEST(SweepLines, WhatIsNoLineIsRefused) {
    for (const char* text :
         {"", "{}", "[1]", "{\"job\":1}", "{\"job\":-1,\"name\":\"a\",\"sweep\":\"b\",\"outcome\":\"ok\"}",
          "{\"job\":1,\"name\":\"a\",\"sweep\":\"b\",\"outcome\":\"fine\"}",
          "{\"job\":1000000,\"name\":\"a\",\"sweep\":\"b\",\"outcome\":\"ok\"}"})
        EXPECT_FALSE(live::record_in(text)) << text;
    EXPECT_TRUE(live::record_in("{\"job\":1,\"name\":\"a\",\"sweep\":\"b\",\"outcome\":\"ok\",\"values\":7}"));
    EXPECT_TRUE(live::begins_record("{\"jo"));
    EXPECT_TRUE(live::begins_record("{\"job\":17,\"na"));
    EXPECT_FALSE(live::begins_record("hello"));
}

TEST(SweepProgress, SaysRateAndTimeLeft) {
    const live::Tally tally{.equal = 30, .different = 2, .failed = 1};
    EXPECT_EQ(live::progress_text({.done = 33, .all = 512, .before = 3, .seconds = 10, .tally = tally}),
              "33 of 512 jobs, 2 different, 1 failed; 3.0 jobs/s, 3 min left");
    EXPECT_EQ(live::progress_text({.done = 0, .all = 1}), "0 of 1 job");
    EXPECT_EQ(live::progress_text({.done = 100, .all = 200, .seconds = 2}), "100 of 200 jobs; 50 jobs/s, 2 s left");
}

TEST(SweepProgress, OfAListCountsItsJobsAndEstimatesFromItsEntries) {
    const live::Tally sum{.equal = 1028, .different = 2};
    EXPECT_EQ(live::list_progress_text({.done = 450, .all = 1000, .sum = sum, .seconds = 10}),
              "1030 jobs (45 %): 1028 equal, 2 different, 0 failed; 103 jobs/s, 12 s left");
    EXPECT_EQ(live::list_progress_text({.done = 1, .all = 8, .sum = {.failed = 1}}),
              "1 job (12 %): 0 equal, 0 different, 1 failed");
    EXPECT_EQ(live::list_progress_text({}), "0 jobs (100 %): 0 equal, 0 different, 0 failed");
    EXPECT_EQ(live::place_text(3, 35, "experiments", "lbo-ignored"), "3 of 35 experiments: lbo-ignored");
}

TEST(SweepReports, MarkdownAndJsonHaveTheCounts) {
    const SweepSum sum =
        sum_of(sweep_of({"idesc.n=8,16"}), [](std::size_t i) { return i == 1 ? Told{.different = 3} : Told{}; });
    const std::string markdown = sum_markdown(sum);
    EXPECT_NE(markdown.find("## idesc.n=16"), std::string::npos) << markdown;
    EXPECT_NE(markdown.find("- varied: idesc.n, 2 values"), std::string::npos);
    const auto json = nlohmann::json::parse(sum_json(sum));
    EXPECT_EQ(json["equal"], 1);
    EXPECT_EQ(json["items"]["idesc.n"][1]["different"], 1);
    EXPECT_EQ(json["differing"][0]["name"], "idesc.n=16");
}

}  // namespace
}  // namespace tilescope::live_test
