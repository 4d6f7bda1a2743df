// core/include/tilescope/emulator/matrix_product.h -- whole matrices, bit for bit: the words of dot(), but fast.
// SPDX-License-Identifier: MIT
//
// Operands are decoded once. Then the code computes the rows of D with integer vectors over the columns. It checks for
// AVX2 at run time. 128 x 256 x 16 bf16 takes about as long as a plain loop over floats, and four times as long without
// AVX2. A few words need dot(), which takes a hundred times as long: infinities in A or B, fp4 results below the normal
// numbers, rows of more than 128 stored elements. Tests check that all words are equal to those of dot().
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/emulator/dot.h>

#include <cstdint>
#include <memory>
#include <span>

namespace tilescope {

// Words as in DotInput. A is m rows of k (sparse: k / 2 stored elements, in stored order), B n rows of k; D is m x n.
struct MatrixInput {
    unsigned m = 0, n = 0, k = 0;  // k is the logical K of the instruction; for b1 in bits, 32 of them in one word
    std::span<const std::uint32_t> a, b;
    std::span<const std::uint32_t> c;                // m x n; empty: D = A x B
    std::span<const std::uint8_t> scale_a, scale_b;  // m and n rows of factors
    std::span<const std::uint8_t> codes;             // m rows, each with k / group codes of 4 bits
    bool negate_a = false, negate_b = false;
    unsigned c_shift = 0;
};

// Errors: sizes that do not match, a sparse code that has no meaning.
Answer<void> can_multiply(const DotRule& rule, const MatrixInput& input);

enum class Vectors : std::uint8_t { best, portable };  // portable: never uses AVX2; for tests and benchmarks

class MatrixProduct {
public:
    // Copies the data of the spans in `input`. Requires: can_multiply().
    MatrixProduct(const DotRule& rule, const MatrixInput& input, Vectors vectors = Vectors::best);
    ~MatrixProduct();
    MatrixProduct(MatrixProduct&&) noexcept;
    MatrixProduct& operator=(MatrixProduct&&) noexcept;

    // Computes rows first to last - 1 into d[0 .. (last - first) * n). Several threads may call it at the same time.
    void rows(unsigned first, unsigned last, std::span<std::uint32_t> d) const;

private:
    struct Prepared;
    std::unique_ptr<const Prepared> prepared_;
};

}  // namespace tilescope
