// core/include/tilescope/formats/wgmma.h -- the Hopper (wgmma) shared-memory descriptor, 64 bits.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/hw/measurements.h>
#include <tilescope/hw/swizzle_modes.h>
#include <tilescope/word/field.h>

namespace tilescope {

inline constexpr std::string_view kWgmmaSource = "PTX ISA 9.1, 9.7.15.5.1";
inline constexpr Certainty kWgmmaMeasured = measured("layout");

// clang-format off
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

inline constexpr Format kWgmma91 =
    checked({"wgmma", Edition::v9_1, 64, kWgmmaFields, "Hopper wgmma shared-memory descriptor"});

}  // namespace tilescope
