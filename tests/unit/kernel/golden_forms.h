// tests/unit/kernel/golden_forms.h -- the forms whose kernels are stored in tests/data/kernels.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/kernel/live_kernel.h>

#include <string>
#include <vector>

namespace tilescope::kernel_tests {

struct GoldenForm {
    std::string file;  // without .ptx
    KernelForm form;
};

inline KernelForm tcgen05_form(std::string arch, Variant variant, bool zero_mask = false) {
    return {.edition = Edition::v9_1,
            .arch = std::move(arch),
            .variant = std::move(variant),
            .zero_mask = zero_mask,
            .shape = {}};
}
inline KernelForm wgmma_form(Variant variant, WgmmaShape shape) {
    return {.edition = Edition::v9_1, .arch = "sm_90a", .variant = std::move(variant), .shape = shape};
}

inline std::vector<GoldenForm> golden_tcgen05() {
    const std::string a = "sm_100a", f = "sm_100f";
    return {
        {"f16", tcgen05_form(a, {.kind = "f16"})},
        {"f16_100f", tcgen05_form(f, {.kind = "f16"})},
        {"f16_103a", tcgen05_form("sm_103a", {.kind = "f16"})},
        {"f16_110f", tcgen05_form("sm_110f", {.kind = "f16"})},
        {"f16_107a", {.edition = Edition::v9_4, .arch = "sm_107a", .variant = {.kind = "f16"}, .shape = {}}},
        {"f16_tmem", tcgen05_form(a, {.kind = "f16", .a_in_tmem = true})},
        {"f16_mask", tcgen05_form(a, {.kind = "f16", .lane_mask = true})},
        {"f16_scale_d", tcgen05_form(a, {.kind = "f16", .scale_d = 7})},
        {"f16_mask_scale_d", tcgen05_form(a, {.kind = "f16", .lane_mask = true, .scale_d = 15})},
        {"f16_collector", tcgen05_form(a, {.kind = "f16", .collector = "a::fill"})},
        {"f16_ashift", tcgen05_form(a, {.kind = "f16", .a_in_tmem = true, .ashift = true})},
        {"f16_pair", tcgen05_form(a, {.kind = "f16", .cta_group = 2})},
        {"f16_pair_tmem_mask", tcgen05_form(a, {.kind = "f16", .cta_group = 2, .a_in_tmem = true, .lane_mask = true})},
        {"f16_pair_sparse", tcgen05_form(f, {.kind = "f16", .cta_group = 2, .sparse = true})},
        {"tf32_sparse_mask", tcgen05_form(a, {.kind = "tf32", .sparse = true, .lane_mask = true})},
        {"f8f6f4_tmem_collector", tcgen05_form(a, {.kind = "f8f6f4", .a_in_tmem = true, .collector = "a::lastuse"})},
        {"i8", tcgen05_form("sm_110a", {.kind = "i8"})},
        {"ws", tcgen05_form(a, {.kind = "f16", .ws = true})},
        {"ws_zero_mask", tcgen05_form(a, {.kind = "f16", .ws = true, .collector = "b2::use"}, true)},
        {"ws_sparse_tmem", tcgen05_form(a, {.kind = "i8", .ws = true, .sparse = true, .a_in_tmem = true}, true)},
        {"mxf8f6f4", tcgen05_form(f, {.kind = "mxf8f6f4"})},
        {"mxf8f6f4_vec", tcgen05_form(a, {.kind = "mxf8f6f4", .scale_block = 32, .scale_vec = true})},
        {"mxf8f6f4_pair", tcgen05_form(f, {.kind = "mxf8f6f4", .cta_group = 2, .scale_block = 32})},
        {"mxf4_block32", tcgen05_form(f, {.kind = "mxf4", .scale_block = 32})},
        {"mxf4_sparse_vec", tcgen05_form(a, {.kind = "mxf4", .sparse = true, .scale_block = 32, .scale_vec = true})},
        {"mxf4nvf4_block16", tcgen05_form(f, {.kind = "mxf4nvf4", .scale_block = 16})},
        {"mxf4nvf4_vec_pair_tmem",
         tcgen05_form(a,
                      {.kind = "mxf4nvf4", .cta_group = 2, .a_in_tmem = true, .scale_block = 16, .scale_vec = true})},
    };
}

inline std::vector<GoldenForm> golden_wgmma() {
    const WgmmaShape fp8 = {.n = 16, .k = 32, .d_type = "f16", .a_type = "e4m3", .b_type = "e5m2"};
    const WgmmaShape bytes = {.n = 24, .k = 32, .d_type = "s32", .a_type = "s8", .b_type = "u8"};
    return {
        {"wgmma_f16", wgmma_form({.kind = "f16"}, {.n = 8})},
        {"wgmma_f16_n256", wgmma_form({.kind = "f16"}, {.n = 256})},
        {"wgmma_f16_f16", wgmma_form({.kind = "f16"}, {.n = 8, .d_type = "f16"})},
        {"wgmma_f16_registers", wgmma_form({.kind = "f16", .a_in_tmem = true}, {.n = 8, .transpose_b = true})},
        {"wgmma_f16_signs", wgmma_form({.kind = "f16"}, {.n = 8, .negate_a = true, .transpose_a = true})},
        {"wgmma_bf16_sparse",
         wgmma_form({.kind = "f16", .sparse = true}, {.n = 8, .k = 32, .a_type = "bf16", .b_type = "bf16"})},
        {"wgmma_tf32_sparse_registers", wgmma_form({.kind = "tf32", .sparse = true, .a_in_tmem = true},
                                                   {.n = 8, .k = 16, .a_type = "tf32", .b_type = "tf32"})},
        {"wgmma_fp8", wgmma_form({.kind = "f8f6f4"}, fp8)},
        {"wgmma_fp8_registers", wgmma_form({.kind = "f8f6f4", .a_in_tmem = true}, fp8)},
        {"wgmma_s8_u8", wgmma_form({.kind = "i8"}, bytes)},
        {"wgmma_u8_satfinite",
         wgmma_form({.kind = "i8"},
                    {.n = 8, .k = 32, .d_type = "s32", .a_type = "u8", .b_type = "u8", .saturate = true})},
        {"wgmma_b1",
         wgmma_form({.kind = "i8", .b1 = true}, {.n = 8, .k = 256, .d_type = "s32", .a_type = "b1", .b_type = "b1"})},
        {"wgmma_b1_registers", wgmma_form({.kind = "i8", .a_in_tmem = true, .b1 = true},
                                          {.n = 32, .k = 256, .d_type = "s32", .a_type = "b1", .b_type = "b1"})},
    };
}

inline std::vector<GoldenForm> golden_forms() {
    std::vector<GoldenForm> out = golden_tcgen05();
    for (GoldenForm& form : golden_wgmma()) out.push_back(std::move(form));
    return out;
}

}  // namespace tilescope::kernel_tests
