// app/runs/sweep_file.h -- the file of a sweep: one line for each job that has ended.
// SPDX-License-Identifier: MIT
//
//     auto out = SweepOut::open("sweep.jsonl", {.resume = true, .sweep = sweep.id()}, [&](SweepRecord&& r) { ... });
//     out->append(line_of(sweep, result));
//
// Each line is written whole and at once. If a process is killed or the disk is full, only the last line can be cut
// off. Such a line is removed when the sweep goes on, and its job runs again. If a disk or another program has damaged
// another line, a file without it takes the place of the old one. Each line is a result by itself, also the first.
#pragma once

#include "app/io/descriptor.h"
#include "app/runs/sweep_record.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::live {

using TakeRecord = std::function<Answer<void>(SweepRecord&&)>;

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
