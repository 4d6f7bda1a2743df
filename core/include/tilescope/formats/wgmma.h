// core/include/tilescope/formats/wgmma.h -- the Hopper (wgmma) shared-memory descriptor, 64 bits.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/hw/swizzle_modes.h>
#include <tilescope/word/field.h>

namespace tilescope {

inline constexpr std::string_view kWgmmaSource = "PTX ISA 9.1, 9.7.15.5.1";

// clang-format off
inline constexpr Field kWgmmaFields[] = {
    {.id = "start", .lsb = 0, .width = 14, .role = Role::address, .scale = 4, .unit = "bytes", .doc = "Shared-memory byte address of the slice. The low 4 bits are not stored.", .source = kWgmmaSource},
    {.id = "rsvd14", .lsb = 14, .width = 2, .encoding = Encoding::fixed, .doc = "Reserved, zero.", .source = kWgmmaSource},
    {.id = "lbo", .lsb = 16, .width = 14, .role = Role::stride, .scale = 4, .unit = "bytes", .doc = "Leading-dimension byte offset. Most K-major swizzled layouts ignore it.", .source = kWgmmaSource},
    {.id = "rsvd30", .lsb = 30, .width = 2, .encoding = Encoding::fixed, .doc = "Reserved, zero.", .source = kWgmmaSource},
    {.id = "sbo", .lsb = 32, .width = 14, .role = Role::stride, .scale = 4, .unit = "bytes", .doc = "Stride-dimension byte offset.", .source = kWgmmaSource},
    {.id = "rsvd46", .lsb = 46, .width = 3, .encoding = Encoding::fixed, .doc = "Reserved, zero. A tcgen05 descriptor has the constant 0b001 in these bits.", .source = kWgmmaSource},
    {.id = "base_offset", .lsb = 49, .width = 3, .role = Role::address, .doc = "Phase of the swizzle pattern if the pattern does not start at a multiple of its size.", .source = kWgmmaSource},
    {.id = "rsvd52", .lsb = 52, .width = 10, .encoding = Encoding::fixed, .doc = "Reserved, zero.", .source = kWgmmaSource},
    {.id = "swizzle", .lsb = 62, .width = 2, .role = Role::mode, .encoding = Encoding::one_of, .names = kWgmmaSwizzles, .doc = "Swizzle mode: which address bits are XORed.", .source = kWgmmaSource},
};
// clang-format on

inline constexpr Format kWgmma91 =
    checked({"wgmma", Edition::v9_1, 64, kWgmmaFields, "Hopper wgmma shared-memory descriptor"});

}  // namespace tilescope
