// core/src/notation/triton_tiles.cpp -- the shared-memory tiles of Triton's IR, and their descriptors.
// SPDX-License-Identifier: MIT
#include "triton_tiles.h"

#include <tilescope/base/say.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/layout/k_advance.h>
#include <tilescope/layout/tile.h>
#include <tilescope/notation/triton_layout.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace tilescope {
namespace {

constexpr unsigned kMostBoxRows = 256;  // the layout repeats boxes of a TMA copy, which have at most 256 rows
constexpr unsigned kRowsOfPattern = 8;  // rows of a swizzle pattern
constexpr unsigned kMostExtent = 1 << 16;

// The extents of a layout whose rows are contiguous, in elements of the memdesc.
struct Sides {
    unsigned contiguous = 0, other = 0;
    unsigned whole_contiguous = 0, whole_other = 0;  // of the allocation
};

Answer<TritonTile> refuse_tile(std::string why) { return Answer<TritonTile>::refuse(std::move(why)); }

const SwizzleRow* mode_of_bytes(unsigned bytes) {
    const SwizzleMode modes[] = {SwizzleMode::b32, SwizzleMode::b64, SwizzleMode::b128};
    for (const SwizzleMode mode : modes)
        if (row_of(mode).width_bytes == bytes) return &row_of(mode);
    return bytes == 0 ? &row_of(SwizzleMode::none) : nullptr;
}

// Whether the elements of `type` have the width of the encoding. Two packed fp4 elements have one element of 8 bits.
bool type_fits(const TritonShared& encoding, const ElementType& type) {
    if (encoding.fp4_padded) return encoding.element_bits == 8 && type.bits == 4 && type.container_bits == 8;
    return type.container_bits == encoding.element_bits || (type.container_bits == 4 && encoding.element_bits == 8);
}

// How many elements of `type` one element of the memdesc has.
unsigned elements_in_one(const TritonShared& encoding, const ElementType& type) {
    return encoding.fp4_padded || type.container_bits < encoding.element_bits ? 2 : 1;
}

Answer<Sides> sides_of(const TritonMemdesc& memory, const TritonShared& encoding) {
    const auto extents = triton::extents_of(memory, encoding.parts, encoding.rank);
    if (!extents) return Answer<Sides>::refuse(extents.why);
    const std::size_t contiguous = encoding.transposed ? 0 : 1, other = 1 - contiguous;
    return Sides{extents->shape[contiguous], extents->shape[other], extents->allocation[contiguous],
                 extents->allocation[other]};
}

// Whether Triton's order of the swizzle rows is one that a descriptor can read.
Answer<void> can_be_read(const Sides& sides, const SwizzleRow& mode, unsigned row_bytes) {
    using Can = Answer<void>;
    if (row_bytes < mode.width_bytes)
        return Can::refuse(
            say("Triton refuses swizzlingByteWidth = ", mode.width_bytes, " for rows of ", row_bytes, " bytes"));
    if (sides.whole_other < kRowsOfPattern)
        return Can::refuse(say("Triton refuses a swizzled layout of ", sides.whole_other, " rows; it needs 8"));
    if (sides.whole_other > kMostBoxRows && row_bytes > mode.width_bytes)
        return Can::refuse(
            "the order of the swizzle atoms is not known for a tile of more than 256 rows that are wider "
            "than the swizzle");
    return {};
}

// Triton stores an unswizzled tile row by row. Only rows of one chunk are the core matrices of a descriptor.
Answer<void> can_be_read_unswizzled(const TritonShared& encoding, Major major, unsigned row_bytes) {
    using Can = Answer<void>;
    if (row_bytes != row_of(SwizzleMode::none).width_bytes)
        return Can::refuse(say("Triton stores swizzlingByteWidth = 0 row by row, here in rows of ", row_bytes,
                               " bytes; a descriptor without swizzle reads separate rows of 16 bytes"));
    if (encoding.transposed)
        return Can::refuse("swizzlingByteWidth = 0 with transposed = true differs between versions of Triton");
    if (major == Major::k) return Can::refuse("a row has 16 bytes of K, but an instruction reads 32");
    return {};
}

// Stores the stages and their distance.
Answer<TritonTile> with_stages(TritonTile tile, const TritonMemdesc& memory, std::uint64_t stage_bytes) {
    for (const unsigned n : std::span(memory.shape).first(memory.shape.size() - 2)) {
        if (n > kMostExtent / tile.stages) return refuse_tile("the type has more than 65536 stages");
        tile.stages *= n;
    }
    tile.stage_bytes = stage_bytes;
    return tile;
}

}  // namespace

Answer<triton::Extents> triton::extents_of(const TritonMemdesc& memory, const std::vector<unsigned>& parts,
                                           std::size_t rank) {
    using Answered = Answer<Extents>;
    if (memory.shape.size() < 2 || memory.allocation.size() < 2)
        return Answered::refuse("an operand needs a shape of two extents");
    if (rank != 2) return Answered::refuse(say("the encoding has rank ", rank, "; an operand has 2"));
    if (!parts.empty() && (parts.size() != 2 || std::ranges::count(parts, 0u) != 0))
        return Answered::refuse("the CTAs cut two extents, each into at least one part");
    for (const unsigned extent : memory.allocation)
        if (extent > kMostExtent) return Answered::refuse(say("the extent ", extent, " is larger than 65536"));
    Extents out;
    for (std::size_t i = 0; i < 2; ++i) {
        const auto cut = [&](const std::vector<unsigned>& shape) {
            const unsigned extent = shape[shape.size() - 2 + i];
            return extent == 0 || parts.empty() ? extent : extent / std::min(parts[i], extent);
        };
        out.shape[i] = cut(memory.shape), out.allocation[i] = cut(memory.allocation);
        for (const unsigned extent : {out.shape[i], out.allocation[i]})
            if (!std::has_single_bit(extent))
                return Answered::refuse(say("the extent ", extent, " is not a power of two"));
        if (out.shape[i] > out.allocation[i]) return Answered::refuse("the shape is larger than its allocation");
    }
    return out;
}

Answer<TritonTile> triton_tile(const TritonMemdesc& memory, Operand operand, const ElementType& type) {
    if (const auto* linear = std::get_if<TritonLinear>(&memory.encoding)) {
        const auto layout = triton::layout_of(*linear, memory, operand, type);
        if (!layout) return refuse_tile(layout.why);
        return with_stages({.layout = *layout}, memory,
                           (std::uint64_t{1} << linear->offsets.size()) * memory.element_bits / 8);
    }
    const auto* encoding = std::get_if<TritonShared>(&memory.encoding);
    if (encoding == nullptr) return refuse_tile("the type is in Tensor Memory, not in shared memory");
    if (memory.element_bits != encoding->element_bits)
        return refuse_tile(say("the elements of ", memory.element, " have ", memory.element_bits,
                               " bits, but elementBitWidth is ", encoding->element_bits));
    if (!type_fits(*encoding, type))
        return refuse_tile(say("elements of ", type.id, " have containers of ", type.container_bits,
                               " bits, which do not fit elementBitWidth = ", encoding->element_bits,
                               encoding->fp4_padded ? " with fp4Padded; use e2m1" : ""));
    const auto sides = sides_of(memory, *encoding);
    if (!sides) return refuse_tile(sides.why);
    const bool rows_first = (operand == Operand::a) == encoding->transposed;  // the contiguous index is M or N
    const Major major = rows_first ? Major::mn : Major::k;
    const unsigned unit_bytes = encoding->element_bits / 8 * (encoding->fp4_padded ? 2 : 1);
    const unsigned row_bytes = sides->whole_contiguous * unit_bytes;
    const SwizzleRow* const row = mode_of_bytes(encoding->swizzle_bytes);
    if (row == nullptr) return refuse_tile(say("swizzlingByteWidth = ", encoding->swizzle_bytes, " is not a swizzle"));
    const SwizzleRow& mode = *row;
    const bool plain = mode.mode == SwizzleMode::none;
    const auto can = plain ? can_be_read_unswizzled(*encoding, major, row_bytes) : can_be_read(*sides, mode, row_bytes);
    if (!can) return refuse_tile(can.why);
    if (major == Major::mn && type.container_bits == 32)
        return refuse_tile("Triton has no MN-major operands of 32 bits");
    const auto contiguous = static_cast<int>(sides->contiguous * elements_in_one(*encoding, type));
    const auto other = static_cast<int>(sides->other);
    const std::uint32_t atom_step = sides->whole_other * mode.width_bytes, pattern = kRowsOfPattern * mode.width_bytes;
    TritonTile out;
    out.layout = {.mode = mode.mode, .major = major, .type = &type};
    out.layout.rows = major == Major::k ? other : contiguous;
    out.layout.columns = major == Major::k ? contiguous : other;
    if (major == Major::k) {
        out.layout.sbo = pattern;
        out.layout.k_atom = row_bytes > mode.width_bytes ? atom_step : 0;
    } else if (plain) {
        out.layout.lbo = pattern;
    } else {
        out.layout.sbo = pattern;
        out.layout.lbo = row_bytes > mode.width_bytes ? atom_step : 0;
    }
    return with_stages(out, memory, std::uint64_t{row_bytes} * sides->whole_other);
}

SmemLayout triton_slice(const TritonTile& tile, unsigned step, unsigned rows) {
    constexpr unsigned kMostRows = 256;  // the largest N
    SmemLayout out = k_step_slice(tile.layout, step);
    const auto all = static_cast<unsigned>(tile.layout.rows);
    out.rows = static_cast<int>(std::min(all, rows == 0 ? kMostRows : rows));
    const AtomSize atom = atom_of(out.mode, out.major, *out.type);
    out.k_atom = 0;
    if (out.major == Major::k || out.mode == SwizzleMode::none) {
        if (out.major == Major::k && out.rows <= atom.rows) out.sbo = 0;
        return out;
    }
    if (out.rows <= atom.rows) out.lbo = 0;
    if (out.columns <= atom.columns) out.sbo = 0;
    return out;
}

Answer<std::uint32_t> triton_high_half(const TritonShared& encoding, const Format& format) {
    using Half = Answer<std::uint32_t>;
    if (encoding.swizzle_bytes == 0)
        return Half::refuse(
            "swizzlingByteWidth is 0: the strides, and whether a descriptor reads the layout, depend on "
            "the shape");
    const SwizzleRow* mode = mode_of_bytes(encoding.swizzle_bytes);
    if (mode == nullptr) return Half::refuse(say("swizzlingByteWidth = ", encoding.swizzle_bytes, " is not a swizzle"));
    const SmemLayout layout{.mode = mode->mode, .sbo = kRowsOfPattern * mode->width_bytes};
    const auto word = descriptor_of(format, layout);
    if (!word) return Half::refuse(word.why);
    return static_cast<std::uint32_t>(*word >> 32);
}

}  // namespace tilescope
