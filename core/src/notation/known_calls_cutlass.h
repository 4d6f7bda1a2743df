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

inline constexpr std::string_view kSource = "NVIDIA/cutlass include/cute/arch/mma_sm100_desc.hpp";

inline constexpr KnownFunction kFunctions[] = {
    {.name = "make_instr_desc", .format = "idesc", .types = kInstr, .packed = Packed::cutlass, .source = kSource},
    {.name = "make_instr_desc", .format = "idesc", .parameters = kInstr, .packed = Packed::cutlass, .source = "Dao-AILab/flash-attention flash_attn/cute/mma_sm100_desc.py"},
    {.name = "make_runtime_instr_desc", .format = "idesc", .types = kInstr, .parameters = kRuntime, .packed = Packed::cutlass, .runtime = true, .source = kSource},
    {.name = "make_instr_desc_block_scaled", .format = "scaled", .types = kScaled, .packed = Packed::cutlass, .open = kScaleIds, .source = kSource},
    {.name = "make_runtime_instr_desc_block_scaled", .format = "scaled", .types = kScaled, .parameters = kRuntimeScaled, .packed = Packed::cutlass, .runtime = true, .source = kSource},
};
// clang-format on

}  // namespace tilescope::notation::known_calls::cutlass
