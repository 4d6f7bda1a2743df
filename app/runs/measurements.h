// app/runs/measurements.h -- reads reports of experiments: what GPUs have answered.
// SPDX-License-Identifier: MIT
//
//     const auto found = measurements_in(text);
//     sentence_of((*found)[0])
//     "Answered by experiment zero-columns on NVIDIA B200 (10.0, CUDA 13.0, 2026-11-23): reading B. The skip span is
//     ..."
#pragma once

#include "app/io/json_text.h"

#include <tilescope/base/answer.h>
#include <tilescope/session/experiment.h>

#include <string>
#include <string_view>
#include <vector>

namespace tilescope::live {

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
