// app/runs/experiments.h -- runs experiments on a GPU: which answer to an open question is right; their report.
// SPDX-License-Identifier: MIT
//
//     Client client("");
//     const ExperimentsReport report = run_experiments({.chosen = {find_experiment("zero-columns")}}, client, {});
//     report.results[0].conclusion == Conclusion::answered       // then answers[0] is the answer
//
// Each job has a control: legal words in the same form. If the GPU is not the model there, the experiment says nothing.
#pragma once

#include "app/io/json_value.h"
#include "app/runs/run.h"

#include <tilescope/base/answer.h>
#include <tilescope/study/experiment.h>

namespace tilescope::live {

enum class Conclusion : std::uint8_t {
    answered,   // exactly one answer agrees in every compared bit
    undecided,  // several answers agree
    unknown,    // the instruction ran or failed, but as no answer says
    control,    // the GPU differs from the model already in the control
    lacking,    // no target of the GPU has what the experiment needs
    failed,     // a run failed in a way that answers nothing
};

struct ConclusionRow {
    Conclusion conclusion;
    std::string_view id, sentence;  // the sentence is empty where the answer says it
};
inline constexpr ConclusionRow kConclusions[] = {
    {Conclusion::answered, "answered", ""},
    {Conclusion::undecided, "undecided", "Several answers agree with what the GPU did."},
    {Conclusion::unknown, "unknown", "No known answer agrees with what the GPU did."},
    {Conclusion::control, "control", "The GPU differs from the model in the control, so nothing is decided."},
    {Conclusion::lacking, "lacking", "This GPU does not have what the experiment needs."},
    {Conclusion::failed, "failed", "A run failed, so nothing is decided."},
};
constexpr const ConclusionRow& row_of(Conclusion c) { return kConclusions[static_cast<std::size_t>(c)]; }

// How far an answer is from what the GPU did, in one job.
struct AnswerDistance {
    std::string_view answer;
    bool agrees = false;
    std::size_t words = 0;                    // that differ
    std::optional<Element> first;             // the first of them
    std::uint32_t device = 0, predicted = 0;  // its words
};

struct ExperimentRun {
    std::string name;                  // of the job
    Ending ending;                     // of the run whose instruction is in question
    std::vector<std::string> broken;   // rules that its words break: the launch is out of spec
    std::size_t outside = 0;           // cells of Tensor Memory outside D that changed
    std::vector<std::uint32_t> words;  // the first words of D, at most kMostFirstWords
    std::vector<AnswerDistance> distances;
};
inline constexpr std::size_t kMostFirstWords = 16;

struct ExperimentResult {
    const Experiment* experiment = nullptr;
    Conclusion conclusion = Conclusion::failed;
    std::vector<std::size_t> answers;  // the indices of those that agree
    std::string why;                   // if it is lacking, failed or stopped at the control: the reason, as sentences
    std::vector<ExperimentRun> runs;

    // The sentence of the answer, or what the conclusion says.
    std::string sentence() const;
};

struct ExperimentsRequest {
    std::vector<const Experiment*> chosen;  // empty: all
    std::uint32_t device = kAnyDevice;      // the first that has a target for one of them
    std::uint32_t timeout_ms = LaunchOptions{}.timeout_ms;
    std::string date;  // "2026-11-23": for the report
};

struct ExperimentsReport {
    Ending ending;  // of the whole: not ok if there is no GPU, or if it was stopped
    std::optional<Device> device;
    std::string date;
    std::size_t chosen = 0;  // experiments, of which `results` has those that are done
    std::vector<ExperimentResult> results;
};

// Blocks. `on_result` is called after each experiment, `on_start` before it with its place among all. After a run that
// failed, the next one has a new worker.
ExperimentsReport run_experiments(
    const ExperimentsRequest& request, Client& client, const RunTools& tools,
    const std::function<void(const ExperimentResult&)>& on_result = {},
    const std::function<void(const Experiment&, std::size_t place, std::size_t all)>& on_start = {});

// ---- the report of experiments, as JSON and Markdown: written, and read again
//
//     const auto found = measurements_in(text);
//     sentence_of((*found)[0])
//     "Answered by experiment zero-columns on NVIDIA B200 (10.0, CUDA 13.0, 2026-11-23): reading B. The skip span is
//     ..."

inline constexpr int kExperimentsVersion = 1;  // the value of "tilescope_experiments"

// {"tilescope_experiments": 1, "outcome": "ok", "device": {...}, "date": ..., "experiments": [{"id": "zero-columns",
// "conclusion": "answered", "answer": "skip_is_zeroed", "reading": "B", ...}]}. measurements_in() reads it.
std::string experiments_json(const ExperimentsReport& report);

// For a person who reads the report of a GPU.
std::string experiments_markdown(const ExperimentsReport& report);

// [{"id": ..., "question": ..., "settles": ..., "source": ..., "answers": [{"id": ..., "sentence": ..., "reading":
// ...}]}].
std::string experiment_list_json(std::span<const Experiment* const> experiments);

// ---- what GPUs have answered

struct Measurement {
    const Experiment* experiment = nullptr;
    const ExperimentAnswer* answer = nullptr;
    std::string gpu, chip, driver, date;  // may contain anything: sentence_of() makes them printable
};

// Returns the answered experiments of a report (experiments_json()), in its order. The sentences are ours; the file has
// only ids.
// Errors: the text is no such report, has another version, or names an experiment or an answer that does not exist.
Answer<std::vector<Measurement>> measurements_in(std::string_view text);

std::string sentence_of(const Measurement& measurement);

// {"settles": "X1", "reading": "B", "sentence": "Settled by ...", "experiment": ..., "answer": ..., "gpu": ...}.
io::Json measurement_json(const Measurement& measurement);

// Returns "reading A", "both readings", "the alternative rule", "neither reading" for the reading of an answer.
std::string in_words(std::string_view reading);

}  // namespace tilescope::live
