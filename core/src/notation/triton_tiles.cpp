// core/src/notation/triton_tiles.cpp -- the shared-memory tiles of Triton's IR, and their descriptors.
// SPDX-License-Identifier: MIT
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

// The last two indices of a memdesc, in one CTA.
struct Sides {
    unsigned contiguous = 0, other = 0;              // extents of the memdesc, in its elements
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
    using Answered = Answer<Sides>;
    if (memory.shape.size() < 2 || memory.allocation.size() < 2)
        return Answered::refuse("an operand needs a shape of two extents");
    if (encoding.rank != 2) return Answered::refuse(say("the encoding has rank ", encoding.rank, "; an operand has 2"));
    if (!encoding.parts.empty() && (encoding.parts.size() != 2 || std::ranges::count(encoding.parts, 0u) != 0))
        return Answered::refuse("the CTAs cut two extents, each into at least one part");
    const auto cut = [&](const std::vector<unsigned>& shape, std::size_t index) {
        const unsigned extent = shape[shape.size() - 2 + index];
        const unsigned parts = encoding.parts.empty() ? 1 : encoding.parts[index];
        return extent == 0 ? 0 : extent / std::min(parts, extent);
    };
    for (const unsigned extent : memory.allocation)
        if (extent > kMostExtent) return Answered::refuse(say("the extent ", extent, " is larger than 65536"));
    const std::size_t contiguous = encoding.transposed ? 0 : 1, other = 1 - contiguous;
    const Sides out{cut(memory.shape, contiguous), cut(memory.shape, other), cut(memory.allocation, contiguous),
                    cut(memory.allocation, other)};
    for (const unsigned extent : {out.contiguous, out.other, out.whole_contiguous, out.whole_other})
        if (!std::has_single_bit(extent)) return Answered::refuse(say("the extent ", extent, " is not a power of two"));
    if (out.contiguous > out.whole_contiguous || out.other > out.whole_other)
        return Answered::refuse("the shape is larger than its allocation");
    return out;
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

}  // namespace

Answer<TritonTile> triton_tile(const TritonMemdesc& memory, Operand operand, const ElementType& type) {
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
    const auto stages = std::span(memory.shape).first(memory.shape.size() - 2);
    for (const unsigned n : stages) {
        if (n > kMostExtent / out.stages) return refuse_tile("the type has more than 65536 stages");
        out.stages *= n;
    }
    out.stage_bytes = std::uint64_t{row_bytes} * sides->whole_other;
    return out;
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
