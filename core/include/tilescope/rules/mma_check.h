// core/include/tilescope/rules/mma_check.h -- checks one instruction, and values outside lines and descriptors.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/ptx/accept.h>
#include <tilescope/rules/mma_rule.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace tilescope {

struct MmaReport {
    Acceptance acceptance;
    std::vector<MmaProblem> problems;  // worst first
    std::size_t rules = 0;             // the number of rules that looked at the instruction
};

// Checks one instruction: the assembler's verdict on the line, the rules about each word in the context of the line and
// of the other words, and the rules about the whole instruction. Never fails. An unknown `arch` is a problem of the
// line.
MmaReport check_mma(const MmaLine& line, const MmaWords& words, std::string_view arch, Edition edition);

// Words of which some bits are unknown: `unknown` has a 1 for each unknown bit of the same member of `words`.
struct PartlyKnownWords {
    MmaWords words, unknown;
};

// The same for words with unknown bits: returns only the problems that every tried value of the unknown bits has. It
// tries the values of completions_of(), for one word after the other and for all words together. Other than a sample,
// the values of a field with more than 6 unknown bits are not tried: so no problem of such a field is in the result,
// unless a known bit of a fixed field is wrong. If the unknown bits change the text of a problem, the text says so.
MmaReport check_mma_for_sure(const MmaLine& line, const PartlyKnownWords& words, std::string_view arch,
                             Edition edition);

// ---- values outside lines and descriptors ----

// Checks a number of columns for tcgen05.alloc (L78).
std::optional<Problem> check_columns(std::uint64_t columns, std::string_view arch, bool exclusive = false);

// Checks a 32-bit word of sparsity metadata: reports the codes that the kind does not have (L85). Returns nothing for a
// kind without metadata. `known` has a 1 for each bit that is known; a code with another bit is not judged.
std::optional<Problem> check_metadata(std::uint32_t word, std::string_view kind, std::uint32_t known = ~0u);

// The same for the kind of an instruction. The types of a wgmma are its kind; for its wrong codes, the text also says
// what a GPU was measured to do.
std::optional<Problem> check_metadata(std::uint32_t word, const MmaLine& line, std::uint32_t known = ~0u);

// Checks the text of a kernel: both cta_groups in one kernel (L70), a CTA pair without a cluster (L72), instructions
// that the program does not support (L105).
std::vector<Problem> check_kernel_text(std::string_view text);

}  // namespace tilescope
