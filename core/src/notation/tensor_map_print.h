// core/src/notation/tensor_map_print.h -- a tensor map whose members a program printed.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/notation/tensor_maps.h>

#include <optional>
#include <string_view>

namespace tilescope::notation {

// Returns the map that CUTLASS prints when it fails to initialize a TMA descriptor. Nothing if the text has none, or if
// a number is no value of cuda.h.
std::optional<FoundTensorMap> printed_tensor_map(std::string_view text);

}  // namespace tilescope::notation
