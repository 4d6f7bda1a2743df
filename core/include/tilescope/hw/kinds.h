// core/include/tilescope/hw/kinds.h -- what each .kind:: of tcgen05.mma takes.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/hw/features.h>
#include <tilescope/word/field.h>

#include <string_view>

namespace tilescope {

// The step of N that CUTLASS's operations take where M is 128 for one CTA; twice that for a pair of CTAs. 8: as the
// manual. Only sizes that the manual lists and CUTLASS refuses are of interest (contradiction X11).
struct CutlassSteps {
    unsigned dense = 8, sparse = 8, a_in_tmem = 8;
};

struct KindRow {
    std::string_view id;
    unsigned dense_k, sparse_k;  // columns that one instruction reads
    unsigned default_block = 0;  // columns of K that share a scale factor; 0: the kind has no scale factors
    bool block_named = false;    // the instruction must name that size
    bool ue4m3_factors = false;  // also takes scale factors of type ue4m3; every block-scaled kind takes ue8m0
    bool packed = false;         // reads two elements of 4 bits in a byte, without padding
    bool padded = false;         // reads elements of 4 and 6 bits in containers of 8
    bool integer = false;        // of integers; a number behind the predicate is read and dropped
    bool transposes = false, negates = false, saturates = false;
    bool transposes_unclear = false;  // documents disagree about it
    bool mixes_types = false;         // A and B may be of different types
    bool ws = false;                  // has a .ws form
    bool scales_d = false;            // takes scale-input-d
    bool eight_bit_b = false;         // an MN-major B steps N by 16 (32 for a pair of CTAs)
    bool coarse_n = false;            // N steps by 16 with M = 128, by 32 for a pair of CTAs
    bool lut_b = false;               // B may be indices into a table: .decompress::lut::b
    bool wgmma = false;               // Hopper's wgmma has its types too
    bool wgmma_transposes = false;    // and reads them MN-major
    std::string_view metadata = {};   // of a sparse A: a row of kMetaRows (layout/sparse_meta.h); empty: not known
    unsigned selectors = 0;           // values of the sparsity selector whose effect is known; 0: nothing says so
    std::string_view same_code = {};  // the kind whose instructions are the same machine code
    CutlassSteps cutlass = {};
    Feature needs = Feature::tcgen05;  // which targets have it
    std::string_view ptx = "8.6";      // lowest .version that has it
    Edition since = Edition::v9_1;
    std::string_view source;

    constexpr bool block_scaled() const { return default_block != 0; }  // M is then stored divided by 128
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
     .source = "PTX ISA 9.4, dense kinds; transposition is a contradiction (X13)"},
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

constexpr const KindRow* find_kind(std::string_view id) {
    for (const KindRow& k : kKinds)
        if (k.id == id) return &k;
    return nullptr;
}

// The row, or one without any capability: for questions about a name that may be no kind.
inline constexpr KindRow kNoKind = {};
constexpr const KindRow& kind_or_none(std::string_view id) {
    const KindRow* row = find_kind(id);
    return row ? *row : kNoKind;
}

// Whether the kind reads packed fp4; a name that is no kind does not.
constexpr bool is_packed(std::string_view kind) { return kind_or_none(kind).packed; }

}  // namespace tilescope
