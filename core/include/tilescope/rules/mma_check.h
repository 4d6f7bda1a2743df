// core/include/tilescope/rules/mma_check.h -- everything that can be known to be wrong with one instruction.
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
    std::size_t rules = 0;             // how many rows looked
};

// The assembler's verdict on the line, the rules of each word in the context that the others give it, and the rules
// about all of them together. Never fails; `arch` need not exist.
MmaReport check_mma(const MmaLine& line, const MmaWords& words, std::string_view arch, Edition edition);

// ---- what no line and no descriptor holds ----

// A number of columns for tcgen05.alloc (L78).
std::optional<Problem> check_columns(std::uint64_t columns, std::string_view arch, bool exclusive = false);

// A 32-bit word of sparsity metadata: its codes that the kind does not have (L85). Silent for kinds without metadata.
std::optional<Problem> check_metadata(std::uint32_t word, std::string_view kind);

// A whole kernel's text: both cta_groups in one kernel (L70), a pair of CTAs without a cluster (L72), instructions that
// are not known here (L105).
std::vector<Problem> check_kernel_text(std::string_view text);

}  // namespace tilescope
