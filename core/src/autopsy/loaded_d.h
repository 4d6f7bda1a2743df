// core/src/autopsy/loaded_d.h -- D in Tensor Memory, as tcgen05.ld has put it into registers.
// SPDX-License-Identifier: MIT
//
// A load of a warp is of the D of a chain if the warp came to it behind the last MMA of the chain that was seen, and no
// other MMA wrote to these columns until it was done. The first load of a cell counts: the program may write back.
//
//     events   mma  mma  mma  mma  load(warp 0)  load(warp 1)  load(warp 2)  load(warp 3)  mma
//              ---- one chain ---  ---- lanes 0 to 127 of its D, as far as the loads go ----
#pragma once

#include <tilescope/autopsy/chain.h>
#include <tilescope/layout/tmem_access.h>

#include <optional>
#include <span>
#include <string_view>

namespace tilescope::autopsy {

// A tcgen05.ld of the machine code: "LDTM.16dp256bit.x4 R4, tmem[UR4]".
struct MachineLoad {
    LoadFragment fragment;
    bool packed = false;  // pack::16b: a register has the low halves of two columns, that of the first one below
    // Of 16x32bx2, each half of the warp has an instruction of its own, with its own address.
    unsigned first_thread = 0, threads = 32;
};
// No value: it is no such instruction, or has a form that nobody knows.
std::optional<MachineLoad> machine_load(std::string_view text);

// Sets `seen`, `known`, `different` and `checks` of the chains whose D is in Tensor Memory, or says in `unread` why
// not.
void read_loads(const Recording& recording, std::span<Chain> chains);

}  // namespace tilescope::autopsy
