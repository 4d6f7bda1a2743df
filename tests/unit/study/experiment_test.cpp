// tests/unit/study/experiment_test.cpp -- unit: every experiment can be run and tells its answers apart.
// SPDX-License-Identifier: MIT
#include <tilescope/emulator/profile.h>
#include <tilescope/emulator/recipe.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/contradictions.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/study/experiment.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

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
        EXPECT_EQ(chips_that_are_open(e).empty(), asked_of(e) == AskedState::measured) << e.id;
        EXPECT_TRUE(!row || !row->open.empty() || asked_of(e) == AskedState::measured) << e.id << " and " << row->id;
    }
}

// One chip for each unit that the experiment runs on: the predictions of two chips with one unit are the same. The
// label ptxas makes the jobs of all chips.
std::vector<std::string> chips_of(const Experiment& e) {
    std::vector<std::string> out;
    for (const Feature unit : {Feature::wgmma, Feature::tcgen05})
        for (const ArchRow& arch : kArchs)
            if (arch.has(unit) && target_of(e, chip_of(arch)) == &arch) {
                out.emplace_back(chip_of(arch));
                break;
            }
    return out;
}

void expect_predictions(const Experiment& e, const ExperimentJob& job) {
    ASSERT_EQ(job.predictions.size(), e.answers.size()) << e.id << ' ' << job.name;
    for (std::size_t a = 0; a < e.answers.size(); ++a)
        EXPECT_EQ(job.predictions[a].answer, e.answers[a].id) << e.id << ' ' << job.name;
}

TEST(Experiments, RunOnSomeChipAndTellTheirAnswersApart) {
    for (const Experiment& e : all_experiments()) {
        EXPECT_FALSE(chips_of(e).empty()) << e.id;
        for (const std::string& chip : chips_of(e)) {
            const auto jobs = experiment_jobs(e, chip);
            ASSERT_TRUE(jobs) << e.id << " on " << chip << ": " << jobs.why;
            for (const ExperimentJob& job : *jobs) {
                expect_predictions(e, job);
                for (const std::string& rule : job.broken)
                    EXPECT_TRUE(chip != kH100.chip || !rule.starts_with("L49")) << e.id << ": wgmma has no descriptor";
            }
            for (std::size_t a = 0; a < e.answers.size(); ++a) {
                std::vector<Observation> seen;
                for (const ExperimentJob& job : *jobs)
                    seen.push_back({.stopped = job.predictions[a].stops, .words = job.predictions[a].words});
                EXPECT_EQ(answers_that_agree(e, *jobs, seen), std::vector<std::size_t>{a})
                    << e.id << " on " << chip << ": " << e.answers[a].id;
            }
        }
    }
}

// ---- predictions, checked by hand ----

ExperimentJob job_of(std::string_view id, std::string_view chip, std::size_t number = 0) {
    auto jobs = experiment_jobs(*find_experiment(id), chip);
    EXPECT_TRUE(jobs) << jobs.why;
    return std::move((*jobs)[number]);
}

const Prediction& predicted(const ExperimentJob& job, std::string_view id, std::string_view answer) {
    const Experiment& e = *find_experiment(id);
    return job.predictions[static_cast<std::size_t>(find_answer(e, answer) - e.answers.data())];
}

// The D of the model on the memory of the experiment.
std::vector<std::uint32_t> model_of(const ExperimentJob& job) {
    auto machine = filled(job.memory);
    EXPECT_TRUE(machine) << machine.why;
    load_registers(*machine, job.memory, 0);
    const Machine before = *machine;
    const auto done = execute_mma(*machine, job.launched);
    EXPECT_TRUE(done) << done.why;
    const auto seen = observation_of(job, before, *machine);
    EXPECT_TRUE(seen) << seen.why;
    EXPECT_EQ(seen->outside, 0u);
    return seen->words;
}

// The predictions of the widths do not come from the model. It keeps 25 bits, and 13 bits of fp8 on Hopper.
TEST(Experiments, TheModelHasItsPublishedWidths) {
    const struct {
        const char *id, *chip, *answer;
    } rows[] = {{"accumulator-width", "9.0", "25"},
                {"accumulator-width", "10.0", "25"},
                {"accumulator-width-fp8", "9.0", "13"},
                {"accumulator-width-fp8", "10.0", "25"}};
    for (const auto& row : rows) {
        const ExperimentJob job = job_of(row.id, row.chip);
        EXPECT_EQ(model_of(job), predicted(job, row.id, row.answer).words) << row.id << " on " << row.chip;
        const unsigned n = job.memory.expected.n;
        const auto& words = predicted(job, row.id, row.answer).words;
        EXPECT_EQ(words[13], 0x39000000u) << "2^-13";
        EXPECT_EQ(words[n + 13], 0xb9000000u) << "odd rows subtract";
        EXPECT_EQ(words[28], 0u);
    }
}

TEST(Experiments, TheZeroedColumnsAreThoseOfBothReadings) {
    const ExperimentJob job = job_of("zero-columns", "10.0");
    EXPECT_EQ(job.session.word(WordId::zcm), 0x0003028000000000u) << "Example 2 of the manual";
    const ZeroMask mask = mask_of(**find_format("zcm", {}, Edition::v9_1), job.session.word(WordId::zcm));
    const std::pair<const char*, MaskReading> readings[] = {{"skip_is_used", MaskReading::text},
                                                            {"skip_is_zeroed", MaskReading::examples}};
    const auto& all = predicted(job, "zero-columns", "no_column").words;
    for (const auto& [answer, reading] : readings) {
        const MaskPicture picture = expand_mask(mask, 128, 64, reading);
        const auto& words = predicted(job, "zero-columns", answer).words;
        for (std::size_t e = 0; e < words.size(); ++e)
            ASSERT_EQ(words[e], picture.columns[e % 64].zeroed ? 0 : all[e]) << answer << ' ' << e;
    }
}

// Five zeroed columns, then three that use B. Count 6 is the second column of the second run.
TEST(Experiments, StartCountsAreCountedByHand) {
    const ExperimentJob job = job_of("start-counts", "10.0");
    const std::pair<const char*, std::string_view> first_columns[] = {
        {"last_column", "0BBB00000B"}, {"both_spans", "BB00000BBB"}, {"first_span", "0000BBB000"}};
    for (const auto& [answer, columns] : first_columns)
        for (std::size_t c = 0; c < columns.size(); ++c)
            EXPECT_EQ(predicted(job, "start-counts", answer).words[c] == 0, columns[c] == '0') << answer << ' ' << c;
}

TEST(Experiments, OperandsWithTheirOwnTypesGiveThePlainProduct) {
    const ExperimentJob job = job_of("mixed-types", "10.0");
    const auto& all = job.memory.expected;
    const auto value = [](std::string_view type, std::uint32_t word) { return std::stod(text_of_word(type, word)); };
    double sum = 0;
    for (unsigned k = 0; k < 16; ++k) sum += value("f16", all.a[k]) * value("bf16", all.b[k]);
    EXPECT_EQ(value("f32", predicted(job, "mixed-types", "own_types").words[0]), sum);
}

// Where two answers are one rule and its alternative, the model has the rule that the table says.
TEST(Experiments, TheModelGivesTheAnswerThatIsMarkedAsItsRule) {
    for (const Experiment& e : all_experiments())
        for (std::size_t a = 0; a < e.answers.size(); ++a) {
            if (e.answers[a].reading != "model") continue;
            const ExperimentJob job = job_of(e.id, "10.0");
            EXPECT_EQ(model_of(job), job.predictions[a].words) << e.id;
        }
}

// 2^-149 - 2^-159 and 2^-149 - 2^-175 are below the least f32 number, if nothing is lost.
TEST(Experiments, SmallSumsHaveTheWordsOfTheirComments) {
    for (const char* id : {"scaled-floor", "fp4-floor"}) {
        const ExperimentJob job = job_of(id, "10.0");
        EXPECT_EQ(job.predictions[0].words[0], 0u) << id;
        EXPECT_EQ(job.predictions[1].words[0], 1u) << id;
    }
}

TEST(Experiments, AnObservationThatNoAnswerPredictsHasNoAnswer) {
    const Experiment& e = *find_experiment("zero-columns");
    const auto jobs = experiment_jobs(e, "10.0");
    ASSERT_TRUE(jobs) << jobs.why;
    Observation seen{.words = jobs->front().predictions[1].words};
    EXPECT_EQ(answers_that_agree(e, *jobs, {{seen}}), std::vector<std::size_t>{1});
    seen.words[77] ^= 1;
    EXPECT_TRUE(answers_that_agree(e, *jobs, {{seen}}).empty()) << "one bit of one word differs";
    seen.words[77] ^= 1;
    seen.outside = 1;
    EXPECT_TRUE(answers_that_agree(e, *jobs, {{seen}}).empty()) << "a cell outside D changed";
    EXPECT_TRUE(answers_that_agree(e, *jobs, {}).empty()) << "a job was not run";
}

TEST(Experiments, AreRefusedOnAChipWithoutTheForm) {
    const auto jobs = experiment_jobs(*find_experiment("long-k"), "10.0");
    EXPECT_FALSE(jobs);
    EXPECT_EQ(jobs.why, "No target of compute capability 10.0 has what the experiment long-k needs.");
}

}  // namespace
}  // namespace tilescope
