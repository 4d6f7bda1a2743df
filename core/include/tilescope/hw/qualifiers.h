// core/include/tilescope/hw/qualifiers.h -- instructions, qualifiers and operands, each explained.
// SPDX-License-Identifier: MIT
//
// The kinds (.kind::f16, ...) are in hw/kinds.h.
#pragma once

#include <tilescope/word/field.h>

#include <array>
#include <string_view>

namespace tilescope {

struct QualifierRow {
    std::string_view id;                   // the name in PTX
    std::array<std::string_view, 4> also;  // other names
    std::string_view what;                 // the explanation, in full sentences
    std::string_view source;
    Certainty certainty = Certainty::confirmed;
    Edition since = Edition::v9_1;
};

inline constexpr std::string_view kMmaSource = "PTX ISA 9.1, 9.7.16.10, tcgen05.mma";
inline constexpr std::string_view kMmaAssembledSource = "PTX ISA 9.1, 9.7.16.10, tcgen05.mma; ptxas 13.0.88";

// clang-format off
inline constexpr QualifierRow kQualifiers[] = {
    // instructions
    {"tcgen05.mma", {"mma"}, "Multiplies A and B and adds the result to D in Tensor Memory. One thread issues it. The shared-memory descriptors give the places of A and B. The instruction descriptor gives the types and sizes. tcgen05.commit signals when the instruction is done.", kMmaSource},
    {"tcgen05.cp", {"cp", "utccp"}, "Copies rows of a K-major tile from shared memory to Tensor Memory, for scale factors and for A. A shared-memory descriptor gives the source.", "PTX ISA 9.1, tcgen05.cp"},
    {"tcgen05.ld", {"ld"}, "Loads from Tensor Memory into registers. A warp accesses only the 32 lanes of its sub-partition. Execute tcgen05.wait::ld before the registers are used.", "PTX ISA 9.1, tcgen05.ld"},
    {"tcgen05.st", {"st"}, "Stores from registers to Tensor Memory, in the same shapes as tcgen05.ld.", "PTX ISA 9.1, tcgen05.st"},
    {"tcgen05.shift", {"shift"}, "Moves each row of Tensor Memory down by one row, except the last row. It exists on 'a' targets only.", "PTX ISA 9.1, tcgen05.shift; ptxas 13.0.88"},
    {"tcgen05.ld.red", {"ld.red"}, "Loads from Tensor Memory. Each thread also gets the minimum or the maximum of the values that it loaded. The shape is 32x32b or 16x32bx2, with .x2 or more. The type is f32, u32 or s32. The instruction does not exist on sm_100.", "PTX ISA 9.1, tcgen05.ld; ptxas 13.0.88 and 13.5.37"},
    {"tcgen05.alloc", {"alloc"}, "Allocates columns of Tensor Memory: a power of two from 32 to 512, or any multiple of 32 with .exclusive (PTX 9.4). One warp executes the instruction. It writes the address of the columns to shared memory. The kernel must deallocate all columns.", "PTX ISA 9.1, 9.7.16.7"},
    {"tcgen05.commit", {"commit"}, "Signals an mbarrier when all earlier asynchronous tcgen05 instructions of the thread are done. Its cta_group must match the tcgen05.mma.", "PTX ISA 9.1, tcgen05.commit"},
    {"wgmma.mma_async", {"wgmma"}, "The MMA of Hopper: a warpgroup multiplies A (registers or shared memory) and B (shared memory) and adds the result to D in registers. The name of the instruction contains the shape and the types, so there is no instruction descriptor.", "PTX ISA 9.1, 9.7.15"},

    // forms of tcgen05.mma
    {".sp", {"sparse"}, "A is sparse: only some elements of each group are stored, and metadata in Tensor Memory selects them. The size K doubles. The field 'sparse' of the instruction descriptor must match .sp; the assembler does not check that field.", kMmaAssembledSource},
    {".ws", {"weight stationary"}, "Weight-stationary: the hardware keeps and reuses B instead of A. Only with cta_group::1, and only for kinds without scale factors. The size N is 64, 128 or 256. The size M can also be 32. Only this form accepts a zero-column mask.", kMmaAssembledSource},
    {"cta_group::1", {"one CTA"}, "The instruction uses the Tensor Memory of the CTA that issues it. All tcgen05 instructions of a kernel must have the same cta_group.", kMmaSource},
    {"cta_group::2", {"two CTAs", "CTA pair", "2SM"}, "Two CTAs of a cluster work together. The ranks of the two CTAs differ only in the last bit. The sizes M and N are the sizes for the pair together. Each CTA has half of the rows of A and D and half of the columns of B. One thread of the pair issues the instruction.", kMmaSource},
    {".ashift", {}, "Moves each row of A down by one row, except the last row. A must be in Tensor Memory, and M must be 128 or 256. It requires the collector operation lastuse or discard.", kMmaAssembledSource},

    // scale factors
    {".block_scale", {}, "Required for the block-scaled kinds: A and B are multiplied by scale factors in Tensor Memory. .scale_vec or .block states how many columns of K share a scale factor.", kMmaAssembledSource},
    {".scale_vec::1X", {"1X"}, "One scale factor for each row in each instruction. This is the same as .block32 for kind mxf8f6f4. This spelling exists on 'a' targets only.", kMmaAssembledSource},
    {".scale_vec::2X", {"2X"}, "Two scale factors for each row in each instruction. This is the same as .block32 for kinds mxf4 and mxf4nvf4. This spelling exists on 'a' targets only.", kMmaAssembledSource},
    {".scale_vec::4X", {"4X"}, "Four scale factors for each row in each instruction. This is the same as .block16. This spelling exists on 'a' targets only.", kMmaAssembledSource},
    {".block16", {}, "One scale factor for each 16 columns of K. Only for kind mxf4nvf4. It exists on family targets too.", kMmaAssembledSource},
    {".block32", {}, "One scale factor for each 32 columns of K. This is the default of all block-scaled kinds except mxf4nvf4. It exists on family targets too.", kMmaAssembledSource},

    // collector buffers
    {".collector::a::fill", {}, "Keeps A in the collector buffer for the next instruction. The memory of A must not change until that instruction is done.", kMmaSource},
    {".collector::a::use", {}, "The instruction may read A from the collector buffer, and keeps A there. The hardware may also read A from memory, so the descriptor of A must still be correct.", kMmaSource},
    {".collector::a::lastuse", {}, "The instruction may read A from the collector buffer. The buffer is free afterwards.", kMmaSource},
    {".collector::a::discard", {}, "Does not keep A in the collector buffer. This is the default of tcgen05.mma.", kMmaSource},
    {".collector::b0::fill", {".collector::b1::fill", ".collector::b2::fill", ".collector::b3::fill"}, "With .ws: keeps B in one of the four collector buffers b0 to b3, for the next instruction.", kMmaSource},
    {".collector::b0::use", {".collector::b1::use", ".collector::b2::use", ".collector::b3::use"}, "With .ws: the instruction may read B from this collector buffer, and keeps B there.", kMmaSource},
    {".collector::b0::lastuse", {".collector::b1::lastuse", ".collector::b2::lastuse", ".collector::b3::lastuse"}, "With .ws: the instruction may read B from this collector buffer. The buffer is free afterwards.", kMmaSource},
    {".collector::b0::discard", {".collector::b1::discard", ".collector::b2::discard", ".collector::b3::discard"}, "With .ws: does not keep B in this collector buffer. The default of .ws is b0::discard.", kMmaSource},

    // operands that are not descriptors
    {"scale-input-d", {"scale_input_d", "scale-d"}, "An immediate s from 0 to 15 at the end of the instruction. D is multiplied by 2^-s before the products are added. Only for kinds f16 and tf32, and not on sm_110.", kMmaAssembledSource},
    {"disable-output-lane", {"lane mask"}, "A vector of 4 words (cta_group::1) or 8 words (cta_group::2). If bit i of word w is 1, lane 32w + i of D is not written.", kMmaAssembledSource},
    {"enable-input-d", {"scale-d", "p_enable_d"}, "A predicate. If it is true, the result is added to D. If it is false, D starts from zero.", kMmaSource},

    // qualifiers of tcgen05.cp, tcgen05.shift, tcgen05.ld and wgmma
    {".warpx4", {"32x128b.warpx4"}, "tcgen05.cp: copies the 32 rows to all four sub-partitions. Required for shape 32x128b, which copies scale factors.", "PTX ISA 9.1, tcgen05.cp; ptxas 13.0.88"},
    {".warpx2::02_13", {}, "tcgen05.cp: copies 64 rows to lanes 0 to 63, and again to lanes 64 to 127. Shape 64x128b needs this or .warpx2::01_23.", "PTX ISA 9.1, tcgen05.cp; CUTLASS @7107b055 (lanes)"},
    {".warpx2::01_23", {}, "tcgen05.cp: copies rows 0 to 31 to each of the first two sub-partitions, and rows 32 to 63 to each of the other two. Shape 64x128b needs this or .warpx2::02_13.", "PTX ISA 9.1, tcgen05.cp; CUTLASS @7107b055 (lanes)"},
    {".down", {}, "The direction of tcgen05.shift. No other direction exists, but the qualifier is required.", "PTX ISA 9.1, tcgen05.shift; ptxas 13.0.88"},
    {".red", {}, "tcgen05.ld: also reduces the loaded values with .min or .max. It is part of the instruction name: write it directly after tcgen05.ld.", "PTX ISA 9.1, tcgen05.ld; ptxas 13.0.88 and 13.5.37"},
    {".min", {}, "tcgen05.ld.red: the second operand gets the minimum of the values that the thread loaded.", "PTX ISA 9.1, tcgen05.ld; ptxas 13.0.88 and 13.5.37"},
    {".max", {}, "tcgen05.ld.red: the second operand gets the maximum of the values that the thread loaded.", "PTX ISA 9.1, tcgen05.ld; ptxas 13.0.88 and 13.5.37"},
    {".abs", {}, "tcgen05.ld.red with f32: .min and .max compare absolute values. Not for integers.", "PTX ISA 9.1, tcgen05.ld; ptxas 13.0.88 and 13.5.37"},
    {".NaN", {}, "tcgen05.ld.red with f32: the result is NaN if a loaded value is NaN. Not for integers.", "PTX ISA 9.1, tcgen05.ld; ptxas 13.0.88 and 13.5.37"},
    {"imm-trans", {"imm-trans-a", "imm-trans-b", "tnspA", "tnspB"}, "wgmma: the value 1 makes A or B MN-major. This immediate exists for f16 and bf16 only.", "PTX ISA 9.1, 9.7.15.5; ptxas 13.0.88"},
    {"imm-scale", {"imm-scale-a", "imm-scale-b"}, "wgmma: the value -1 negates the operand. The value 1 does not change the operand.", "PTX ISA 9.1, 9.7.15.5"},
    {".satfinite", {}, "wgmma with integers: results outside the range of D are clamped; they do not wrap. tcgen05.mma uses the field 'saturate' of the instruction descriptor instead.", "PTX ISA 9.1, 9.7.15.5"},
    {".decompress::lut::b", {}, "B is stored as indices into a look-up table. The field 'k_segment' of the descriptor selects the part of a row. Only on sm_107.", "PTX ISA 9.4, tcgen05.mma", Certainty::confirmed, Edition::v9_4},

    // operands
    {"operand A", {"A"}, "The left matrix, M rows x K columns. It is in shared memory (with a descriptor), or K-major in Tensor Memory, in the same lanes as D.", kMmaSource},
    {"operand B", {"B"}, "The right matrix, stored as N rows x K columns. It is always in shared memory. With cta_group::2 each CTA has half of it.", kMmaSource},
    {"operand D", {"D", "accumulator"}, "The result, M x N elements in Tensor Memory (wgmma: in registers). Each element occupies one 32-bit cell, even if the element has only 16 bits.", kMmaSource},
    {"operand SFA", {"SFA", "scale-A"}, "The scale factors of A, one byte each, in Tensor Memory. The field 'sfa_id' of the instruction descriptor selects the first byte in each cell.", kMmaSource},
    {"operand SFB", {"SFB", "scale-B"}, "The scale factors of B, one byte each, in Tensor Memory. The field 'sfb_id' of the instruction descriptor selects the first byte in each cell.", kMmaSource},
    {"operand metadata", {"metadata", "sp-meta", "E"}, "Selects the stored elements of a sparse A: a 4-bit code for each group, in Tensor Memory, in the same lanes as D.", "PTX ISA 9.1, 9.7.16.10.8"},

    // which index is contiguous
    {"K-major", {}, "Neighbouring elements along K are neighbours in memory. The transpose bit is 0.", "PTX ISA 9.1, 9.7.16.3"},
    {"MN-major", {"M-major", "N-major"}, "Neighbouring elements along M (for A) or N (for B) are neighbours in memory. The transpose bit is 1. Elements of 4 and 6 bits cannot be MN-major.", "PTX ISA 9.1, 9.7.16.3 and Table 54"},
};
// clang-format on

}  // namespace tilescope
