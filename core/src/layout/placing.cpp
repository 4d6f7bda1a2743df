// core/src/layout/placing.cpp -- the four walks: K-major or MN-major, swizzled or not.
// SPDX-License-Identifier: MIT
#include <tilescope/layout/placing.h>

#include <algorithm>

namespace tilescope::placing {
namespace {

constexpr unsigned kCoreRows = 8;  // rows of a core matrix

constexpr Unit kRow{"row", "rows"}, kRows8{"group of 8 rows", "groups of 8 rows"};
constexpr Unit kK{"k", "k"}, kK8{"group of 8 k", "groups of 8 k"}, kK4{"group of 4 k", "groups of 4 k"};
constexpr Unit kChunkUnit{"chunk", "chunks"}, kAtomColumn{"column of atoms", "columns of atoms"};
constexpr Unit kAtomOfOne{"atom of one instruction", "atoms of one instruction"};
constexpr Unit kChunkOfK{"chunk of K", "chunks of K"}, kChunkOfMn{"chunk of M or N", "chunks of M or N"};
constexpr Unit kWidthOfMn{"block of M or N (one swizzle width wide)", "blocks of M or N (each one swizzle width wide)"};

// Rows of a K-major tile: groups of 8, sbo apart.
Walk rows_of_8(const SmemLayout& l, std::uint32_t row_bytes) {
    return {.inner = kCoreRows,
            .inner_bytes = row_bytes,
            .outer_bytes = l.sbo,
            .field = "sbo",
            .inner_unit = kRow,
            .outer_unit = kRows8};
}

Walks k_major_plain(const SmemLayout& l) {
    return {
        .row = rows_of_8(l, kChunk),
        .column = {.chunk = elements_per_chunk(*l.type), .outer_bytes = l.lbo, .field = "lbo", .outer_unit = kChunkOfK},
        .origin = l.start};
}

std::uint32_t row_groups(const SmemLayout& l) {
    return (static_cast<std::uint32_t>(std::max(l.rows, 1)) + kCoreRows - 1) / kCoreRows;
}

Walks k_major_swizzled(const SmemLayout& l) {
    const std::uint32_t width = row_of(l.mode).width_bytes;
    const bool by_sbo = l.k_atom == 0 && row_groups(l) > 1;
    Walks w{.row = rows_of_8(l, width),
            .column = {.chunk = elements_per_chunk(*l.type),
                       .inner = width / kChunk,
                       .inner_bytes = kChunk,
                       .outer_bytes = atom_column_bytes(l),
                       .field = by_sbo ? "sbo" : "",
                       .inner_unit = kChunkUnit,
                       .outer_unit = kAtomColumn},
            .origin = l.start};
    if (const unsigned atoms = atoms_of_one_instruction(l); atoms > 1) {
        w.column.group = atoms;
        w.column.group_bytes = atoms * w.column.outer_bytes;
        w.column.outer_bytes = l.lbo;
        w.column.field = "lbo";
        w.column.outer_unit = kAtomOfOne;
    }
    if (!continues_elsewhere(l)) return w;
    // Bytes after the first line of the slice continue in a line of the second chunk.
    w.column.skew = l.start % kLine / kChunk;
    w.origin = l.start - w.column.skew * kChunk;
    w.column.jumps = true;
    w.column.jump = l.lbo - w.origin;
    return w;
}

Walks mn_major_plain(const SmemLayout& l) {
    return {
        .row = {.chunk = elements_per_chunk(*l.type), .outer_bytes = l.sbo, .field = "sbo", .outer_unit = kChunkOfMn},
        .column = {.inner = kCoreRows,
                   .inner_bytes = kChunk,
                   .outer_bytes = l.lbo,
                   .field = "lbo",
                   .inner_unit = kK,
                   .outer_unit = kK8},
        .origin = l.start};
}

Walks mn_major_swizzled(const SmemLayout& l) {
    const SwizzleRow& mode = row_of(l.mode);
    return {.row = {.chunk = elements_per_chunk(*l.type),
                    .inner = mode.width_bytes / kChunk,
                    .inner_bytes = kChunk,
                    .outer_bytes = l.lbo,
                    .field = "lbo",
                    .inner_unit = kChunkUnit,
                    .outer_unit = kWidthOfMn},
            .column = {.inner = mode.k_rows,
                       .inner_bytes = mode.width_bytes,
                       .outer_bytes = l.sbo,
                       .field = "sbo",
                       .inner_unit = kK,
                       .outer_unit = mode.k_rows == 4 ? kK4 : kK8},
            .origin = l.start};
}

}  // namespace

// Assumption: the next column of atoms follows the last row group. A tile of one row group may have sbo 0 (CUTLASS
// writes 0), but two atoms are never closer than the size of an atom. This does not follow lbo, also where lbo is the
// distance of the atoms of one instruction: a kernel with a wrong lbo still advances as its tile lies.
std::uint32_t atom_column_bytes(const SmemLayout& l) {
    if (l.k_atom != 0) return l.k_atom;
    const std::uint32_t groups = row_groups(l);
    return groups > 1 ? groups * l.sbo : kCoreRows * row_of(l.mode).width_bytes;
}

Walks walks_of(const SmemLayout& layout) {
    const bool plain = layout.mode == SwizzleMode::none;
    if (layout.major == Major::k) return plain ? k_major_plain(layout) : k_major_swizzled(layout);
    return plain ? mn_major_plain(layout) : mn_major_swizzled(layout);
}

std::uint32_t linear_address(const SmemLayout& layout, Element e) {
    const Walks w = walks_of(layout);
    return w.origin + w.row.bytes_of(e.row) + w.column.bytes_of(e.column) + bits_in_chunk(layout, e) / 8;
}

}  // namespace tilescope::placing
