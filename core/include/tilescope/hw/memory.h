// core/include/tilescope/hw/memory.h -- how much shared memory and Tensor Memory there is. Facts with their source.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/hw/archs.h>
#include <tilescope/word/field.h>

#include <cstdint>
#include <string_view>

namespace tilescope {

// The same on every target of PTX 9.1 that has wgmma or tcgen05: 228 KiB a multiprocessor, of which the system keeps 1
// KiB a CTA. A descriptor's address counts from the beginning of the shared window, the system's part included.
struct SmemRow {
    std::uint32_t bytes, usable_bytes;
    std::string_view source;
    Certainty certainty = Certainty::confirmed;
};
inline constexpr SmemRow kSmem = {228 * 1024, 227 * 1024,
                                  "CUDA C++ Programming Guide 13.0, technical specifications per compute capability",
                                  Certainty::secondary};

// No document that we know gives the size on the target that came with PTX 9.4.
constexpr bool knows_smem_size(const ArchRow& arch) { return arch.since == Edition::v9_1; }

// The first byte that a tile cannot have: the end of shared memory, or of what addresses reach.
constexpr std::uint64_t smem_end(const ArchRow& arch) {
    return knows_smem_size(arch) ? kSmem.bytes : std::uint64_t{1} << arch.address_bits;
}

// Of one CTA. A sub-partition is the part of the lanes that one warp (its number modulo 4) reaches.
struct TmemRow {
    unsigned lanes, columns, cell_bits, warp_lanes;
    std::string_view source;
    Certainty certainty = Certainty::confirmed;
};
inline constexpr TmemRow kTmem = {128, 512, 32, 32, "PTX ISA 9.1, 9.7.16.1, Tensor Memory addressing"};

}  // namespace tilescope
