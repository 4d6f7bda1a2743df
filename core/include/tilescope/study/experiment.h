// core/include/tilescope/study/experiment.h -- experiments: one run of a GPU that answers a question of the tables.
// SPDX-License-Identifier: MIT
//
// Documents leave questions open (hw/contradictions.h, DoubtRow). An experiment is such a question with its possible
// answers. Each answer predicts every word of D, or that the GPU stops the kernel:
//
//     const Experiment* e = find_experiment("zero-columns");
//     const auto jobs = experiment_jobs(*e, "10.0");          // what runs, with a prediction for each answer
//     ... run job.control and job.launched; `before` and `after` are the memory of the second run ...
//     const auto seen = observation_of(jobs->front(), before, after);
//     answers_that_agree(*e, *jobs, {*seen})                  // {1}: reading B
//
// A prediction is the model's D with other words: "the field is ignored" is the D of the same memory where the field is
// 0. An answer counts only if it is the one that agrees in every word of every job.
#pragma once

#include <tilescope/document/session.h>
#include <tilescope/emulator/emulation.h>
#include <tilescope/hw/archs.h>
#include <tilescope/word/field.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// What an answer says about one job.
struct Prediction {
    std::string answer;                // its id
    bool stops = false;                // the GPU ends the kernel with an error, or the MMA never ends
    std::vector<std::uint32_t> words;  // m x n, as observation_of() reads them
    friend bool operator==(const Prediction&, const Prediction&) = default;
};

// One instruction on one memory.
struct ExperimentJob {
    std::string name;  // "base_offset 1": unique in its experiment
    // Words that no rule refuses, in the same form as far as possible. The experiment says nothing about a GPU that is
    // not the model here.
    EmulatorJob control;
    EmulatorJob memory;                   // fills the memory of the run; its words are not launched
    Session session;                      // the words that are launched
    MmaInstruction launched;              // the instruction with these words
    MmaInstruction reader;                // where D is: with another type of D, whole cells of a 16-bit D are read
    std::vector<std::uint32_t> care;      // m x n: the bits that are compared; empty: all bits of all words
    std::vector<Prediction> predictions;  // one for each answer, in the order of the answers
    std::vector<std::string> broken;      // the rules that the words break, one sentence each
};

struct ExperimentAnswer {
    std::string_view id;        // "ignored": unique in its experiment
    std::string_view sentence;  // "The field is ignored."
    // What it says about the row that the experiment settles: "A", "B" or "both" for a contradiction; "model" or
    // "alternative" for an open question of the emulator; empty: neither.
    std::string_view reading;
};

struct Experiment {
    std::string_view id;  // "zero-columns"
    std::string_view question;
    std::string_view settles;  // id of a contradiction ("X1") or of an open question of the emulator ("g16"), or empty
    std::span<const ExperimentAnswer> answers;
    std::string_view source;         // of the predictions, and what is uncertain about them
    std::span<const Feature> needs;  // it runs on targets that have one of these features
    // Makes the jobs for a target. `number` tells rows apart that share a function.
    Answer<std::vector<ExperimentJob>> (*make)(const ArchRow& arch, unsigned number);
    unsigned number = 0;
    std::string_view seen = {};  // the answer that a GPU gave; empty: no GPU was asked
    Certainty by = {};           // its measurement
};
std::span<const Experiment> all_experiments();

// Returns null if no experiment has this id.
const Experiment* find_experiment(std::string_view id);
const ExperimentAnswer* find_answer(const Experiment& experiment, std::string_view id);

// in_part: a GPU of one generation answered, but the experiment can run on others too.
enum class AskedState : std::uint8_t { open, in_part, measured };
inline constexpr NamedValue kAskedNames[] = {{0, "open"}, {1, "in part"}, {2, "measured"}};
constexpr std::string_view name_of(AskedState s) { return name_in(kAskedNames, static_cast<std::uint64_t>(s)); }
AskedState asked_of(const Experiment& experiment);

// "Measured for wgmma: The field is subtracted ... (NVIDIA H100 80GB HBM3, 2026-11-26, h100_layout.csv.gz) Open for
// tcgen05." Empty if no GPU was asked.
std::string answer_of_gpus(const Experiment& experiment);

// Returns the target whose code runs on this chip ("10.3") and has what the experiment needs. Null: none.
const ArchRow* target_of(const Experiment& experiment, std::string_view chip);

// Returns the compute capabilities whose GPUs can answer: {"9.0", "10.0", ...}. Without those that answered: for which
// the question is open. Never empty for all.
std::vector<std::string_view> chips_that_run(const Experiment& experiment);
std::vector<std::string_view> chips_that_are_open(const Experiment& experiment);

// Returns the jobs of an experiment. Errors: no target of the chip has what it needs, or the form does not exist there.
Answer<std::vector<ExperimentJob>> experiment_jobs(const Experiment& experiment, std::string_view chip);

// What a GPU did with a job.
struct Observation {
    bool stopped = false;              // it ended the kernel with an error, or the MMA never ended
    std::vector<std::uint32_t> words;  // m x n
    std::size_t outside = 0;           // cells of Tensor Memory outside D that changed
};

// Reads D from the memory after a run. `before` is the memory before it.
// Errors: `after` does not have the memory of this job.
Answer<Observation> observation_of(const ExperimentJob& job, const Machine& before, const Machine& after);

// Where a prediction differs in a compared bit, in the words of D.
struct PredictionDifference {
    std::size_t words = 0;             // how many differ; all of them if only one of the two stopped
    std::optional<std::size_t> first;  // index of the first of them, row by row; empty: none, or no D to compare
};
PredictionDifference difference_from(const ExperimentJob& job, const Prediction& prediction,
                                     const Observation& observation);

// Returns whether a prediction agrees in every compared bit. No answer predicts that a cell outside D changes.
bool agrees(const ExperimentJob& job, const Prediction& prediction, const Observation& observation);

// Returns the indices of the answers that agree with all observations, one for each job. One index: it is the answer.
// None: no known answer is right. Several: these jobs do not tell them apart.
std::vector<std::size_t> answers_that_agree(const Experiment& experiment, std::span<const ExperimentJob> jobs,
                                            std::span<const Observation> observations);

}  // namespace tilescope
