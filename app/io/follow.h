// app/io/follow.h -- reads a file that another program still writes, or a pipe, as the bytes come.
// SPDX-License-Identifier: MIT
//
//     auto log = Follower::of("train.log");               // "-": standard input
//     while (!log->has_ended()) {
//         const auto piece = log->next(300ms, stop);      // empty: nothing new in this time
//         ... *piece ...
//     }
//
// A file has no end: it can grow. If it is replaced (a log that is rotated), becomes shorter, or no longer has what was
// read of it (it was emptied and written again, also longer than before), it is read from its start. A pipe ends when
// its last writer closes it.
#pragma once

#include "app/io/descriptor.h"

#include <tilescope/base/answer.h>

#include <sys/types.h>

#include <chrono>
#include <ctime>
#include <stop_token>
#include <string_view>

namespace tilescope::io {

class Follower {
public:
    // Errors: the file cannot be opened, or is neither a file nor a pipe.
    static Answer<Follower> of(const std::string& path);

    // Waits for new bytes, at most `most` long or until the stop, and returns some of them.
    // Errors: the file cannot be read.
    Answer<std::string> next(std::chrono::milliseconds most, const std::stop_token& stop);

    bool has_ended() const { return ended_; }
    // How often the file was read again from its start. What was read before is then of the old file: also the
    // beginning of a line.
    unsigned restarts() const { return restarts_; }

private:
    Follower(Descriptor file, std::string path, bool is_file)
        : file_(std::move(file)), path_(std::move(path)), is_file_(is_file) {}
    struct Look {  // at the file
        timespec changed{};
        off_t size = 0;
    };
    void reopen_if_replaced();
    bool is_written_again(std::size_t just_read);
    bool has(std::string_view bytes, off_t at) const;
    void read_again();
    void keep(std::string_view piece);
    ssize_t read_some(std::string& out);

    Descriptor file_;
    std::string path_;
    bool is_file_, ended_ = false;
    off_t read_ = 0;            // the place in this file up to which it was read
    off_t first_at_ = 0;        // the place at which the reading began
    std::string first_, last_;  // bytes at both places, by which the file is known again
    Look seen_;
    unsigned restarts_ = 0;
};

}  // namespace tilescope::io
