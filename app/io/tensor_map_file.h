// app/io/tensor_map_file.h -- reads and writes a TMA copy as JSON.
// SPDX-License-Identifier: MIT
//
// The file has the arguments of cuTensorMapEncodeTiled, and where its boxes go.
//
//     {"type": "BFLOAT16", "swizzle": "128B", "dims": [4096, 4096], "strides": [8192], "box": [64, 128],
//      "smem": "0x400", "origin": [256, 128]}
//
// Required keys: type, swizzle, dims, strides (in bytes, from dimension 1 on) and box. The inner dimension is first.
// Optional keys: element_strides (1 each), interleave (NONE), address (0), smem (0) and origin (row 0, column 0 of the
// matrix). The prefixes CU_TENSOR_MAP_DATA_TYPE_, _SWIZZLE_ and _INTERLEAVE_ of the names are optional. A number may be
// a JSON number or a text such as "0x400".
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/layout/tma_tile.h>

#include <string>
#include <string_view>

namespace tilescope::io {

// Reads a TMA copy. A refusal names the key. Accepts numbers that the driver would refuse: check() reports these.
Answer<TmaCopy> tensor_map_from_text(std::string_view text);
std::string tensor_map_to_text(const TmaCopy& copy);

// The same for a file. A refusal starts with the name of the file.
Answer<TmaCopy> load_tensor_map(const std::string& path);

}  // namespace tilescope::io
