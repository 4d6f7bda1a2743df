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
    zeros,       // one in eight is not zero; whole rows and columns are
};
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

}  // namespace tilescope::test
