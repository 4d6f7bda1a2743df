// core/include/tilescope/hw/measurements.h -- what was measured on a GPU: one row for each set of vectors.
// SPDX-License-Identifier: MIT
//
// A fact that a GPU settled refers to its row: `.certainty = measured("layout")`. An unknown id is a compile error. The
// programs that measured share no code with tilescope, except those of the row "experiments".
#pragma once

#include <tilescope/word/certainty.h>

#include <span>
#include <string_view>

namespace tilescope {

inline constexpr MeasuredGpu kH100 = {"NVIDIA H100 80GB HBM3", "9.0", "580.159.04", "2026-11-26"};

// clang-format off
inline constexpr Measurement kMeasurements[] = {
    {"layout", &kH100, "h100_layout.csv.gz",
     "Shared memory had numbers that tell the place of each byte; a wgmma with a one-hot other operand copied the elements that it read into D. 27,376 descriptors were measured."},
    {"fragments", &kH100, "h100_fragments.csv.gz",
     "One element of A in one register of one thread was 1 and all others were 0, and D told its row and column. For D, each element had a number of its own, and all registers of all threads were stored."},
    {"sparse-meta", &kH100, "h100_sparse_meta.csv",
     "All metadata codes were equal; then one code of one thread was changed, and D told the row and the group that changed. This was done for each of the 128 threads and each of its 8 codes."},
    {"sparse-codes", &kH100, "h100_sparse_codes.csv",
     "All threads had the same metadata code, for each of the 16 values, and D told which logical elements each stored element met."},
    {"dots", &kH100, "h100_dots.csv.gz",
     "Each wgmma gave 512 single dot products, kept bit for bit. 2,023,424 were compared with one rule of addition, and all agreed."},
    {"banks", &kH100, "h100_banks.csv.gz",
     "One warp made each access many times; the slope of the cycles over the number of accesses gave the number of wavefronts. 3,742 access patterns were timed."},
    {"tma-place", &kH100, "h100_tma_place.csv.gz",
     "Boxes of a buffer whose bytes tell their place were copied by TMA into poisoned shared memory, which was then read back."},
    {"tma-values", &kH100, "h100_tma_values.csv.gz",
     "Words were loaded by TMA with each data type, and their bits before and after were compared."},
    {"tma-accept", &kH100, "h100_tma_accept.csv.gz",
     "cuTensorMapEncodeTiled of one driver was called with parameters around valid ones and with random mixes: its verdict, and the 128 bytes of each map that it accepted."},
    {"experiments", &kH100, "tests/hardware/h100/exp.json",
     "tilescope experiments run: each answer predicts every word of D, and one answer agreed in every word."},
};
// clang-format on

constexpr const Measurement* find_measurement(std::string_view id) {
    for (const Measurement& m : kMeasurements)
        if (m.id == id) return &m;
    return nullptr;
}

// The certainty of a fact that this row settles.
consteval Certainty measured(std::string_view id) {
    const Measurement* m = find_measurement(id);
    if (!m) throw "there is no such measurement";
    return Certainty(*m);
}

}  // namespace tilescope
