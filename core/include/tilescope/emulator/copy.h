// core/include/tilescope/emulator/copy.h -- tcgen05.cp: copies rows of a K-major tile to Tensor Memory.
// SPDX-License-Identifier: MIT
//
// The copy reads 8-bit elements through the layout of the descriptor. A row has 16 or 32 bytes. Four bytes form one
// cell, the first byte is the low byte. Example: 32x128b.warpx4 from an unswizzled tile at 0x8400 (SBO 128) to
// column 12:
//
//     row 9 = bytes 0x8400 + 128 + 16 .. + 31      lanes 9, 41, 73 and 105, columns 12 to 15
//
// Source: tmem_access.h (lanes, decompression), scale_layout.h (the copies that load scale factors).
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
    const CopyFormatRow* format = nullptr;      // decompression during the copy; null: none
    const Format* descriptor_format = nullptr;  // an smem format
    std::uint64_t descriptor = 0;
    std::uint32_t to = 0;  // the target address: lane << 16 | column
    CopyReading reading = CopyReading::spaced;
};
struct CopyReport {
    std::size_t outside = 0;    // source bytes past the end of shared memory
    std::size_t unwritten = 0;  // source bytes that were never written; their target bits become unwritten too
    std::size_t dropped = 0;    // target cells past the last column or lane
    friend bool operator==(const CopyReport&, const CopyReport&) = default;
};
// Runs one tcgen05.cp. With decompression, each group of 16 bytes of a row holds 16 small elements; the padding of the
// group is not read. The bits of a target byte that its element does not use become 0.
// Requires: places_elements() accepts the descriptor.
CopyReport copy_to_tmem(const SmemImage& smem, const TmemCopy& copy, TmemImage& tmem);

// Loads scale factors as kernels do: first a tile of atoms in shared memory (512 bytes for 128 rows x 4 factors), then
// one tcgen05.cp.32x128b.warpx4 for each atom. The padding of the tile stays unwritten.
struct FactorTransport {
    ScaleMemory tile;                        // one batch
    std::span<const std::uint32_t> factors;  // rows x factors bytes, one byte in each entry
    std::uint64_t start = 0;                 // byte address of the tile in shared memory
    unsigned base_column = 0;
    const Format* descriptor_format = nullptr;  // an smem format; null: the format of PTX 9.1
};
// Errors: those of scale_copies(), and a number of factors that does not match the tile.
Answer<CopyReport> bring_factors(SmemImage& smem, TmemImage& tmem, const FactorTransport& transport);

}  // namespace tilescope
