// core/include/tilescope/autopsy/diagnose.h -- what is wrong with the words, the instruction or the bytes of a chain.
// SPDX-License-Identifier: MIT
//
// Two questions, in this order. Did the hardware do as it was told: is D what these words and these bytes give
// (chain.h)? Was it told the right thing: did each step read the elements of A and B that it should multiply?
//
// The second one needs A and B. Then the places of the elements are found in the recorded memory by their content, and
// a field is named only if another value of it reads exactly the right elements. Without A and B, only the structure of
// the reads speaks, and the verdict is `unknown` with candidates unless one field explains all.
//
//     const Expected expected{.a = {.bytes = a, .row_bytes = 128}, .b = {.bytes = b, .row_bytes = 128}};
//     for (const Diagnosis& d : diagnose(recording, chains_of(recording), expected)) puts(d.line.c_str());
//     // MMA 0 of kernel `gemm`, line 142 of gemm.cu: sbo of B is 512; the bytes are written for 1024. Set sbo to 1024.
#pragma once

#include <tilescope/autopsy/chain.h>
#include <tilescope/autopsy/fault.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::autopsy {

enum class Verdict : std::uint8_t {
    right,    // every step read the right elements, and D, if it was read, is what they give
    wrong,    // a fault is named
    fault,    // the program stopped at an MMA of this chain: an exception
    unknown,  // not known; `candidates` can have more
};
inline constexpr auto kVerdictNames = numbered("right", "wrong", "fault", "unknown");
constexpr std::string_view name_of(Verdict v) { return name_in(kVerdictNames, static_cast<std::uint64_t>(v)); }

// What is said of one chain.
struct Diagnosis {
    std::size_t chain = 0;  // its index
    Verdict verdict = Verdict::unknown;
    std::vector<Fault> faults;      // the most probable first; empty unless wrong or fault
    std::vector<Fault> candidates;  // what could be at fault, if that is not known
    std::size_t mma = 0;            // the step of the chain that `line` names
    unsigned first_step = 0;        // how many steps added to this D before the chain
    // One line: "MMA 0 of kernel `gemm`, line 142 of gemm.cu: sbo of B is 512; ...", "Right: ...", "Not known, because
    // ...".
    std::string line;
    std::vector<std::string> sentences;  // the paragraph below it: shape, words, what was read, what was found
};

// Returns a diagnosis for each chain, in their order. All chains are looked at together: they share A and B.
// A stopped search gives `unknown` for the chains that were not done.
std::vector<Diagnosis> diagnose(const Recording& recording, std::span<const Chain> chains,
                                const Expected& expected = {}, const std::stop_token& stop = {});

// Whether the kernel hangs by itself. If a warp stands before an MMA, the debugger may hold it there.
bool is_hung(const Recording& recording);
// Returns where the warps of a kernel that did not end wait, and for what. Empty: the kernel ended.
std::string hang_text(const Recording& recording);

}  // namespace tilescope::autopsy
