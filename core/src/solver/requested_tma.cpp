// core/src/solver/requested_tma.cpp -- the layout that a TMA load writes, as a requested layout.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/hw/memory.h>
#include <tilescope/solver/solve_layout.h>

#include <algorithm>

namespace tilescope {

Answer<RequestedLayout> requested_from(const TmaTile& tile, const ElementType& type, int rows, int columns) {
    using Wanted = Answer<RequestedLayout>;
    constexpr std::uint64_t kChunkBits = 8 * kChunkBytes;
    const TmaType& wrote = *tile.map.type;
    if (wrote.bits != type.bits || wrote.container_bits != type.container_bits)
        return Wanted::refuse(say("the tensor map has ", wrote.name, " elements of ", wrote.bits, " bits in ",
                                  wrote.container_bits, "-bit containers; ", type.id, " elements have ", type.bits,
                                  " bits in ", type.container_bits, "-bit containers"));
    RequestedLayout out{&type, rows, columns, written_bits(tile, rows, columns), {}};
    const auto missing = std::ranges::find(out.bits, kNotWritten);
    if (missing != out.bits.end()) {
        const auto index = missing - out.bits.begin();
        return Wanted::refuse(
            say("element (", index / columns, ", ", index % columns, ") is not in any box of the copy"));
    }
    // Elements of padded types are at the start of their chunk without gaps. A requested layout counts by containers.
    for (std::uint64_t& bit : out.bits) {
        const std::uint64_t in_chunk = bit % kChunkBits;
        bit += in_chunk / type.bits * type.container_bits - in_chunk;
    }
    if (const SwizzleRow* mma = tile.map.swizzle->mma) out.stated = mma->mode;
    return out;
}

}  // namespace tilescope
