// app/io/tensor_map_file.h -- a TMA copy as JSON: the arguments of cuTensorMapEncodeTiled, and where its boxes go.
// SPDX-License-Identifier: MIT
//
//     {"type": "BFLOAT16", "swizzle": "128B", "dims": [4096, 4096], "strides": [8192], "box": [64, 128],
//      "smem": "0x400", "origin": [256, 128]}
//
// Needed are type, swizzle, dims, strides (bytes, from dimension 1 on) and box; the inner dimension comes first. Left
// out may be element_strides (1 each), interleave (NONE), address (0), smem (0) and origin (row 0, column 0 of the
// matrix). Names go with CU_TENSOR_MAP_DATA_TYPE_, _SWIZZLE_ and _INTERLEAVE_ before them or without. Numbers are
// numbers, or text as in "0x400".
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/layout/tma_tile.h>

#include <string>
#include <string_view>

namespace tilescope::io {

// A refusal names the key. Numbers that the driver would refuse are read: check() says so.
Answer<TmaCopy> tensor_map_from_text(std::string_view text);
std::string tensor_map_to_text(const TmaCopy& copy);

// A refusal has the file's name in front.
Answer<TmaCopy> load_tensor_map(const std::string& path);

}  // namespace tilescope::io
