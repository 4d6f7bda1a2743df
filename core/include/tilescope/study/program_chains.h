// core/include/tilescope/study/program_chains.h -- a session for each chain of MMAs of a program.
// SPDX-License-Identifier: MIT
//
//     const ProgramReport report = check_program(ptx, "sm_100a", Edition::v9_1);
//     chains_of(report, "sm_100a", Edition::v9_1)[0].session->tile_k      64: four MMAs of K = 16
//
// The K steps of a session are those of one tile. So the MMAs of a chain are its K steps as long as their words are
// those of a tile; where they are not, a note says it. The stages of a pipeline are one tile if they are equally far
// apart, and a stage is as wide as the swizzle.
//
// A tile of several instructions (Session::pieces) is one session: warpgroups that run one wgmma with their own rows,
// and chains that differ only in the start of A or of B and in the registers of D.
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/document/session.h>
#include <tilescope/rules/program_check.h>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// What a program does not say, and the user has to give. `name` is a field of a word ("a_desc.start"), "scale_d", or
// "c", the values of D before the chain.
struct ChainAsk {
    std::string name, says;
};

struct ProgramChain {
    std::string kernel;
    std::vector<std::size_t> mmas;                 // of ProgramReport::instructions, in the order of the text
    std::size_t steps = 0;                         // so many of them, from the first on, are the K steps of the session
    std::vector<std::vector<std::size_t>> joined;  // the MMAs of the other pieces of the tile
    Answer<Session> session = Answer<Session>(Session());  // refused: no session has this instruction
    std::vector<ChainAsk> asks;
    std::vector<std::string> notes;  // what is assumed, and what the session does not have
};

// Returns the chains in the order of the text. The memory of each session is as its words say. D is added to, unless
// the program never does; its values before the chain are zeros. `arch` is the target of a text without one.
// Errors: none.
std::vector<ProgramChain> chains_of(const ProgramReport& report, std::string_view arch, Edition edition);

struct ProgramChains {
    ProgramReport report;
    std::vector<ProgramChain> chains;  // their numbers count from 0
};
// What is known of a program beside its text: see check_program().
struct ProgramContext {
    std::string_view arch;
    Edition edition = Edition::v9_1;
    bool user_chose_arch = false;
    std::span<const BaseAddress> bases = {};
    unsigned threads = 0;  // of a block; 0: not known
};
// Reads PTX, or else machine code. Errors: none. A text that is neither has no chains.
ProgramChains read_chains(std::string_view text, const ProgramContext& context);

// ---- what the command line and the window say of a chain ----

//     chain_name(program, 0)     "chain 0 of mm"
//     mmas_text(program, 0)      "4 MMAs, wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16"
//     tile_text(program, 0)      "M 64, N 128, K 64 (4 steps), A bf16 K-major, B bf16 MN-major, D f32"
//     mma_words_text(mma)        "A 0x4000004000000440 = global_smem + 16384, B 0x4000004002000040 = global_smem"
// Requires: number < program.chains.size(). "?" is in the place of what depends on unknown bits.
std::string chain_name(const ProgramChains& program, std::size_t number);
std::string mmas_text(const ProgramChains& program, std::size_t number);
std::string tile_text(const ProgramChains& program, std::size_t number);

// The words of A and B of an MMA, and their starts, or where A is if it has no word. Requires: it is an MMA.
std::string mma_words_text(const ProgramInstruction& mma);

// The session of a chain. Its notes have also what the program does not say. Requires: the chain has a session.
Session session_with_asks(const ProgramChain& chain);

}  // namespace tilescope
