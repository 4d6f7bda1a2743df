// core/src/study/session_items.h -- the items of a grid that are not fields of a word.
// SPDX-License-Identifier: MIT
#pragma once

#include "variation_items.h"

namespace tilescope {

// `row` is an index of session_items().
Turn turn_of_item(std::size_t row);
// The values of "all"; empty: the item is a number.
std::vector<std::string> names_of_item(std::size_t row, const Session& session);
Answer<void> item_can_mean(std::size_t row, std::string_view value, std::span<const Session> sessions);
Answer<void> apply_item(std::size_t row, Varied& varied, std::string_view value);

}  // namespace tilescope
