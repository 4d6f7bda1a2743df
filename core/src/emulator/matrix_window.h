// core/src/emulator/matrix_window.h -- the input of the window kernels for one row of D.
// SPDX-License-Identifier: MIT
#pragma once

#include "matrix_rows.h"
#include "matrix_side.h"

#include <cstddef>
#include <cstdint>

namespace tilescope {

// One element of A, and the position of B that it is multiplied with.
struct Factor {
    std::int32_t significand;  // times 2^lift
    std::int32_t sign, rho;
    std::size_t at;  // index of the position in a tile of columns
};

// The parameters that decode the words of C to integers.
struct AddendForm {
    std::int32_t fraction_bits, field, fraction, hidden;  // field and fraction: masks
    std::int32_t to_sign;                                 // shift that moves the sign bit to bit 31
    std::int32_t bias;                                    // bias of the format plus the shift of scale-input-d
    std::int32_t up;                                      // left shift of the significand
    std::int32_t zero_rho;                                // rho of a C that is 0 or absent
};

// All terms become integers before the window truncates them. After that the kernels only shift to the right. For this,
// a product of significands is shifted left by `lift`. Then its lowest bit is at or below the end of the window, even
// if its exponent is the greatest.
//
//     window 25, f16 x f16:    20 fraction bits, lift 5; product 2^27 at most
//     window 25, bf16 x bf16:  14 fraction bits, lift 11
//     window 13, e4m3 x e4m3:  6 fraction bits, lift 7
struct WindowRow {
    const Factor *begin, *end;
    const Side* b;
    std::int32_t window;
    std::int32_t product_base;  // fraction bits of a lifted product minus the window
    std::int32_t addend_base;   // the same for C
    std::int32_t least;         // lower limit of the greatest exponent
    AddendForm addend;
    bool half;          // D and C are f16
    std::int32_t keep;  // mask of the bits of an f32 result that are kept
    RowWords words;
};

// Return true if any word needs dot(), because its C is infinite or NaN.
bool window_row(const WindowRow& row);
bool window_row_avx2(const WindowRow& row);

}  // namespace tilescope
