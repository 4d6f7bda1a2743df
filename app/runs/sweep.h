// app/runs/sweep.h -- a sweep: every session of a list with every value of a grid, and the file of its records.
// SPDX-License-Identifier: MIT
//
//     const auto sweep = Sweep::of({{"job.json", session}}, {"idesc.n=8..256:8", "swizzle=all"});
//     sweep->size()           160
//     sweep->name(17)         "idesc.n=32 swizzle=64B"; with several files, "job.json idesc.n=32 ..."
//     sweep->session(17)      made when it is asked for, so a sweep of any size needs little memory
//
//     auto out = SweepOut::open("sweep.jsonl", {.resume = true, .sweep = sweep->id()}, [&](Record&& r) { ... });
//     out->append(line_of(sweep->signed_record(record)));
//
// Each line is written whole and at once. If a process is killed or the disk is full, only the last line can be cut
// off. Such a line is removed when the sweep goes on, and its job runs again. If a disk or another program has damaged
// another line, a file without it takes the place of the old one. Each line is a result by itself, also the first.
#pragma once

#include "app/io/descriptor.h"
#include "app/runs/record.h"

#include <tilescope/study/variation.h>

namespace tilescope::live {

struct SweepFile {
    std::string path;  // as the user writes it
    Session session;
};

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

    // The record of a job of this sweep, with the name, the values, the file and the id that this sweep gives it.
    Record signed_record(Record record) const;

private:
    std::size_t file_of(std::size_t i) const;

    std::vector<SweepFile> files_;
    std::vector<Grid> grids_;         // one for each file, because a field can have other values in another kind
    std::vector<std::size_t> begin_;  // number of the first job of each file, and size()
    std::string id_;
};

using TakeRecord = std::function<Answer<void>(Record&&)>;

// What reading a file has found besides whole lines.
struct SweepLines {
    struct Bytes {
        std::uint64_t begin, end;
    };
    std::vector<Bytes> unreadable;  // lines that are damaged, or two parts in one line, with their line ends
    std::uint64_t whole = 0;        // bytes up to the end of the last line that can be read
    std::uint64_t cut = 0;          // bytes after the last line end

    std::size_t damaged() const { return unreadable.size() + (cut != 0 ? 1 : 0); }
};

// Reads all lines. `-` is standard input.
// Errors: the file cannot be read, or `take` refuses; no line is the result of a job, except if the file is empty or
// has only one line, which can be the beginning of a result.
Answer<SweepLines> read_sweep(const std::string& path, const TakeRecord& take);

class SweepOut {
public:
    struct How {
        bool resume = false;
        std::string_view sweep;  // the id of the lines that the file may have
    };
    // Opens or creates the file, and locks it. With `resume`, gives the lines that it has to `take`.
    // Errors: the file has content, but `resume` is false; another process writes it; it has lines of another sweep;
    // those of read_sweep().
    static Answer<SweepOut> open(const std::string& path, const How& how, const TakeRecord& take);

    // Errors: the line cannot be written, for example because the disk is full.
    Answer<void> append(std::string_view line);

    std::size_t removed() const { return removed_; }  // damaged lines that the file had

private:
    SweepOut(io::Descriptor file, std::string path, std::size_t removed)
        : file_(std::move(file)), path_(std::move(path)), removed_(removed) {}
    io::Descriptor file_;
    std::string path_;
    std::size_t removed_;
};

}  // namespace tilescope::live
