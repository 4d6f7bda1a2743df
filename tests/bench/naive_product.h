// tests/bench/naive_product.h -- the loops that a matrix product is measured against.
// SPDX-License-Identifier: MIT
//
// D += A x B on floats, as everybody writes it first (i, j, k), built with -O3 for the same machine as everything else
// (x86-64: SSE2). Neither g++ 12 nor clang 14 may change the order of its sums, so each product waits for the one
// before. With the inner loop over columns (i, k, j) both work on four columns at once; where g++ sees the sizes it
// makes the first loop into the second itself. The third reads B as n rows of k, as the emulator gets it.
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
