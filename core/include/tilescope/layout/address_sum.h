// core/include/tilescope/layout/address_sum.h -- the address of an element as a sum, and then the XOR.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/layout/smem_layout.h>

#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// One term: "3 rows x 128" is 384 bytes. `field` is the descriptor field it comes from, or empty.
struct AddressTerm {
    std::string_view field;  // "start", "lbo", "sbo", ""
    std::string label;
    std::uint32_t bytes;
    std::uint32_t count = 1, each = 0;  // bytes = count x each; each is 0 where the term is one number
};

// The terms add up to `linear`; the XOR of the swizzle makes `address` of it. Terms of 0 bytes are left out, the first
// one excepted: that is start, or lbo where the absolute mode continues in the second chunk.
struct AddressSum {
    std::vector<AddressTerm> terms;
    std::uint32_t linear = 0, address = 0;
    unsigned bit = 0;                          // of the first byte
    unsigned line = 0;                         // linear / 128
    unsigned phase = 0;                        // what is XORed in, from the line
    unsigned unit_before = 0, unit_after = 0;  // the chunk (the pair of chunks for 128B_32B) in its line
    std::vector<std::string> lines;            // the same as text, a line each
};

// Example, K-major 128B f16 at 0x400, element (3, 24):
//     0x400 + 3 x 128 + 48
//     = 0x5b0  line 11, chunk 3
//     chunk 3 xor 3 = 0
//     = 0x580
AddressSum explanation_of(const SmemLayout& layout, Element element);

}  // namespace tilescope
