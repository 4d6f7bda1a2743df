// core/src/emulator/matrix_input.h -- a product's words, kept, and one element of them as dot() wants it.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/emulator/matrix_product.h>

#include <cstdint>
#include <span>
#include <vector>

namespace tilescope {

// Entries of a row, and blocks with a factor in it.
std::size_t entries_of_a(const DotRule& rule, const MatrixInput& input);
std::size_t entries_of_b(const DotRule& rule, const MatrixInput& input);
std::size_t blocks_of(const DotRule& rule, const MatrixInput& input);

struct OwnedInput {
    OwnedInput(const DotRule& own_rule, const MatrixInput& input);

    // A row of A as dot() wants it: an entry for each logical position.
    std::vector<std::uint32_t> row_of_a(unsigned i) const;
    struct At {
        std::span<const std::uint32_t> a;  // row_of_a(i), which has to outlive the result
        unsigned i, j;
    };
    DotInput element(const At& at) const;

    DotRule rule;
    unsigned m, n, k;
    std::size_t stored, entries, blocks, groups;
    std::vector<std::uint32_t> a, b, c;
    std::vector<std::uint8_t> scale_a, scale_b, codes;
    bool negate_a, negate_b;
    unsigned c_shift;
};

}  // namespace tilescope
