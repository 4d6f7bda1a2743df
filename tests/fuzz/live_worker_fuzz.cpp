// tests/fuzz/live_worker_fuzz.cpp -- what the worker reads from its client: frames, and the messages in them.
// SPDX-License-Identifier: MIT
#include "tests/fuzz/live_frames.h"

namespace tilescope::fuzz {

std::string check_live_worker(std::string_view bytes) {
    return first_of(wrong_frames(bytes), wrong_message<live::ToWorker>(bytes, live::to_worker));
}

}  // namespace tilescope::fuzz
