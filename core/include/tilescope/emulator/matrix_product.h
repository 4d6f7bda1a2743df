// core/include/tilescope/emulator/matrix_product.h -- whole matrices: the words of dot(), but fast; the exact result.
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
#include <string_view>

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

// ---- the exact result: A x B + C, rounded only once, at the end ----

// The exact sum, rounded once to nearest even, as a word of D's type. Integers are wrapped or clamped as in the
// instruction. Special values follow the hardware, so a difference between both results is always a rounding
// difference.
struct ExactWord {
    std::uint32_t word = 0;
    bool exact = true;  // the final rounding lost nothing
};

// The operands of an exact product, decoded once.
//
//   const ExactProduct product(rule, input);
//   std::vector<ExactWord> d(input.m * input.n);
//   product.rows(0, input.m, d);
class ExactProduct {
public:
    // Copies the data of the spans in `input`. Requires: can_multiply(rule, input).
    ExactProduct(const DotRule& rule, const MatrixInput& input);
    ~ExactProduct();
    ExactProduct(ExactProduct&&) noexcept;
    ExactProduct& operator=(ExactProduct&&) noexcept;

    // Computes rows first to last - 1 into out[0 .. (last - first) * n). Several threads may call it at the same time.
    void rows(unsigned first, unsigned last, std::span<ExactWord> out) const;

private:
    struct Prepared;
    std::unique_ptr<const Prepared> prepared_;
};

// Returns the distance of `word` from `expected` in units in the last place (ULP), with sign. The distance is 0 for
// equal words and between +0 and -0. NaN and infinities are kFar from every other word. A null format is s32.
inline constexpr std::int64_t kFar = std::int64_t{1} << 40;
std::int64_t ulp_distance(const FloatFormat* format, std::uint32_t word, std::uint32_t expected);
// What follows such a number in a sentence: " ULP", or nothing after a difference of integers.
std::string_view last_place(std::string_view d_type);

}  // namespace tilescope
