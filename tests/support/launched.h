// tests/support/launched.h -- runs a job as launches of live kernels, with the CPU model in place of a GPU.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/emulator/emulation.h>
#include <tilescope/kernel/launch.h>

#include <cstdint>
#include <string>
#include <vector>

namespace tilescope::test {

struct Launched {
    Machine machine;  // memory after the last step
    std::vector<Launch> all;
};
// Runs the steps as bytes: launch_of(), then the model of each step, then take_cells(). `memory` is the address of
// dynamic shared memory on the pretended GPU.
Answer<Launched> launched(const EmulatorJob& job, std::uint32_t memory = kReservedSmem,
                          const LaunchOptions& options = {});

// Returns the first difference between the D and the Tensor Memory of two machines, or an empty text.
std::string difference(const Machine& have, const Machine& want);

}  // namespace tilescope::test
