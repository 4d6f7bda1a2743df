// core/include/tilescope/hw/memory.h -- the sizes of shared memory and of Tensor Memory, with their sources.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/hw/measurements.h>
#include <tilescope/word/field.h>

#include <cstdint>
#include <string_view>

namespace tilescope {

// The shared memory of one multiprocessor. The system reserves 1 KiB of it for each CTA. The address in a descriptor
// counts from the start of the shared window, including the reserved part. Each target names its row (archs.h).
struct SmemRow {
    std::uint32_t bytes, usable_bytes;  // bytes of the multiprocessor; bytes that one CTA can use
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
// ptxas 13.5.37 refuses a declaration of more than 227 KiB for sm_107 too. It does not see the size that a kernel
// launch requests.
inline constexpr SmemRow kSmem107 = {328 * 1024, 327 * 1024,
                                     "CuTe DSL 4.8.1 and triton-lang/triton PR 10936 (327 KiB of a CTA); "
                                     "assumption: the system keeps 1 KiB, as on the other targets",
                                     Certainty::secondary};

// What an MMA does with an address outside the bytes of its CTA: the part of a sentence after "there,". Nothing wraps:
// the sum of start and strides is the address, also past 2^18.
struct SmemOutside {
    std::string_view below, past, source;
    Certainty certainty;
};
inline constexpr SmemOutside kOutsideWgmma = {
    "the hardware reads 0 (measured on an H100)",
    "the kernel ends with error 700, an illegal address (measured on an H100)",
    "no document; measured with two sizes of the allocation", measured("layout")};
inline constexpr SmemOutside kOutsideTcgen05 = {
    "it is not known what the GPU reads (wgmma on an H100 reads 0)",
    "it is not known what the GPU does (wgmma on an H100 ends the kernel with error 700)",
    "no document; wgmma was measured on an H100", Certainty::unknown};

// Layouts place chunks of 16 bytes. A swizzle permutes the chunks of a line of 128 bytes.
// Source: PTX ISA 9.1, 9.7.16.3 and 5.5.7.
inline constexpr std::uint32_t kChunkBytes = 16, kLineBytes = 128;

// The greatest stride that every edition can store (14 bits in units of 16 bytes; lbo has 15 bits on sm_107), and the
// greatest address in a descriptor (15 bits, on sm_107). Source: PTX ISA 9.1, Table 40; PTX ISA 9.4, the same table.
inline constexpr std::uint32_t kMostStrideBytes = 0x3fff * 16, kMostSmemAddress = 0x7fff * 16 + 15;

// The Tensor Memory of one CTA: `lanes` x `columns` cells. A sub-partition has `warp_lanes` lanes. Warp w can access
// only sub-partition w % 4.
struct TmemRow {
    unsigned lanes, columns, cell_bits, warp_lanes;
    unsigned granule;  // columns are allocated in multiples of this number
    std::string_view source;
    Certainty certainty = Certainty::confirmed;
};
inline constexpr TmemRow kTmem = {128, 512, 32, 32, 32, "PTX ISA 9.1, 9.7.16.1, Tensor Memory addressing"};

// Some layouts use half of the lanes of a sub-partition. A cell has four bytes: four scale factors, or eight metadata
// codes. Source: PTX ISA 9.1, 9.7.16.10.5, 9.7.16.10.7 and 9.7.16.10.8.
inline constexpr unsigned kHalfLanes = kTmem.warp_lanes / 2;
inline constexpr unsigned kFactorBits = 8, kFactorsPerCell = kTmem.cell_bits / kFactorBits;
inline constexpr unsigned kCodeBits = 4, kCodesPerCell = kTmem.cell_bits / kCodeBits;

// Returns whether tcgen05.alloc accepts this number of columns without .exclusive: a power of two from 32 to 512.
// Source: PTX ISA 9.1, 9.7.16.7.
constexpr bool is_allocation(std::uint64_t columns) {
    return columns >= kTmem.granule && columns <= kTmem.columns && (columns & (columns - 1)) == 0;
}

// The columns of sm_107. Columns above kTmem.columns need .exclusive. The assembler accepts any number.
// Source: CuTe DSL 4.8.1, tmem.py; triton-lang/triton PR 10936.
inline constexpr unsigned kTmemColumns107 = 576;

}  // namespace tilescope
