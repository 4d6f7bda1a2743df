// core/include/tilescope/hw/qualifiers.h -- the words of an instruction's text besides its kind, and its operands.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/word/field.h>

#include <array>
#include <string_view>

namespace tilescope {

struct QualifierRow {
    std::string_view id;  // as PTX writes it
    std::array<std::string_view, 4> also;
    std::string_view what;  // whole sentences
    std::string_view source;
    Certainty certainty = Certainty::confirmed;
    Edition since = Edition::v9_1;
};

inline constexpr std::string_view kMmaSource = "PTX ISA 9.1, 9.7.16.10, tcgen05.mma";
inline constexpr std::string_view kMmaAssembledSource = "PTX ISA 9.1, 9.7.16.10, tcgen05.mma; ptxas 13.0.88";

// clang-format off
inline constexpr QualifierRow kQualifiers[] = {
    // the instructions
    {"tcgen05.mma", {"mma"}, "Multiplies A and B and adds to D in Tensor Memory. One thread issues it; descriptors say where A and B lie, the instruction descriptor says types and sizes, tcgen05.commit says when it is done.", kMmaSource},
    {"tcgen05.cp", {"cp", "utccp"}, "Copies rows of a K-major tile from shared memory to Tensor Memory, for scale factors and for A. The source is named by a shared-memory descriptor.", "PTX ISA 9.1, tcgen05.cp"},
    {"tcgen05.ld", {"ld"}, "Loads from Tensor Memory into registers. A warp reaches the 32 lanes of its sub-partition only, and tcgen05.wait::ld must follow before the registers are used.", "PTX ISA 9.1, tcgen05.ld"},
    {"tcgen05.st", {"st"}, "Stores from registers to Tensor Memory, in the same shapes as tcgen05.ld.", "PTX ISA 9.1, tcgen05.st"},
    {"tcgen05.shift", {"shift"}, "Moves rows of Tensor Memory down by one, except the last. It exists on 'a' targets only.", "PTX ISA 9.1, tcgen05.shift; ptxas 13.0.88"},
    {"tcgen05.ld.red", {"ld.red"}, "Loads from Tensor Memory and also gives each thread the least or the greatest of the values that it loaded. Shapes 32x32b and 16x32bx2, at least x2; types f32, u32 and s32. sm_100 does not have it.", "PTX ISA 9.1, tcgen05.ld; ptxas 13.0.88 and 13.5.37"},
    {"tcgen05.alloc", {"alloc"}, "Allocates columns of Tensor Memory: a power of two from 32 to 512, or with .exclusive of PTX 9.4 any multiple of 32. One warp does it and gets the address through shared memory; everything must be deallocated.", "PTX ISA 9.1, 9.7.16.7"},
    {"tcgen05.commit", {"commit"}, "Makes an mbarrier arrive when all earlier asynchronous tcgen05 instructions of the thread are done. Its cta_group is that of the mma.", "PTX ISA 9.1, tcgen05.commit"},
    {"wgmma.mma_async", {"wgmma"}, "Hopper's instruction: a warpgroup multiplies A (registers or shared memory) and B (shared memory) and adds to D in registers. Shape and types stand in its name, so it has no instruction descriptor.", "PTX ISA 9.1, 9.7.15"},

    // forms of tcgen05.mma
    {".sp", {"sparse"}, "A is sparse: of each group only some elements are stored, and metadata in Tensor Memory says which. K doubles. The instruction descriptor's sparse must say the same; the assembler does not look.", kMmaAssembledSource},
    {".ws", {"weight stationary"}, "Weight-stationary: B is kept and reused instead of A. Only cta_group::1, only dense kinds, N of 64, 128 or 256, M may be 32. This form alone takes a zero-column mask.", kMmaAssembledSource},
    {"cta_group::1", {"one CTA"}, "The instruction works on the Tensor Memory of its own CTA. All tcgen05 instructions of a kernel name the same cta_group.", kMmaSource},
    {"cta_group::2", {"two CTAs", "CTA pair", "2SM"}, "Two CTAs of a cluster whose ranks differ in the last bit work together; M and N are those of the pair. Each CTA holds half of the rows of A and D and half of the columns of B; one thread of the pair issues.", kMmaSource},
    {".ashift", {}, "Rows of A move down by one, except the last. It needs A in Tensor Memory and M of 128 or 256, and goes with collector lastuse or discard only.", kMmaAssembledSource},

    // scale factors
    {".block_scale", {}, "The block-scaled kinds need it: A and B are multiplied by scale factors that lie in Tensor Memory. How many columns of K share a factor is said by .scale_vec or .block.", kMmaAssembledSource},
    {".scale_vec::1X", {"1X"}, "One scale factor a row for each instruction, the same as .block32 for mxf8f6f4. Written this way it exists on 'a' targets only.", kMmaAssembledSource},
    {".scale_vec::2X", {"2X"}, "Two scale factors a row for each instruction, the same as .block32 for mxf4 and mxf4nvf4. Written this way it exists on 'a' targets only.", kMmaAssembledSource},
    {".scale_vec::4X", {"4X"}, "Four scale factors a row for each instruction, the same as .block16. Written this way it exists on 'a' targets only.", kMmaAssembledSource},
    {".block16", {}, "A scale factor for 16 columns of K; kind mxf4nvf4 only. It exists on family targets too.", kMmaAssembledSource},
    {".block32", {}, "A scale factor for 32 columns of K; what the block-scaled kinds but mxf4nvf4 do when nothing is said. It exists on family targets too.", kMmaAssembledSource},

    // the buffers that keep an operand
    {".collector::a::fill", {}, "Keeps A in the collector buffer for the next instruction. The memory of A must stay as it is until that one is done.", kMmaSource},
    {".collector::a::use", {}, "May take A from the collector buffer and keeps it there. It is a permission: the descriptor of A still has to be right.", kMmaSource},
    {".collector::a::lastuse", {}, "May take A from the collector buffer, which is free afterwards.", kMmaSource},
    {".collector::a::discard", {}, "Keeps nothing; what tcgen05.mma does when nothing is said.", kMmaSource},
    {".collector::b0::fill", {".collector::b1::fill", ".collector::b2::fill", ".collector::b3::fill"}, "With .ws: keeps B in one of four collector buffers, b0 to b3, for the next instruction.", kMmaSource},
    {".collector::b0::use", {".collector::b1::use", ".collector::b2::use", ".collector::b3::use"}, "With .ws: may take B from that collector buffer and keeps it there.", kMmaSource},
    {".collector::b0::lastuse", {".collector::b1::lastuse", ".collector::b2::lastuse", ".collector::b3::lastuse"}, "With .ws: may take B from that collector buffer, which is free afterwards.", kMmaSource},
    {".collector::b0::discard", {".collector::b1::discard", ".collector::b2::discard", ".collector::b3::discard"}, "With .ws: keeps nothing. For b0 it is what .ws does when nothing is said.", kMmaSource},

    // operands beside descriptors
    {"scale-input-d", {"scale_input_d", "scale-d"}, "A trailing immediate s from 0 to 15: D is multiplied by 2^-s before the products are added. Kinds f16 and tf32 only, and not on sm_110.", kMmaAssembledSource},
    {"disable-output-lane", {"lane mask"}, "A vector of 4 words (cta_group::1) or 8 (cta_group::2): bit i of word w set means that lane 32w + i of D is not written.", kMmaAssembledSource},
    {"enable-input-d", {"scale-d", "p_enable_d"}, "A predicate: true adds to what is in D, false starts from zero.", kMmaSource},

    // of tcgen05.cp and wgmma
    {".warpx4", {"32x128b.warpx4"}, "tcgen05.cp: the 32 rows go to all four sub-partitions. Shape 32x128b needs it; scale factors are copied this way.", "PTX ISA 9.1, tcgen05.cp; ptxas 13.0.88"},
    {".warpx2::02_13", {}, "tcgen05.cp: 64 rows go to lanes 0 to 63, and again to 64 to 127. Shape 64x128b needs this or .warpx2::01_23.", "PTX ISA 9.1, tcgen05.cp; CUTLASS @7107b055 (lanes)"},
    {".warpx2::01_23", {}, "tcgen05.cp: rows 0 to 31 go to the first two sub-partitions, rows 32 to 63 to the other two. Shape 64x128b needs this or .warpx2::02_13.", "PTX ISA 9.1, tcgen05.cp; CUTLASS @7107b055 (lanes)"},
    {".down", {}, "tcgen05.shift: the only direction there is; it must be written.", "PTX ISA 9.1, tcgen05.shift; ptxas 13.0.88"},
    {".red", {}, "tcgen05.ld: reduces the loaded values as well, by .min or .max. It is a part of the instruction's name: it stands at once behind tcgen05.ld.", "PTX ISA 9.1, tcgen05.ld; ptxas 13.0.88 and 13.5.37"},
    {".min", {}, "tcgen05.ld.red: the second operand gets the least of the values that the thread loaded.", "PTX ISA 9.1, tcgen05.ld; ptxas 13.0.88 and 13.5.37"},
    {".max", {}, "tcgen05.ld.red: the second operand gets the greatest of the values that the thread loaded.", "PTX ISA 9.1, tcgen05.ld; ptxas 13.0.88 and 13.5.37"},
    {".abs", {}, "tcgen05.ld.red with f32: .min and .max compare absolute values. Integers have no such form.", "PTX ISA 9.1, tcgen05.ld; ptxas 13.0.88 and 13.5.37"},
    {".NaN", {}, "tcgen05.ld.red with f32: the result is NaN if a loaded value is. Integers have no such form.", "PTX ISA 9.1, tcgen05.ld; ptxas 13.0.88 and 13.5.37"},
    {"imm-trans", {"imm-trans-a", "imm-trans-b", "tnspA", "tnspB"}, "wgmma: 1 reads the operand MN-major. It exists for f16 and bf16 only.", "PTX ISA 9.1, 9.7.15.5; ptxas 13.0.88"},
    {"imm-scale", {"imm-scale-a", "imm-scale-b"}, "wgmma: -1 negates the operand, 1 does not.", "PTX ISA 9.1, 9.7.15.5"},
    {".satfinite", {}, "wgmma with integers: D is clamped instead of wrapping. tcgen05 has the field saturate of its instruction descriptor for that.", "PTX ISA 9.1, 9.7.15.5"},
    {".decompress::lut::b", {}, "B is stored as indices into a look-up table; the descriptor's k_segment says which part of a row is meant. sm_107 only.", "PTX ISA 9.4, tcgen05.mma", Certainty::confirmed, Edition::v9_4},

    // operands
    {"operand A", {"A"}, "The left matrix, M rows of K columns. Its descriptor names shared memory; or it lies in Tensor Memory, K-major, in the lanes of D.", kMmaSource},
    {"operand B", {"B"}, "The right matrix, stored as N rows of K columns. It always lies in shared memory; with cta_group::2 each CTA holds half of it.", kMmaSource},
    {"operand D", {"D", "accumulator"}, "The result, M x N in Tensor Memory (wgmma: in registers). A 16-bit D takes a 32-bit cell an element, too.", kMmaSource},
    {"operand SFA", {"SFA", "scale-A"}, "The scale factors of A, a byte each, in Tensor Memory. sfa_id of the instruction descriptor says where in its cells they begin.", kMmaSource},
    {"operand SFB", {"SFB", "scale-B"}, "The scale factors of B, a byte each, in Tensor Memory. sfb_id of the instruction descriptor says where in its cells they begin.", kMmaSource},
    {"operand metadata", {"metadata", "sp-meta", "E"}, "Which elements of a sparse A are stored: codes of 4 bits for each group, in Tensor Memory, in the lanes of D.", "PTX ISA 9.1, 9.7.16.10.8"},

    // which index is contiguous
    {"K-major", {}, "Elements that follow each other along K follow each other in memory; transpose bit 0.", "PTX ISA 9.1, 9.7.16.3"},
    {"MN-major", {"M-major", "N-major"}, "Elements that follow each other along M (of A) or N (of B) follow each other in memory; transpose bit 1. Elements of 4 and 6 bits have no such form.", "PTX ISA 9.1, 9.7.16.3 and Table 54"},
};
// clang-format on

}  // namespace tilescope
