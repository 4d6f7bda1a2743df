// app/autopsy/session_files.h -- writes the chains of a recording as sessions with their arrays.
// SPDX-License-Identifier: MIT
//
//     chain0.json            a session (chain_session.h); chain0-2.json: the next K steps of this chain
//     chain0-written.json    the same words in the memory as the kernel wrote it: the window shows the fault
//     chain0_a.npy           A as the MMAs read it, and so chain0_b.npy; chain0_c.npy: D before, if it is not zeros
//     chain0_d.npy           D as the debugger read it; the session names it
//     chain0_memory.npy      shared memory of the block from byte 0: |u1, or with -1 where it is not known;
//                            all sessions with the same memory name one file
//
// `tilescope emulate chain0.json --against chain0_d.npy` compares both.
#pragma once

#include <tilescope/autopsy/chain.h>
#include <tilescope/autopsy/diagnose.h>
#include <tilescope/base/answer.h>

#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace tilescope::autopsy {

struct SessionFiles {
    std::vector<std::string> written;  // the names of the files, in the folder
    std::vector<std::string> missing;  // "chain 1: The shared memory of the block was not read."
};

// `diagnoses` of the chains: with them, a chain with faults in its words also has the memory as it was written.
// Creates the folder if only its last part is missing.
// Errors: the folder is not there, or a file cannot be written; "stopped". Then what it wrote is removed.
Answer<SessionFiles> write_sessions(const std::string& folder, const Recording& recording,
                                    std::span<const Chain> chains, std::span<const Diagnosis> diagnoses = {},
                                    const std::stop_token& stop = {});

}  // namespace tilescope::autopsy
