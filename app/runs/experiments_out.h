// app/runs/experiments_out.h -- the report of experiments, as JSON and Markdown, and the list of experiments.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/runs/experiments.h"

#include <span>
#include <string>

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

}  // namespace tilescope::live
