// app/runs/sweep.h -- a sweep: every session of a list with every value of a grid, as jobs with numbers and names.
// SPDX-License-Identifier: MIT
//
//     const auto sweep = Sweep::of({{"job.json", session}}, {"idesc.n=8..256:8", "swizzle=all"});
//     sweep->size()           160
//     sweep->name(17)         "idesc.n=32 swizzle=64B"; with several files, "job.json idesc.n=32 ..."
//     sweep->session(17)      made when it is asked for, so a sweep of any size needs little memory
#pragma once

#include "app/runs/batch.h"

#include <tilescope/session/variation.h>

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tilescope::live {

struct SweepFile {
    std::string path;  // as the user writes it
    Session session;
};

using SweepValues = std::vector<std::pair<std::string, std::string>>;  // item, value

class Sweep {
public:
    // `anyway`: the jobs run although the rules refuse them, so their results are those of another sweep.
    // Errors: those of Grid::of(), a path that occurs twice, more than kMostVaried jobs. The reason names the file if
    // there are several.
    static Answer<Sweep> of(std::vector<SweepFile> files, std::span<const std::string> vary, bool anyway = false);

    std::size_t size() const { return begin_.back(); }
    // Equal for equal sweeps: 16 hexadecimal digits of all sessions and values. It tells the lines of two sweeps apart.
    const std::string& id() const { return id_; }

    // Requires for these: i < size().
    std::string name(std::size_t i) const;
    const std::string& path(std::size_t i) const { return files_[file_of(i)].path; }
    SweepValues values(std::size_t i) const;
    Answer<Session> session(std::size_t i) const;

private:
    std::size_t file_of(std::size_t i) const;

    std::vector<SweepFile> files_;
    std::vector<Grid> grids_;         // one for each file, because a field can have other values in another kind
    std::vector<std::size_t> begin_;  // number of the first job of each file, and size()
    std::string id_;
};

}  // namespace tilescope::live
