// core/src/table/batch_parts.h -- what the sources of batch_table.h share.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/table/batch_table.h>

#include <cstdint>
#include <span>
#include <vector>

namespace tilescope {

using BatchRows = std::vector<std::uint32_t>;  // indexes into BatchSheet::rows

// Returns the field with the start address in shared memory, or null if the format has none.
inline const Field* batch_start_of(const Format& format) { return find_field(format, "start"); }

// Finds how the start addresses of the rows of one name advance, and marks the rows that break the pattern.
void find_advance(const BatchTable& table, BatchSheet& sheet, const BatchRows& rows, std::span<const KStep> steps);

}  // namespace tilescope
