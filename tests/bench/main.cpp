// tests/bench/main.cpp -- runs every benchmark of this folder.
// SPDX-License-Identifier: MIT
#include <benchmark/benchmark.h>

BENCHMARK_MAIN();
