// tests/live/hardware_report_test.cpp -- reports that a real GPU left: they agree with what the tables state today.
// SPDX-License-Identifier: MIT
#include "app/io/json.h"
#include "app/runs/experiments.h"

#include <tilescope/hw/measurements.h>
#include <tilescope/study/experiment.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>

namespace tilescope::live_test {
namespace {

std::string text_in(const std::string& name) {
    std::ifstream in(std::string(TILESCOPE_SOURCE_DIR "/tests/hardware/h100/") + name);
    std::stringstream text;
    text << in.rdbuf();
    EXPECT_FALSE(text.str().empty()) << name;
    return text.str();
}

std::vector<live::Measurement> stored_answers() {
    const auto found = live::measurements_in(text_in("exp.json"));
    EXPECT_TRUE(found) << found.why;
    return found ? *found : std::vector<live::Measurement>();
}

TEST(HardwareReport, EachStoredAnswerIsTheAnswerOfTheTable) {
    const std::vector<live::Measurement> answers = stored_answers();
    for (const live::Measurement& m : answers) {
        EXPECT_EQ(m.experiment->seen, m.answer->id) << m.experiment->id;
        ASSERT_NE(m.experiment->by.measurement(), nullptr) << m.experiment->id;
        EXPECT_EQ(m.gpu, m.experiment->by.measurement()->on->name);
        EXPECT_EQ(m.date, m.experiment->by.measurement()->on->date);
        EXPECT_EQ(m.chip, m.experiment->by.measurement()->on->chip);
    }
    EXPECT_EQ(answers.size(), 6u);
    std::printf("%zu stored answers compared\n", answers.size());
}

// The other direction: a row that names an answer of this GPU has it in the report, if the version of the report had
// the experiment and the GPU can run it.
TEST(HardwareReport, EachAnswerOfTheTableThatTheGpuCanGiveIsStored) {
    const std::vector<live::Measurement> answers = stored_answers();
    const auto report = io::read_json(text_in("exp.json"));
    ASSERT_TRUE(report) << report.why;
    const auto asked = [&](const Experiment& e) {
        return std::ranges::any_of((*report)["experiments"], [&](const io::Json& row) { return row["id"] == e.id; });
    };
    for (const Experiment& e : all_experiments()) {
        const tilescope::Measurement* m = e.by.measurement();
        EXPECT_EQ(m == nullptr, e.seen.empty()) << e.id;
        if (m == nullptr) continue;
        EXPECT_NE(find_answer(e, e.seen), nullptr) << e.id;
        if (target_of(e, m->on->chip) == nullptr || !asked(e)) continue;
        EXPECT_TRUE(std::ranges::any_of(answers, [&](const live::Measurement& a) { return a.experiment == &e; }))
            << e.id;
    }
}

// What differed in the self-test is what the README says: one fault of the model of that version.
TEST(HardwareReport, TheSelfTestDifferedOnlyInOneLayout) {
    const auto json = io::read_json(text_in("full.json"));
    ASSERT_TRUE(json) << json.why;
    EXPECT_EQ((*json)["jobs"], 2120);
    EXPECT_EQ((*json)["equal"], 2092);
    EXPECT_EQ((*json)["failed"], 0);
    std::size_t different = 0;
    for (const io::Json& job : (*json)["results"]) {
        if (job["equal"] == true) continue;
        ++different;
        const std::string name = job["name"];
        EXPECT_NE(name.find("sparse"), std::string::npos) << name;
        EXPECT_NE(name.find("swizzle=32B major=k"), std::string::npos) << name;
    }
    EXPECT_EQ(different, 28u);
}

// The same GPU with the version of today: the same answers, and no job of the self-test that differs from the model.
TEST(HardwareReport, TheReportOfVersion050HasTheSameAnswersAndNoDifference) {
    const auto answers = live::measurements_in(text_in("../h100_0.5.0/exp.json"));
    ASSERT_TRUE(answers) << answers.why;
    for (const live::Measurement& m : *answers) EXPECT_EQ(m.experiment->seen, m.answer->id) << m.experiment->id;
    EXPECT_GE(answers->size(), 6u);
    EXPECT_NE(text_in("../h100_0.5.0/full.txt").find("2512 jobs: 2512 equal to the model, 0 different, 0 failed"),
              std::string::npos);
}

}  // namespace
}  // namespace tilescope::live_test
