// core/src/layout/tma_image.h -- shared memory after the loads: which element each few bits belong to.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/layout/tma_tile.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace tilescope::tma {

// One unit of memory: which part of which element it is.
struct Cell {
    Element element{0, 0};
    std::int16_t part = -1;  // -1: no box wrote here
    bool outside = false;    // of the tensor: zeros
    friend bool operator==(const Cell&, const Cell&) = default;
};

class Image {
public:
    // `mma_bits`: of an element as the MMA reads it; units divide both sizes.
    Image(const TmaTile& tile, unsigned mma_bits);

    Cell at(BitPlace place, unsigned part) const;  // the part-th unit from there on
    bool holds(BitPlace place, Element element, unsigned bits) const;
    // Where the element begins, undoing the XOR of the map: the address before the swizzle.
    std::optional<std::uint32_t> linear_of(Element element) const;

private:
    void write(const TmaTile& tile, const BoxLoad& load);
    void write_row(const TmaTile& tile, const BoxLoad& load, TmaCoordinates in_box);

    unsigned unit_bits_, tma_bits_;
    const TmaSwizzle* swizzle_;
    std::uint64_t first_ = 0;  // unit
    std::vector<Cell> cells_;
};

struct Count {
    std::size_t equal = 0, different = 0;
};
// The elements of the layout's tile that the MMA does not find, if they are wanted.
Count compare(const Image& image, const SmemLayout& layout, std::vector<Element>* differing = nullptr);

// The change that makes most elements equal. Requires: some are different now.
TmaRepair find_repair(const TmaTile& tile, const SmemLayout& layout, std::size_t equal);

}  // namespace tilescope::tma
