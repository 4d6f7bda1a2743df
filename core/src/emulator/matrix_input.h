// core/src/emulator/matrix_input.h -- a copy of the words of a product, and the input of dot() for one element.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/emulator/matrix_product.h>

#include <cstdint>
#include <span>
#include <vector>

namespace tilescope {

// Return the number of stored entries in a row of A or B, and the number of scale blocks in a row.
std::size_t entries_of_a(const DotRule& rule, const MatrixInput& input);
std::size_t entries_of_b(const DotRule& rule, const MatrixInput& input);
std::size_t blocks_of(const DotRule& rule, const MatrixInput& input);

// Returns the rule without sparsity.
inline DotRule dense(DotRule rule) {
    rule.grain = nullptr;
    return rule;
}

// A MatrixInput that owns its words.
struct OwnedInput {
    OwnedInput(const DotRule& dot_rule, const MatrixInput& input);

    // Returns a row of A in the form that dot() needs: one entry for each logical position. Requires: its codes are
    // legal.
    std::vector<std::uint32_t> row_of_a(unsigned i) const;
    struct At {
        std::span<const std::uint32_t> a;  // row_of_a(i); must outlive the result
        unsigned i, j;
    };
    // Returns the input of dot() for the element (i, j) of D.
    DotInput element(const At& at) const;

    // A row with any codes is a dense product: its stored elements times the words of B that they meet.
    bool has_legal_codes(unsigned i) const;
    std::vector<std::uint32_t> words_met(unsigned i, unsigned j) const;
    // The element as input of dot() with a dense rule. `at.a` is words_met(i, j).
    DotInput stored_element(const At& at) const;

    DotRule rule;
    unsigned m, n, k;
    std::size_t stored, entries, blocks, groups;
    std::vector<std::uint32_t> a, b, c;
    std::vector<std::uint8_t> scale_a, scale_b, codes;
    bool negate_a, negate_b;
    unsigned c_shift;
};

}  // namespace tilescope
