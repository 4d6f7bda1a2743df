// core/src/emulator/matrix_window.h -- one row of D by windows, as the kernels want it.
// SPDX-License-Identifier: MIT
#pragma once

#include "matrix_rows.h"
#include "matrix_side.h"

#include <cstdint>

namespace tilescope {

inline constexpr int kBias = 127;
inline constexpr int kSumSplit = 4;  // u = 16 x high + low
inline constexpr int kLeastGreatest =
    -100;  // below it results come near the subnormal numbers, and C x 2^window too far
inline constexpr int kLeastTop = kLeastGreatest + kNothing;  // greatest exponents of narrow pairs are never so small

// An element of A and the position of B that it meets, as the loops read them.
struct Factor {
    float value, significand;
    std::uint32_t distances;  // the same in all four bytes
    std::int32_t rho;
    std::uint32_t at;  // of the position in a tile of columns
};

// Constants that are read where they are used: g++ 12 otherwise builds each of them anew in a register, again and
// again, and that was a quarter of all instructions.
struct Constants {
    std::int32_t magnitude = 0x7fffffff, infinity = 0x7f800000, below_infinity = 0x7f7fffff;
    std::int32_t never = 30'000;  // a distance: no exponent is that far away
    std::int32_t below_nothing = kNothing - 1, least_field = kBias - 4, most_power = 254;
    std::int32_t low = (1 << kSumSplit) - 1, split = kSumSplit;
    std::int32_t below_big = (1 << 26) - 1;  // of `high`: beyond, it alone has the 24 bits of a result
};

struct WindowRow {
    Constants k;
    const Factor *begin, *end;
    const Side* b;
    int top;  // of A's row
    int window, c_shift;
    int c_least, c_bias;  // biased raw exponent of C's subnormals; 127 + c_shift
    bool half;            // D and C are f16
    std::int32_t keep;    // bits of an f32 result
    RowWords words;
};

// Whether any word is to be redone. Requires of the narrow kernel: all lanes are narrow, and the tops of no pair add to
// less than kLeastTop.
bool narrow_row(const WindowRow& row);
bool wide_row(const WindowRow& row);
bool narrow_row_avx2(const WindowRow& row);
bool wide_row_avx2(const WindowRow& row);

}  // namespace tilescope
