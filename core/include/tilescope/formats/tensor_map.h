// core/include/tilescope/formats/tensor_map.h -- the 128 bytes of a CUtensorMap, as one driver writes them.
// SPDX-License-Identifier: MIT
//
// No document describes these bytes. The table follows from 2,851 tensor maps that the driver of an H100 made: it gives
// every bit of them. Bit 0 is bit 0 of byte 0; a field never crosses a multiple of 64 bits. Of each parameter of
// cuTensorMapEncodeTiled there is a field, and no parameter is left out. Example: 64 x 64 UINT16, box 32 x 8:
//
//     byte 8: 0x90 = type 1 (UINT16) << 7 | rank 2 - 1 << 4        bytes 32, 36: 0x3f = 64 - 1
//     bytes 12-15: 8 = stride of 128 bytes / 16                    bytes 55, 56: 0x1f = 32 - 1, 7 = 8 - 1
//     bytes 64-66: 0x200 = 512 bytes of a box                      bytes 72-73: 16: no swizzle
//
// The 4- and 6-bit types and the swizzles with atoms of 32 or 64 bytes are in no map: an H100 refuses them.
#pragma once

#include <tilescope/hw/measurements.h>
#include <tilescope/word/field.h>

namespace tilescope {

inline constexpr std::string_view kTensorMapSource = "h100_tma_accept.csv.gz: the parameters and the bytes of each map";
inline constexpr Certainty kTensorMapMeasured = measured("tma-accept");

// As in tensormap.replace (PTX ISA 9.1), but tf32 is a flag beside f32.
inline constexpr auto kTensorMapTypes = numbered("UINT8", "UINT16", "UINT32", "INT32", "UINT64", "INT64", "FLOAT16",
                                                 "FLOAT32", "FLOAT32_FTZ", "FLOAT64", "BFLOAT16");
inline constexpr NamedValue kTensorMapSwizzles[] = {{0, "NONE"}, {1, "32B"}, {2, "64B"}, {3, "128B"}};

// The numbers of cuda.h: CUtensorMapInterleave, CUtensorMapFloatOOBfill, CUtensorMapL2promotion. The bytes have the
// same.
inline constexpr NamedValue kTmaInterleaveNames[] = {{0, "NONE"}, {1, "16B"}, {2, "32B"}};
inline constexpr NamedValue kTmaFillNames[] = {{0, "none"}, {1, "nan"}};
inline constexpr NamedValue kTmaL2Names[] = {{0, "none"}, {1, "64B"}, {2, "128B"}, {3, "256B"}};

// Bits of which nothing is known: they are 0 in every measured map.
constexpr Field unknown_bits(std::string_view id, unsigned lsb, unsigned width) {
    return {.id = id,
            .lsb = lsb,
            .width = width,
            .encoding = Encoding::fixed,
            .doc = "Unknown. Every measured map has 0 here.",
            .source = kTensorMapSource,
            .certainty = Certainty::unknown};
}

// A number that the bytes have as number - bias, in units of 2^scale.
constexpr Field tensor_map_number(std::string_view id, unsigned lsb, unsigned width, unsigned scale, unsigned bias,
                                  std::string_view unit, std::string_view doc) {
    return {.id = id,
            .lsb = lsb,
            .width = width,
            .role = unit == "bytes" ? Role::stride : Role::shape,
            .scale = scale,
            .bias = bias,
            .unit = unit,
            .doc = doc,
            .source = kTensorMapSource,
            .certainty = kTensorMapMeasured};
}

constexpr Field tensor_map_name(std::string_view id, unsigned lsb, unsigned width, std::span<const NamedValue> names,
                                std::string_view doc) {
    return {.id = id,
            .lsb = lsb,
            .width = width,
            .role = Role::mode,
            .encoding = Encoding::one_of,
            .names = names,
            .doc = doc,
            .source = kTensorMapSource,
            .certainty = kTensorMapMeasured};
}

inline constexpr std::string_view kTmaDimDoc = "Elements of the tensor along this dimension.",
                                  kTmaStrideDoc =
                                      "The low 36 bits of the distance of two elements along this dimension.",
                                  kTmaStrideHighDoc = "The high 4 bits of this distance.",
                                  kTmaStepDoc = "Element stride of this dimension.",
                                  kTmaBoxDoc = "Elements of a box along this dimension, with those that steps skip.";

// clang-format off
inline constexpr Field kTensorMapFields[] = {
    tensor_map_number("address", 0, 57, 0, 0, "bytes", "Global address of the tensor. The low 4 bits are always 0."),
    unknown_bits("rsvd57", 57, 7),
    unknown_bits("rsvd64", 64, 4),
    tensor_map_number("rank", 68, 3, 0, 1, "dimensions", "Number of dimensions."),
    tensor_map_name("type", 71, 4, kTensorMapTypes, "Element type. For TFLOAT32 and TFLOAT32_FTZ, f32 with the flag tf32."),
    tensor_map_name("interleave", 75, 2, kTmaInterleaveNames, "Interleave."),
    tensor_map_name("swizzle", 77, 2, kTensorMapSwizzles, "Swizzle."),
    tensor_map_name("oob_fill", 79, 1, kTmaFillNames, "What a copy writes for elements outside of the tensor: 0 or NaN."),
    {.id = "tf32", .lsb = 80, .width = 1, .role = Role::mode, .encoding = Encoding::flag, .doc = "The copy rounds f32 to tf32.", .source = kTensorMapSource, .certainty = kTensorMapMeasured},
    tensor_map_name("l2_promotion", 81, 2, kTmaL2Names, "Bytes that a copy brings into the L2 cache."),
    unknown_bits("rsvd83", 83, 13),
    tensor_map_number("stride1", 96, 32, 4, 0, "bytes", kTmaStrideDoc),
    tensor_map_number("stride2", 128, 32, 4, 0, "bytes", kTmaStrideDoc),
    tensor_map_number("stride3", 160, 32, 4, 0, "bytes", kTmaStrideDoc),
    tensor_map_number("stride4", 192, 32, 4, 0, "bytes", kTmaStrideDoc),
    tensor_map_number("stride1_high", 224, 4, 36, 0, "bytes", kTmaStrideHighDoc),
    tensor_map_number("stride2_high", 228, 4, 36, 0, "bytes", kTmaStrideHighDoc),
    tensor_map_number("stride3_high", 232, 4, 36, 0, "bytes", kTmaStrideHighDoc),
    tensor_map_number("stride4_high", 236, 4, 36, 0, "bytes", kTmaStrideHighDoc),
    unknown_bits("rsvd240", 240, 16),
    tensor_map_number("dim0", 256, 32, 0, 1, "elements", kTmaDimDoc),
    tensor_map_number("dim1", 288, 32, 0, 1, "elements", kTmaDimDoc),
    tensor_map_number("dim2", 320, 32, 0, 1, "elements", kTmaDimDoc),
    tensor_map_number("dim3", 352, 32, 0, 1, "elements", kTmaDimDoc),
    tensor_map_number("dim4", 384, 32, 0, 1, "elements", kTmaDimDoc),
    tensor_map_number("element_stride0", 416, 3, 0, 1, "", "Element stride of dimension 0. The driver keeps it, although a copy without interleave does not use it."),
    tensor_map_number("element_stride1", 419, 3, 0, 1, "", kTmaStepDoc),
    tensor_map_number("element_stride2", 422, 3, 0, 1, "", kTmaStepDoc),
    tensor_map_number("element_stride3", 425, 3, 0, 1, "", kTmaStepDoc),
    tensor_map_number("element_stride4", 428, 3, 0, 1, "", kTmaStepDoc),
    unknown_bits("rsvd431", 431, 9),
    tensor_map_number("box0", 440, 8, 0, 1, "elements", kTmaBoxDoc),
    tensor_map_number("box1", 448, 8, 0, 1, "elements", kTmaBoxDoc),
    tensor_map_number("box2", 456, 8, 0, 1, "elements", kTmaBoxDoc),
    tensor_map_number("box3", 464, 8, 0, 1, "elements", kTmaBoxDoc),
    tensor_map_number("box4", 472, 8, 0, 1, "elements", kTmaBoxDoc),
    unknown_bits("rsvd480", 480, 32),
    tensor_map_number("box_bytes", 512, 18, 0, 0, "bytes", "Bytes of a box as the driver counts them: the product of box / element stride, rounded down, of all dimensions."),
    unknown_bits("rsvd530", 530, 46),
    tensor_map_number("pattern", 576, 11, 0, 0, "bytes", "The swizzle pattern repeats after this many bytes."),
    unknown_bits("rsvd587", 587, 53),
    unknown_bits("rsvd640", 640, 64),
    unknown_bits("rsvd704", 704, 64),
    unknown_bits("rsvd768", 768, 64),
    unknown_bits("rsvd832", 832, 64),
    unknown_bits("rsvd896", 896, 64),
    unknown_bits("rsvd960", 960, 64),
};
// clang-format on

inline constexpr Format kTensorMapFormat =
    checked({"tensor-map", Edition::v9_1, 1024, kTensorMapFields, "TMA tensor map (CUtensorMap)"});

}  // namespace tilescope
