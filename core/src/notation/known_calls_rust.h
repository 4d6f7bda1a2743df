// core/src/notation/known_calls_rust.h -- constructors and builders of cuda-oxide, a Rust library, for descriptors.
// SPDX-License-Identifier: MIT
//
// A chain X::builder().lbo(16).build() is one call of X::builder whose arguments have the names of the methods.
#pragma once

#include "known_calls_row.h"

namespace tilescope::notation::known_calls::rust {

// clang-format off
inline constexpr Parameter kAddress[] = {{"smem_addr", ""}};
inline constexpr Parameter kRows[] = {{"m", "lbo", Store::tiles}};
inline constexpr Parameter kColumns[] = {{"n", "lbo", Store::tiles}};
inline constexpr Parameter kTile[] = {
    {"k", ""},
    {"elem_bytes", "sbo", Store::tile},
};
inline constexpr Parameter kBytes[] = {
    {"leading_dim_bytes", "lbo", Store::bytes},
    {"stride_bytes", "sbo", Store::bytes},
};
inline constexpr Parameter kSwizzle[] = {{"swizzle", "swizzle", Store::mode}};
inline constexpr Parameter kSmemBuilder[] = {
    {"address", "", Store::ignored, 0},
    {"leading_dim_bytes", "lbo", Store::bytes, 0},
    {"stride_bytes", "sbo", Store::bytes, 0},
    {"base_offset", "base_offset", Store::field, 0},
    {"leading_dim_absolute", "lbo_mode", Store::flag, 0},
    {"swizzle", "swizzle", Store::mode, 0},
};
// Its first state is M 128, N 256, f16 and D in f32.
inline constexpr Parameter kInstrBuilder[] = {
    {"m", "m", Store::count, 128 >> 4},
    {"n", "n", Store::count, 256 >> 3},
    {"shape", "m", Store::shape, kStaysOpen},
    {"accumulator_type", "d_type", Store::element, 1},
    {"a_type", "a_type", Store::element, 0},
    {"b_type", "b_type", Store::element, 0},
    {"element_type", "ab_type", Store::element, kStaysOpen},
    {"a_type_f8", "a_type", Store::element, kStaysOpen},
    {"b_type_f8", "b_type", Store::element, kStaysOpen},
    {"element_type_f8", "ab_type", Store::element, kStaysOpen},
    {"a_type_f6", "a_type", Store::element, kStaysOpen},
    {"b_type_f6", "b_type", Store::element, kStaysOpen},
    {"element_type_f6", "ab_type", Store::element, kStaysOpen},
    {"a_type_f4", "a_type", Store::element, kStaysOpen},
    {"b_type_f4", "b_type", Store::element, kStaysOpen},
    {"element_type_f4", "ab_type", Store::element, kStaysOpen},
    {"sparse", "sparse", Store::flag, 0},
    {"negate_a", "negate_a", Store::flag, 0},
    {"negate_b", "negate_b", Store::flag, 0},
    {"transpose_a", "transpose_a", Store::flag, 0},
    {"transpose_b", "transpose_b", Store::flag, 0},
    {"b_reuse_shift", "max_shift", Store::field, 0},
};
inline constexpr Parameter kInstr[] = {
    {"shape", "m", Store::shape},
    {"a_type", "a_type", Store::element},
    {"b_type", "b_type", Store::element},
    {"accumulator_type", "d_type", Store::element},
};
inline constexpr auto kKMajor = list(kAddress, kRows, kTile, kSwizzle);
inline constexpr auto kMnMajor = list(kAddress, kColumns, kTile, kSwizzle);
inline constexpr auto kFromBytes = list(kAddress, kBytes, kSwizzle);
inline constexpr std::string_view kSource = "NVlabs/cuda-oxide crates/cuda-device/src/tcgen05.rs",
                                  kSmem = "Tcgen05SmemDescriptor", kIdesc = "Tcgen05InstructionDescriptor";
inline constexpr KnownFunction kNewInstr = {.name = "new_f8", .path = kIdesc, .format = "idesc", .parameters = kInstr, .kind = "f8f6f4", .source = kSource};
inline constexpr KnownFunction kFunctions[] = {
    {.name = "for_k_major", .path = kSmem, .format = "smem", .parameters = kKMajor, .open = kStartBits, .source = kSource},
    {.name = "for_mn_major", .path = kSmem, .format = "smem", .parameters = kMnMajor, .open = kStartBits, .source = kSource},
    {.name = "from_bytes", .path = kSmem, .format = "smem", .parameters = kFromBytes, .open = kStartBits, .source = kSource},
    {.name = "builder", .path = kSmem, .format = "smem", .parameters = kSmemBuilder, .open = kStartBits, .source = kSource},
    {.name = "builder", .path = kIdesc, .format = "idesc", .parameters = kInstrBuilder, .source = kSource},
    kNewInstr,
    also(kNewInstr, "new_f6", kIdesc),
    also(kNewInstr, "new_f4", kIdesc),
};
// clang-format on

}  // namespace tilescope::notation::known_calls::rust
