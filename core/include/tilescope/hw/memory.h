// core/include/tilescope/hw/memory.h -- how much shared memory and Tensor Memory there is. Facts with their source.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/word/field.h>

#include <cstdint>
#include <string_view>

namespace tilescope {

// Of a multiprocessor, of which the system keeps 1 KiB a CTA. A descriptor's address counts from the beginning of the
// shared window, the system's part included. Each target names its row (archs.h).
struct SmemRow {
    std::uint32_t bytes, usable_bytes;  // usable: by one CTA
    std::string_view source;
    Certainty certainty = Certainty::confirmed;
};
inline constexpr SmemRow kSmem = {228 * 1024, 227 * 1024,
                                  "CUDA C++ Programming Guide 13.0, technical specifications per compute capability; "
                                  "ptxas 13.0.88 (227 KiB of a CTA)",
                                  Certainty::secondary};
inline constexpr SmemRow kSmem120 = {100 * 1024, 99 * 1024,
                                     "CUDA C++ Programming Guide 13.0, technical specifications per compute "
                                     "capability; ptxas 13.0.88 (99 KiB of a CTA)",
                                     Certainty::secondary};
// ptxas 13.5.37 refuses to declare more than 227 KiB here too; what is asked for at the launch it does not see.
inline constexpr SmemRow kSmem107 = {328 * 1024, 327 * 1024,
                                     "CuTe DSL 4.8.1 and triton-lang/triton PR 10936 (327 KiB of a CTA); that the "
                                     "system keeps 1 KiB is taken over from the other targets",
                                     Certainty::secondary};

// Of one CTA. A sub-partition is the part of the lanes that one warp (its number modulo 4) reaches.
struct TmemRow {
    unsigned lanes, columns, cell_bits, warp_lanes;
    unsigned granule;  // columns are given out in multiples of it
    std::string_view source;
    Certainty certainty = Certainty::confirmed;
};
inline constexpr TmemRow kTmem = {128, 512, 32, 32, 32, "PTX ISA 9.1, 9.7.16.1, Tensor Memory addressing"};

// Columns that tcgen05.alloc gives without .exclusive: a power of two. PTX ISA 9.1, 9.7.16.7.
constexpr bool is_allocation(std::uint64_t columns) {
    return columns >= kTmem.granule && columns <= kTmem.columns && (columns & (columns - 1)) == 0;
}

// Columns of sm_107, those beyond kTmem.columns only with .exclusive. CuTe DSL 4.8.1, tmem.py; triton-lang/triton
// PR 10936. The assembler takes any number.
inline constexpr unsigned kTmemColumns107 = 576;

}  // namespace tilescope
