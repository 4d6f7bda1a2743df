// core/src/emulator/matrix_window.h -- one row of D by windows, as the kernels want it.
// SPDX-License-Identifier: MIT
#pragma once

#include "matrix_rows.h"
#include "matrix_side.h"

#include <cstddef>
#include <cstdint>

namespace tilescope {

// An element of A and the position of B that it meets, as the loops read them.
struct Factor {
    std::int32_t significand;  // times 2^lift
    std::int32_t sign, rho;
    std::size_t at;  // of the position in a tile of columns
};

// How words of C are taken apart, and where their integers lie.
struct AddendForm {
    std::int32_t fraction_bits, field, fraction, hidden;  // field and fraction: masks
    std::int32_t to_sign;                                 // shift that brings the sign bit to bit 31
    std::int32_t bias;                                    // less the exponent that scale-input-d adds
    std::int32_t up;                                      // shift of the significand
    std::int32_t zero_rho;                                // of a C that is 0 or absent
};

// Terms become integers before the window cuts, and only shifts to the right are left to do: a product of significands
// is lifted so that its lowest bit lies at or below the window's end even where its exponent is the greatest.
//
//     window 25, f16 x f16:    20 fraction bits, lift 5; product 2^27 at most
//     window 25, bf16 x bf16:  14 fraction bits, lift 11
//     window 13, e4m3 x e4m3:  6 fraction bits, lift 7
struct WindowRow {
    const Factor *begin, *end;
    const Side* b;
    std::int32_t window;
    std::int32_t product_base;  // fraction bits of a lifted product below the window's end
    std::int32_t addend_base;   // the same of C
    std::int32_t least;         // the greatest exponent counts as this if it is less
    AddendForm addend;
    bool half;          // D and C are f16
    std::int32_t keep;  // bits of an f32 result
    RowWords words;
};

// Whether any word is to be redone: C is infinite or NaN there.
bool window_row(const WindowRow& row);
bool window_row_avx2(const WindowRow& row);

}  // namespace tilescope
