// app/runs/experiment_report.h -- the report of experiments, as JSON and Markdown: written, and read again.
// SPDX-License-Identifier: MIT
//
//     const auto found = measurements_in(text);
//     sentence_of((*found)[0])
//     "Answered by experiment zero-columns on NVIDIA B200 (10.0, CUDA 13.0, 2026-11-23): reading B. The skip span is
//     ..."
#pragma once

#include "app/io/json.h"
#include "app/runs/experiments.h"

#include <tilescope/base/answer.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::live {

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
