// core/include/tilescope/emulator/mma.h -- one instruction: reads operands through their words, writes D back.
// SPDX-License-Identifier: MIT
//
// The emulator reads memory as the hardware does. It reads A and B through their descriptors from the shared memory of
// each CTA, or A from Tensor Memory. It reads scale factors and metadata from Tensor Memory. A word with an error gives
// a wrong D, not an error message. The emulator refuses only an instruction whose behavior is unknown: a shape without
// a data path, or an unknown placement.
//
// Source: PTX ISA 9.1, 9.7.16.10 (tcgen05.mma) and 9.7.15 (wgmma). Placement of operands: the layout headers.
#pragma once

#include <tilescope/emulator/matrix_product.h>
#include <tilescope/emulator/memory.h>
#include <tilescope/emulator/operand_reader.h>
#include <tilescope/hw/variant.h>
#include <tilescope/layout/tile.h>
#include <tilescope/layout/tmem_layout.h>
#include <tilescope/layout/zero_mask.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

inline constexpr std::size_t kLaneMaskWords = 8;  // for a CTA pair; a single CTA uses the first four

// One instruction, or those of the pieces of a tile: they differ in their starts, which are those of piece 0 here.
struct MmaInstruction {
    Edition edition = Edition::v9_1;
    std::string arch = "sm_100a";  // sm_90a: wgmma; then idesc has the shape, the types, transposition and negation
    Variant variant;
    std::uint32_t idesc = 0;
    std::uint64_t a_desc = 0, b_desc = 0, zcm = 0;
    std::array<std::uint32_t, kTmemPlaceCount> tmem{};  // lane << 16 | column
    bool enable_d = true;                               // false: D = A x B
    // The addresses count from the first byte of the CTA's own memory, which a kernel adds later. false: they are those
    // of the hardware, and wgmma reads 0 below smem_begin().
    bool from_zero = false;
    TilePieces pieces;                                      // only of wgmma
    std::array<std::uint32_t, kLaneMaskWords> lane_mask{};  // bit i of word w: lane 32 w + i is not written
};

// All memory that an instruction can access. For wgmma, the registers of D, of A and of the sparse codes are matrices,
// stored row by row.
struct Machine {
    unsigned ctas = 1;
    std::array<SmemImage, 2> smem{SmemImage(), SmemImage()};
    std::array<TmemImage, 2> tmem{TmemImage(), TmemImage()};
    std::vector<std::uint32_t> register_a, register_d;
    std::vector<std::uint8_t> register_codes;
    unsigned register_columns = kAllWritten;  // how many elements at the start of each row of register_a were written

    static constexpr unsigned kAllWritten = 0xffffffff;
};

// The shape, types and modifiers of one instruction, as its words encode them.
struct MmaShape {
    const FamilyRow* family = &kFamilies[0];
    unsigned m = 0, n = 0, k = 0;  // of the CTA pair, and of all pieces; k is the logical K
    const ElementType *a = nullptr, *b = nullptr;
    std::string d_type;  // "f32", "f16", "s32"
    Major a_major = Major::k, b_major = Major::k;
    bool negate_a = false, negate_b = false, sparse = false;
    const DataPathRow* path = nullptr;  // null: D is in registers
    const ScaleVectorRow* scales = nullptr;
    unsigned sfa_id = 0, sfb_id = 0, selector = 0;
    DotRule rule;

    unsigned rows_of_cta(unsigned ctas) const { return m / ctas; }
    // Returns the layout of the scale factors of A or B of one CTA and one instruction. They begin at `column`, in byte
    // `id` of its cells. Requires: scales.
    ScaleLayout factors_from(Operand operand, unsigned column, unsigned id) const;
};
// Errors: one sentence, for example "M 48 has no data path: ...".
Answer<MmaShape> shape_of(const MmaInstruction& instruction);

// Returns the field of the instruction descriptor that causes the refusal: "m" if D has a place with another M,
// "saturate" or "negate_a" if the types do not support it. Returns an empty name in three cases: two fields can be the
// cause (f16 by bf16); the form is the cause (.ws with a CTA pair); the instruction is not refused.
std::string_view field_refused(const MmaInstruction& instruction);

// A sparse code that has no meaning. For wgmma, the emulator does what an H100 does (positions_met()). For tcgen05, the
// behavior of the hardware is unknown; the emulator uses the first legal code.
struct IllegalCode {
    unsigned row, group, code;
};

// The operands of one instruction as the emulator read them, with all problems of the reads.
struct GatheredMma {
    MmaShape shape;
    ReadOperand a, b, c;                         // a: m x stored k, b: n x k, both CTAs together; c: m x n or empty
    std::vector<std::uint32_t> a_bits, b_bits;   // only for b1: the same, 32 elements in one word
    std::vector<std::uint8_t> scale_a, scale_b;  // m and n rows of factors
    std::vector<std::uint8_t> codes;
    ReadOperand a_factors, b_factors, meta;   // with their problems
    std::vector<std::uint8_t> zeroed;         // n: 1 if the mask zeroes the column; empty: no column
    std::vector<std::uint8_t> kept;           // m x n: 1 if the lane is disabled, so D keeps its word; empty: none
    unsigned column_shift = 0;                // column shift of B, from the zero-column mask
    bool copies_differ = false;               // the copies of one operand for several lanes or CTAs differ
    std::optional<IllegalCode> illegal_code;  // the first illegal code

    MatrixInput input(const MmaInstruction& instruction) const;
};
// Reads all operands of the instruction.
Answer<GatheredMma> gather_mma(const Machine& machine, const MmaInstruction& instruction);

// Finishes the instruction after the product `d` is computed. Zeroed columns become C or +0, elements of disabled lanes
// keep their word, and D is written to its place.
void finish_mma(Machine& machine, const MmaInstruction& instruction, const GatheredMma& gathered,
                std::vector<std::uint32_t>& d);

// Runs gather_mma(), the product and finish_mma() in one thread. For tests and small cases; use emulate() of
// emulation.h for everything else.
Answer<GatheredMma> execute_mma(Machine& machine, const MmaInstruction& instruction);

}  // namespace tilescope
