// core/include/tilescope/emulator/mma.h -- one instruction: operands through their words, D back into Tensor Memory.
// SPDX-License-Identifier: MIT
//
// What an instruction names is read as the hardware would: A and B through their descriptors from the shared memory of
// each CTA, or A from Tensor Memory; scale factors and metadata from Tensor Memory. A word that is wrong gives the
// wrong D, not an error. Refused is only what nobody can know: a shape without data path, an unknown placement.
//
// Source: PTX ISA 9.1, 9.7.16.10 (tcgen05.mma) and 9.7.15 (wgmma); where operands lie: the layout headers.
#pragma once

#include <tilescope/emulator/matrix_product.h>
#include <tilescope/emulator/memory.h>
#include <tilescope/emulator/operand_reader.h>
#include <tilescope/hw/variant.h>
#include <tilescope/layout/tmem_place.h>
#include <tilescope/layout/zero_mask.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

inline constexpr std::size_t kLaneMaskWords = 8;  // of a pair; one CTA has the first four

struct MmaInstruction {
    Edition edition = Edition::v9_1;
    std::string arch = "sm_100a";  // sm_90a: wgmma; idesc then says shape, types, transposition and negation
    Variant variant;
    std::uint32_t idesc = 0;
    std::uint64_t a_desc = 0, b_desc = 0, zcm = 0;
    std::array<std::uint32_t, kTmemPlaceCount> tmem{};      // lane << 16 | column
    bool enable_d = true;                                   // false: D = A x B
    std::array<std::uint32_t, kLaneMaskWords> lane_mask{};  // bit i of word w: lane 32 w + i is not written
};

// Everything an instruction can reach. Of wgmma, D, an A in registers and the codes of a sparse one are matrices, row
// by row.
struct Machine {
    unsigned ctas = 1;
    std::array<SmemImage, 2> smem{SmemImage(), SmemImage()};
    std::array<TmemImage, 2> tmem{TmemImage(), TmemImage()};
    std::vector<std::uint32_t> register_a, register_d;
    std::vector<std::uint8_t> register_codes;
    unsigned register_columns = kAllWritten;  // how many elements of each row of register_a were written: the first

    static constexpr unsigned kAllWritten = 0xffffffff;
};

// What the words say about one instruction.
struct MmaShape {
    bool hopper = false;
    unsigned m = 0, n = 0, k = 0;  // of the pair; k logical
    const ElementType *a = nullptr, *b = nullptr;
    std::string d_type;  // "f32", "f16", "s32"
    Major a_major = Major::k, b_major = Major::k;
    bool negate_a = false, negate_b = false, sparse = false;
    const DataPathRow* path = nullptr;  // null: wgmma
    const ScaleVectorRow* scales = nullptr;
    unsigned sfa_id = 0, sfb_id = 0, selector = 0;
    DotRule rule;

    unsigned rows_of_cta(unsigned ctas) const { return m / ctas; }
    // The factors of A or B of one CTA and one instruction, from that column and byte of its cells on. Requires:
    // scales.
    ScaleLayout factors_from(Operand operand, unsigned column, unsigned id) const;
};
// Refused: "M 48 has no data path: ..." and the like, one sentence.
Answer<MmaShape> shape_of(const MmaInstruction& instruction);

// The field of the instruction descriptor that such a refusal is about: "m" where another M would have a place for D,
// "saturate" or "negate_a" where the types do not take it. Empty where two fields may be the wrong one (f16 by bf16),
// where it is the form (.ws of a pair of CTAs), and where nothing is refused.
std::string_view field_refused(const MmaInstruction& instruction);

// A sparse code that means nothing. What hardware makes of it is known to nobody; the first legal one is taken.
struct IllegalCode {
    unsigned row, group, code;
};

// The operands of one instruction as they were found, and what was strange about it.
struct GatheredMma {
    MmaShape shape;
    ReadOperand a, b, c;                         // a: m x stored k, b: n x k, both CTAs together; c: m x n or empty
    std::vector<std::uint32_t> a_bits, b_bits;   // of b1: the same, 32 elements in a word
    std::vector<std::uint8_t> scale_a, scale_b;  // m and n rows of factors
    std::vector<std::uint8_t> codes;
    ReadOperand a_factors, b_factors, meta;   // with their problems
    std::vector<std::uint8_t> zeroed;         // n: columns that the mask zeroes; empty: none
    std::vector<std::uint8_t> kept;           // m x n: elements that lanes switched off keep; empty: none
    unsigned column_shift = 0;                // of B, by the mask's word
    bool copies_differ = false;               // copies that other lanes or CTAs read hold something else
    std::optional<IllegalCode> illegal_code;  // the first one

    MatrixInput input(const MmaInstruction& instruction) const;
};
Answer<GatheredMma> gather_mma(const Machine& machine, const MmaInstruction& instruction);

// After the product: zeroed columns are C or +0, kept elements stay, D goes where it belongs.
void finish_mma(Machine& machine, const MmaInstruction& instruction, const GatheredMma& gathered,
                std::vector<std::uint32_t>& d);

// Gather, multiply, finish: everything in one thread. For tests and small things; emulate() in emulation.h is the rest.
Answer<GatheredMma> execute_mma(Machine& machine, const MmaInstruction& instruction);

}  // namespace tilescope
