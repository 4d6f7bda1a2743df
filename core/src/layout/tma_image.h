// core/src/layout/tma_image.h -- shared memory after TMA loads: the element that each unit of memory contains.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/layout/tma_tile.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace tilescope::tma {

// One unit of memory: a part of an element.
struct Cell {
    Element element{0, 0};
    std::int16_t part = -1;  // -1: no box wrote here
    bool outside = false;    // outside the tensor: TMA writes zeros, or NaN
    friend bool operator==(const Cell&, const Cell&) = default;
};

class Image {
public:
    // `mma_bits` is the size of an element for the MMA. The size of a unit divides both element sizes.
    Image(const TmaTile& tile, unsigned mma_bits);

    Cell at(BitPlace place, unsigned part) const;  // the unit number `part` after the place
    // Returns whether all units of the element are at the place.
    bool holds(BitPlace place, Element element, unsigned bits) const;
    // Returns the address of the element before the XOR of the tensor map.
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
// Counts the elements of the tile that the MMA reads at the right place. Adds the others to `differing`, if it is not
// null.
Count compare(const Image& image, const SmemLayout& layout, std::vector<Element>* differing = nullptr);

// Returns the change after which most elements match.
// Requires: not all elements match.
TmaRepair find_repair(const TmaTile& tile, const SmemLayout& layout, std::size_t equal);

}  // namespace tilescope::tma
