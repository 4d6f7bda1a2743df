// core/include/tilescope/formats/idesc.h -- the instruction descriptors of all kinds and editions, 32 bits.
// SPDX-License-Identifier: MIT
//
// All tables have the rows of kDenseRows, which are those of kind f16. A kind or an edition that differs has a list of
// the rows that differ; each of them stands in place of the rows with the same bits:
//
//     kIdescRows<kIdescSource91, kOfTf32>     all rows of kind f16, but other types
//     types
#pragma once

#include <tilescope/word/field.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace tilescope {

inline constexpr std::string_view kIdescSource91 = "PTX ISA 9.1, 9.7.16.4.2, Table 42";
inline constexpr std::string_view kIdescSource94 = "PTX ISA 9.4, instruction descriptor of the dense kinds";
inline constexpr std::string_view kIdescMxf8Source91 = "PTX ISA 9.1, 9.7.16.4.2, Table 43";
inline constexpr std::string_view kIdescMxf4Source91 = "PTX ISA 9.1, 9.7.16.4.2, Table 44";
inline constexpr std::string_view kIdescMxf8Source94 = "PTX ISA 9.4, instruction descriptor of kind mxf8f6f4";
inline constexpr std::string_view kIdescMxf4Source94 = "PTX ISA 9.4, instruction descriptor of kinds mxf4 and mxf4nvf4";
inline constexpr std::string_view kSelectorSource = "PTX ISA 9.1, 9.7.16.10.8.4";

// The names of values.
// clang-format off
inline constexpr NamedValue kDF16[] = {
    {0, "f16", "Half precision. If D is f16 in kind f16, A and B must be f16 too."},
    {1, "f32", "Single precision."},
};
inline constexpr NamedValue kDTf32[] = {{1, "f32", "Single precision."}};
inline constexpr NamedValue kDInt[] = {{2, "s32", "32-bit signed integer."}};
inline constexpr NamedValue kAbTf32[] = {{2, "tf32", "19-bit float in a 32-bit container."}};
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
inline constexpr NamedValue kAbTi16[] = {{3, "s1z4m11", "16-bit sign-magnitude integer type of sm_107."}};
inline constexpr NamedValue kAbMxf4[] = {{1, "e2m1", "4-bit float, two elements per byte."}};
inline constexpr NamedValue kScaleUe8m0[] = {{1, "ue8m0", "A power of two, stored as 8 exponent bits."}};
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

// The rows of types: kinds differ in the names of their values.
// clang-format off
constexpr Field type_of_d(std::span<const NamedValue> names) { return {.id = "d_type", .lsb = 4, .width = 2, .role = Role::type, .encoding = Encoding::one_of, .names = names, .doc = "Element type of D."}; }
constexpr Field type_of_a(std::span<const NamedValue> names) { return {.id = "a_type", .lsb = 7, .width = 3, .role = Role::type, .encoding = Encoding::one_of, .names = names, .doc = "Element type of A."}; }
constexpr Field type_of_b(std::span<const NamedValue> names, unsigned width = 3) { return {.id = "b_type", .lsb = 10, .width = width, .role = Role::type, .encoding = Encoding::one_of, .names = names, .doc = "Element type of B."}; }
constexpr Field type_of_factors(std::span<const NamedValue> names, unsigned width = 1) { return {.id = "scale_type", .lsb = 23, .width = width, .role = Role::scale, .encoding = Encoding::one_of, .names = names, .doc = "Type of the scale factors of A and B."}; }

// Kind f16, and what the other dense kinds have of it.
inline constexpr Field kDenseRows[] = {
    {.id = "sparsity_selector", .lsb = 0, .width = 2, .role = Role::sparse, .doc = "Selects the sub-columns of the metadata. The value is 0 if A is dense."},
    {.id = "sparse", .lsb = 2, .width = 1, .role = Role::sparse, .encoding = Encoding::flag, .doc = "Whether A is sparse. The field must match .sp in the instruction."},
    {.id = "saturate", .lsb = 3, .width = 1, .encoding = Encoding::fixed, .doc = "Only kind i8 has saturation."},
    type_of_d(kDF16),
    {.id = "rsvd6", .lsb = 6, .width = 1, .encoding = Encoding::fixed, .doc = "Reserved, zero."},
    type_of_a(kAbF16), type_of_b(kAbF16),
    {.id = "negate_a", .lsb = 13, .width = 1, .role = Role::sign, .encoding = Encoding::flag, .doc = "Whether every element of A is negated."},
    {.id = "negate_b", .lsb = 14, .width = 1, .role = Role::sign, .encoding = Encoding::flag, .doc = "Whether every element of B is negated."},
    {.id = "transpose_a", .lsb = 15, .width = 1, .role = Role::mode, .encoding = Encoding::flag, .doc = "Whether A is MN-major. If not, A is K-major."},
    {.id = "transpose_b", .lsb = 16, .width = 1, .role = Role::mode, .encoding = Encoding::flag, .doc = "Whether B is MN-major. If not, B is K-major."},
    {.id = "n", .lsb = 17, .width = 6, .role = Role::shape, .scale = 3, .unit = "columns", .doc = "The size N: the number of columns of D, and the number of columns of B that are read."},
    {.id = "rsvd23", .lsb = 23, .width = 1, .encoding = Encoding::fixed, .doc = "Reserved, zero."},
    {.id = "m", .lsb = 24, .width = 5, .role = Role::shape, .scale = 4, .unit = "rows", .doc = "The size M: the number of rows of A and D."},
    {.id = "rsvd29", .lsb = 29, .width = 1, .encoding = Encoding::fixed, .doc = "Reserved, zero."},
    {.id = "max_shift", .lsb = 30, .width = 2, .role = Role::mode, .encoding = Encoding::one_of, .names = kMaxShift, .unit = "columns", .doc = "The largest column shift of B that an instruction with .ws can use."},
};

inline constexpr Field kNoSelector = {.id = "sparsity_selector", .lsb = 0, .width = 2, .encoding = Encoding::fixed, .doc = "Always 0 for this kind. Table 42 prints 0 to 3 for every kind (contradiction X19).", .source = kSelectorSource};
inline constexpr Field kOfTf32[] = {type_of_d(kDTf32), type_of_a(kAbTf32), type_of_b(kAbTf32)};
inline constexpr Field kOfF8f6f4[] = {kNoSelector, type_of_a(kAbF8f6f4), type_of_b(kAbF8f6f4)};
inline constexpr Field kOfF8f6f4From94[] = {
    {.id = "k_size", .lsb = 29, .width = 1, .role = Role::shape, .encoding = Encoding::one_of, .names = kKSizeF8_94, .doc = "The size K of one dense instruction (sm_107 family)."},
};
inline constexpr Field kOfI8[] = {
    kNoSelector,
    {.id = "saturate", .lsb = 3, .width = 1, .role = Role::mode, .encoding = Encoding::flag, .doc = "Whether a result outside the 32-bit range is clamped. If not, the result wraps."},
    {.id = "negate_a", .lsb = 13, .width = 1, .encoding = Encoding::fixed, .doc = "Kind i8 has no negation."},
    {.id = "negate_b", .lsb = 14, .width = 1, .encoding = Encoding::fixed, .doc = "Kind i8 has no negation."},
    type_of_d(kDInt), type_of_a(kAbI8), type_of_b(kAbI8),
};
constexpr Field dense_row(std::string_view id, Certainty certainty) {
    Field out{};
    for (const Field& row : kDenseRows)
        if (row.id == id) out = row;
    out.certainty = certainty;
    return out;
}
inline constexpr Field kOfTi16[] = {
    dense_row("sparsity_selector", Certainty::secondary), dense_row("saturate", Certainty::secondary),
    dense_row("negate_a", Certainty::secondary), dense_row("negate_b", Certainty::secondary),
    dense_row("transpose_a", Certainty::unknown), dense_row("transpose_b", Certainty::unknown),
    type_of_d(kDInt), type_of_a(kAbTi16), type_of_b(kAbTi16),
};

// The block-scaled kinds, which have the types of f8f6f4 or fp4.
inline constexpr Field kScaledRows[] = {
    {.id = "rsvd0", .lsb = 0, .width = 2, .encoding = Encoding::fixed, .doc = "Reserved, zero. If A is sparse, CUTLASS stores the sparsity selector in these bits (contradiction X24)."},
    {.id = "rsvd3", .lsb = 3, .width = 1, .encoding = Encoding::fixed, .doc = "Reserved, zero."},
    {.id = "sfb_id", .lsb = 4, .width = 2, .role = Role::scale, .doc = "Selects which byte of a Tensor Memory cell contains the scale factor of B. K steps 0 to 3 use bytes 0 to 3. Step 4 uses byte 0 of the next cells: the address of the scale factors moves on."},
    type_of_a(kAbF8f6f4), type_of_b(kAbF8f6f4),
    type_of_factors(kScaleUe8m0),
    {.id = "rsvd24", .lsb = 24, .width = 3, .encoding = Encoding::fixed, .doc = "Reserved, zero. The field 'm' starts three bits higher than in kinds without block scaling."},
    {.id = "m", .lsb = 27, .width = 2, .role = Role::shape, .scale = 7, .unit = "rows", .doc = "The size M: the number of rows of A and D."},
    {.id = "sfa_id", .lsb = 29, .width = 2, .role = Role::scale, .doc = "Selects which byte of a Tensor Memory cell contains the scale factor of A. K steps 0 to 3 use bytes 0 to 3. Step 4 uses byte 0 of the next cells: the address of the scale factors moves on."},
    {.id = "rsvd31", .lsb = 31, .width = 1, .encoding = Encoding::fixed, .doc = "Reserved, zero."},
};
inline constexpr Field kOfMxf8f6f4From94[] = {
    {.id = "rsvd24", .lsb = 24, .width = 2, .encoding = Encoding::fixed, .doc = "Reserved, zero."},
    {.id = "sfa_layout", .lsb = 26, .width = 1, .role = Role::scale, .encoding = Encoding::one_of, .names = kSfaLayout, .unit = "lanes", .doc = "The number of lanes that store the scale factors of A."},
    {.id = "k_size", .lsb = 31, .width = 1, .role = Role::shape, .encoding = Encoding::one_of, .names = kKSizeMxf8_94, .doc = "The size K of one instruction."},
};
inline constexpr Field kOfMxf4[] = {
    type_of_a(kAbMxf4), type_of_b(kAbMxf4, 2),
    {.id = "sfb_id", .lsb = 4, .width = 2, .role = Role::scale, .doc = "Selects which bytes of a Tensor Memory cell contain the scale factors of B."},
    {.id = "rsvd12", .lsb = 12, .width = 1, .encoding = Encoding::fixed, .doc = "Reserved, zero."},
    {.id = "transpose_a", .lsb = 15, .width = 1, .encoding = Encoding::fixed, .doc = "Always 0 (K-major), because these kinds have no MN-major operands."},
    {.id = "transpose_b", .lsb = 16, .width = 1, .encoding = Encoding::fixed, .doc = "Always 0 (K-major), because these kinds have no MN-major operands."},
    {.id = "sfa_id", .lsb = 29, .width = 2, .role = Role::scale, .doc = "Selects which bytes of a Tensor Memory cell contain the scale factors of A."},
    {.id = "k_size", .lsb = 31, .width = 1, .role = Role::shape, .encoding = Encoding::one_of, .names = kKSize96, .doc = "The size K of one instruction."},
};
inline constexpr Field kOfMxf4From94[] = {
    type_of_factors(kScaleUe8m0, 2),
    {.id = "k_size_high", .lsb = 3, .width = 1, .role = Role::shape, .encoding = Encoding::flag, .doc = "High bit of the K size. The field 'k_size' is the low bit. If k_size_high is yes and k_size is 64, K is 128 (sm_107 family)."},
    {.id = "metadata_version", .lsb = 12, .width = 1, .role = Role::sparse, .doc = "Version of the sparsity metadata. On sm_107a, the version is 1. On other targets, it is 0."},
    {.id = "rsvd25", .lsb = 25, .width = 1, .encoding = Encoding::fixed, .doc = "Reserved, zero."},
    {.id = "sfa_layout", .lsb = 26, .width = 1, .role = Role::scale, .encoding = Encoding::one_of, .names = kSfaLayout, .unit = "lanes", .doc = "The number of lanes that store the scale factors of A."},
    {.id = "k_size", .lsb = 31, .width = 1, .role = Role::shape, .encoding = Encoding::one_of, .names = kKSizeMxf4_94, .doc = "The size K of one instruction."},
};
inline constexpr Field kOfMxf4nvf4[] = {type_of_factors(kScaleMxf4nvf4)};
inline constexpr Field kOfMxf4nvf4From94[] = {type_of_factors(kScaleMxf4nvf4_94, 2)};
// clang-format on

// The rows of kDenseRows and of the lists, each at its lowest bit. A row of a later list stands in place of those with
// its bits. A row that names no source has this one.
template <const std::string_view& Source, const auto&... Lists>
constexpr std::array<Field, 32> idesc_rows() {
    std::array<Field, 32> out{};
    const auto put = [&](const auto& list) {
        for (Field row : list) {
            if (row.source.empty()) row.source = Source;
            std::fill_n(out.begin() + row.lsb, row.width, Field{});
            out[row.lsb] = row;
        }
    };
    put(kDenseRows);
    (put(Lists), ...);
    return out;
}
template <const std::string_view& Source, const auto&... Lists>
inline constexpr auto kIdescRows = [] {
    constexpr auto is_row = [](const Field& f) { return f.width != 0; };
    constexpr auto all = idesc_rows<Source, Lists...>();
    std::array<Field, static_cast<std::size_t>(std::ranges::count_if(all, is_row))> out{};
    std::ranges::copy_if(all, out.begin(), is_row);
    return out;
}();

constexpr Format idesc_table(std::string_view id, std::string_view kind, Edition edition,
                             std::span<const Field> fields) {
    return checked({id, edition, 32, fields, "instruction descriptor", kind});
}

// clang-format off
inline constexpr Format kIdescF16_91 = idesc_table("idesc", "f16", Edition::v9_1, kIdescRows<kIdescSource91>);
inline constexpr Format kIdescTf32_91 = idesc_table("idesc", "tf32", Edition::v9_1, kIdescRows<kIdescSource91, kOfTf32>);
inline constexpr Format kIdescF8f6f4_91 = idesc_table("idesc", "f8f6f4", Edition::v9_1, kIdescRows<kIdescSource91, kOfF8f6f4>);
inline constexpr Format kIdescI8_91 = idesc_table("idesc", "i8", Edition::v9_1, kIdescRows<kIdescSource91, kOfI8>);
inline constexpr Format kIdescMxf8f6f4_91 = idesc_table("idesc-mxf8f6f4", "mxf8f6f4", Edition::v9_1, kIdescRows<kIdescMxf8Source91, kScaledRows>);
inline constexpr Format kIdescMxf4_91 = idesc_table("idesc-mxf4", "mxf4", Edition::v9_1, kIdescRows<kIdescMxf4Source91, kScaledRows, kOfMxf4>);
inline constexpr Format kIdescMxf4nvf4_91 = idesc_table("idesc-mxf4", "mxf4nvf4", Edition::v9_1, kIdescRows<kIdescMxf4Source91, kScaledRows, kOfMxf4, kOfMxf4nvf4>);

inline constexpr Format kIdescF16_94 = idesc_table("idesc", "f16", Edition::v9_4, kIdescRows<kIdescSource94>);
inline constexpr Format kIdescTf32_94 = idesc_table("idesc", "tf32", Edition::v9_4, kIdescRows<kIdescSource94, kOfTf32>);
inline constexpr Format kIdescF8f6f4_94 = idesc_table("idesc", "f8f6f4", Edition::v9_4, kIdescRows<kIdescSource94, kOfF8f6f4, kOfF8f6f4From94>);
inline constexpr Format kIdescI8_94 = idesc_table("idesc", "i8", Edition::v9_4, kIdescRows<kIdescSource94, kOfI8>);
inline constexpr Format kIdescTi16_94 = idesc_table("idesc", "ti16", Edition::v9_4, kIdescRows<kIdescSource94, kOfTi16>);
inline constexpr Format kIdescMxf8f6f4_94 = idesc_table("idesc-mxf8f6f4", "mxf8f6f4", Edition::v9_4, kIdescRows<kIdescMxf8Source94, kScaledRows, kOfMxf8f6f4From94>);
inline constexpr Format kIdescMxf4_94 = idesc_table("idesc-mxf4", "mxf4", Edition::v9_4, kIdescRows<kIdescMxf4Source94, kScaledRows, kOfMxf4, kOfMxf4From94>);
inline constexpr Format kIdescMxf4nvf4_94 = idesc_table("idesc-mxf4", "mxf4nvf4", Edition::v9_4, kIdescRows<kIdescMxf4Source94, kScaledRows, kOfMxf4, kOfMxf4From94, kOfMxf4nvf4From94>);
// clang-format on

}  // namespace tilescope
