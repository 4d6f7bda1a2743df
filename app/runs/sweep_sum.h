// app/runs/sweep_sum.h -- sums up the results of a sweep: counts, tables and reasons.
// SPDX-License-Identifier: MIT
//
//     SweepSum sum;
//     sum.add(record);                   // of this process, or from the files of several
//     print(table_of(sum));              // at most 100 columns
//     return exit_of(sum.all());
#pragma once

#include "app/runs/record.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::live {

class SweepSum {
public:
    // Adds the result of a job. A job that was added before is only counted, except one whose outcome may pass (see
    // OutcomeRow): its later result replaces it.
    // Errors: it is of another sweep than the first one.
    Answer<void> add(const Record& record);

    struct Item {
        std::string name;
        std::vector<std::string> values;  // as they come
        std::vector<Tally> tallies;       // one for each value
        std::vector<std::size_t> first;   // for each value, the lowest number of its jobs

        std::vector<std::size_t> order() const;  // the indices of the values, in the order of the sweep
    };
    // Jobs that ended in the same way, for the same reason except for its numbers.
    struct Group {
        Outcome outcome;
        std::string reason, first_job;
        std::size_t jobs = 0, first = 0;  // `first`: the number of first_job
    };

    const Tally& all() const { return all_; }
    std::size_t repeated() const { return repeated_; }
    std::size_t out_of_spec() const { return out_of_spec_; }
    const std::vector<std::string>& devices() const { return devices_; }
    // Items with more than one value, in the order of --vary; "session" comes first if there are several files.
    std::vector<const Item*> varied() const;
    std::vector<const Group*> groups() const;  // failed jobs first, then in the order of the jobs
    const std::vector<Record>& differing() const { return differing_; }  // at most kMostKept, in the order of the jobs

    // What one job shows in a table: "=", "12", "L5", "hang_killed"; empty: no result. `at` has one index of a value
    // for each of varied(). Requires: has_labels(), which is so for at most two items.
    std::string_view label(const std::vector<std::size_t>& at) const;
    bool has_labels() const { return !labels_.empty(); }

    static constexpr std::size_t kMostKept = 50;  // differing jobs, and groups of reasons

private:
    using Key = std::array<std::uint32_t, 6>;  // indices of values: of the session and of five items
    void add_group(const Record& record);
    void take_back(const Record& record);

    std::string sweep_;
    std::vector<bool> seen_;
    std::map<std::size_t, Record> passing_;  // results that may pass, by the number of the job
    Tally all_;
    std::size_t repeated_ = 0, out_of_spec_ = 0;
    std::vector<std::string> devices_;
    std::vector<Item> items_;  // the session is the first
    std::vector<std::map<std::string, std::uint32_t, std::less<>>> indices_;
    bool keeps_labels_ = true;  // until three items have several values
    std::map<Key, std::string> labels_;
    std::vector<Group> groups_;
    std::map<std::string, std::size_t, std::less<>> group_of_;
    std::vector<Record> differing_;
};

// The table in lines of at most 100 columns: one row for each value of one item, a matrix for two, counts for each
// value of more. Empty without a varied item.
std::string table_of(const SweepSum& sum);

// The reasons of jobs that are not equal, the worst first.
std::string reasons_of(const SweepSum& sum);

// {"jobs": 512, "equal": 480, ..., "devices": [...], "items": {...}, "reasons": [...], "differing": [...]}.
std::string sum_json(const SweepSum& sum);

// All of it in Markdown, for a bug report.
std::string sum_markdown(const SweepSum& sum);

}  // namespace tilescope::live
