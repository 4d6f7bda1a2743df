// core/include/tilescope/autopsy/chain_session.h -- a chain as sessions: the words, and the operands as they were.
// SPDX-License-Identifier: MIT
//
// The K steps of a session are those of one tile. A chain whose words are those of a tile is one session; else it is
// several, and each one adds to the D of the one before:
//
//     A starts at 0x400 0x420 0x440 0x460                    one session of four steps
//     A starts at 0x400 0x420 0x440 0x460, then 0x400 again  two sessions; c of the second is D after four steps
//
// The values of A and B are those that the instructions read from the recorded bytes, and the memory of the session has
// them at the places from which they were read. So the model of the sessions gives the recorded D, bit for bit, and
// every session opens in the window, and runs on a GPU.
#pragma once

#include <tilescope/autopsy/chain.h>
#include <tilescope/autopsy/diagnose.h>
#include <tilescope/document/emulate.h>
#include <tilescope/document/session.h>

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::autopsy {

struct ChainSession {
    std::size_t first = 0, last = 0;  // its steps, of Chain::steps: before `last`
    Session session;                  // the recipes of A, B and C name the files of `files`: "chain0_a.npy"
    RecipeFiles files;                // the contents; those without rows are not there
    // D after its last step, 64 x n, in the type `d_type`. As it was read if `measured`; else it is that of the model,
    // or empty: not known.
    RecipeWords d;
    std::string_view d_type;
    bool measured = false;             // then the session names it: recorded.d
    std::vector<std::int32_t> memory;  // shared memory from byte 0 while it ran; -1: not read, or not the same at all
                                       // of its steps. The session names it (recorded.memory), unless it is empty
    std::vector<std::string> notes;    // also in the session: what it does not have, and what is not known
};

// `name`: the names of the files begin with it, and with "-2", "-3" of the later sessions of a chain.
// Errors: no step of the chain could be read, with the reason of the first one; "stopped". The sessions end before a
// step that was not read.
Answer<std::vector<ChainSession>> sessions_of(const Recording& recording, const Chain& chain, std::string_view name,
                                              const std::stop_token& stop = {});

// The chain as one session whose words are those of the program, and whose memory is written for the right words of the
// faults. So the window shows which elements are read wrongly, and why. Its A and B are those that the right words
// read. `d` is as in the last of sessions_of(); the model can differ from it where the words read other data.
// Errors: a fault is not in a word, or not in all K steps; no session has these words, or this memory; "stopped".
Answer<ChainSession> written_session(const Recording& recording, const Chain& chain, std::span<const Fault> faults,
                                     std::string_view name, const std::stop_token& stop = {});

}  // namespace tilescope::autopsy
