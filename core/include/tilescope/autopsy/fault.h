// core/include/tilescope/autopsy/fault.h -- what A, B and D should be, and what a fault is.
// SPDX-License-Identifier: MIT
//
//     Fault{.part = Part::b, .field = FaultField::sbo, .value = {512, "512 bytes"}, .right = {1024, "1024 bytes"}}
#pragma once

#include <tilescope/word/field.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::autopsy {

// What a matrix should be: its elements row by row, without gaps, each one as it is stored in shared memory (u8, or
// 16 or 32 bits little endian). An element of less than 8 bits has a byte of its own, with its code. A is M x K; B is
// N x K or K x N, D is M x N. They can be larger than what the chains compute: the block is found.
struct ExpectedArray {
    std::vector<std::uint8_t> bytes;  // empty: the user did not give this matrix
    std::size_t row_bytes = 0;        // of one row; 0: not known, as in a file of words without a header
    std::string type;                 // "f16", "e4m3", "f32": an id of kElementTypes or a type of D; empty: not known
    bool is_tried = false;            // the type is only tried: it counts if memory has the elements
};

struct Expected {
    ExpectedArray a, b, d;
};

// Where a fault is.
enum class Part : std::uint8_t { a, b, d, instruction };
inline constexpr auto kPartNames = numbered("a", "b", "d", "instruction");
constexpr std::string_view name_of(Part p) { return name_in(kPartNames, static_cast<std::uint64_t>(p)); }

// What is at fault. The first five are fields of the word of A or B, with the same ids.
enum class FaultField : std::uint8_t {
    start,
    lbo,
    sbo,
    base_offset,
    swizzle,
    transpose,   // the bit of the instruction for the majorness of A or B
    type,        // of the instruction: the elements have another one
    memory,      // what wrote the bytes, or the wait before the MMA
    overlap,     // bytes of the tile were overwritten by other data
    tensor_map,  // the TMA copy wrote in another way than all words read
    shape,       // the instruction does not exist, or not on this target
    result,      // D is not what the words and the bytes give
};
inline constexpr auto kFaultFieldNames = numbered("start", "lbo", "sbo", "base_offset", "swizzle", "transpose", "type",
                                                  "memory", "overlap", "tensor_map", "shape", "result");
constexpr std::string_view name_of(FaultField f) { return name_in(kFaultFieldNames, static_cast<std::uint64_t>(f)); }

// A value of a field, as `decode` says it. `number` is in the unit of the field: 1024 for 1024 bytes.
struct FieldValue {
    std::optional<std::uint64_t> number;  // no value: it is no number ("bf16"), or there is none (memory)
    std::string text;                     // "1024 bytes", "128B", "bf16"; empty: none
    friend bool operator==(const FieldValue&, const FieldValue&) = default;
};

struct Fault {
    Part part = Part::a;
    FaultField field = FaultField::start;
    // The steps that it concerns, counted from 0 at the first MMA that adds to this D: a chain that goes on with the D
    // of an earlier chain of its warpgroup counts on. Empty: all.
    std::vector<unsigned> k_steps;
    FieldValue value, right;  // of the first of these steps
    std::string says;         // "sbo of B is 512; the bytes are written for 1024. Set sbo to 1024."
    friend bool operator==(const Fault&, const Fault&) = default;
};

}  // namespace tilescope::autopsy
