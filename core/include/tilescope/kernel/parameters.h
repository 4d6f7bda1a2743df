// core/include/tilescope/kernel/parameters.h -- the parameter block of the kernels that run one MMA on a GPU.
// SPDX-License-Identifier: MIT
//
// Each number of an instruction is in this block, at a fixed place. Only the qualifiers are in the text of the kernel.
// So one compiled kernel serves all descriptors and addresses. All values are little-endian.
//
//     put(block, Param::a_desc, 0x4000404000010040)        bytes 32 to 39
//     get(block, Param::a_desc) == 0x4000404000010040
//
// Pointers (`buffer`) are addresses in the memory of the GPU. Only the worker knows them and writes them.
#pragma once

#include <tilescope/hw/operand.h>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace tilescope {

enum class Param : std::uint8_t {
    image,
    cells_in,
    cells_out,
    status,
    a_desc,
    b_desc,
    zcm,
    origin,
    image_offset,
    image_bytes,
    smem_bytes,
    idesc,
    tmem_d,
    tmem_a,
    tmem_sfa,
    tmem_sfb,
    tmem_meta,
    enable_d,
    columns,
    timeout_ns,
    relocate,
    lane_mask,
};

struct ParamRow {
    Param param;
    std::string_view id;
    unsigned offset, bytes;
    bool buffer;  // a pointer to GPU memory
    std::string_view meaning;
};

// clang-format off
inline constexpr ParamRow kParams[] = {
    {Param::image,        "image",        0,   8,  true,  "bytes for shared memory: image_bytes for each CTA, one CTA after the other"},
    {Param::cells_in,     "cells_in",     8,   8,  true,  "tcgen05: Tensor Memory before the MMA, cell (cta, lane, column) at ((cta * 128 + lane) * columns + column) * 4. wgmma: the registers of each thread (see thread_words())"},
    {Param::cells_out,    "cells_out",    16,  8,  true,  "the same after the MMA; wgmma: only the registers of D"},
    {Param::status,       "status",       24,  8,  true,  "16 words for each CTA, see kStatusWords"},
    {Param::a_desc,       "a_desc",       32,  8,  false, "descriptor of A"},
    {Param::b_desc,       "b_desc",       40,  8,  false, "descriptor of B"},
    {Param::zcm,          "zcm",          48,  8,  false, "zero-column mask"},
    {Param::origin,       "origin",       56,  4,  false, "the address that the session has for the first byte of dynamic shared memory"},
    {Param::image_offset, "image_offset", 60,  4,  false, "where the image begins in dynamic shared memory; a multiple of 16"},
    {Param::image_bytes,  "image_bytes",  64,  4,  false, "a multiple of 16"},
    {Param::smem_bytes,   "smem_bytes",   68,  4,  false, "bytes of dynamic shared memory that are filled with 0xff first; a multiple of 16. The control block follows them"},
    {Param::idesc,        "idesc",        72,  4,  false, "instruction descriptor; wgmma has none"},
    {Param::tmem_d,       "tmem_d",       76,  4,  false, "Tensor Memory addresses: lane << 16 | column, from the start of the allocation"},
    {Param::tmem_a,       "tmem_a",       80,  4,  false, "A"},
    {Param::tmem_sfa,     "tmem_sfa",     84,  4,  false, "scale factors of A"},
    {Param::tmem_sfb,     "tmem_sfb",     88,  4,  false, "scale factors of B"},
    {Param::tmem_meta,    "tmem_meta",    92,  4,  false, "sparsity metadata"},
    {Param::enable_d,     "enable_d",     96,  4,  false, "0: D = A x B. Else D = A x B + D"},
    {Param::columns,      "columns",      100, 4,  false, "allocated columns of Tensor Memory: a power of two from 32 to 512"},
    {Param::timeout_ns,   "timeout_ns",   104, 4,  false, "the longest wait for the MMA on the GPU"},
    {Param::relocate,     "relocate",     108, 4,  false, "a set of the kRelocate bits"},
    {Param::lane_mask,    "lane_mask",    112, 32, false, "eight words: the output lanes that are not written"},
};
// clang-format on
inline constexpr std::size_t kParamBytes = 144;
using ParamBlock = std::array<std::uint8_t, kParamBytes>;
using BlockBytes = std::span<const std::uint8_t, kParamBytes>;

inline constexpr unsigned kParamWordBytes = 4, kMostParamBytes = 8;

// Returns whether row i describes the Param with the number i, and whether the rows are in order, aligned, without
// overlap and inside the block. A kernel reads values of 4 and 8 bytes, which must be aligned to their size.
consteval bool params_fit() {
    unsigned end = 0, i = 0;
    for (const ParamRow& row : kParams) {
        if (row.param != static_cast<Param>(i++)) return false;
        const unsigned unit = row.bytes == kMostParamBytes ? kMostParamBytes : kParamWordBytes;
        if (row.bytes == 0 || row.bytes % unit != 0 || row.offset % unit != 0 || row.offset < end) return false;
        if (row.buffer && row.bytes != kMostParamBytes) return false;
        end = row.offset + row.bytes;
    }
    return end <= kParamBytes && i == static_cast<unsigned>(Param::lane_mask) + 1;
}
static_assert(params_fit(), "the rows of kParams are in the order of Param, aligned, and do not overlap");

constexpr const ParamRow& row_of(Param param) { return kParams[static_cast<std::size_t>(param)]; }

// Descriptors count from `origin`. The kernel adds the distance between the real address of dynamic shared memory and
// `origin` to the fields of this set. That distance is 0 on every GPU whose CTA has 1 KiB of reserved shared memory, if
// `origin` is 0x400. Then the instruction gets exactly the words of the session.
inline constexpr std::uint32_t kRelocateA = 1, kRelocateB = 2;            // the field start
inline constexpr std::uint32_t kRelocateLboOfA = 4, kRelocateLboOfB = 8;  // the field lbo, if it is an address

// A field of a descriptor that has an address, and the bit that makes the kernel move it.
struct MovedField {
    std::uint32_t bit;
    Operand operand;
    std::string_view field;
};
inline constexpr MovedField kMovedFields[] = {{kRelocateA, Operand::a, "start"},
                                              {kRelocateB, Operand::b, "start"},
                                              {kRelocateLboOfA, Operand::a, "lbo"},
                                              {kRelocateLboOfB, Operand::b, "lbo"}};
inline constexpr std::uint32_t kReservedSmem = 1024;  // see SmemRow

// The bytes of one value. A row that is longer than a value is a list of words.
struct ParamPlace {
    unsigned offset, bytes;
};
inline ParamPlace place_of(Param param, unsigned index) {
    const ParamRow& row = row_of(param);
    const unsigned bytes = row.bytes <= kMostParamBytes ? row.bytes : kParamWordBytes;
    assert((index + 1) * bytes <= row.bytes && "the value is in the row");
    return {row.offset + index * bytes, bytes};
}

// Reads and writes a value of at most 8 bytes; `index` counts the words of lane_mask.
inline std::uint64_t get(BlockBytes block, Param param, unsigned index = 0) {
    const ParamPlace place = place_of(param, index);
    std::uint64_t value = 0;
    for (unsigned i = 0; i < place.bytes; ++i) value |= std::uint64_t{block[place.offset + i]} << i * 8;
    return value;
}
inline void put(ParamBlock& block, Param param, std::uint64_t value, unsigned index = 0) {
    const ParamPlace place = place_of(param, index);
    assert((place.bytes == kMostParamBytes || value >> place.bytes * 8 == 0) && "the value fits");
    for (unsigned i = 0; i < place.bytes; ++i) block[place.offset + i] = static_cast<std::uint8_t>(value >> i * 8);
}

// The status block of one CTA: 32-bit words that the kernel writes while it runs. The memory is visible to the host, so
// the last phase is known even if the kernel never ends.
enum class Status : std::uint8_t {
    phase,       // kPhases
    waited,      // 0: not yet; 1: the MMA is complete; 2: the wait ended by timeout_ns
    smem_base,   // the address of dynamic shared memory
    tmem_base,   // the address of the allocation
    clocks,      // two words: cycles from the MMA to the end of the wait
    a_desc = 8,  // two words: the descriptor of A that the instruction got
    b_desc = 10,
};
inline constexpr std::size_t kStatusWords = 16, kStatusBytes = kStatusWords * 4;
inline constexpr std::uint32_t kWaitComplete = 1, kWaitTimedOut = 2;

// The phases of a launch, in order. `id` is in reports; the sentence completes "The last phase was: ...".
struct PhaseRow {
    std::uint32_t phase;
    std::string_view id, sentence;
};
inline constexpr PhaseRow kPhases[] = {{0, "not_started", "the kernel did not start"},
                                       {1, "started", "the kernel started"},
                                       {2, "memory_ready", "shared memory and Tensor Memory were filled"},
                                       {3, "words_ready", "the descriptors were final"},
                                       {4, "issued", "the MMA was issued"},
                                       {5, "waited", "the wait for the MMA ended"},
                                       {6, "dumped", "D was read back"},
                                       {7, "done", "the kernel ended"}};

}  // namespace tilescope
