// core/src/session/presets.cpp -- named starting points: legal, complete, explained.
// SPDX-License-Identifier: MIT
#include <tilescope/session/edit.h>
#include <tilescope/session/presets.h>

namespace tilescope {
namespace {

// clang-format off
constexpr Preset kPresets[] = {
    {.id = "k_major_128b_f16", .title = "K-major 128B, f16",
     .story = "What most GEMMs use: rows of 64 f16 in one 128-byte line, eight rows a pattern. Step K and watch two chunks move.",
     .kind = "f16", .words = {0x4000404000010040, 0x4000404000010440, 0x08180010, 0}, .tile_k = 64},
    {.id = "k_major_64b_bf16", .title = "K-major 64B, bf16",
     .story = "Half-wide lines: two rows share 128 bytes, and the pattern repeats every 512.",
     .kind = "f16", .words = {0x8000402000010040, 0x8000402000010440, 0x08200490, 0}, .tile_k = 32},
    {.id = "k_major_32b_tf32", .title = "K-major 32B, tf32",
     .story = "The narrowest pattern: one XOR bit, four rows a line.",
     .kind = "tf32", .words = {0xc000401000010040, 0xc000401000010240, 0x08200910, 0}, .tile_k = 8},
    {.id = "k_major_none_f16", .title = "K-major without swizzle, f16",
     .story = "Core matrices of 8 rows x 16 bytes; LBO steps along K, SBO along rows, and both are walked.",
     .kind = "f16", .words = {0x0000400800800040, 0x0000400800800440, 0x08200010, 0}, .tile_k = 64},
    {.id = "mn_major_128b_bf16", .title = "MN-major 128B, bf16",
     .story = "Transposed operands: 64 rows lie in one line, LBO steps to the next 64, SBO to the next 8 k.",
     .kind = "f16", .words = {0x4000404002000040, 0x4000404002000440, 0x08218490, 0}, .tile_k = 64},
    {.id = "mn_major_128b_32b_tf32", .title = "MN-major 128B with 32-byte atoms, tf32",
     .story = "The only MN-major mode for 32-bit elements: pairs of chunks move together, four k a pattern.",
     .kind = "tf32", .words = {0x2000402001000040, 0x2000402001000440, 0x08218910, 0}, .tile_k = 32},
    {.id = "k_major_128b_e4m3", .title = "K-major 128B, e4m3",
     .story = "Eight-bit floats: 128 elements a line, 32 a step.",
     .kind = "f8f6f4", .words = {0x4000404000010040, 0x4000404000010440, 0x08200010, 0}, .tile_k = 128},
    {.id = "k_major_128b_mxf4", .title = "K-major 128B, mxf4",
     .story = "Packed fp4: two elements a byte, 256 a line, 64 a step; scale factors lie in Tensor Memory.",
     .kind = "mxf4", .words = {0x4000404000010040, 0x4000404000010440, 0x08a00480, 0}, .tile_k = 256},
    {.id = "zero_mask_ws", .title = "Zero-column mask, .ws",
     .story = "A convolution's padding: runs of 3 zeroed and 4 used columns in two sub-masks. Drag a border.",
     .kind = "f16", .words = {0x4000404000010040, 0x4000404000010240, 0x04100010, 0x0003028100000000}, .tile_k = 64, .ws = true},
    {.id = "block_scaled_mxf4nvf4", .title = "Block-scaled mxf4nvf4",
     .story = "A factor for every 16 elements of fp4: four bytes fill a cell, and each K step reads the next group of columns.",
     .kind = "mxf4nvf4", .words = {0x4000404000010040, 0x4000404000010440, 0x08200480, 0}, .tile_k = 256},
    {.id = "sparse_f16", .title = "Sparse f16, 2:4",
     .story = "A stores two of every four elements; metadata in Tensor Memory says which. Rows r and r + 8 share cells.",
     .kind = "f16", .words = {0x4000404000010040, 0x4000404000010440, 0x08200014, 0}, .tile_k = 128, .sparse = true},
    {.id = "pair_a_in_tmem", .title = "A pair of CTAs, A in Tensor Memory",
     .story = "M 128 over two CTAs: D has two banks of columns above each other, and each needs all of A.",
     .kind = "f16", .words = {0x4000404000010040, 0x4000404000010440, 0x08100010, 0}, .tile_k = 64, .cta_group = 2, .a_in_tmem = true},
    {.id = "wgmma_128b_f16", .title = "Hopper wgmma 128B, f16",
     .story = "The same layout under Hopper's descriptor: no version constant, a two-bit swizzle code.",
     .kind = "f16", .words = {0x4000004000010040, 0x4000004000010440, 0x04200010, 0}, .tile_k = 64, .arch = "sm_90a"},
    {.id = "wgmma_128b_b1", .title = "Hopper wgmma 128B, b1",
     .story = "Single bits, and then popcount: 1024 of them in a line, 256 a step, and the bytes lie as those of u8.",
     .kind = "i8", .words = {0x4000004000010040, 0x4000004000010440, 0x04200020, 0}, .tile_k = 1024, .arch = "sm_90a", .b1 = true},
};
// clang-format on

}  // namespace

Session Preset::session() const {
    Session s;
    s.arch = arch;
    s.variant.kind = kind;
    s.variant.ws = ws;
    s.variant.cta_group = cta_group;
    s.variant.sparse = sparse;
    s.variant.a_in_tmem = a_in_tmem;
    s.variant.b1 = b1;
    s.words = words;
    s.tile_k = tile_k;
    for (const Operand o : kBothOperands) follow_words(s, o);
    return s;
}

std::span<const Preset> presets() { return kPresets; }

const Preset* find_preset(std::string_view id) {
    for (const Preset& p : presets())
        if (p.id == id) return &p;
    return nullptr;
}

}  // namespace tilescope
