// core/src/layout/elements_at.cpp -- the inverse of place_in_memory(): the elements that have bits in a byte.
// SPDX-License-Identifier: MIT
#include <tilescope/layout/placing.h>
#include <tilescope/layout/smem_layout.h>

#include <algorithm>
#include <utility>

namespace tilescope {
namespace {

using placing::kChunk;
using placing::Walk;

unsigned inner_step(const Walk& walk, std::uint32_t inside) {
    return walk.inner == 1 ? 0 : inside / walk.inner_bytes % walk.inner;
}

// The outer strides separate the atoms. Inside an atom there are no gaps: the chunks of one index are 16 bytes apart,
// and the steps of the other index follow each other. So the search checks each atom once: whether it contains the
// byte, and at which place.
struct Search {
    const SmemLayout& layout;
    const placing::Walks walks;
    std::vector<Element> found;

    // `inside` is the offset of the byte in the atom. The atom is `row_outer` and `column_outer` outer steps away.
    void find_in_atom(unsigned row_outer, unsigned column_outer, std::uint32_t inside) {
        const unsigned row_step = row_outer * walks.row.inner + inner_step(walks.row, inside);
        const unsigned column_step = column_outer * walks.column.inner + inner_step(walks.column, inside);
        if (column_step < walks.column.skew) return;  // bytes of the line before the start of the slice
        find_in_chunk(row_step, column_step - walks.column.skew, inside % kChunk);
    }

private:
    void find_in_chunk(unsigned row_step, unsigned column_step, unsigned byte) {
        const unsigned bits = layout.type->bits, per_chunk = elements_per_chunk(*layout.type);
        const unsigned last = std::min((8 * byte + 7) / bits, per_chunk - 1);
        for (unsigned j = 8 * byte / bits; j <= last; ++j) {
            const bool k_major = layout.major == Major::k;
            const unsigned row = row_step * walks.row.chunk + (k_major ? 0 : j);
            const unsigned column = column_step * walks.column.chunk + (k_major ? j : 0);
            if (row < static_cast<unsigned>(layout.rows) && column < static_cast<unsigned>(layout.columns))
                found.push_back({static_cast<int>(row), static_cast<int>(column)});
        }
    }
};

}  // namespace

std::vector<Element> elements_at(const SmemLayout& layout, std::uint32_t byte) {
    Search search{layout, placing::walks_of(layout), {}};
    const Walk &row = search.walks.row, &column = search.walks.column;
    const std::uint32_t offset = placing::swizzled(layout, byte) - search.walks.origin;
    const std::uint32_t atom_bytes = kChunk * row.inner * column.inner;
    const unsigned row_outers = row.outers_of(layout.rows), column_outers = column.outers_of(layout.columns);
    for (unsigned r = 0; r < row_outers; ++r)
        for (unsigned c = 0; c < column_outers; ++c) {
            const std::uint32_t inside = offset - row.outer_part(r) - column.outer_part(c);
            if (inside < atom_bytes) search.find_in_atom(r, c, inside);
        }
    std::ranges::sort(search.found, {}, [](const Element& e) { return std::pair(e.row, e.column); });
    return search.found;
}

}  // namespace tilescope
