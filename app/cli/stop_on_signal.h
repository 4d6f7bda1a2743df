// app/cli/stop_on_signal.h -- Ctrl+C as a stop token, for verbs that wait for a GPU.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/signals.h"

#include <stop_token>

namespace tilescope::cli {

// Requires: no other thread has started (see io::Signals).
class StopOnSignal {
public:
    StopOnSignal() : signals_([this](int) { source_.request_stop(); }) {}
    std::stop_token token() const { return source_.get_token(); }

private:
    std::stop_source source_;
    io::Signals signals_;
};

}  // namespace tilescope::cli
