// core/include/tilescope/emulator/exact.h -- the exact result: A x B + C, rounded only once, at the end.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/emulator/matrix_product.h>

#include <cstdint>
#include <memory>
#include <span>

namespace tilescope {

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
// equal words and between +0 and -0. NaN and infinities are kFar from every other word.
inline constexpr std::int64_t kFar = std::int64_t{1} << 40;
std::int64_t ulp_distance(const DotRule& rule, std::uint32_t word, std::uint32_t expected);

}  // namespace tilescope
