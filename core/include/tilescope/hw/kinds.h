// core/include/tilescope/hw/kinds.h -- what each .kind:: of tcgen05.mma takes.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/hw/features.h>
#include <tilescope/word/field.h>

#include <string_view>

namespace tilescope {

struct KindRow {
    std::string_view id;
    unsigned dense_k, sparse_k;  // columns that one instruction reads
    unsigned default_block = 0;  // columns of K that share a scale factor; 0: the kind has no scale factors
    bool block_named = false;    // the instruction must name that size
    bool packed = false;         // reads two elements of 4 bits in a byte, without padding
    bool transposes = false, negates = false, saturates = false;
    bool ws = false;                   // has a .ws form
    bool scales_d = false;             // takes scale-input-d
    bool eight_bit_b = false;          // an MN-major B steps N by 16 (32 for a pair of CTAs)
    bool lut_b = false;                // B may be indices into a table: .decompress::lut::b
    bool wgmma = false;                // Hopper's wgmma has its types too
    Feature needs = Feature::tcgen05;  // which targets have it
    std::string_view ptx = "8.6";      // lowest .version that has it
    Edition since = Edition::v9_1;
    std::string_view source;

    constexpr bool block_scaled() const { return default_block != 0; }  // M is then stored divided by 128
};

// clang-format off
inline constexpr KindRow kKinds[] = {
    {.id = "f16", .dense_k = 16, .sparse_k = 32, .transposes = true, .negates = true, .ws = true, .scales_d = true,
     .wgmma = true, .source = "PTX ISA 9.1, Tables 39, 42 and 51"},
    {.id = "tf32", .dense_k = 8, .sparse_k = 16, .transposes = true, .negates = true, .ws = true, .scales_d = true,
     .wgmma = true, .source = "PTX ISA 9.1, Tables 39, 42 and 51"},
    {.id = "f8f6f4", .dense_k = 32, .sparse_k = 64, .transposes = true, .negates = true, .ws = true,
     .eight_bit_b = true, .lut_b = true, .wgmma = true, .source = "PTX ISA 9.1, Tables 39, 42, 51 and 52"},
    {.id = "i8", .dense_k = 32, .sparse_k = 64, .transposes = true, .saturates = true, .ws = true,
     .eight_bit_b = true, .wgmma = true, .needs = Feature::kind_i8, .source = "PTX ISA 9.1, Tables 39, 42, 51 and 52"},
    {.id = "ti16", .dense_k = 16, .sparse_k = 32, .transposes = true, .negates = true, .ws = true,
     .needs = Feature::kind_ti16, .ptx = "9.4", .since = Edition::v9_4,
     .source = "PTX ISA 9.4, dense kinds; transposition is a contradiction (X13)"},
    {.id = "mxf8f6f4", .dense_k = 32, .sparse_k = 64, .default_block = 32, .transposes = true, .negates = true,
     .eight_bit_b = true, .lut_b = true, .source = "PTX ISA 9.1, Tables 39, 43, 51 and 52"},
    {.id = "mxf4", .dense_k = 64, .sparse_k = 128, .default_block = 32, .packed = true, .negates = true,
     .source = "PTX ISA 9.1, Tables 39, 44 and 51"},
    {.id = "mxf4nvf4", .dense_k = 64, .sparse_k = 128, .default_block = 16, .block_named = true, .packed = true,
     .negates = true, .ptx = "8.7", .source = "PTX ISA 9.1, Tables 39, 44 and 51"},
};
// clang-format on

constexpr const KindRow* find_kind(std::string_view id) {
    for (const KindRow& k : kKinds)
        if (k.id == id) return &k;
    return nullptr;
}

// Whether the kind reads packed fp4; a name that is no kind does not.
constexpr bool is_packed(std::string_view kind) {
    const KindRow* row = find_kind(kind);
    return row && row->packed;
}

}  // namespace tilescope
