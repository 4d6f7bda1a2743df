// core/include/tilescope/formats/idesc_94.h -- instruction descriptors of the dense kinds, PTX 9.4.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/formats/idesc_91.h>

namespace tilescope {

inline constexpr std::string_view kIdescSource94 = "PTX ISA 9.4, instruction descriptor of the dense kinds";

// clang-format off
inline constexpr Field kIdescF16Fields94[] = {
    {.id = "sparsity_selector", .lsb = 0, .width = 2, .role = Role::sparse, .doc = "Selects the sub-columns of the metadata. The value is 0 if A is dense.", .source = kIdescSource94},
    {.id = "sparse", .lsb = 2, .width = 1, .role = Role::sparse, .encoding = Encoding::flag, .doc = "Whether A is sparse. The field must match .sp in the instruction.", .source = kIdescSource94},
    {.id = "saturate", .lsb = 3, .width = 1, .encoding = Encoding::fixed, .doc = "Only kind i8 has saturation.", .source = kIdescSource94},
    {.id = "d_type", .lsb = 4, .width = 2, .role = Role::type, .encoding = Encoding::one_of, .names = kDF16, .doc = "Element type of D.", .source = kIdescSource94},
    {.id = "rsvd6", .lsb = 6, .width = 1, .encoding = Encoding::fixed, .doc = "Reserved, zero.", .source = kIdescSource94},
    {.id = "a_type", .lsb = 7, .width = 3, .role = Role::type, .encoding = Encoding::one_of, .names = kAbF16, .doc = "Element type of A.", .source = kIdescSource94},
    {.id = "b_type", .lsb = 10, .width = 3, .role = Role::type, .encoding = Encoding::one_of, .names = kAbF16, .doc = "Element type of B.", .source = kIdescSource94},
    {.id = "negate_a", .lsb = 13, .width = 1, .role = Role::sign, .encoding = Encoding::flag, .doc = "Whether every element of A is negated.", .source = kIdescSource94},
    {.id = "negate_b", .lsb = 14, .width = 1, .role = Role::sign, .encoding = Encoding::flag, .doc = "Whether every element of B is negated.", .source = kIdescSource94},
    {.id = "transpose_a", .lsb = 15, .width = 1, .role = Role::mode, .encoding = Encoding::flag, .doc = "Whether A is MN-major. If not, A is K-major.", .source = kIdescSource94},
    {.id = "transpose_b", .lsb = 16, .width = 1, .role = Role::mode, .encoding = Encoding::flag, .doc = "Whether B is MN-major. If not, B is K-major.", .source = kIdescSource94},
    {.id = "n", .lsb = 17, .width = 6, .role = Role::shape, .scale = 3, .unit = "columns", .doc = "The size N: the number of columns of D, and the number of columns of B that are read.", .source = kIdescSource94},
    {.id = "rsvd23", .lsb = 23, .width = 1, .encoding = Encoding::fixed, .doc = "Reserved, zero.", .source = kIdescSource94},
    {.id = "m", .lsb = 24, .width = 5, .role = Role::shape, .scale = 4, .unit = "rows", .doc = "The size M: the number of rows of A and D.", .source = kIdescSource94},
    {.id = "rsvd29", .lsb = 29, .width = 1, .encoding = Encoding::fixed, .doc = "Reserved, zero.", .source = kIdescSource94},
    {.id = "max_shift", .lsb = 30, .width = 2, .role = Role::mode, .encoding = Encoding::one_of, .names = kMaxShift, .unit = "columns", .doc = "The largest column shift of B that an instruction with .ws can use.", .source = kIdescSource94},
};

inline constexpr Field kIdescTf32Fields94[] = {
    {.id = "sparsity_selector", .lsb = 0, .width = 2, .role = Role::sparse, .doc = "Selects the sub-columns of the metadata. The value is 0 if A is dense.", .source = kIdescSource94},
    {.id = "sparse", .lsb = 2, .width = 1, .role = Role::sparse, .encoding = Encoding::flag, .doc = "Whether A is sparse. The field must match .sp in the instruction.", .source = kIdescSource94},
    {.id = "saturate", .lsb = 3, .width = 1, .encoding = Encoding::fixed, .doc = "Only kind i8 has saturation.", .source = kIdescSource94},
    {.id = "d_type", .lsb = 4, .width = 2, .role = Role::type, .encoding = Encoding::one_of, .names = kDTf32, .doc = "Element type of D.", .source = kIdescSource94},
    {.id = "rsvd6", .lsb = 6, .width = 1, .encoding = Encoding::fixed, .doc = "Reserved, zero.", .source = kIdescSource94},
    {.id = "a_type", .lsb = 7, .width = 3, .role = Role::type, .encoding = Encoding::one_of, .names = kAbTf32, .doc = "Element type of A.", .source = kIdescSource94},
    {.id = "b_type", .lsb = 10, .width = 3, .role = Role::type, .encoding = Encoding::one_of, .names = kAbTf32, .doc = "Element type of B.", .source = kIdescSource94},
    {.id = "negate_a", .lsb = 13, .width = 1, .role = Role::sign, .encoding = Encoding::flag, .doc = "Whether every element of A is negated.", .source = kIdescSource94},
    {.id = "negate_b", .lsb = 14, .width = 1, .role = Role::sign, .encoding = Encoding::flag, .doc = "Whether every element of B is negated.", .source = kIdescSource94},
    {.id = "transpose_a", .lsb = 15, .width = 1, .role = Role::mode, .encoding = Encoding::flag, .doc = "Whether A is MN-major. If not, A is K-major.", .source = kIdescSource94},
    {.id = "transpose_b", .lsb = 16, .width = 1, .role = Role::mode, .encoding = Encoding::flag, .doc = "Whether B is MN-major. If not, B is K-major.", .source = kIdescSource94},
    {.id = "n", .lsb = 17, .width = 6, .role = Role::shape, .scale = 3, .unit = "columns", .doc = "The size N: the number of columns of D, and the number of columns of B that are read.", .source = kIdescSource94},
    {.id = "rsvd23", .lsb = 23, .width = 1, .encoding = Encoding::fixed, .doc = "Reserved, zero.", .source = kIdescSource94},
    {.id = "m", .lsb = 24, .width = 5, .role = Role::shape, .scale = 4, .unit = "rows", .doc = "The size M: the number of rows of A and D.", .source = kIdescSource94},
    {.id = "rsvd29", .lsb = 29, .width = 1, .encoding = Encoding::fixed, .doc = "Reserved, zero.", .source = kIdescSource94},
    {.id = "max_shift", .lsb = 30, .width = 2, .role = Role::mode, .encoding = Encoding::one_of, .names = kMaxShift, .unit = "columns", .doc = "The largest column shift of B that an instruction with .ws can use.", .source = kIdescSource94},
};

inline constexpr Field kIdescF8f6f4Fields94[] = {
    {.id = "sparsity_selector", .lsb = 0, .width = 2, .encoding = Encoding::fixed, .doc = "Always 0 for this kind. Table 42 prints 0 to 3 for every kind (contradiction X19).", .source = kSelectorSource},
    {.id = "sparse", .lsb = 2, .width = 1, .role = Role::sparse, .encoding = Encoding::flag, .doc = "Whether A is sparse. The field must match .sp in the instruction.", .source = kIdescSource94},
    {.id = "saturate", .lsb = 3, .width = 1, .encoding = Encoding::fixed, .doc = "Only kind i8 has saturation.", .source = kIdescSource94},
    {.id = "d_type", .lsb = 4, .width = 2, .role = Role::type, .encoding = Encoding::one_of, .names = kDF16, .doc = "Element type of D.", .source = kIdescSource94},
    {.id = "rsvd6", .lsb = 6, .width = 1, .encoding = Encoding::fixed, .doc = "Reserved, zero.", .source = kIdescSource94},
    {.id = "a_type", .lsb = 7, .width = 3, .role = Role::type, .encoding = Encoding::one_of, .names = kAbF8f6f4, .doc = "Element type of A.", .source = kIdescSource94},
    {.id = "b_type", .lsb = 10, .width = 3, .role = Role::type, .encoding = Encoding::one_of, .names = kAbF8f6f4, .doc = "Element type of B.", .source = kIdescSource94},
    {.id = "negate_a", .lsb = 13, .width = 1, .role = Role::sign, .encoding = Encoding::flag, .doc = "Whether every element of A is negated.", .source = kIdescSource94},
    {.id = "negate_b", .lsb = 14, .width = 1, .role = Role::sign, .encoding = Encoding::flag, .doc = "Whether every element of B is negated.", .source = kIdescSource94},
    {.id = "transpose_a", .lsb = 15, .width = 1, .role = Role::mode, .encoding = Encoding::flag, .doc = "Whether A is MN-major. If not, A is K-major.", .source = kIdescSource94},
    {.id = "transpose_b", .lsb = 16, .width = 1, .role = Role::mode, .encoding = Encoding::flag, .doc = "Whether B is MN-major. If not, B is K-major.", .source = kIdescSource94},
    {.id = "n", .lsb = 17, .width = 6, .role = Role::shape, .scale = 3, .unit = "columns", .doc = "The size N: the number of columns of D, and the number of columns of B that are read.", .source = kIdescSource94},
    {.id = "rsvd23", .lsb = 23, .width = 1, .encoding = Encoding::fixed, .doc = "Reserved, zero.", .source = kIdescSource94},
    {.id = "m", .lsb = 24, .width = 5, .role = Role::shape, .scale = 4, .unit = "rows", .doc = "The size M: the number of rows of A and D.", .source = kIdescSource94},
    {.id = "k_size", .lsb = 29, .width = 1, .role = Role::shape, .encoding = Encoding::one_of, .names = kKSizeF8_94, .doc = "The size K of one dense instruction (sm_107 family).", .source = kIdescSource94},
    {.id = "max_shift", .lsb = 30, .width = 2, .role = Role::mode, .encoding = Encoding::one_of, .names = kMaxShift, .unit = "columns", .doc = "The largest column shift of B that an instruction with .ws can use.", .source = kIdescSource94},
};

inline constexpr Field kIdescI8Fields94[] = {
    {.id = "sparsity_selector", .lsb = 0, .width = 2, .encoding = Encoding::fixed, .doc = "Always 0 for this kind. Table 42 prints 0 to 3 for every kind (contradiction X19).", .source = kSelectorSource},
    {.id = "sparse", .lsb = 2, .width = 1, .role = Role::sparse, .encoding = Encoding::flag, .doc = "Whether A is sparse. The field must match .sp in the instruction.", .source = kIdescSource94},
    {.id = "saturate", .lsb = 3, .width = 1, .role = Role::mode, .encoding = Encoding::flag, .doc = "Whether a result outside the 32-bit range is clamped. If not, the result wraps.", .source = kIdescSource94},
    {.id = "d_type", .lsb = 4, .width = 2, .role = Role::type, .encoding = Encoding::one_of, .names = kDInt, .doc = "Element type of D.", .source = kIdescSource94},
    {.id = "rsvd6", .lsb = 6, .width = 1, .encoding = Encoding::fixed, .doc = "Reserved, zero.", .source = kIdescSource94},
    {.id = "a_type", .lsb = 7, .width = 3, .role = Role::type, .encoding = Encoding::one_of, .names = kAbI8, .doc = "Element type of A.", .source = kIdescSource94},
    {.id = "b_type", .lsb = 10, .width = 3, .role = Role::type, .encoding = Encoding::one_of, .names = kAbI8, .doc = "Element type of B.", .source = kIdescSource94},
    {.id = "negate_a", .lsb = 13, .width = 1, .encoding = Encoding::fixed, .doc = "Kind i8 has no negation.", .source = kIdescSource94},
    {.id = "negate_b", .lsb = 14, .width = 1, .encoding = Encoding::fixed, .doc = "Kind i8 has no negation.", .source = kIdescSource94},
    {.id = "transpose_a", .lsb = 15, .width = 1, .role = Role::mode, .encoding = Encoding::flag, .doc = "Whether A is MN-major. If not, A is K-major.", .source = kIdescSource94},
    {.id = "transpose_b", .lsb = 16, .width = 1, .role = Role::mode, .encoding = Encoding::flag, .doc = "Whether B is MN-major. If not, B is K-major.", .source = kIdescSource94},
    {.id = "n", .lsb = 17, .width = 6, .role = Role::shape, .scale = 3, .unit = "columns", .doc = "The size N: the number of columns of D, and the number of columns of B that are read.", .source = kIdescSource94},
    {.id = "rsvd23", .lsb = 23, .width = 1, .encoding = Encoding::fixed, .doc = "Reserved, zero.", .source = kIdescSource94},
    {.id = "m", .lsb = 24, .width = 5, .role = Role::shape, .scale = 4, .unit = "rows", .doc = "The size M: the number of rows of A and D.", .source = kIdescSource94},
    {.id = "rsvd29", .lsb = 29, .width = 1, .encoding = Encoding::fixed, .doc = "Reserved, zero.", .source = kIdescSource94},
    {.id = "max_shift", .lsb = 30, .width = 2, .role = Role::mode, .encoding = Encoding::one_of, .names = kMaxShift, .unit = "columns", .doc = "The largest column shift of B that an instruction with .ws can use.", .source = kIdescSource94},
};

inline constexpr Field kIdescTi16Fields94[] = {
    {.id = "sparsity_selector", .lsb = 0, .width = 2, .role = Role::sparse, .doc = "Selects the sub-columns of the metadata. The value is 0 if A is dense.", .source = kIdescSource94, .certainty = Certainty::secondary},
    {.id = "sparse", .lsb = 2, .width = 1, .role = Role::sparse, .encoding = Encoding::flag, .doc = "Whether A is sparse. The field must match .sp in the instruction.", .source = kIdescSource94},
    {.id = "saturate", .lsb = 3, .width = 1, .encoding = Encoding::fixed, .doc = "Only kind i8 has saturation.", .source = kIdescSource94, .certainty = Certainty::secondary},
    {.id = "d_type", .lsb = 4, .width = 2, .role = Role::type, .encoding = Encoding::one_of, .names = kDInt, .doc = "Element type of D.", .source = kIdescSource94},
    {.id = "rsvd6", .lsb = 6, .width = 1, .encoding = Encoding::fixed, .doc = "Reserved, zero.", .source = kIdescSource94},
    {.id = "a_type", .lsb = 7, .width = 3, .role = Role::type, .encoding = Encoding::one_of, .names = kAbTi16, .doc = "Element type of A.", .source = kIdescSource94},
    {.id = "b_type", .lsb = 10, .width = 3, .role = Role::type, .encoding = Encoding::one_of, .names = kAbTi16, .doc = "Element type of B.", .source = kIdescSource94},
    {.id = "negate_a", .lsb = 13, .width = 1, .role = Role::sign, .encoding = Encoding::flag, .doc = "Whether every element of A is negated.", .source = kIdescSource94, .certainty = Certainty::secondary},
    {.id = "negate_b", .lsb = 14, .width = 1, .role = Role::sign, .encoding = Encoding::flag, .doc = "Whether every element of B is negated.", .source = kIdescSource94, .certainty = Certainty::secondary},
    {.id = "transpose_a", .lsb = 15, .width = 1, .role = Role::mode, .encoding = Encoding::flag, .doc = "Whether A is MN-major. If not, A is K-major.", .source = kIdescSource94, .certainty = Certainty::unknown},
    {.id = "transpose_b", .lsb = 16, .width = 1, .role = Role::mode, .encoding = Encoding::flag, .doc = "Whether B is MN-major. If not, B is K-major.", .source = kIdescSource94, .certainty = Certainty::unknown},
    {.id = "n", .lsb = 17, .width = 6, .role = Role::shape, .scale = 3, .unit = "columns", .doc = "The size N: the number of columns of D, and the number of columns of B that are read.", .source = kIdescSource94},
    {.id = "rsvd23", .lsb = 23, .width = 1, .encoding = Encoding::fixed, .doc = "Reserved, zero.", .source = kIdescSource94},
    {.id = "m", .lsb = 24, .width = 5, .role = Role::shape, .scale = 4, .unit = "rows", .doc = "The size M: the number of rows of A and D.", .source = kIdescSource94},
    {.id = "rsvd29", .lsb = 29, .width = 1, .encoding = Encoding::fixed, .doc = "Reserved, zero.", .source = kIdescSource94},
    {.id = "max_shift", .lsb = 30, .width = 2, .role = Role::mode, .encoding = Encoding::one_of, .names = kMaxShift, .unit = "columns", .doc = "The largest column shift of B that an instruction with .ws can use.", .source = kIdescSource94},
};

// clang-format on

inline constexpr Format kIdescF16_94 =
    checked({"idesc", Edition::v9_4, 32, kIdescF16Fields94, "instruction descriptor", "f16"});
inline constexpr Format kIdescTf32_94 =
    checked({"idesc", Edition::v9_4, 32, kIdescTf32Fields94, "instruction descriptor", "tf32"});
inline constexpr Format kIdescF8f6f4_94 =
    checked({"idesc", Edition::v9_4, 32, kIdescF8f6f4Fields94, "instruction descriptor", "f8f6f4"});
inline constexpr Format kIdescI8_94 =
    checked({"idesc", Edition::v9_4, 32, kIdescI8Fields94, "instruction descriptor", "i8"});
inline constexpr Format kIdescTi16_94 =
    checked({"idesc", Edition::v9_4, 32, kIdescTi16Fields94, "instruction descriptor", "ti16"});

}  // namespace tilescope
