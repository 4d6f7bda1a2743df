// core/include/tilescope/hw/types.h -- the element types: how many bits an element has and how shared memory stores it.
// SPDX-License-Identifier: MIT
//
// Shared memory is divided into chunks of 16 bytes along the contiguous axis. The container size decides how many
// elements a chunk has: T = 128 / container_bits. All strides follow from T. The element size decides where an element
// starts inside its chunk:
//
//     element j of a chunk starts at bit j * bits
//
//     f16      16 bits in 16   |e0|e1|e2|e3|e4|e5|e6|e7|
//     e2m1      4 bits in 8    |e0..e15: 8 bytes|8 bytes of padding|      kinds f8f6f4 and mxf8f6f4
//     e2m3      6 bits in 8    |e0..e15: 12 bytes|4 bytes of padding|
//     e2m1x2    4 bits in 4    |e0..e31: 16 bytes|                        kinds mxf4 and mxf4nvf4
//     b1        1 bit in 1     |e0..e127: 16 bytes|                       Hopper's wgmma only
#pragma once

#include <tilescope/hw/kinds.h>
#include <tilescope/hw/numbers.h>
#include <tilescope/word/field.h>

#include <string_view>

namespace tilescope {

struct ElementType {
    std::string_view id;
    std::string_view number;  // the code of one element: the id of a row of kFloats or kIntegerTypes
    unsigned bits;            // size of one element
    unsigned container_bits;  // size of its container: 128 / container_bits elements share 16 bytes
    bool wgmma = false;       // Hopper's wgmma has this type too
    std::string_view doc;
    std::string_view source;
    Certainty certainty = Certainty::confirmed;

    // True for e2m1x2: its elements share a byte, and another type (e2m1) stores the same numbers in one byte each.
    // False for e2m1.
    constexpr bool packed() const { return number != id; }
};

// clang-format off
inline constexpr ElementType kElementTypes[] = {
    {.id = "f16",    .number = "f16",    .bits = 16, .container_bits = 16, .wgmma = true,  .doc = "IEEE half precision.", .source = "PTX ISA 9.1, Table 39"},
    {.id = "bf16",   .number = "bf16",   .bits = 16, .container_bits = 16, .wgmma = true,  .doc = "Truncated single precision, 8 exponent bits.", .source = "PTX ISA 9.1, Table 39"},
    {.id = "tf32",   .number = "tf32",   .bits = 32, .container_bits = 32, .wgmma = true,  .doc = "19-bit float in a 32-bit container.", .source = "PTX ISA 9.1, Table 39"},
    {.id = "e4m3",   .number = "e4m3",   .bits = 8,  .container_bits = 8,  .wgmma = true,  .doc = "8-bit float, 4 exponent bits, no infinity.", .source = "PTX ISA 9.1, Table 39"},
    {.id = "e5m2",   .number = "e5m2",   .bits = 8,  .container_bits = 8,  .wgmma = true,  .doc = "8-bit float, 5 exponent bits, with IEEE infinity and NaN.", .source = "PTX ISA 9.1, Table 39"},
    {.id = "e2m3",   .number = "e2m3",   .bits = 6,  .container_bits = 8,  .wgmma = false, .doc = "6-bit float. Each group of 16 elements has 16 bytes and uses 12 of them.", .source = "PTX ISA 9.1, 9.7.16.10.4", .certainty = Certainty::secondary},
    {.id = "e3m2",   .number = "e3m2",   .bits = 6,  .container_bits = 8,  .wgmma = false, .doc = "6-bit float. Each group of 16 elements has 16 bytes and uses 12 of them.", .source = "PTX ISA 9.1, 9.7.16.10.4", .certainty = Certainty::secondary},
    {.id = "e2m1",   .number = "e2m1",   .bits = 4,  .container_bits = 8,  .wgmma = false, .doc = "4-bit float. Each group of 16 elements has 16 bytes and uses 8 of them (kinds f8f6f4 and mxf8f6f4).", .source = "PTX ISA 9.1, 9.7.16.10.4", .certainty = Certainty::secondary},
    {.id = "e2m1x2", .number = "e2m1", .bits = 4,  .container_bits = 4,  .wgmma = false, .doc = "4-bit float, two elements per byte, with the even element in the low half (kinds mxf4 and mxf4nvf4).", .source = "PTX ISA 9.1, 9.7.16.10.4", .certainty = Certainty::secondary},
    {.id = "u8",     .number = "u8",     .bits = 8,  .container_bits = 8,  .wgmma = true,  .doc = "Unsigned 8-bit integer.", .source = "PTX ISA 9.1, Table 39"},
    {.id = "s8",     .number = "s8",     .bits = 8,  .container_bits = 8,  .wgmma = true,  .doc = "Signed 8-bit integer.", .source = "PTX ISA 9.1, Table 39"},
    {.id = "b1",     .number = "b1",     .bits = 1,  .container_bits = 1,  .wgmma = true,  .doc = "Single bit, only for wgmma on Hopper. A byte contains eight elements, with the first element in the lowest bit. The order inside 16 bytes does not change D, so no run can confirm it.", .source = "PTX ISA 9.1, 9.7.15.2; for the order: how CUTLASS packs uint1b_t", .certainty = Certainty::secondary},
};
// clang-format on

// Returns the row with this id, or null.
constexpr const ElementType* find_type(std::string_view id) { return row_with(kElementTypes, id, &ElementType::id); }

// Returns the element type of an operand in shared memory. `name` is the type in the instruction descriptor. For the
// kinds that read packed fp4, returns the packed form: "e2m1" in kind mxf4 is e2m1x2 (PTX ISA 9.1, 9.7.16.10.4).
// Returns null if there is no such type.
constexpr const ElementType* smem_type_of(std::string_view name, std::string_view kind) {
    if (is_packed(kind))
        for (const ElementType& t : kElementTypes)
            if (t.packed() && t.number == name) return &t;
    return find_type(name);
}

// Returns the float format of an element, a scale factor, C or D. Returns null for integers and for unknown names.
constexpr const FloatFormat* find_float(std::string_view id) {
    if (const ElementType* type = find_type(id)) id = type->number;
    return row_with(kFloats, id, &FloatFormat::id);
}

// Returns the bits of one value of D: 16 for f16, 32 for f32 and s32, and 32 for an unknown name.
constexpr unsigned bits_of_d(std::string_view type) {
    const FloatFormat* f = find_float(type);
    return f ? f->bits : 32;
}

constexpr bool types_have_numbers() {
    for (const ElementType& t : kElementTypes)
        if (!find_float(t.id) && !find_integer(t.id)) return false;
    return true;
}
static_assert(types_have_numbers());

}  // namespace tilescope
