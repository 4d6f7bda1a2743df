// core/include/tilescope/view/set_view.h -- sets one member of the view state from text: "k_step=1".
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/view/view_state.h>

#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// Returns the view state with one other member. Keys and values are those of session files (describe_view_state()).
// Letters of both cases and '_' for ' ' are accepted: "colouring", "k_step" is the colouring "K step".
// Errors: there is no such key, or the value is not one of the key. The reason lists what would be right.
Answer<ViewState> with_view_key(const ViewState& view_state, std::string_view key, std::string_view value);

// The same for a string KEY=VALUE.
Answer<ViewState> with_view_key(const ViewState& view_state, std::string_view text);

// All keys, in the order of the file.
std::vector<std::string> view_keys();

// "element, chunk or line"; of a key without names: "a number", "yes or no", "a string", "a place, such as A 3 24".
// Empty: there is no such key.
std::string view_values(std::string_view key);

}  // namespace tilescope
