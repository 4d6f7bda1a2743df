// tests/support/matrix_cases.h -- random matrices of any form, with the words that most often reveal errors.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/emulator/matrix_product.h>

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::test {

using Random = std::mt19937;

enum class Flavour {
    bits,        // uniformly random words
    small,       // a few binades around 1
    special,     // small, and among them NaN, infinities, zeros and the greatest numbers
    tiny,        // exponent fields 0 and 1, and values whose results are near the subnormal numbers
    cancelling,  // few magnitudes, both signs
    great,       // exponent fields near the maximum
    near_c,      // small, and C is about one summation window away from the products
    zeros,       // seven of eight elements are zero; C has any magnitude
    full,        // the same sign and the greatest fraction everywhere, so the sums are as great as possible
    lopsided,    // A is far below 1, B is as far above 1; many zeros
};
inline constexpr Flavour kFlavours[] = {Flavour::bits,       Flavour::small,   Flavour::special, Flavour::tiny,
                                        Flavour::cancelling, Flavour::great,   Flavour::near_c,  Flavour::zeros,
                                        Flavour::full,       Flavour::lopsided};
std::string_view name_of(Flavour flavour);

struct MatrixCase {
    DotRule rule;
    unsigned m = 0, n = 0, k = 0;
    std::vector<std::uint32_t> a, b, c;
    std::vector<std::uint8_t> scale_a, scale_b, codes;
    bool negate_a = false, negate_b = false;
    unsigned c_shift = 0;

    MatrixInput input() const;
};
struct CaseSize {
    DotForm form;
    unsigned m, n, k;
};
MatrixCase random_case(const CaseSize& size, Flavour flavour, Random& random);
MatrixCase random_case(const DotForm& form, Flavour flavour, Random& random);  // a small matrix of random size

// Returns all forms: each unit, kind, pair of types, type of D and type of scale factors; dense and sparse.
std::vector<DotForm> all_forms();
std::string text_of(const DotForm& form);

// The rule and the input of dot() for one element of D. They are collected without any code of MatrixProduct. A row
// with a code that is not legal is dense: its stored elements, and the words of B that they meet.
class Element {
public:
    Element(const MatrixCase& given, unsigned i, unsigned j);
    const DotRule& rule() const { return rule_; }
    const DotInput& input() const { return input_; }

private:
    DotRule rule_;
    std::vector<std::uint32_t> a_, b_;
    DotInput input_;
};

// Compares MatrixProduct, with and without AVX2, with dot(). Returns the first difference, or an empty text.
std::string difference_to_dot(const MatrixCase& given);

}  // namespace tilescope::test
