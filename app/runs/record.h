// app/runs/record.h -- what is kept of a run among others: a line of the file of a sweep, a row of a report.
// SPDX-License-Identifier: MIT
//
//     {"job":17,"name":"idesc.n=32 swizzle=64B","values":{"idesc.n":"32","swizzle":"64B"},"session":"job.json",
//      "sweep":"9f86d081884c7d65","outcome":"ok","sentence":...,"reason":"","equal":true,"different":0,...}
#pragma once

#include "app/io/json.h"
#include "app/runs/run.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tilescope::live {

// An open question whose two rules give different words of D in this job, and the rule that the GPU follows.
struct DoubtVote {
    std::string doubt;  // id
    enum class Side : std::uint8_t { model, alternative, neither } side = Side::neither;
    friend bool operator==(const DoubtVote&, const DoubtVote&) = default;
};

using SweepValues = std::vector<std::pair<std::string, std::string>>;  // item, value

struct Record {
    std::size_t job = 0;  // its number in the list
    std::string name;
    SweepValues values = {};   // those of a sweep have these three, and those of a list have not
    std::string session = {};  // the file
    std::string sweep = {};    // Sweep::id()
    Outcome outcome = Outcome::ok;
    std::string sentence = {};  // of the ending
    std::string reason = {};    // what exactly happened; for refused_by_rules it begins with the id of the rule
    std::optional<Device> device = {};
    std::string target = {};
    bool equal = false, out_of_spec = false;
    std::size_t different = 0, words = 0, cells = 0;  // words of D; cells of Tensor Memory outside D that differ
    std::int64_t most_ulps = 0;
    std::vector<std::string> comparison = {};    // its sentences
    std::vector<std::string> explained_by = {};  // ids of open questions
    std::uint64_t compile_us = 0, run_us = 0, copy_us = 0;
    std::vector<DoubtVote> votes = {};  // not in the line
};
Record record_of(std::size_t job, std::string name, const RunOutcome& run);

// {"name": ..., "outcome": "ok", "sentence": ..., "different": 0, "words": 8192, ...}.
io::Json record_json(const Record& record);

// Returns one line with its line end.
std::string line_of(const Record& record);

// Reads such a line. Members that are missing keep their defaults, except "job", "name", "sweep" and "outcome".
// Errors: the text is no such line.
Answer<Record> record_in(std::string_view line);

// Whether the text can be the beginning of such a line: what a killed process leaves at the end of a file.
bool begins_record(std::string_view text);

}  // namespace tilescope::live
