// core/include/tilescope/formats/tmem.h -- a Tensor Memory address, 32 bits; the same in every edition.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/word/field.h>

namespace tilescope {

inline constexpr std::string_view kTmemSource = "PTX ISA 9.1, 9.7.16.1, Tensor Memory addressing";

// clang-format off
inline constexpr Field kTmemFields[] = {
    {.id = "column", .lsb = 0, .width = 16, .role = Role::address, .doc = "Column of 32-bit cells. There are 512 columns, 576 on sm_107a and sm_107f.", .source = kTmemSource},
    {.id = "lane", .lsb = 16, .width = 16, .role = Role::address, .doc = "Lane (row). There are 128 lanes; one warp accesses 32 of them.", .source = kTmemSource},
};
// clang-format on

inline constexpr Format kTmem91 = checked({"tmem", Edition::v9_1, 32, kTmemFields, "Tensor Memory address"});

}  // namespace tilescope
