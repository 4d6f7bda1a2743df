// core/src/notation/known_calls_dsl.h -- functions of CuTe DSL, pyptx and Mojo that make descriptors.
// SPDX-License-Identifier: MIT
#pragma once

#include "known_calls_row.h"

namespace tilescope::notation::known_calls::dsl {

// clang-format off
inline constexpr Parameter kCuteSmem[] = {
    {"start_address", ""},
    {"leading_byte_offset", "lbo", Store::bytes, 0},
    {"stride_byte_offset", "sbo", Store::bytes, 0},
    {"base_offset", "base_offset", Store::field, 0},
    {"layout", "swizzle", Store::mode, 0},
    {"leading_dim_mode", "lbo_mode", Store::flag, 0},
};
inline constexpr Parameter kCuteInstr[] = {
    {"sparse_id2", "sparsity_selector", Store::field, 0},
    {"sparse_flag", "sparse", Store::flag, 0},
    {"saturate", "saturate", Store::flag, 0},
    {"sparse_format", "rsvd6", Store::field, 0},
    {"c_dtype", "d_type", Store::element, 0},
    {"a_dtype", "a_type", Store::element, 0},
    {"b_dtype", "b_type", Store::element, 0},
    {"a_negate", "negate_a", Store::flag, 0},
    {"b_negate", "negate_b", Store::flag, 0},
    {"a_major", "transpose_a", Store::flag, 0},
    {"b_major", "transpose_b", Store::flag, 0},
    {"n_dim", "n", Store::count, 0},
    {"m_dim", "m", Store::count, 0},
    {"k_dim", "rsvd29", Store::field, 0},
    {"max_shift", "max_shift", Store::field, 0},
};
inline constexpr Parameter kPyptxInstr[] = {
    {"m", "m", Store::count, kStaysOpen},
    {"n", "n", Store::count, kStaysOpen},
    {"ab_dtype", "ab_type", Store::element, kStaysOpen},
    {"a_major", "transpose_a", Store::major, kStaysOpen},
    {"b_major", "transpose_b", Store::major, kStaysOpen},
    {"scale_a", "negate_a", Store::sign, kStaysOpen},
    {"scale_b", "negate_b", Store::sign, kStaysOpen},
};
inline constexpr Parameter kMojoStrides[] = {
    {"stride_byte_offset", "sbo", Store::field},
    {"leading_byte_offset", "lbo", Store::field},
    {"swizzle_mode", "swizzle", Store::tma_gmma, 0},
};
inline constexpr Parameter kMojoPointer[] = {{"smem_ptr", ""}};
inline constexpr Parameter kMojoInstr[] = {
    {"d_type", "d_type", Store::element},
    {"a_type", "a_type", Store::element},
    {"b_type", "b_type", Store::element},
    {"m", "m", Store::count},
    {"n", "n", Store::count},
    {"transpose_a", "transpose_a", Store::flag, 0},
    {"transpose_b", "transpose_b", Store::k_major, 0},
};
inline constexpr Parameter kMojoTile[] = {
    {"BMN", "", Store::ignored},
    {"BK", "", Store::ignored},
    {"swizzle_mode", "", Store::ignored},
    {"is_k_major", "", Store::must},
};
// A K-major tile: its atoms of 8 rows follow each other, so sbo is the size of one, and lbo is not used.
consteval KnownFunction mojo_tile(std::string_view swizzle, std::uint64_t mode, std::uint64_t bytes_of_row) {
    return {.name = "smem_descriptor", .mark = swizzle, .format = "smem", .types = kMojoTile, .parameters = kMojoPointer, .constant = stored(kSmem91, "swizzle", mode) | stored(kSmem91, "sbo", 8 * bytes_of_row / 16), .open = kStartBits | all_bits(kSmem91, "lbo"), .source = "modular/modular, smem_descriptor of linalg.arch.sm100.mma"};
}

// What a call of pyptx does not state: its defaults are not in the text.
inline constexpr std::uint64_t kPyptxOpen =
    all_bits(kIdescF16_91, "m") | all_bits(kIdescF16_91, "n") | all_bits(kIdescF16_91, "a_type") | all_bits(kIdescF16_91, "b_type") |
    all_bits(kIdescF16_91, "transpose_a") | all_bits(kIdescF16_91, "transpose_b") | all_bits(kIdescF16_91, "negate_a") | all_bits(kIdescF16_91, "negate_b");

inline constexpr std::string_view kCuteSource = "CuTe DSL, cutlass.experimental.primitives (classmethods build)";

inline constexpr KnownFunction kFunctions[] = {
    {.name = "build", .path = "Tcgen05SmemDesc", .format = "smem", .parameters = kCuteSmem, .open = kStartBits, .source = kCuteSource},
    {.name = "build", .path = "Tcgen05InstrDesc", .format = "idesc", .parameters = kCuteInstr, .float_is_tf32 = true, .source = kCuteSource},
    {.name = "make_instr_desc_f16bf16_f32", .format = "idesc", .parameters = kPyptxInstr, .constant = stored(kIdescF16_91, "d_type", 1), .open = kPyptxOpen, .source = "patrick-toulme/pyptx, tests of make_instr_desc_f16bf16_f32"},
    {.name = "create", .path = "UMMAInsDescriptor", .format = "idesc", .types = kMojoInstr, .float_is_tf32 = true, .source = "modular/modular, struct UMMAInsDescriptor of gpu.compute.arch.mma_nvidia_sm100"},
    mojo_tile("tensormapswizzle.swizzle_128b", 2, 128),
    mojo_tile("tensormapswizzle.swizzle_64b", 4, 64),
    mojo_tile("tensormapswizzle.swizzle_32b", 6, 32),
    {.name = "create", .path = "WGMMADescriptor", .format = "wgmma", .types = kMojoStrides, .parameters = kMojoPointer, .open = kStartBits, .source = "modular/modular, struct WGMMADescriptor of gpu.mma"},
};
// clang-format on

}  // namespace tilescope::notation::known_calls::dsl
