// core/include/tilescope/study/chain_text.h -- what the command line and the window say of a chain of a program.
// SPDX-License-Identifier: MIT
//
//     chain_name(program, 0)     "chain 0 of mm"
//     mmas_text(program, 0)      "4 MMAs, wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16"
//     tile_text(program, 0)      "M 64, N 128, K 64 (4 steps), A bf16 K-major, B bf16 MN-major, D f32"
//     mma_words_text(mma)        "A 0x4000004000000440 = global_smem + 16384, B 0x4000004002000040 = global_smem"
#pragma once

#include <tilescope/study/program_chains.h>

#include <cstddef>
#include <string>

namespace tilescope {

// Requires: number < program.chains.size(). "?" is in the place of what depends on unknown bits.
std::string chain_name(const ProgramChains& program, std::size_t number);
std::string mmas_text(const ProgramChains& program, std::size_t number);
std::string tile_text(const ProgramChains& program, std::size_t number);

// The words of A and B of an MMA, and their starts, or where A is if it has no word. Requires: it is an MMA.
std::string mma_words_text(const ProgramInstruction& mma);

// The session of a chain. Its notes have also what the program does not say. Requires: the chain has a session.
Session session_with_asks(const ProgramChain& chain);

}  // namespace tilescope
