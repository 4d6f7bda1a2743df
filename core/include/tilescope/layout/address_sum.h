// core/include/tilescope/layout/address_sum.h -- explains the address of an element as a sum and an XOR.
// SPDX-License-Identifier: MIT
//
// Example: K-major 128B f16 at 0x400, element (3, 24):
//
//     0x400 + 3 x 128 + 48         start, 3 rows of 128 bytes, 24 columns of 2 bytes
//     = 0x5b0  line 11, chunk 3    before the swizzle
//     chunk 3 xor 3 = 0            the swizzle
//     = 0x580                      the address
#pragma once

#include <tilescope/layout/smem_layout.h>

#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// One term of the sum: "3 rows x 128" is 384 bytes.
struct AddressTerm {
    std::string_view field;  // the descriptor field that gives the term: "start", "lbo", "sbo", or ""
    std::string label;
    std::uint32_t bytes;
    std::uint32_t count = 1, each = 0;  // bytes = count x each; each is 0 if the term is a single number
};

// `linear` is the sum of the terms. `address` is the result after the XOR of the swizzle. The first term is start. In
// the absolute-address mode, it is lbo for elements after the first 128-byte line. Other terms of 0 bytes are omitted.
struct AddressSum {
    std::vector<AddressTerm> terms;
    std::uint32_t linear = 0, address = 0;
    unsigned bit = 0;                          // the first bit of the element in its first byte
    unsigned line = 0;                         // linear / 128
    unsigned phase = 0;                        // the number that is XORed in; it depends on the line
    std::string_view unit = "chunk";           // what the XOR moves; in the mode 128B_32B a "32-byte unit"
    unsigned unit_before = 0, unit_after = 0;  // its number in the line, before and after the XOR
    std::vector<std::string> lines;            // the same as text, as in the example above
};

// Never fails: an element outside the tile is placed as if the tile continued, as in place_in_memory().
AddressSum explanation_of(const SmemLayout& layout, Element element);

}  // namespace tilescope
