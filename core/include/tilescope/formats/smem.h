// core/include/tilescope/formats/smem.h -- the shared-memory descriptors of tcgen05 and of Hopper (wgmma), 64 bits.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/hw/measurements.h>
#include <tilescope/hw/swizzle_modes.h>
#include <tilescope/word/field.h>

namespace tilescope {

inline constexpr std::string_view kSmemSource91 = "PTX ISA 9.1, 9.7.16.4.1, Table 40";
inline constexpr std::string_view kSmemSource94 = "PTX ISA 9.4, shared-memory descriptor";
inline constexpr std::string_view kWgmmaSource = "PTX ISA 9.1, 9.7.15.5.1";
inline constexpr Certainty kWgmmaMeasured = measured("layout");

// clang-format off
inline constexpr NamedValue kSegmentNames[] = {
    {0, "0", "The segment starts at byte 0."},
    {1, "24", "The segment starts at byte 24."},
};

inline constexpr Field kSmemFields91[] = {
    {.id = "start", .lsb = 0, .width = 14, .role = Role::address, .scale = 4, .unit = "bytes", .doc = "Shared-memory byte address of the slice. The low 4 bits are not stored.", .source = kSmemSource91},
    {.id = "rsvd14", .lsb = 14, .width = 2, .encoding = Encoding::fixed, .doc = "Reserved, zero. A carry out of the address field (start) changes these bits.", .source = kSmemSource91},
    {.id = "lbo", .lsb = 16, .width = 14, .role = Role::stride, .scale = 4, .unit = "bytes", .doc = "Leading-dimension byte offset. Most K-major swizzled layouts ignore it. If lbo_mode is yes, the field contains the absolute address of the second chunk instead.", .source = kSmemSource91},
    {.id = "rsvd30", .lsb = 30, .width = 2, .encoding = Encoding::fixed, .doc = "Reserved, zero.", .source = kSmemSource91},
    {.id = "sbo", .lsb = 32, .width = 14, .role = Role::stride, .scale = 4, .unit = "bytes", .doc = "Stride-dimension byte offset.", .source = kSmemSource91},
    {.id = "version", .lsb = 46, .width = 3, .encoding = Encoding::fixed, .want = 1, .doc = "Always 0b001 on tcgen05 targets. In CUTLASS, the name of this field is 'version'.", .source = kSmemSource91},
    {.id = "base_offset", .lsb = 49, .width = 3, .role = Role::address, .doc = "Phase of the swizzle pattern if the pattern does not start at a multiple of its size. A Hopper GPU subtracts the field from the number of the 128-byte line before the XOR; nobody has measured this on Blackwell.", .source = "PTX ISA 9.1, 9.7.16.4.1, Tables 40 and 41"},
    {.id = "lbo_mode", .lsb = 52, .width = 1, .role = Role::mode, .encoding = Encoding::flag, .doc = "Whether the field 'lbo' is an absolute address (only with K = 96 on sm_103a).", .source = kSmemSource91},
    {.id = "fixed", .lsb = 53, .width = 8, .encoding = Encoding::fixed, .doc = "Always 0. The manual prints the constant incorrectly as 0xb00000000.", .source = kSmemSource91},
    {.id = "swizzle", .lsb = 61, .width = 3, .role = Role::mode, .encoding = Encoding::one_of, .names = kTcgen05Swizzles, .doc = "Swizzle mode: which address bits are XORed.", .source = kSmemSource91},
};
inline constexpr Field kSmemFields94[] = {
    {.id = "start", .lsb = 0, .width = 15, .role = Role::address, .scale = 4, .unit = "bytes", .doc = "Shared-memory byte address of the slice. The low 4 bits are not stored.", .source = kSmemSource94},
    {.id = "rsvd15", .lsb = 15, .width = 1, .encoding = Encoding::fixed, .doc = "Reserved, zero.", .source = kSmemSource94},
    {.id = "lbo", .lsb = 16, .width = 15, .role = Role::stride, .scale = 4, .unit = "bytes", .doc = "Leading-dimension byte offset. Most K-major swizzled layouts ignore it. If lbo_mode is yes, the field contains the absolute address of the second chunk instead.", .source = kSmemSource94},
    {.id = "rsvd31", .lsb = 31, .width = 1, .encoding = Encoding::fixed, .doc = "Reserved, zero.", .source = kSmemSource94},
    {.id = "sbo", .lsb = 32, .width = 14, .role = Role::stride, .scale = 4, .unit = "bytes", .doc = "Stride-dimension byte offset.", .source = kSmemSource94},
    {.id = "version", .lsb = 46, .width = 3, .encoding = Encoding::fixed, .want = 1, .doc = "Always 0b001 on tcgen05 targets. In CUTLASS, the name of this field is 'version'.", .source = kSmemSource94},
    {.id = "base_offset", .lsb = 49, .width = 3, .role = Role::address, .doc = "Phase of the swizzle pattern if the pattern does not start at a multiple of its size. A Hopper GPU subtracts the field from the number of the 128-byte line before the XOR; nobody has measured this on Blackwell.", .source = kSmemSource94},
    {.id = "lbo_mode", .lsb = 52, .width = 1, .role = Role::mode, .encoding = Encoding::flag, .doc = "Whether the field 'lbo' is an absolute address (only with K = 96 on sm_103a and sm_107a).", .source = kSmemSource94},
    {.id = "k_segment", .lsb = 53, .width = 1, .role = Role::mode, .encoding = Encoding::one_of, .names = kSegmentNames, .unit = "bytes", .doc = "First byte of the K segment for an MMA with a look-up table (decompress::lut::b, sm_107 family).", .source = kSmemSource94},
    {.id = "fixed", .lsb = 54, .width = 7, .encoding = Encoding::fixed, .doc = "Always 0.", .source = kSmemSource94},
    {.id = "swizzle", .lsb = 61, .width = 3, .role = Role::mode, .encoding = Encoding::one_of, .names = kTcgen05Swizzles, .doc = "Swizzle mode: which address bits are XORed.", .source = kSmemSource94},
};
inline constexpr Field kWgmmaFields[] = {
    {.id = "start", .lsb = 0, .width = 14, .role = Role::address, .scale = 4, .unit = "bytes", .doc = "Shared-memory byte address of the slice. The low 4 bits are not stored.", .source = kWgmmaSource, .certainty = kWgmmaMeasured},
    {.id = "rsvd14", .lsb = 14, .width = 2, .encoding = Encoding::fixed, .doc = "Reserved, zero. An H100 ignores these bits.", .source = kWgmmaSource, .certainty = kWgmmaMeasured, .inert = true},
    {.id = "lbo", .lsb = 16, .width = 14, .role = Role::stride, .scale = 4, .unit = "bytes", .doc = "Leading-dimension byte offset. Most K-major swizzled layouts ignore it.", .source = kWgmmaSource, .certainty = kWgmmaMeasured},
    {.id = "rsvd30", .lsb = 30, .width = 2, .encoding = Encoding::fixed, .doc = "Reserved, zero. An H100 ignores these bits.", .source = kWgmmaSource, .certainty = kWgmmaMeasured, .inert = true},
    {.id = "sbo", .lsb = 32, .width = 14, .role = Role::stride, .scale = 4, .unit = "bytes", .doc = "Stride-dimension byte offset.", .source = kWgmmaSource, .certainty = kWgmmaMeasured},
    {.id = "rsvd46", .lsb = 46, .width = 3, .encoding = Encoding::fixed, .doc = "Reserved, zero. An H100 ignores these bits. A tcgen05 descriptor has the constant 0b001 in these bits.", .source = kWgmmaSource, .certainty = kWgmmaMeasured, .inert = true},
    {.id = "base_offset", .lsb = 49, .width = 3, .role = Role::address, .doc = "Phase of the swizzle pattern if the pattern does not start at a multiple of its size. It is subtracted from the number of the 128-byte line before the XOR.", .source = kWgmmaSource, .certainty = kWgmmaMeasured},
    {.id = "rsvd52", .lsb = 52, .width = 10, .encoding = Encoding::fixed, .doc = "Reserved, zero. An H100 ignores these bits.", .source = kWgmmaSource, .certainty = kWgmmaMeasured, .inert = true},
    {.id = "swizzle", .lsb = 62, .width = 2, .role = Role::mode, .encoding = Encoding::one_of, .names = kWgmmaSwizzles, .doc = "Swizzle mode: which address bits are XORed.", .source = kWgmmaSource, .certainty = kWgmmaMeasured},
};
// clang-format on

inline constexpr Format kSmem91 =
    checked({"smem", Edition::v9_1, 64, kSmemFields91, "tcgen05 shared-memory descriptor"});
inline constexpr Format kSmem94 =
    checked({"smem", Edition::v9_4, 64, kSmemFields94, "tcgen05 shared-memory descriptor"});
inline constexpr Format kWgmma91 =
    checked({"wgmma", Edition::v9_1, 64, kWgmmaFields, "Hopper wgmma shared-memory descriptor"});

}  // namespace tilescope
