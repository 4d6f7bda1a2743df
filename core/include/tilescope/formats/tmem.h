// core/include/tilescope/formats/tmem.h -- a Tensor Memory address, 32 bits; the same in every edition.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/word/field.h>

namespace tilescope {

inline constexpr std::string_view kTmemSource = "PTX ISA 9.1, 9.7.16.1, Tensor Memory addressing";

// clang-format off
inline constexpr Field kTmemFields[] = {
    {.id = "column", .lsb = 0, .width = 16, .role = Role::address, .doc = "Column (32 bits wide). There are 512 columns, or 576 columns on sm_107a and sm_107f.", .source = kTmemSource},
    {.id = "lane", .lsb = 16, .width = 16, .role = Role::address, .doc = "Lane (row). There are 128 lanes; one warp accesses 32 of them.", .source = kTmemSource},
};
// clang-format on

inline constexpr Format kTmem91 = checked({"tmem", Edition::v9_1, 32, kTmemFields, "Tensor Memory address"});

// The parts of an address: tmem_lane(0x00100020) is 16, tmem_column(0x00100020) is 32.
constexpr unsigned tmem_lane(std::uint32_t address) {
    return static_cast<unsigned>(get_field(field(kTmem91, "lane"), address));
}
constexpr unsigned tmem_column(std::uint32_t address) {
    return static_cast<unsigned>(get_field(field(kTmem91, "column"), address));
}

// An address from its parts: tmem_address(16, 32) is 0x00100020. Requires: both fit their fields.
constexpr std::uint32_t tmem_address(unsigned lane, unsigned column) {
    return static_cast<std::uint32_t>(
        set_field(field(kTmem91, "lane"), set_field(field(kTmem91, "column"), 0, column), lane));
}

}  // namespace tilescope
