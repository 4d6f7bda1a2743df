// core/include/tilescope/hw/kinds.h -- what each .kind:: of tcgen05.mma takes.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/word/field.h>

#include <string_view>

namespace tilescope {

struct KindRow {
    std::string_view id;
    unsigned dense_k, sparse_k;  // columns one instruction reads
    bool block_scaled;           // takes scale factors; M is stored divided by 128
    bool transposes, negates, saturates;
    bool ws;           // has a .ws form
    bool eight_bit_b;  // an MN-major B steps N by 16 (32 for a pair of CTAs)
    Edition since;
    std::string_view source;
};

// clang-format off
inline constexpr KindRow kKinds[] = {
    //  id          K dense, sparse  scaled transp negate satur  ws     8-bit  since
    {"f16",         16,  32,         false, true,  true,  false, true,  false, Edition::v9_1, "PTX ISA 9.1, Tables 39, 42 and 51"},
    {"tf32",         8,  16,         false, true,  true,  false, true,  false, Edition::v9_1, "PTX ISA 9.1, Tables 39, 42 and 51"},
    {"f8f6f4",      32,  64,         false, true,  true,  false, true,  true,  Edition::v9_1, "PTX ISA 9.1, Tables 39, 42, 51 and 52"},
    {"i8",          32,  64,         false, true,  false, true,  true,  true,  Edition::v9_1, "PTX ISA 9.1, Tables 39, 42, 51 and 52"},
    {"ti16",        16,  32,         false, true,  true,  false, true,  false, Edition::v9_4, "PTX ISA 9.4, dense kinds; transposition is a contradiction (X13)"},
    {"mxf8f6f4",    32,  64,         true,  true,  true,  false, false, true,  Edition::v9_1, "PTX ISA 9.1, Tables 39, 43, 51 and 52"},
    {"mxf4",        64, 128,         true,  false, true,  false, false, false, Edition::v9_1, "PTX ISA 9.1, Tables 39, 44 and 51"},
    {"mxf4nvf4",    64, 128,         true,  false, true,  false, false, false, Edition::v9_1, "PTX ISA 9.1, Tables 39, 44 and 51"},
};
// clang-format on

constexpr const KindRow* find_kind(std::string_view id) {
    for (const KindRow& k : kKinds)
        if (k.id == id) return &k;
    return nullptr;
}

}  // namespace tilescope
