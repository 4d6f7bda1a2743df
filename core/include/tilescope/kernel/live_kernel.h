// core/include/tilescope/kernel/live_kernel.h -- prints the kernel that runs one MMA on a GPU, as PTX text.
// SPDX-License-Identifier: MIT
//
// The kernel fills shared memory and Tensor Memory (wgmma: registers) from buffers, runs one instruction, waits for a
// limited time, and writes Tensor Memory (wgmma: the registers of D) back. All numbers are in the parameter block
// (parameters.h), so the text depends only on the form:
//
//     const Answer<LiveKernel> kernel = live_kernel({.arch = "sm_100a", .variant = {.kind = "f16"}});
//     kernel->text      ".version 8.6\n.target sm_100a\n..."
//
// Source of the sequence of instructions: PTX ISA 9.1, 9.7.16 (tcgen05) and 9.7.15 (wgmma).
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/emulator/mma.h>
#include <tilescope/ptx/mma_text.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace tilescope {

// Everything on which the text of a kernel depends.
struct KernelForm {
    Edition edition = Edition::v9_1;
    std::string arch = "sm_100a";
    Variant variant;
    bool zero_mask = false;  // the instruction has a zero-column mask (.ws)
    WgmmaShape shape;        // wgmma only: PTX has the shape and the types in its qualifiers
    friend bool operator==(const KernelForm&, const KernelForm&) = default;
};

// Returns the form of an instruction of the emulator.
// Errors: wgmma, and its shape or types do not exist.
Answer<KernelForm> kernel_form(const MmaInstruction& instruction);

inline constexpr std::string_view kLiveEntry = "tilescope_mma";
inline constexpr unsigned kLiveThreads = 128;  // of each CTA: one warpgroup, and one thread for each lane

// The control block after the smem_bytes of dynamic shared memory: an mbarrier (8 bytes), the address of the allocated
// Tensor Memory, and the result of the wait (kWaitComplete, kWaitTimedOut). wgmma does not use it.
inline constexpr std::uint32_t kControlBytes = 16;

struct LiveKernel {
    KernelForm form;
    std::string text;
    std::string instruction;  // the line with the MMA, without indentation
    std::string_view ptx;     // .version: the lowest that has the form
    unsigned ctas = 1;        // of the cluster
};

// Errors: the assembler does not accept the form on the target (the sentence of accept()), or no live kernel exists for
// the target.
Answer<LiveKernel> live_kernel(const KernelForm& form);

// wgmma: the 32-bit registers of one thread in cells_in, in this order: D, then A (4, if A is in registers), then the
// metadata (1, if sparse). cells_out has only those of D. The sparsity selector of the instruction is 0. All words of
// tcgen05 are in Tensor Memory, so the result is 0 for it.
struct ThreadWords {
    unsigned d = 0, a = 0, meta = 0;
    unsigned all() const { return d + a + meta; }
};
ThreadWords thread_words(const KernelForm& form);

}  // namespace tilescope
