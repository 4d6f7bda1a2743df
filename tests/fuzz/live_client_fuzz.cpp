// tests/fuzz/live_client_fuzz.cpp -- what the client reads from a worker: frames, and the messages in them.
// SPDX-License-Identifier: MIT
#include "tests/fuzz/live_frames.h"

namespace tilescope::fuzz {

std::string check_live_client(std::string_view bytes) {
    return first_of(wrong_frames(bytes), wrong_message<live::FromWorker>(bytes, live::from_worker));
}

}  // namespace tilescope::fuzz
