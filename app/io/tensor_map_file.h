// app/io/tensor_map_file.h -- reads and writes a TMA copy as JSON.
// SPDX-License-Identifier: MIT
//
// The file has the arguments of cuTensorMapEncodeTiled, and where its boxes go.
//
//     {"type": "BFLOAT16", "swizzle": "128B", "dims": [4096, 4096], "strides": [8192], "box": [64, 128],
//      "smem": "0x400", "origin": [256, 128]}
//
// Required keys: type, swizzle, dims, strides (in bytes, from dimension 1 on) and box. The inner dimension is first.
// Optional keys: element_strides (1 each), interleave (NONE), oob_fill ("none" or "nan"), l2_promotion ("none", "64B",
// "128B", "256B"), address (0), smem (0) and origin (row 0, column 0 of the matrix; negative before it). The prefixes
// CU_TENSOR_MAP_DATA_TYPE_, _SWIZZLE_, ... of the names are optional, and the numbers of cuda.h are read too. A number
// may be a JSON number or a text such as "0x400".
//
// In the place of JSON, the text may have the 128 bytes of a CUtensorMap, or a tensor map that a program printed
// (tilescope/notation/tensor_maps.h).
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/layout/tma_tile.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace tilescope::io {

// Which numbers are read. usable: some that the driver refuses, but none that is too large to compute with. any: all
// that a call can have, for check() alone.
enum class TmaNumbers : std::uint8_t { usable, any };

// Reads a TMA copy. A refusal names the key. Accepts numbers that the driver would refuse: check() reports these.
// `new_name` becomes true if the reason is a name that this version does not know.
Answer<TmaCopy> tensor_map_from_text(std::string_view text, TmaNumbers numbers = TmaNumbers::usable,
                                     bool* new_name = nullptr);
std::string tensor_map_to_text(const TmaCopy& copy);

// The same for a file. A refusal starts with the name of the file.
Answer<TmaCopy> load_tensor_map(const std::string& path, TmaNumbers numbers = TmaNumbers::usable);

}  // namespace tilescope::io
