// app/cli/worker_option.h -- options of the verbs that use a GPU.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/verb.h"

#include <tilescope/base/say.h>
#include <tilescope/kernel/launch.h>

#include <cstdint>
#include <string>

namespace tilescope::cli {

// `command` is that of live::Client. It must live as long as the verb.
inline void add_worker_option(Verb& verb, std::string& command) {
    verb.add_option("--worker", command, "Command that starts tilescope where the GPU is: 'ssh HOST ./tilescope'");
}

inline void add_timeout_option(Verb& verb, std::uint32_t& timeout_ms) {
    verb.add_option("--timeout", timeout_ms, "Longest wait for one MMA on the GPU: 1 to 4000 ms. Default: 1000");
    static_assert(kMostTimeoutMs == 4000 && LaunchOptions{}.timeout_ms == 1000);
}

inline Answer<void> check_timeout(std::uint32_t timeout_ms) {
    if (timeout_ms != 0 && timeout_ms <= kMostTimeoutMs) return {};
    return Answer<void>::refuse(say("--timeout is ", timeout_ms, " ms; it is 1 to ", kMostTimeoutMs, " ms"));
}

}  // namespace tilescope::cli
