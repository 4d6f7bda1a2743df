// core/include/tilescope/emulator/copy.h -- tcgen05.cp: rows of a K-major tile from shared memory to Tensor Memory.
// SPDX-License-Identifier: MIT
//
// The descriptor's layout is read as 8-bit elements, rows of 16 or 32 bytes; four bytes are a cell, the first the low
// one. 32x128b.warpx4 from an unswizzled tile at 0x8400 (SBO 128) to column 12:
//
//     row 9 = bytes 0x8400 + 128 + 16 .. + 31      lanes 9, 41, 73 and 105, columns 12 to 15
//
// Source: tmem_access.h (lanes, decompression), scale_layout.h (the copies of scale factors).
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/emulator/memory.h>
#include <tilescope/layout/scale_layout.h>
#include <tilescope/layout/tmem_access.h>
#include <tilescope/word/field.h>

#include <cstdint>
#include <span>

namespace tilescope {

struct TmemCopy {
    const CopyShapeRow* shape = &kCopyShapes[0];
    const CopyFormatRow* format = nullptr;      // decompression on the way; null: as it is
    const Format* descriptor_format = nullptr;  // smem
    std::uint64_t descriptor = 0;
    std::uint32_t to = 0;  // lane << 16 | column
    CopyReading reading = CopyReading::spaced;
};
struct CopyReport {
    std::size_t outside = 0, unwritten = 0;  // bytes past the end, or that nobody wrote and that are copied as such
    std::size_t dropped = 0;                 // cells past the last column or lane
    friend bool operator==(const CopyReport&, const CopyReport&) = default;
};
// Decompression reads each 16 bytes of a row as 16 small elements and leaves padding alone. Bits of a byte that its
// element does not have become 0. Requires: the descriptor has places (places_elements()).
CopyReport copy_to_tmem(const SmemImage& smem, const TmemCopy& copy, TmemImage& tmem);

// Scale factors as kernels bring them: a tile of atoms in shared memory (512 bytes for 128 rows x 4 factors), then one
// tcgen05.cp.32x128b.warpx4 an atom. What the padding of a tile holds is not written.
struct FactorTransport {
    ScaleMemory tile;                        // one batch
    std::span<const std::uint32_t> factors;  // rows x factors bytes
    std::uint64_t start = 0;                 // of the tile in shared memory
    unsigned base_column = 0;
    const Format* descriptor_format = nullptr;  // smem; null: that of PTX 9.1
};
// Refused as scale_copies() refuses, and where the number of factors is not that of the tile.
Answer<CopyReport> bring_factors(SmemImage& smem, TmemImage& tmem, const FactorTransport& transport);

}  // namespace tilescope
