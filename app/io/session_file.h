// app/io/session_file.h -- reads and writes sessions and TMA copies as JSON. describe() of core lists the fields.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/file.h"

#include <tilescope/base/answer.h>
#include <tilescope/document/session.h>
#include <tilescope/layout/tma_tile.h>
#include <tilescope/view/view_state.h>

#include <stop_token>

namespace tilescope::io {

// A session, and the view state of its writer if the file has one.
struct SessionFile {
    Session session;
    std::optional<ViewState> view_state = {};
    friend bool operator==(const SessionFile&, const SessionFile&) = default;
};

// Returns the document: "tilescope": 1, words as hexadecimal text, "look" and "reference" as objects.
std::string session_to_text(const SessionFile& file);

// Reads a session. Every field but "tilescope" is optional; a missing field keeps its default.
// Errors: an unknown field, a newer version, an invalid value. The reason names the first error. Nothing is loaded
// partially. A stop ends the reading with a refusal.
// `new_name` becomes true if the reason is a name that this version does not know: a later one can have written it.
Answer<SessionFile> session_from_text(std::string_view text, const std::stop_token& stop = {},
                                      bool* new_name = nullptr);

Answer<SessionFile> load_session(const std::string& path);
Answer<void> save_session(const std::string& path, const SessionFile& file);

// ---- a TMA copy as JSON
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

// Which numbers are read. usable: some that the driver refuses, but none that is too large to compute with. any: all
// that a call can have, for check() alone.
enum class TmaNumbers : std::uint8_t { usable, any };

// Reads a TMA copy. A refusal names the key. Accepts numbers that the driver would refuse: check() reports these.
// `new_name` becomes true if the reason is a name that this version does not know.
Answer<TmaCopy> tensor_map_from_text(std::string_view text, TmaNumbers numbers = TmaNumbers::usable,
                                     bool* new_name = nullptr);
std::string tensor_map_to_text(const TmaCopy& copy);

}  // namespace tilescope::io
