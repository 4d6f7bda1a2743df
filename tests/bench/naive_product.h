// tests/bench/naive_product.h -- the loops that a matrix product is measured against.
// SPDX-License-Identifier: MIT
//
// D += A x B on floats, as everybody writes it first, built with -O3 for the same machine as everything else (x86-64:
// SSE2). g++ 12 changes the order of the first loop itself (-floop-interchange) and then works on four columns at once,
// so it is about as fast as the second one. clang 14 does not. The third reads B as n rows of k, as the emulator gets
// it; its sums are chains that no compiler may reorder.
#pragma once

#include <cstddef>

namespace tilescope::bench {

struct Naive {
    std::size_t m, n, k;
    const float *a, *b;
    float* d;
};
void naive_ijk(const Naive& product);   // B is k rows of n
void naive_ikj(const Naive& product);   // B is k rows of n
void naive_rows(const Naive& product);  // B is n rows of k

}  // namespace tilescope::bench
