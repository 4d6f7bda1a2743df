// tests/unit/session/experiment_test.cpp -- unit: every experiment can be run and tells its answers apart.
// SPDX-License-Identifier: MIT
#include <tilescope/emulator/profile.h>
#include <tilescope/hw/contradictions.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/session/experiment.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace tilescope {
namespace {

bool is_open_question(std::string_view id) {
    return std::ranges::any_of(all_doubts(), [&](const DoubtRow& row) { return row.id == id; });
}

TEST(Experiments, EveryRowIsComplete) {
    std::set<std::string_view> ids;
    for (const Experiment& e : all_experiments()) {
        EXPECT_TRUE(ids.insert(e.id).second) << e.id;
        EXPECT_TRUE(e.question.ends_with("?")) << e.id;
        EXPECT_FALSE(e.source.empty()) << e.id;
        EXPECT_GE(e.answers.size(), 2u) << e.id;
        const Contradiction* row = find_contradiction(e.settles);
        EXPECT_TRUE(e.settles.empty() || row || is_open_question(e.settles)) << e.id << " settles " << e.settles;
        std::set<std::string_view> answers, readings;
        for (const ExperimentAnswer& a : e.answers) {
            EXPECT_TRUE(answers.insert(a.id).second) << e.id << ' ' << a.id;
            EXPECT_TRUE(a.sentence.ends_with(".")) << e.id << ' ' << a.id;
            if (!a.reading.empty()) readings.insert(a.reading);
            const bool known = row ? a.reading == "A" || a.reading == "B" || a.reading == "both"
                                   : a.reading == "model" || a.reading == "alternative";
            EXPECT_TRUE(a.reading.empty() || (known && !e.settles.empty())) << e.id << ' ' << a.id;
            EXPECT_EQ(find_answer(e, a.id), &a);
        }
        EXPECT_EQ(readings.empty(), e.settles.empty()) << e.id;
        EXPECT_EQ(find_experiment(e.id), &e);
    }
}

// The chips with an MMA.
std::vector<std::string> chips() {
    std::vector<std::string> out;
    for (const ArchRow& arch : kArchs)
        if (arch.has(Feature::exact) && (arch.has(Feature::wgmma) || arch.has(Feature::tcgen05)))
            out.emplace_back(chip_of(arch));
    return out;
}

TEST(Experiments, RunOnSomeChipAndTellTheirAnswersApart) {
    for (const Experiment& e : all_experiments()) {
        bool runs = false;
        for (const std::string& chip : chips()) {
            if (!target_of(e, chip)) continue;
            runs = true;
            const auto jobs = experiment_jobs(e, chip);
            ASSERT_TRUE(jobs) << e.id << " on " << chip << ": " << jobs.why;
            for (const ExperimentJob& job : *jobs) ASSERT_EQ(job.predictions.size(), e.answers.size()) << e.id;
            for (std::size_t a = 0; a < e.answers.size(); ++a) {
                std::vector<Observation> seen;
                for (const ExperimentJob& job : *jobs)
                    seen.push_back({.stopped = job.predictions[a].stops, .words = job.predictions[a].words});
                EXPECT_EQ(answers_that_agree(e, *jobs, seen), std::vector<std::size_t>{a})
                    << e.id << " on " << chip << ": " << e.answers[a].id;
            }
        }
        EXPECT_TRUE(runs) << e.id;
    }
}

}  // namespace
}  // namespace tilescope
