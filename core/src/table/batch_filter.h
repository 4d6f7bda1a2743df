// core/src/table/batch_filter.h -- the filter of a batch table: words and conditions.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/table/batch_table.h>

#include <functional>
#include <string_view>
#include <vector>

namespace tilescope {

// Returns whether a row matches one word or condition of a filter. It can remember texts, so it is not const.
using BatchTest = std::function<bool(const BatchRow&)>;

// Returns a test for each part of the filter. They refer to the table and the sheet.
Answer<std::vector<BatchTest>> batch_tests(const BatchTable& table, const BatchSheet& sheet, std::string_view filter);

}  // namespace tilescope
