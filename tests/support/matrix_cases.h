// tests/support/matrix_cases.h -- matrices of any form with the words that go wrong first.
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
    bits,        // uniform words
    small,       // a few binades around 1
    special,     // NaN, infinities, zeros, the greatest numbers among small ones
    tiny,        // exponent fields 0 and 1, and around where results become subnormal
    cancelling,  // few magnitudes, either sign
    great,       // exponent fields near the end
    near_c,      // small, and C a window away from the products
    zeros,       // one in eight is not zero; C of any size
    full,        // the same sign and nearly the greatest fraction everywhere: sums as great as they get
    lopsided,    // A far below 1, B as far above, many zeros
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
MatrixCase random_case(const DotForm& form, Flavour flavour, Random& random);  // small, of any size

// Every unit, kind, pair of types, type of D, kind of factors; dense and sparse.
std::vector<DotForm> all_forms();
std::string text_of(const DotForm& form);

// One element as dot() wants it, gathered without any code of the matrix product.
class Element {
public:
    Element(const MatrixCase& given, unsigned i, unsigned j);
    const DotInput& input() const { return input_; }

private:
    std::vector<std::uint32_t> a_;
    DotInput input_;
};

// Empty, or the first word of a MatrixProduct, with or without AVX2, that is not that of dot().
std::string difference_to_dot(const MatrixCase& given);

}  // namespace tilescope::test
