// core/include/tilescope/notation/tensor_maps.h -- finds tensor maps in any text: their 128 bytes, or printed members.
// SPDX-License-Identifier: MIT
//
// Bytes are read in the forms in which debuggers and programs print memory: 256 hexadecimal digits, hexdump -C, xxd,
// the x command of cuda-gdb, a CUtensorMap as gdb prints it, an array of C, and kernel parameters with a CUtensorMap
// among them. 128 bytes are a tensor map if the measured driver would write the same bytes for it: chance does not make
// such bytes. If the text has no more than 128 bytes, unknown bits can differ.
//
//     tensor_maps_in("$1 = {opaque = {139716158554112, 34359738512, 0, 0, 270582939711, ...}}")     one map
//
// Printed members are those that CUTLASS prints with "Failed to initialize the TMA descriptor".
#pragma once

#include <tilescope/base/text_span.h>
#include <tilescope/layout/tensor_map.h>

#include <optional>
#include <string_view>
#include <vector>

namespace tilescope {

struct FoundTensorMap {
    TextSpan span;  // the lines that it was read from
    TensorMap map;
    std::optional<TensorMapWords> words;  // none: the text has the members, not the bytes
};

// Which bytes are a map. any: also 128 bytes that the measured driver never writes, if the user says that they are one:
// bits_problems() names what is not known of them.
enum class TensorMapBytes : std::uint8_t { measured, any };

// Returns the maps in the order of the text. Never fails: a text without a map, or one that is too long for memory that
// somebody printed, has none.
std::vector<FoundTensorMap> tensor_maps_in(std::string_view text, TensorMapBytes which = TensorMapBytes::measured);

// Returns all problems of a found map on a target: of its bits, of the driver's rules, of its address, and what its
// type does to values.
std::vector<Problem> problems_of(const FoundTensorMap& found, std::string_view arch);

// Returns a map in one line: "BFLOAT16 [64, 4096], strides [8192], box [64, 128], 128B, address 0x7f1234000000".
std::string brief_text(const TensorMap& map);

}  // namespace tilescope
