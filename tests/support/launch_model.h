// tests/support/launch_model.h -- what a GPU does with the bytes of a launch, as a model on the CPU.
// SPDX-License-Identifier: MIT
//
//     const auto step = instruction_in(form, block);            // with the descriptors that the kernel computes
//     auto machine = machine_of(form, block, image, cells_in);
//     execute_mma(*machine, *step);
//     const auto cells_out = cells_of(form, *machine);
//
// `memory` is the address of dynamic shared memory on this GPU, a multiple of 16. The form is that of the kernel.
#pragma once

#include <tilescope/kernel/launch.h>

#include <cstdint>
#include <span>
#include <vector>

namespace tilescope::test {

// wgmma: returns the instruction descriptor that MmaInstruction needs: shape, types, transposition and negation.
// Errors: the shape or a type does not exist.
Answer<std::uint32_t> idesc_of(const KernelForm& form);

// Returns the instruction that the kernel runs.
// Errors: those of idesc_of().
Answer<MmaInstruction> instruction_in(const KernelForm& form, BlockBytes block, std::uint32_t memory = kReservedSmem);

// Returns the memory before the instruction. `image` and `cells` are the bytes of these buffers, for all CTAs.
// Errors: a buffer has another size than the block says; wgmma: no fragment has the shape or a type.
Answer<Machine> machine_of(const KernelForm& form, BlockBytes block, std::span<const std::uint8_t> image,
                           std::span<const std::uint8_t> cells, std::uint32_t memory = kReservedSmem);

// Returns the bytes of cells_out: all cells of the Tensor Memory of each CTA; wgmma: the registers of D.
// Requires: the machine is one of machine_of().
std::vector<std::uint8_t> cells_of(const KernelForm& form, const Machine& machine);

}  // namespace tilescope::test
