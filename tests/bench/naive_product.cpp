// tests/bench/naive_product.cpp -- the naive loops that are the baseline of a matrix product.
// SPDX-License-Identifier: MIT
#include "tests/bench/naive_product.h"

namespace tilescope::bench {

void naive_ijk(const Naive& p) {
    const auto [m, n, k, a, b, d] = p;
    for (std::size_t i = 0; i < m; ++i)
        for (std::size_t j = 0; j < n; ++j)
            for (std::size_t l = 0; l < k; ++l) d[i * n + j] += a[i * k + l] * b[l * n + j];
}

void naive_ikj(const Naive& p) {
    const auto [m, n, k, a, b, d] = p;
    for (std::size_t i = 0; i < m; ++i)
        for (std::size_t l = 0; l < k; ++l)
            for (std::size_t j = 0; j < n; ++j) d[i * n + j] += a[i * k + l] * b[l * n + j];
}

void naive_rows(const Naive& p) {
    const auto [m, n, k, a, b, d] = p;
    for (std::size_t i = 0; i < m; ++i)
        for (std::size_t j = 0; j < n; ++j)
            for (std::size_t l = 0; l < k; ++l) d[i * n + j] += a[i * k + l] * b[j * k + l];
}

}  // namespace tilescope::bench
