// app/runs/sweep_record.h -- the result of one job of a sweep, as one line of JSON.
// SPDX-License-Identifier: MIT
//
//     {"job":17,"name":"idesc.n=32 swizzle=64B","values":{"idesc.n":"32","swizzle":"64B"},"session":"job.json",
//      "sweep":"9f86d081884c7d65","outcome":"ok","sentence":...,"reason":"","equal":true,"different":0,...}
#pragma once

#include "app/runs/sweep.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::live {

struct SweepRecord {
    std::size_t job = 0;  // number in the sweep
    std::string name;
    SweepValues values;
    std::string session;  // the file
    std::string sweep;    // Sweep::id()
    Outcome outcome = Outcome::ok;
    std::string sentence;  // of the ending
    std::string reason;    // what exactly happened; for refused_by_rules it begins with the id of the rule
    std::string device;    // "NVIDIA H100, compute capability 9.0, CUDA 13.0"; empty: none was chosen
    bool equal = false, out_of_spec = false;
    std::size_t different = 0, words = 0, cells = 0;
    std::int64_t most_ulps = 0;
    std::vector<std::string> comparison, explained_by;
};

// Returns one line with its line end, for job `result.number` of the sweep.
std::string line_of(const Sweep& sweep, const JobResult& result);

// Reads such a line. Members that are missing keep their defaults, except "job", "name", "sweep" and "outcome".
// Errors: the text is no such line.
Answer<SweepRecord> record_in(std::string_view line);

// Whether the text can be the beginning of such a line: what a killed process leaves at the end of a file.
bool begins_record(std::string_view text);

}  // namespace tilescope::live
