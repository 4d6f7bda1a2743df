// app/runs/link.h -- a running worker as seen from the client: its process, messages, and what it prints.
// SPDX-License-Identifier: MIT
//
// No function waits longer than its deadline, or after the stop token. None raises SIGPIPE.
#pragma once

#include "app/io/other_programs.h"
#include "app/worker/messages.h"
#include "app/worker/protocol.h"

#include <tilescope/base/answer.h>

#include <chrono>
#include <cstdint>
#include <stop_token>

namespace tilescope::live {

using LiveClock = std::chrono::steady_clock;

// The slowest connection for which a message is waited for: a login over a bad line.
inline constexpr std::uint64_t kSlowestBytesPerSecond = 32u << 10;
std::chrono::milliseconds transfer_time(std::uint64_t bytes);

inline constexpr std::size_t kMostErrorText = 4096;  // the end of standard error that is kept

class Link {
public:
    explicit Link(io::Child child);

    // Adds a message to those that wait to be written. next() writes them.
    // Errors: the message is outside its limits.
    Answer<void> send(const ToWorker& message);
    std::size_t unsent() const { return outgoing_.size() - sent_; }

    enum class Event : std::uint8_t { message, ended, late, stopped, refused };
    struct Next {
        Event event;
        std::optional<FromWorker> message = {};  // Event::message
        Outcome outcome = Outcome::ok;           // Event::refused
        std::string why = {};                    // Event::refused
    };
    // Waits for the next message. If the first bytes of a large message have come, waits for the rest of it too, as
    // long as a slow connection needs.
    Next next(LiveClock::time_point deadline, const std::stop_token& stop);

    // True if the worker still has its pipe open.
    bool is_alive() const;
    // Says bye, waits a moment, and kills what is left.
    void end();

    // After Event::ended: how it ended, for a sentence: its last line, or its status.
    std::string last_words();
    bool ended_inside() const { return reader_.is_inside(); }
    // After Event::ended: true if a signal ended it, so that half a message is not an error of the protocol.
    bool was_killed();

private:
    std::optional<Next> take();
    bool write_some();
    bool read_some(int file, bool& open);
    void wait_for_bytes(LiveClock::time_point deadline, int stop_event);

    io::Child child_;
    FrameReader reader_{"The worker"};
    std::string outgoing_, error_text_;
    std::size_t sent_ = 0;
    bool out_open_ = true, err_open_ = true, in_open_ = true;
};

}  // namespace tilescope::live
