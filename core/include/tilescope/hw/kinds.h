// core/include/tilescope/hw/kinds.h -- the properties of each .kind:: of tcgen05.mma.
// SPDX-License-Identifier: MIT
//
//     find_kind("f16")->dense_k             16: columns of K that one dense instruction reads
//     find_kind("mxf4")->block_scaled()     true
//     is_packed("mxf4")                     true: two fp4 elements per byte
#pragma once

#include <tilescope/hw/features.h>
#include <tilescope/word/field.h>

#include <string_view>

namespace tilescope {

// The step of N that the operations of CUTLASS accept for M = 128 and one CTA. For a pair of CTAs the step is twice as
// large. 8 is the step of the manual. These steps matter only for sizes that the manual allows and CUTLASS refuses
// (contradiction X11).
struct CutlassSteps {
    unsigned dense = 8, sparse = 8, a_in_tmem = 8;
};

struct KindRow {
    std::string_view id;
    unsigned dense_k, sparse_k;  // columns of K that one instruction reads, for a dense and for a sparse A
    unsigned default_block = 0;  // columns of K that share a scale factor; 0: the kind has no scale factors
    bool block_named = false;    // the instruction must state the block size
    bool ue4m3_factors = false;  // accepts scale factors of type ue4m3 too; every block-scaled kind accepts ue8m0
    bool packed = false;         // reads two 4-bit elements per byte, without padding
    bool padded = false;         // reads 4-bit and 6-bit elements in 8-bit containers
    bool integer = false;        // integer types; the assembler accepts the immediate scale-input-d, but drops it
    bool transposes = false, negates = false, saturates = false;
    bool transposes_unclear = false;  // the documents disagree whether the kind transposes
    bool mixes_types = false;         // A and B can have different types
    bool ws = false;                  // has a .ws form
    bool scales_d = false;            // accepts scale-input-d
    bool eight_bit_b = false;         // with an MN-major B, N is a multiple of 16 (of 32 for a pair of CTAs)
    bool coarse_n = false;            // N is a multiple of 16 with M = 128 (of 32 for a pair of CTAs)
    bool lut_b = false;               // B can be indices into a table: .decompress::lut::b
    bool wgmma = false;               // Hopper's wgmma has the types of this kind too
    bool wgmma_transposes = false;    // wgmma accepts A and B of these types MN-major
    std::string_view metadata = {};   // of a sparse A: the id of a row of kMetaRows (sparse_meta.h); empty: unknown
    unsigned selectors = 0;           // known sparsity selectors are 0 to selectors - 1; 0: not documented
    std::string_view same_code = {};  // the kind whose instructions have the same machine code
    CutlassSteps cutlass = {};
    Feature needs = Feature::tcgen05;  // the targets with this feature have the kind
    std::string_view ptx = "8.6";      // lowest .version that has the kind
    Edition since = Edition::v9_1;
    std::string_view source;

    // Whether A and B have scale factors. The instruction descriptor of such a kind stores M / 128.
    constexpr bool block_scaled() const { return default_block != 0; }
};

// clang-format off
inline constexpr KindRow kKinds[] = {
    {.id = "f16", .dense_k = 16, .sparse_k = 32, .transposes = true, .negates = true, .ws = true, .scales_d = true,
     .wgmma = true, .wgmma_transposes = true, .metadata = "f16", .selectors = 2, .same_code = "tf32", .cutlass = {.a_in_tmem = 16},
     .source = "PTX ISA 9.1, Tables 39, 42 and 51"},
    {.id = "tf32", .dense_k = 8, .sparse_k = 16, .transposes = true, .negates = true, .ws = true, .scales_d = true,
     .wgmma = true, .metadata = "tf32", .selectors = 2, .same_code = "f16", .cutlass = {.a_in_tmem = 16},
     .source = "PTX ISA 9.1, Tables 39, 42 and 51"},
    {.id = "f8f6f4", .dense_k = 32, .sparse_k = 64, .padded = true, .transposes = true, .negates = true,
     .mixes_types = true, .ws = true, .eight_bit_b = true, .lut_b = true, .wgmma = true, .metadata = "8-bit", .selectors = 1,
     .cutlass = {.sparse = 16, .a_in_tmem = 16}, .source = "PTX ISA 9.1, Tables 39, 42, 51 and 52"},
    {.id = "i8", .dense_k = 32, .sparse_k = 64, .integer = true, .transposes = true, .saturates = true,
     .mixes_types = true, .ws = true, .eight_bit_b = true, .wgmma = true, .metadata = "8-bit", .selectors = 1,
     .cutlass = {.dense = 16}, .needs = Feature::kind_i8, .source = "PTX ISA 9.1, Tables 39, 42, 51 and 52"},
    {.id = "ti16", .dense_k = 16, .sparse_k = 32, .transposes = true, .negates = true, .transposes_unclear = true,
     .ws = true, .coarse_n = true, .needs = Feature::kind_ti16, .ptx = "9.4", .since = Edition::v9_4,
     .source = "PTX ISA 9.4, dense kinds; tables disagree on transposition (X13)"},
    {.id = "mxf8f6f4", .dense_k = 32, .sparse_k = 64, .default_block = 32, .padded = true, .transposes = true,
     .negates = true, .mixes_types = true, .eight_bit_b = true, .lut_b = true, .metadata = "mxf8",
     .source = "PTX ISA 9.1, Tables 39, 43, 51 and 52"},
    {.id = "mxf4", .dense_k = 64, .sparse_k = 128, .default_block = 32, .packed = true, .negates = true,
     .metadata = "mxf4",
     .source = "PTX ISA 9.1, Tables 39, 44 and 51"},
    {.id = "mxf4nvf4", .dense_k = 64, .sparse_k = 128, .default_block = 16, .block_named = true,
     .ue4m3_factors = true, .packed = true, .negates = true, .metadata = "mxf4", .ptx = "8.7",
     .source = "PTX ISA 9.1, Tables 39, 44 and 51"},
};
// clang-format on

// Returns the row with this id, or null.
constexpr const KindRow* find_kind(std::string_view id) { return row_with(kKinds, id, &KindRow::id); }

// Returns the row with this id. For an unknown name, returns kNoKind, a row in which every property is false or 0.
inline constexpr KindRow kNoKind = {};
constexpr const KindRow& kind_or_none(std::string_view id) {
    const KindRow* row = find_kind(id);
    return row ? *row : kNoKind;
}

// Returns whether the kind reads packed fp4. Returns false for an unknown name.
constexpr bool is_packed(std::string_view kind) { return kind_or_none(kind).packed; }

}  // namespace tilescope
