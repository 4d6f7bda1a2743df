// app/cli/worker_option.h -- the option --worker of the verbs that use a GPU.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/verb.h"

#include <string>

namespace tilescope::cli {

// `command` is that of live::Client. It must live as long as the verb.
inline void add_worker_option(Verb& verb, std::string& command) {
    verb.add_option("--worker", command, "Command that starts tilescope where the GPU is: 'ssh HOST tilescope'");
}

}  // namespace tilescope::cli
