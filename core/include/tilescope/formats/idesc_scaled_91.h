// core/include/tilescope/formats/idesc_scaled_91.h -- instruction descriptors of the block-scaled kinds, PTX 9.1.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/formats/idesc_names.h>

namespace tilescope {

inline constexpr std::string_view kIdescMxf8Source91 = "PTX ISA 9.1, 9.7.16.4.2, Table 43";
inline constexpr std::string_view kIdescMxf4Source91 = "PTX ISA 9.1, 9.7.16.4.2, Table 44";

// clang-format off
inline constexpr Field kIdescMxf8f6f4Fields91[] = {
    {.id = "rsvd0", .lsb = 0, .width = 2, .encoding = Encoding::fixed, .doc = "Reserved, zero. If A is sparse, CUTLASS stores the sparsity selector in these bits (contradiction X24).", .source = kIdescMxf8Source91},
    {.id = "sparse", .lsb = 2, .width = 1, .role = Role::sparse, .encoding = Encoding::flag, .doc = "Whether A is sparse. The field must match .sp in the instruction.", .source = kIdescMxf8Source91},
    {.id = "rsvd3", .lsb = 3, .width = 1, .encoding = Encoding::fixed, .doc = "Reserved, zero.", .source = kIdescMxf8Source91},
    {.id = "sfb_id", .lsb = 4, .width = 2, .role = Role::scale, .doc = "Selects which byte of a Tensor Memory cell contains the scale factor of B. K steps 0 to 3 use bytes 0 to 3. Step 4 uses byte 0 of the next cells: the address of the scale factors moves on.", .source = kIdescMxf8Source91},
    {.id = "rsvd6", .lsb = 6, .width = 1, .encoding = Encoding::fixed, .doc = "Reserved, zero.", .source = kIdescMxf8Source91},
    {.id = "a_type", .lsb = 7, .width = 3, .role = Role::type, .encoding = Encoding::one_of, .names = kAbF8f6f4, .doc = "Element type of A.", .source = kIdescMxf8Source91},
    {.id = "b_type", .lsb = 10, .width = 3, .role = Role::type, .encoding = Encoding::one_of, .names = kAbF8f6f4, .doc = "Element type of B.", .source = kIdescMxf8Source91},
    {.id = "negate_a", .lsb = 13, .width = 1, .role = Role::sign, .encoding = Encoding::flag, .doc = "Whether every element of A is negated.", .source = kIdescMxf8Source91},
    {.id = "negate_b", .lsb = 14, .width = 1, .role = Role::sign, .encoding = Encoding::flag, .doc = "Whether every element of B is negated.", .source = kIdescMxf8Source91},
    {.id = "transpose_a", .lsb = 15, .width = 1, .role = Role::mode, .encoding = Encoding::flag, .doc = "Whether A is MN-major. If not, A is K-major.", .source = kIdescMxf8Source91},
    {.id = "transpose_b", .lsb = 16, .width = 1, .role = Role::mode, .encoding = Encoding::flag, .doc = "Whether B is MN-major. If not, B is K-major.", .source = kIdescMxf8Source91},
    {.id = "n", .lsb = 17, .width = 6, .role = Role::shape, .scale = 3, .unit = "columns", .doc = "The size N: the number of columns of D, and the number of columns of B that are read.", .source = kIdescMxf8Source91},
    {.id = "scale_type", .lsb = 23, .width = 1, .role = Role::scale, .encoding = Encoding::one_of, .names = kScaleUe8m0, .doc = "Type of the scale factors of A and B.", .source = kIdescMxf8Source91},
    {.id = "rsvd24", .lsb = 24, .width = 3, .encoding = Encoding::fixed, .doc = "Reserved, zero. The field 'm' starts three bits higher than in kinds without block scaling.", .source = kIdescMxf8Source91},
    {.id = "m", .lsb = 27, .width = 2, .role = Role::shape, .scale = 7, .unit = "rows", .doc = "The size M: the number of rows of A and D.", .source = kIdescMxf8Source91},
    {.id = "sfa_id", .lsb = 29, .width = 2, .role = Role::scale, .doc = "Selects which byte of a Tensor Memory cell contains the scale factor of A. K steps 0 to 3 use bytes 0 to 3. Step 4 uses byte 0 of the next cells: the address of the scale factors moves on.", .source = kIdescMxf8Source91},
    {.id = "rsvd31", .lsb = 31, .width = 1, .encoding = Encoding::fixed, .doc = "Reserved, zero.", .source = kIdescMxf8Source91},
};

inline constexpr Field kIdescMxf4Fields91[] = {
    {.id = "rsvd0", .lsb = 0, .width = 2, .encoding = Encoding::fixed, .doc = "Reserved, zero. If A is sparse, CUTLASS stores the sparsity selector in these bits (contradiction X24).", .source = kIdescMxf4Source91},
    {.id = "sparse", .lsb = 2, .width = 1, .role = Role::sparse, .encoding = Encoding::flag, .doc = "Whether A is sparse. The field must match .sp in the instruction.", .source = kIdescMxf4Source91},
    {.id = "rsvd3", .lsb = 3, .width = 1, .encoding = Encoding::fixed, .doc = "Reserved, zero.", .source = kIdescMxf4Source91},
    {.id = "sfb_id", .lsb = 4, .width = 2, .role = Role::scale, .doc = "Selects which bytes of a Tensor Memory cell contain the scale factors of B.", .source = kIdescMxf4Source91},
    {.id = "rsvd6", .lsb = 6, .width = 1, .encoding = Encoding::fixed, .doc = "Reserved, zero.", .source = kIdescMxf4Source91},
    {.id = "a_type", .lsb = 7, .width = 3, .role = Role::type, .encoding = Encoding::one_of, .names = kAbMxf4, .doc = "Element type of A.", .source = kIdescMxf4Source91},
    {.id = "b_type", .lsb = 10, .width = 2, .role = Role::type, .encoding = Encoding::one_of, .names = kAbMxf4, .doc = "Element type of B.", .source = kIdescMxf4Source91},
    {.id = "rsvd12", .lsb = 12, .width = 1, .encoding = Encoding::fixed, .doc = "Reserved, zero.", .source = kIdescMxf4Source91},
    {.id = "negate_a", .lsb = 13, .width = 1, .role = Role::sign, .encoding = Encoding::flag, .doc = "Whether every element of A is negated.", .source = kIdescMxf4Source91},
    {.id = "negate_b", .lsb = 14, .width = 1, .role = Role::sign, .encoding = Encoding::flag, .doc = "Whether every element of B is negated.", .source = kIdescMxf4Source91},
    {.id = "transpose_a", .lsb = 15, .width = 1, .encoding = Encoding::fixed, .doc = "Always 0 (K-major), because these kinds have no MN-major operands.", .source = kIdescMxf4Source91},
    {.id = "transpose_b", .lsb = 16, .width = 1, .encoding = Encoding::fixed, .doc = "Always 0 (K-major), because these kinds have no MN-major operands.", .source = kIdescMxf4Source91},
    {.id = "n", .lsb = 17, .width = 6, .role = Role::shape, .scale = 3, .unit = "columns", .doc = "The size N: the number of columns of D, and the number of columns of B that are read.", .source = kIdescMxf4Source91},
    {.id = "scale_type", .lsb = 23, .width = 1, .role = Role::scale, .encoding = Encoding::one_of, .names = kScaleUe8m0, .doc = "Type of the scale factors of A and B.", .source = kIdescMxf4Source91},
    {.id = "rsvd24", .lsb = 24, .width = 3, .encoding = Encoding::fixed, .doc = "Reserved, zero. The field 'm' starts three bits higher than in kinds without block scaling.", .source = kIdescMxf4Source91},
    {.id = "m", .lsb = 27, .width = 2, .role = Role::shape, .scale = 7, .unit = "rows", .doc = "The size M: the number of rows of A and D.", .source = kIdescMxf4Source91},
    {.id = "sfa_id", .lsb = 29, .width = 2, .role = Role::scale, .doc = "Selects which bytes of a Tensor Memory cell contain the scale factors of A.", .source = kIdescMxf4Source91},
    {.id = "k_size", .lsb = 31, .width = 1, .role = Role::shape, .encoding = Encoding::one_of, .names = kKSize96, .doc = "The size K of one instruction.", .source = kIdescMxf4Source91},
};

inline constexpr Field kIdescMxf4nvf4Fields91[] = {
    {.id = "rsvd0", .lsb = 0, .width = 2, .encoding = Encoding::fixed, .doc = "Reserved, zero. If A is sparse, CUTLASS stores the sparsity selector in these bits (contradiction X24).", .source = kIdescMxf4Source91},
    {.id = "sparse", .lsb = 2, .width = 1, .role = Role::sparse, .encoding = Encoding::flag, .doc = "Whether A is sparse. The field must match .sp in the instruction.", .source = kIdescMxf4Source91},
    {.id = "rsvd3", .lsb = 3, .width = 1, .encoding = Encoding::fixed, .doc = "Reserved, zero.", .source = kIdescMxf4Source91},
    {.id = "sfb_id", .lsb = 4, .width = 2, .role = Role::scale, .doc = "Selects which bytes of a Tensor Memory cell contain the scale factors of B.", .source = kIdescMxf4Source91},
    {.id = "rsvd6", .lsb = 6, .width = 1, .encoding = Encoding::fixed, .doc = "Reserved, zero.", .source = kIdescMxf4Source91},
    {.id = "a_type", .lsb = 7, .width = 3, .role = Role::type, .encoding = Encoding::one_of, .names = kAbMxf4, .doc = "Element type of A.", .source = kIdescMxf4Source91},
    {.id = "b_type", .lsb = 10, .width = 2, .role = Role::type, .encoding = Encoding::one_of, .names = kAbMxf4, .doc = "Element type of B.", .source = kIdescMxf4Source91},
    {.id = "rsvd12", .lsb = 12, .width = 1, .encoding = Encoding::fixed, .doc = "Reserved, zero.", .source = kIdescMxf4Source91},
    {.id = "negate_a", .lsb = 13, .width = 1, .role = Role::sign, .encoding = Encoding::flag, .doc = "Whether every element of A is negated.", .source = kIdescMxf4Source91},
    {.id = "negate_b", .lsb = 14, .width = 1, .role = Role::sign, .encoding = Encoding::flag, .doc = "Whether every element of B is negated.", .source = kIdescMxf4Source91},
    {.id = "transpose_a", .lsb = 15, .width = 1, .encoding = Encoding::fixed, .doc = "Always 0 (K-major), because these kinds have no MN-major operands.", .source = kIdescMxf4Source91},
    {.id = "transpose_b", .lsb = 16, .width = 1, .encoding = Encoding::fixed, .doc = "Always 0 (K-major), because these kinds have no MN-major operands.", .source = kIdescMxf4Source91},
    {.id = "n", .lsb = 17, .width = 6, .role = Role::shape, .scale = 3, .unit = "columns", .doc = "The size N: the number of columns of D, and the number of columns of B that are read.", .source = kIdescMxf4Source91},
    {.id = "scale_type", .lsb = 23, .width = 1, .role = Role::scale, .encoding = Encoding::one_of, .names = kScaleMxf4nvf4, .doc = "Type of the scale factors of A and B.", .source = kIdescMxf4Source91},
    {.id = "rsvd24", .lsb = 24, .width = 3, .encoding = Encoding::fixed, .doc = "Reserved, zero. The field 'm' starts three bits higher than in kinds without block scaling.", .source = kIdescMxf4Source91},
    {.id = "m", .lsb = 27, .width = 2, .role = Role::shape, .scale = 7, .unit = "rows", .doc = "The size M: the number of rows of A and D.", .source = kIdescMxf4Source91},
    {.id = "sfa_id", .lsb = 29, .width = 2, .role = Role::scale, .doc = "Selects which bytes of a Tensor Memory cell contain the scale factors of A.", .source = kIdescMxf4Source91},
    {.id = "k_size", .lsb = 31, .width = 1, .role = Role::shape, .encoding = Encoding::one_of, .names = kKSize96, .doc = "The size K of one instruction.", .source = kIdescMxf4Source91},
};
// clang-format on

inline constexpr Format kIdescMxf8f6f4_91 =
    checked({"idesc-mxf8f6f4", Edition::v9_1, 32, kIdescMxf8f6f4Fields91, "instruction descriptor", "mxf8f6f4"});
inline constexpr Format kIdescMxf4_91 =
    checked({"idesc-mxf4", Edition::v9_1, 32, kIdescMxf4Fields91, "instruction descriptor", "mxf4"});
inline constexpr Format kIdescMxf4nvf4_91 =
    checked({"idesc-mxf4", Edition::v9_1, 32, kIdescMxf4nvf4Fields91, "instruction descriptor", "mxf4nvf4"});

}  // namespace tilescope
