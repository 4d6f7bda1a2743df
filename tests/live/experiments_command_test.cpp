// tests/live/experiments_command_test.cpp -- tilescope experiments with the stand-in driver in place of a GPU.
// SPDX-License-Identifier: MIT
//
// The stand-in is the model, so it gives the answers of the model. With "reads:OLD=NEW" it is a GPU with another
// answer.
#include "app/runs/experiments.h"
#include "tests/live/live_harness.h"
#include "tests/support/temporary_folder.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <signal.h>

#include <fstream>
#include <map>

namespace tilescope::live_test {
namespace {

using namespace live;

ExperimentsReport ran(std::vector<const Experiment*> chosen, const std::string& chip, const std::string& script = {}) {
    const Standin standin(script);
    const Setting gpu("TILESCOPE_STANDIN_CHIP", chip);
    Client client(program());
    ExperimentsRequest request{.chosen = std::move(chosen), .date = "2026-11-23"};
    return run_experiments(request, client, {});
}

// The conclusion and the answer of one experiment.
std::string answer_of(std::string_view id, const std::string& chip, const std::string& script = {}) {
    const ExperimentsReport report = ran({find_experiment(id)}, chip, script);
    if (!report.ending.is_ok()) return report.ending.sentence();
    const ExperimentResult& r = report.results.at(0);
    if (r.conclusion != Conclusion::answered) return say(row_of(r.conclusion).id, ": ", r.sentence());
    return std::string(r.experiment->answers[r.answers.at(0)].id);
}

// The words of the first run, and those of a prediction: the same with a field changed.
std::uint64_t launched(std::string_view id, WordId word) {
    return experiment_jobs(*find_experiment(id), "10.0")->front().session.word(word);
}

TEST(ExperimentsCommand, TheStandInGivesTheAnswersOfTheModel) {
    const std::map<std::string, std::map<std::string, std::string>> wanted = {{"9.0",
                                                                               {{"base-offset", "subtracted"},
                                                                                {"lbo-ignored", "ignored"},
                                                                                {"lbo-along-k", "lbo"},
                                                                                {"b1-order", "same"},
                                                                                {"integer-n", "runs"},
                                                                                {"accumulator-width", "25"},
                                                                                {"accumulator-width-fp8", "13"}}},
                                                                              {"10.3",
                                                                               {{"base-offset", "subtracted"},
                                                                                {"lbo-ignored", "ignored"},
                                                                                {"lbo-along-k", "lbo"},
                                                                                {"swizzle-code-3", "stops"},
                                                                                {"swizzle-code-5", "stops"},
                                                                                {"swizzle-code-7", "stops"},
                                                                                {"k-major-pairs", "pairs"},
                                                                                {"no-swizzle", "canonical"},
                                                                                {"zero-columns", "skip_is_zeroed"},
                                                                                {"mask-nonzero", "one_is_on"},
                                                                                {"start-counts", "last_column"},
                                                                                {"small-shift", "shifted"},
                                                                                {"kind-text", "stops"},
                                                                                {"mixed-types", "stops"},
                                                                                {"negate-scaled", "negates"},
                                                                                {"pair-scaled", "runs"},
                                                                                {"sparse-selector", "stops"},
                                                                                {"sparse-reserved", "ignored"},
                                                                                {"small-n", "runs"},
                                                                                {"long-k", "runs"},
                                                                                {"f16-result", "f16"},
                                                                                {"d-high-half", "kept"},
                                                                                {"accumulator-width", "25"},
                                                                                {"window-floor", "no_zeros"},
                                                                                {"accumulator-width-fp8", "25"},
                                                                                {"scaled-floor", "no_limit"},
                                                                                {"fp4-floor", "whole_groups"},
                                                                                {"fp4-groups", "four"},
                                                                                {"scale-sign", "ignored"},
                                                                                {"scaled-c", "truncated"},
                                                                                {"sparse-groups", "stored"}}}};
    for (const auto& [chip, answers] : wanted) {
        const ExperimentsReport report = ran({}, chip);
        ASSERT_TRUE(report.ending.is_ok()) << report.ending.sentence();
        EXPECT_EQ(report.results.size(), all_experiments().size());
        std::size_t answered = 0;
        for (const ExperimentResult& r : report.results) {
            const auto want = answers.find(std::string(r.experiment->id));
            if (r.conclusion == Conclusion::lacking) {
                EXPECT_EQ(want, answers.end()) << r.experiment->id;
                continue;
            }
            ASSERT_EQ(r.conclusion, Conclusion::answered) << chip << ' ' << r.experiment->id << ": " << r.sentence();
            ++answered;
            ASSERT_NE(want, answers.end()) << r.experiment->id;
            EXPECT_EQ(r.experiment->answers[r.answers[0]].id, want->second) << chip << ' ' << r.experiment->id;
        }
        EXPECT_EQ(answered, answers.size());
    }
}

TEST(ExperimentsCommand, AnotherGpuGivesAnotherAnswer) {
    const auto reads = [](std::uint64_t from, std::uint64_t to) { return say("reads:", hex(from), "=", hex(to)); };
    // The two runs have the lengths 3 and 4; swapped, 4 and 3.
    const std::uint64_t mask = launched("zero-columns", WordId::zcm);
    EXPECT_EQ(answer_of("zero-columns", "10.0", reads(mask, 0x0002038000000000)), "skip_is_used");
    EXPECT_EQ(answer_of("zero-columns", "10.0", reads(mask, 0)), "no_column");
    EXPECT_EQ(answer_of("zero-columns", "10.0", say("refuses:", hex(mask))), "stops");
    EXPECT_EQ(answer_of("zero-columns", "10.0", reads(mask, 0x0004058000000000)).substr(0, 8), "unknown:");
    const std::uint64_t code = launched("swizzle-code-3", WordId::a_desc);
    EXPECT_EQ(answer_of("swizzle-code-3", "10.0", reads(code, 0x4000404000010040)), "lowest_bit_ignored");
    const std::uint64_t moved = launched("base-offset", WordId::a_desc), field = 0xf;
    EXPECT_EQ((moved >> 48) & field, 2u) << "base_offset 1 is bit 49";
    EXPECT_EQ(answer_of("base-offset", "10.0",
                        say(reads(moved, 0x4000404000010040), " ", reads(0x4004404000010040, 0x4000404000010040))),
              "ignored");
    EXPECT_EQ(answer_of("base-offset", "10.0", reads(moved, 0x4000404000010040)).substr(0, 8), "unknown:")
        << "one job as one answer, the other as another";
}

TEST(ExperimentsCommand, AGpuThatIsNotTheModelInTheControlAnswersNothing) {
    // The control of the mask has no mask. Here, its A is read with another stride.
    const std::string said = answer_of("zero-columns", "10.0", "reads:0x4000404000010040=0x4000402000010040");
    EXPECT_EQ(said.substr(0, 8), "control:") << said;
    EXPECT_NE(said.find("words of D differ"), std::string::npos) << said;
}

// A failure before the instruction, or with an error that has other causes, is not an answer.
TEST(ExperimentsCommand, OnlyAFailureOfTheInstructionIsAnAnswer) {
    EXPECT_EQ(answer_of("zero-columns", "10.0", "cuMemAlloc:2").substr(0, 7), "failed:");
    EXPECT_EQ(answer_of("zero-columns", "10.0", "cuStreamQuery:702").substr(0, 7), "failed:");
    EXPECT_EQ(answer_of("zero-columns", "10.0", "timeout").substr(0, 7), "failed:") << "the control fails too";
}

TEST(ExperimentsCommand, AnInstructionThatFailsDoesNotEndTheOthers) {
    const std::uint64_t mask = launched("zero-columns", WordId::zcm);
    const ExperimentsReport report =
        ran({find_experiment("zero-columns"), find_experiment("mask-nonzero"), find_experiment("small-n")}, "10.0",
            say("refuses:", hex(mask)));
    ASSERT_EQ(report.results.size(), 3u);
    EXPECT_EQ(report.results[0].sentence(), "The instruction fails: the GPU stops the kernel, or the MMA never ends.");
    EXPECT_EQ(report.results[1].conclusion, Conclusion::unknown) << "one of its two runs has the same mask";
    EXPECT_EQ(report.results[2].conclusion, Conclusion::answered);
}

TEST(ExperimentsCommand, WithoutADriverOrAGpuThereIsNoReport) {
    const Standin standin("", "standin_none");
    Client client(program());
    const ExperimentsReport report = run_experiments({}, client, {});
    EXPECT_EQ(report.ending.outcome, Outcome::no_driver);
    EXPECT_TRUE(report.results.empty());
    EXPECT_EQ(ran({find_experiment("long-k")}, "10.0").ending.outcome, Outcome::unsupported_arch);
    EXPECT_EQ(ran({}, "12.0").ending.outcome, Outcome::unsupported_arch);
}

TEST(ExperimentsCommand, AStopEndsTheReport) {
    std::stop_source source;
    const Standin standin;
    Client client(program());
    std::size_t seen = 0;
    const ExperimentsReport report = run_experiments({}, client, {.stop = source.get_token()}, [&](const auto&) {
        if (++seen == 2) source.request_stop();
    });
    EXPECT_EQ(report.ending.outcome, Outcome::stopped);
    EXPECT_EQ(report.results.size(), 2u);
}

TEST(ExperimentsCommand, ATerminalShowsHowFarItIs) {
    const Standin standin;
    const Setting gpu("TILESCOPE_STANDIN_CHIP", "9.0");
    const Ended ended = on_terminal("experiments run lbo-ignored b1-order");
    EXPECT_EQ(ended.status, 0);
    EXPECT_NE(ended.err.find("0 of 2 experiments: lbo-ignored"), std::string::npos) << ended.err;
}

// A later launch hangs, so the experiments cannot end before the signal.
TEST(ExperimentsCommand, ACtrlCLeavesTheReportOfWhatIsDone) {
    const test::TemporaryFolder folder;
    const std::string calls = folder.path() + "/calls", out = folder.path() + "/out.json";
    const Standin standin("hang:cuLaunchKernel@9");
    const Setting gpu("TILESCOPE_STANDIN_CHIP", "9.0"), log("TILESCOPE_STANDIN_LOG", calls);
    const Ended ended = interrupted("experiments run --out '" + out + "'", SIGINT,
                                    [&] { return lines_with(calls, "cuLaunchKernel") >= 9; });
    EXPECT_EQ(ended.status, 4);
    EXPECT_NE(ended.err.find("The run was stopped. "), std::string::npos) << ended.err;
    EXPECT_NE(ended.err.find(say(" of ", all_experiments().size(), " experiments are done.")), std::string::npos)
        << ended.err;
    std::ifstream report(out);
    EXPECT_FALSE(nlohmann::json::parse(report)["experiments"].empty());
}

TEST(ExperimentsCommand, AReportIsReadBackAsMeasurements) {
    const ExperimentsReport report =
        ran({find_experiment("zero-columns"), find_experiment("integer-n"), find_experiment("d-high-half")}, "10.0");
    const std::string text = experiments_json(report);
    const auto found = measurements_in(text);
    ASSERT_TRUE(found) << found.why;
    ASSERT_EQ(found->size(), 2u) << "integer-n needs wgmma";
    EXPECT_EQ(
        sentence_of((*found)[0]),
        "Answered by experiment zero-columns on Stand-in (10.0, CUDA 13.0, 2026-11-23): reading B. The skip span is "
        "a run of zeroed columns, as the examples show.");
    EXPECT_EQ(sentence_of((*found)[1]),
              "Experiment d-high-half on Stand-in (10.0, CUDA 13.0, 2026-11-23): The high half "
              "of each cell keeps its bits.");
    const auto json = nlohmann::json::parse(text);
    EXPECT_EQ(json["experiments"][1]["conclusion"], "lacking");
    EXPECT_EQ(json["experiments"][0]["runs"][0]["out_of_spec"], false);
    EXPECT_EQ(json["experiments"][0]["runs"][0]["first_words"].size(), 16u);
    const std::string markdown = experiments_markdown(report);
    EXPECT_NE(markdown.find("For X1: reading B."), std::string::npos);
    EXPECT_NE(markdown.find("- GPU: Stand-in, compute capability 10.0, CUDA 13.0"), std::string::npos);
}

TEST(ExperimentsCommand, ReportsOfOtherFormsAreRefused) {
    const auto with = [](const char* row) {
        return say(R"({"tilescope_experiments": 1, "device": {"name": "\u001b[31mB\n"}, "experiments": [)", row, "]}");
    };
    const std::pair<std::string, const char*> bad[] = {
        {"{", "line 1"},
        {"[]", "not a report of experiments"},
        {R"({"tilescope_experiments": 2, "experiments": []})", "version 2"},
        {R"({"tilescope_experiments": 1, "experiments": 3})", "not a report of experiments"},
        {with(R"({"conclusion": "answered", "id": "x"})"), "does not exist"},
        {with(R"({"conclusion": "answered", "id": "zero-columns", "answer": 3})"), "does not have"}};
    for (const auto& [text, reason] : bad) {
        const auto found = measurements_in(text);
        EXPECT_FALSE(found) << text;
        EXPECT_NE(found.why.find(reason), std::string::npos) << found.why;
    }
    const auto odd = measurements_in(with(R"({"conclusion": "answered", "id": "zero-columns", "answer": "stops"})"));
    ASSERT_TRUE(odd) << odd.why;
    EXPECT_EQ(sentence_of(odd->front()).find('\n'), std::string::npos);
    EXPECT_EQ(sentence_of(odd->front()).find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace tilescope::live_test
