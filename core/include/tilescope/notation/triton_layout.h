// core/include/tilescope/notation/triton_layout.h -- the memory layouts of Triton's IR, and the descriptors for them.
// SPDX-License-Identifier: MIT
//
//     #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
//     !ttg.memdesc<3x128x64xf16, #shared, #smem, mutable>
//
// nvmma_shared is a layout of shared memory. The last index of the shape is contiguous, or the first one if
// `transposed`. A row of the swizzle has swizzlingByteWidth bytes. Rows follow each other along the other index, up to
// the end of the tile; then the next column of rows begins. The leading extents of a memdesc are pipeline stages.
//
//     128 x 64 f16 as A (M x K): K is contiguous, K-major 128B, sbo 1024, high half 0x40004040
//     128 x 64 f16 as B (K x N): N is contiguous, MN-major 128B, sbo 1024, the same high half
//
// So the type alone does not tell the major: the operand does. In `ttng.tc_gen5_mma %a, %b, %d` the first type is A.
//
// shared_linear is a layout of shared memory as bits: vector i says by how much the indices change if bit i of the
// offset of an element changes. Offsets count elements, and vectors are combined with XOR:
//
//     #ttg.shared_linear<{offset = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 1], [0, 2], ...]}, alignment = 128>
//     as B (K x N) of e4m3: 16 elements along K are contiguous, then the next row of N follows: K-major, none
//
// tensor_memory_encoding is a layout of Tensor Memory: blocks of blockM x blockN, one for each instruction. colStride
// counts elements: 1 is packed, as A must be; D has one element for each cell of 32 bits.
//
// Source: Triton lib/Dialect/TritonGPU/IR/{Dialect,LinearLayoutConversions}.cpp, lib/Dialect/TritonNvidiaGPU/
// Transforms/TMAUtilities.cpp, include/triton/Dialect/TritonNvidiaGPU/IR/TritonNvidiaGPUAttrDefs.td, and
// third_party/nvidia/lib/TritonNVIDIAGPUToLLVM/DotOpToLLVM/{MMAHelpers.h,MMAv5.cpp} @04d9389f.
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/hw/operand.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/layout/tmem_layout.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tilescope {

// #ttg.nvmma_shared
struct TritonShared {
    unsigned swizzle_bytes = 0;  // 0, 32, 64 or 128
    bool transposed = false;
    unsigned element_bits = 16;
    bool fp4_padded = false;           // 8 bytes of packed fp4, then 8 bytes of padding
    std::vector<unsigned> parts = {};  // into how many parts the CTAs of a cluster cut each extent; empty: none is cut
    unsigned rank = 2;
    friend bool operator==(const TritonShared&, const TritonShared&) = default;
};

// #ttg.shared_linear
struct TritonLinear {
    std::vector<std::vector<unsigned>> offsets;  // a vector of indices for each bit of the offset; in one CTA
    std::vector<unsigned> parts = {};            // as in TritonShared
    friend bool operator==(const TritonLinear&, const TritonLinear&) = default;
};

// #ttng.tensor_memory_encoding
struct TritonTmem {
    unsigned block_m = 128, block_n = 128;
    std::optional<unsigned> column_stride;  // in elements; empty: the older spelling, see `unpacked`
    bool unpacked = false;                  // one element for each cell
    std::array<unsigned, 2> parts{1, 1};
    bool two_ctas = false, fp4_padded = false;
    friend bool operator==(const TritonTmem&, const TritonTmem&) = default;
};

// #ttng.tensor_memory_scales_encoding
struct TritonScales {
    std::array<unsigned, 2> parts{1, 1};
    bool k_first = false;  // blockRepOrder = kThenMn
    friend bool operator==(const TritonScales&, const TritonScales&) = default;
};

using TritonEncoding = std::variant<TritonShared, TritonLinear, TritonTmem, TritonScales>;
// Whether the encoding is a layout of shared memory.
bool in_shared_memory(const TritonEncoding& encoding);

// A name of the IR and its encoding.
struct TritonAlias {
    std::string name;                        // "#shared1"; empty if the text has no name
    std::optional<TritonEncoding> encoding;  // empty: an encoding that is not read, with the reason in `why`
    std::string why;
};

// Reads an encoding, with or without "#name =" before it. Reads the spellings of Triton 3.0 and later, in all dialects:
// ttg, triton_gpu, ttng and triton_nvidia_gpu.
// Errors: another encoding; a parameter is missing, unknown or not legal.
Answer<TritonAlias> parse_triton_encoding(std::string_view text);

// Reads a layout of Gluon at the start of the text, and sets `call` to its text:
//     NVMMASharedLayout(swizzle_byte_width=128, element_bitwidth=16, rank=2)
//     NVMMASharedLayout.get_default_for([128, 64], gl.float16)
// Errors: another text; an argument is not a number, so only the running program knows it.
// Source: Triton python/triton/experimental/gluon/language/_layouts.py
Answer<TritonEncoding> parse_gluon_layout(std::string_view text, std::string_view* call = nullptr);

// Returns all lines "#name = ..." that name a layout, in order. Some have no encoding: see TritonAlias.
std::vector<TritonAlias> triton_aliases(std::string_view text);

// A memory descriptor type.
struct TritonMemdesc {
    std::vector<unsigned> shape;       // with the stages
    std::vector<unsigned> allocation;  // the shape that the layout is for; differs from `shape` in a view
    std::string element;               // "f16", "bf16", "f8E4M3FN", "i8"
    unsigned element_bits = 16;
    TritonEncoding encoding;
};

// Reads a type such as "!ttg.memdesc<128x64xf16, #shared, #smem, mutable>". Its encoding is one of `aliases`, or it is
// in the text.
// Errors: the encoding has no definition or two different ones; see also parse_triton_encoding().
Answer<TritonMemdesc> parse_triton_memdesc(std::string_view text, std::span<const TritonAlias> aliases = {});

// The matrices of an MMA operation. An empty one is not a memdesc that can be read: for example A in registers.
struct TritonMma {
    bool hopper = false, scaled = false;
    std::optional<TritonMemdesc> a, b, d;
    std::string a_type, b_type;  // of a scaled MMA: "e2m1", "e4m3"
};
// Reads an operation ttng.tc_gen5_mma, ttng.tc_gen5_mma_scaled or ttng.warp_group_dot. It can have several lines.
// Errors: the text has no such operation, or no types.
Answer<TritonMma> parse_triton_mma(std::string_view text, std::span<const TritonAlias> aliases);

// Takes the first line from `text`. If such an operation is in it, takes the lines with its types too.
std::string_view take_triton_operation(std::string_view& text);

// Returns the element type of a matrix in shared memory. Returns null if the type of the memdesc does not tell it: i8
// can be s8, u8 or packed fp4. `format` is the format in the operation, if any: "e2m1".
const ElementType* triton_type(const TritonMemdesc& memory, std::string_view format = {});

// ---- shared memory ----

struct TritonTile {
    SmemLayout layout;    // one stage in one CTA, with start 0; rows x columns are M or N x stored K
    unsigned stages = 1;  // stages follow each other in memory
    std::uint64_t stage_bytes = 0;
};

// Returns the tile of an operand.
// Errors: the memdesc is not in shared memory; `type` does not fit its element width; an extent is not a power of two;
// Triton refuses the shape; no descriptor reads the layout; the order of the atoms is not known; a shared_linear layout
// has packed or padded fp4.
Answer<TritonTile> triton_tile(const TritonMemdesc& memory, Operand operand, const ElementType& type);

// Returns the part of a tile that one instruction reads, as Triton's descriptors state it: a stride with only one step
// is 0. `rows` is M or N of the instruction in one CTA; 0: of the whole tile, at most 256. `step` counts along K, with
// 32 bytes of each row per step.
SmemLayout triton_slice(const TritonTile& tile, unsigned step, unsigned rows = 0);

// Returns the high half of the descriptors for this encoding: sbo and swizzle, and the fixed bits of the format. The
// shape is not needed if each instruction reads more than 8 rows of the swizzle. Only N = 8 with K contiguous reads
// fewer; Triton then writes 0 for sbo.
// Errors: swizzlingByteWidth is 0, because the strides then depend on the shape.
Answer<std::uint32_t> triton_high_half(const TritonShared& encoding, const Format& format);

// ---- Tensor Memory ----

struct TritonTmemTile {
    TmemLayout layout;                    // the first block; one instruction reads or writes one block
    unsigned m = 128;                     // M of one instruction: blockM, or 2 x blockM for two CTAs
    unsigned blocks_m = 1, blocks_n = 1;  // in one CTA
    unsigned columns = 0;                 // columns of Tensor Memory that one stage uses
    unsigned stages = 1;
};
// Returns the place of D, or of A if its elements are packed.
// Errors: the memdesc is not in Tensor Memory or has scale factors; the element width and colStride are neither those
// of D nor those of A; blockM is not 64 or 128.
Answer<TritonTmemTile> triton_tmem(const TritonMemdesc& memory);

// Scale factors in Tensor Memory: rows of M or N, and factors along K.
struct TritonScaleTile {
    unsigned rows = 0, factors = 0;
    unsigned columns = 0;  // 64 rows x 4 factors use 2 columns
};
Answer<TritonScaleTile> triton_scales(const TritonMemdesc& memory);

}  // namespace tilescope
