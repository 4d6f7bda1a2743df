// core/include/tilescope/emulator/copy.h -- tcgen05.cp: rows of a K-major tile from shared memory to Tensor Memory.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/emulator/memory.h>
#include <tilescope/emulator/operand_reader.h>
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
    std::size_t outside = 0, unwritten = 0;  // bytes read past the end, or that nobody wrote
    std::size_t dropped = 0;                 // cells past the last column or lane
};
// Bytes through the descriptor as 8-bit elements of a K-major tile of shape rows x shape bytes.
CopyReport copy_to_tmem(const SmemImage& smem, const TmemCopy& copy, TmemImage& tmem);

// Scale factors as kernels bring them: a tile of atoms in shared memory (512 bytes for 128 rows x 4 factors), then one
// tcgen05.cp.32x128b.warpx4 an atom. `factors` is rows x factors bytes. Refused as scale_copies() refuses.
Answer<CopyReport> bring_factors(SmemImage& smem, TmemImage& tmem, const ScaleMemory& tile,
                                 std::span<const std::uint32_t> factors, std::uint64_t start, unsigned base_column,
                                 const Format& descriptor_format);

}  // namespace tilescope
