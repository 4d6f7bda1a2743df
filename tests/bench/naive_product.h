// tests/bench/naive_product.h -- the naive loops that are the baseline of a matrix product.
// SPDX-License-Identifier: MIT
//
// The loops compute D += A x B on floats. They are built with -O3 for the same machine as everything else (x86-64:
// SSE2). The first loop is the usual one (i, j, k). g++ 12 and clang 14 must not change the order of its sums, so each
// product waits for the previous one. The second loop has the columns inside (i, k, j), and both compilers compute four
// columns at once. If g++ knows the sizes, it changes the first loop into the second. The third loop reads B as n rows
// of k, as the emulator does.
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
