// core/include/tilescope/formats/idesc_names.h -- the named values of the fields of instruction descriptors, per kind.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/word/field.h>

namespace tilescope {

// clang-format off
inline constexpr NamedValue kDF16[] = {
    {0, "f16", "Half precision. If D is f16 in kind f16, A and B must be f16 too."},
    {1, "f32", "Single precision."},
};
inline constexpr NamedValue kDTf32[] = {
    {1, "f32", "Single precision."},
};
inline constexpr NamedValue kDInt[] = {
    {2, "s32", "32-bit signed integer."},
};
inline constexpr NamedValue kAbTf32[] = {
    {2, "tf32", "19-bit float in a 32-bit container."},
};
inline constexpr NamedValue kAbF16[] = {
    {0, "f16", "IEEE half precision."},
    {1, "bf16", "Truncated single precision."},
};
inline constexpr NamedValue kAbF8f6f4[] = {
    {0, "e4m3", "8-bit float, no infinity."},
    {1, "e5m2", "8-bit float with IEEE infinity and NaN."},
    {3, "e2m3", "6-bit float in padded 8-bit containers."},
    {4, "e3m2", "6-bit float in padded 8-bit containers."},
    {5, "e2m1", "4-bit float in padded 8-bit containers."},
};
inline constexpr NamedValue kAbI8[] = {
    {0, "u8", "Unsigned 8-bit integer."},
    {1, "s8", "Signed 8-bit integer."},
};
inline constexpr NamedValue kAbTi16[] = {
    {3, "s1z4m11", "16-bit sign-magnitude integer type of sm_107."},
};
inline constexpr NamedValue kAbMxf4[] = {
    {1, "e2m1", "4-bit float, two elements per byte."},
};
inline constexpr NamedValue kScaleUe8m0[] = {
    {1, "ue8m0", "A power of two, stored as 8 exponent bits."},
};
inline constexpr NamedValue kScaleMxf4nvf4[] = {
    {0, "ue4m3", "Unsigned e4m3."},
    {1, "ue8m0", "A power of two, stored as 8 exponent bits. Table 44 of PTX ISA 9.0 and 9.1 does not list this type, but Table 57 allows it (contradiction X5)."},
};
inline constexpr NamedValue kScaleMxf4nvf4_94[] = {
    {0, "ue4m3", "Unsigned e4m3."},
    {1, "ue8m0", "A power of two, stored as 8 exponent bits."},
    {2, "ue5m3", "Unsigned e5m3. Only on the sm_107 family."},
};
inline constexpr NamedValue kMaxShift[] = {
    {0, "0", "No shift."},
    {1, "8", "At most 8 columns."},
    {2, "16", "At most 16 columns."},
    {3, "32", "At most 32 columns."},
};
inline constexpr NamedValue kKSize96[] = {
    {0, "64", "K is 64 (128 if A is sparse)."},
    {1, "96", "K is 96. Only for a dense A on sm_103a."},
};
// k_size_high and k_size together are a 2-bit code: 0 is K = 64, 1 is K = 96, 2 is K = 128, and 3 has no meaning.
inline constexpr NamedValue kKSizeMxf4_94[] = {
    {0, "64", "If k_size_high is no, K is 64 (128 if A is sparse). If k_size_high is yes, K is 128."},
    {1, "96", "K is 96 (192 if A is sparse). Only on sm_103a (with a dense A) and sm_107a."},
};
inline constexpr NamedValue kKSizeF8_94[] = {
    {0, "32", "K is 32 (64 if A is sparse)."},
    {1, "64", "K is 64. Only for a dense A on the sm_107 family."},
};
inline constexpr NamedValue kKSizeMxf8_94[] = {
    {0, "32", "K is 32 (64 if A is sparse)."},
    {1, "64", "K is 64 (128 if A is sparse). Only on the sm_107 family."},
};
inline constexpr NamedValue kSfaLayout[] = {
    {0, "32", "The scale factors of A are stored in 32 lanes. Copies are stored in the other lanes."},
    {1, "128", "The scale factors of A are stored in 128 lanes. Only on the sm_107 family."},
};
// clang-format on

}  // namespace tilescope
