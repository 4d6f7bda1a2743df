// core/src/notation/known_calls_cutlass.h -- functions of CUTLASS that make descriptors.
// SPDX-License-Identifier: MIT
#pragma once

#include "known_calls_row.h"

namespace tilescope::notation::known_calls::cutlass {

// clang-format off
inline constexpr Parameter kInputs[] = {{"a_type", "a_type", Store::element}, {"b_type", "b_type", Store::element}};
inline constexpr Parameter kResult[] = {{"c_type", "d_type", Store::element}};
inline constexpr Parameter kScale[] = {{"c_type", ""}, {"sf_type", "scale_type", Store::element}};
inline constexpr Parameter kShape[] = {
    {"M", "m", Store::count},
    {"N", "n", Store::count},
    {"a_major", "transpose_a", Store::flag},
    {"b_major", "transpose_b", Store::flag},
    {"a_neg", "negate_a", Store::flag, 0},
    {"b_neg", "negate_b", Store::flag, 0},
};
inline constexpr Parameter kSaturate[] = {{"c_sat", "saturate", Store::flag, 0}};
inline constexpr Parameter kSparse[] = {{"is_sparse", "sparse", Store::flag, 0}};
inline constexpr Parameter kMaxShift[] = {{"max_shift", "max_shift", Store::field, 0}};
inline constexpr Parameter kScaleAddresses[] = {{"tmem_sfa_addr", "sfa_id", Store::id}, {"tmem_sfb_addr", "sfb_id", Store::id}};
inline constexpr Parameter kSelector[] = {{"sparse_id2", "sparsity_selector", Store::field, 0}};
inline constexpr Parameter kSelectorOfScaled[] = {{"sparse_id2", "rsvd0", Store::field, 0}};
inline constexpr Parameter kMetadata[] = {{"tmem_e", "", Store::ignored, 0}};

inline constexpr auto kInstr = list(kInputs, kResult, kShape, kSaturate, kSparse, kMaxShift);
inline constexpr auto kScaled = list(kInputs, kScale, kShape, kSparse);
inline constexpr auto kRuntime = list(kSelector, kMetadata);
inline constexpr auto kRuntimeScaled = list(kScaleAddresses, kSelectorOfScaled, kMetadata);

inline constexpr Parameter kMajor[] = {{"MajorMode", ""}};
inline constexpr Parameter kTensor[] = {{"tensor", ""}};
// make_umma_desc<Major::K> of tile_to_shape(Layout_K_SW128_Atom<T>{}, shape): its tiles of 8 rows follow each other
// along M or N, so sbo is the size of one; lbo is 1 and not used. A Step changes the order.
consteval std::uint64_t of_atoms(std::uint64_t mode, std::uint64_t bytes_of_row) {
    return stored(kSmem91, "swizzle", mode) | stored(kSmem91, "lbo", 1) | stored(kSmem91, "sbo", 8 * bytes_of_row / 16);
}

inline constexpr std::string_view kTraits = "NVIDIA/cutlass include/cute/atom/mma_traits_sm100.hpp",
                                  kSource = "NVIDIA/cutlass include/cute/arch/mma_sm100_desc.hpp";

inline constexpr KnownFunction kUmma = {.name = "make_umma_desc", .mark = "layout_k_sw128_atom", .unless = "step<", .format = "smem", .types = kMajor, .parameters = kTensor, .constant = of_atoms(2, 128), .open = kStartBits, .source = kTraits};
constexpr KnownFunction with_atom(std::string_view mark, std::uint64_t constant) {
    KnownFunction row = kUmma;
    row.mark = mark;
    row.constant = constant;
    return row;
}

inline constexpr KnownFunction kFunctions[] = {
    kUmma,
    with_atom("layout_k_sw64_atom", of_atoms(4, 64)),
    with_atom("layout_k_sw32_atom", of_atoms(6, 32)),
    {.name = "make_instr_desc", .format = "idesc", .types = kInstr, .packed = Packed::cutlass, .source = kSource},
    {.name = "make_instr_desc", .format = "idesc", .parameters = kInstr, .packed = Packed::cutlass, .source = "Dao-AILab/flash-attention flash_attn/cute/mma_sm100_desc.py"},
    {.name = "make_runtime_instr_desc", .format = "idesc", .types = kInstr, .parameters = kRuntime, .packed = Packed::cutlass, .runtime = true, .source = kSource},
    {.name = "make_instr_desc_block_scaled", .format = "scaled", .types = kScaled, .packed = Packed::cutlass, .open = kScaleIds, .source = kSource},
    {.name = "make_runtime_instr_desc_block_scaled", .format = "scaled", .types = kScaled, .parameters = kRuntimeScaled, .packed = Packed::cutlass, .runtime = true, .source = kSource},
};
// clang-format on

}  // namespace tilescope::notation::known_calls::cutlass
