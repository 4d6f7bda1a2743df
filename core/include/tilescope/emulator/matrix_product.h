// core/include/tilescope/emulator/matrix_product.h -- whole matrices, bit for bit: equal to dot() by test, but fast.
// SPDX-License-Identifier: MIT
//
// Operands are decoded once; then rows of D are worked on as vectors over the columns, in integers alone. Where the
// machine has AVX2 that is found out at run time. 128 x 256 x 16 bf16 takes about as long as a plain loop over floats,
// four times as long without AVX2; a word that dot() has to tell takes a hundred times as long, and is rare: infinities
// in A or B, fp4 results below the normal numbers, rows of more than 128 stored elements.
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/emulator/dot.h>

#include <cstdint>
#include <memory>
#include <span>

namespace tilescope {

// Words as in DotInput. A is m rows of k (sparse: k / 2 stored elements, in stored order), B n rows of k; D is m x n.
struct MatrixInput {
    unsigned m = 0, n = 0, k = 0;  // k as the instruction counts it: logical; of b1 bits, 32 in a word
    std::span<const std::uint32_t> a, b;
    std::span<const std::uint32_t> c;                // m x n; empty: D = A x B
    std::span<const std::uint8_t> scale_a, scale_b;  // m and n rows of factors
    std::span<const std::uint8_t> codes;             // m rows of k / group codes of four bits
    bool negate_a = false, negate_b = false;
    unsigned c_shift = 0;
};

// Refused where something does not fit: sizes, a sparse code without meaning.
Answer<void> can_multiply(const DotRule& rule, const MatrixInput& input);

enum class Vectors : std::uint8_t { best, portable };  // portable: as if there were no AVX2, for tests and benchmarks

class MatrixProduct {
public:
    // Keeps no reference to the spans of `input`. Requires: can_multiply().
    MatrixProduct(const DotRule& rule, const MatrixInput& input, Vectors vectors = Vectors::best);
    ~MatrixProduct();
    MatrixProduct(MatrixProduct&&) noexcept;
    MatrixProduct& operator=(MatrixProduct&&) noexcept;

    // Rows first to last - 1 into d[0 .. (last - first) * n). Several threads may ask for rows at the same time.
    void rows(unsigned first, unsigned last, std::span<std::uint32_t> d) const;

private:
    struct Prepared;
    std::unique_ptr<const Prepared> prepared_;
};

}  // namespace tilescope
