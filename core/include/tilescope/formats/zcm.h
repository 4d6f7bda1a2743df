// core/include/tilescope/formats/zcm.h -- the zero-column mask descriptor of .ws, 64 bits.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/word/field.h>

namespace tilescope {

inline constexpr std::string_view kZcmSource = "PTX ISA 9.1, 9.7.16.4.3, Table 45";
// The text of Table 45 swaps the two spans; the examples in the same section do not (contradiction X1).
inline constexpr std::string_view kZcmSpanSource =
    "PTX ISA 9.1, 9.7.16.4.3, examples of Table 45; CUTLASS mma_sm100_desc.hpp MaskAndShiftB @7107b055";

// clang-format off
inline constexpr Field kZcmFields[] = {
    {.id = "sc0", .lsb = 0, .width = 8, .role = Role::address, .unit = "columns", .doc = "Start count of sub-mask 0: the sub-mask skips this number of columns at the start of its first span.", .source = kZcmSource},
    {.id = "sc1", .lsb = 8, .width = 8, .role = Role::address, .unit = "columns", .doc = "Start count of sub-mask 1: the sub-mask skips this number of columns at the start of its first span.", .source = kZcmSource},
    {.id = "sc2", .lsb = 16, .width = 8, .role = Role::address, .unit = "columns", .doc = "Start count of sub-mask 2: the sub-mask skips this number of columns at the start of its first span.", .source = kZcmSource},
    {.id = "sc3", .lsb = 24, .width = 8, .role = Role::address, .unit = "columns", .doc = "Start count of sub-mask 3: the sub-mask skips this number of columns at the start of its first span.", .source = kZcmSource},
    {.id = "fs0", .lsb = 32, .width = 1, .role = Role::mode, .encoding = Encoding::flag, .doc = "Whether sub-mask 0 starts in a run of zeroed columns. If not, the sub-mask starts in a run of columns that use B.", .source = kZcmSource},
    {.id = "fs1", .lsb = 33, .width = 1, .role = Role::mode, .encoding = Encoding::flag, .doc = "Whether sub-mask 1 starts in a run of zeroed columns. If not, the sub-mask starts in a run of columns that use B.", .source = kZcmSource},
    {.id = "fs2", .lsb = 34, .width = 1, .role = Role::mode, .encoding = Encoding::flag, .doc = "Whether sub-mask 2 starts in a run of zeroed columns. If not, the sub-mask starts in a run of columns that use B.", .source = kZcmSource},
    {.id = "fs3", .lsb = 35, .width = 1, .role = Role::mode, .encoding = Encoding::flag, .doc = "Whether sub-mask 3 starts in a run of zeroed columns. If not, the sub-mask starts in a run of columns that use B.", .source = kZcmSource},
    {.id = "rsvd36", .lsb = 36, .width = 3, .encoding = Encoding::fixed, .doc = "Reserved, zero.", .source = kZcmSource},
    {.id = "nonzero", .lsb = 39, .width = 1, .role = Role::mode, .encoding = Encoding::flag, .doc = "Whether a mask is generated. Without a mask, no column is zeroed.", .source = kZcmSource},
    {.id = "skip_span", .lsb = 40, .width = 8, .role = Role::stride, .bias = 1, .unit = "columns", .doc = "Length of a run of zeroed columns. The field stores the length minus one.", .source = kZcmSpanSource},
    {.id = "use_span", .lsb = 48, .width = 8, .role = Role::stride, .bias = 1, .unit = "columns", .doc = "Length of a run of columns that use B. The field stores the length minus one.", .source = kZcmSpanSource},
    {.id = "column_shift", .lsb = 56, .width = 6, .role = Role::shape, .unit = "columns", .doc = "Column shift of B: column j of the output is computed from column j + column_shift of B.", .source = kZcmSource},
    {.id = "rsvd62", .lsb = 62, .width = 2, .encoding = Encoding::fixed, .doc = "The manual does not list these bits. Keep the bits zero.", .source = kZcmSource, .certainty = Certainty::secondary},
};
// clang-format on

inline constexpr Format kZcm91 = checked({"zcm", Edition::v9_1, 64, kZcmFields, "zero-column mask descriptor"});

}  // namespace tilescope
