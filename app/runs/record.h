// app/runs/record.h -- what is kept of a run among others: a line of the file of a sweep, a row of a report.
// SPDX-License-Identifier: MIT
//
//     {"job":17,"name":"idesc.n=32 swizzle=64B","values":{"idesc.n":"32","swizzle":"64B"},"session":"job.json",
//      "sweep":"9f86d081884c7d65","outcome":"ok","sentence":...,"reason":"","equal":true,"different":0,...}
#pragma once

#include "app/io/json_value.h"
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

// ---- how many jobs ended in which way, and how far many jobs are

// How jobs ended. `refused` did not run: no session, no job, or the rules refuse it. `lacking` cannot run on this
// machine, for example because its target is another GPU. `failed` is an error of the GPU, the driver or the worker.
struct Tally {
    std::size_t equal = 0, different = 0, refused = 0, lacking = 0, failed = 0;

    std::size_t jobs() const { return equal + different + refused + lacking + failed; }
    std::size_t not_run() const { return refused + lacking + failed; }
    void add(const Record& record);
};

// The exit status: 4 if a job failed, else 1 if one differs, else 3 if one cannot run here, else 2 if none ran, else 0.
// A refused job changes it only if no job ran.
int exit_of(const Tally& tally);

// "512 jobs: 480 equal to the model, 2 different, 30 refused".
std::string text_of(const Tally& tally);

// Returns "34 of 512 jobs, 2 different, 1 failed; 12.3 jobs/s, 39 s left". `before` of the `done` jobs were done when
// the time began; they do not count for the rate.
struct SweepState {
    std::size_t done = 0, all = 0, before = 0;
    double seconds = 0;
    Tally tally = {};
};
std::string progress_text(const SweepState& state);

// The same for a list of which some entries are no jobs, so that nobody knows beforehand how many jobs it has. Returns
// "1030 jobs (45 %): 1028 equal, 2 different, 0 failed; 95 jobs/s, 12 s left".
inline constexpr unsigned kWholeList = 100;
struct ListProgress {
    std::size_t done = 0, all = 0;  // entries
    Tally sum;
    double seconds = 0;
    unsigned percent() const;
};
std::string list_progress_text(const ListProgress& now);

// How far some things with names are: "7 of 35 experiments: zero-columns".
std::string place_text(std::size_t done, std::size_t all, std::string_view things, std::string_view now);

}  // namespace tilescope::live
