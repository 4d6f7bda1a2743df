// core/include/tilescope/emulator/image_writer.h -- fills shared memory as a kernel does, without any descriptor.
// SPDX-License-Identifier: MIT
//
// The MMA reads through descriptors. The functions here write from a separate description of memory. So a wrong
// descriptor gives the same wrong numbers as on hardware. Element (3, 8) of a 128 x 64 bf16 operand, described in three
// ways:
//
//     tile        128B, K-major, from 0x400                        line 3, chunk 1 xor 3 = 2:   byte 0x5a0
//     cute        Sw<3,4,3> o smem_ptr[16b](0x400) o (128,64):(64,1)                            byte 0x5a0
//     tensor_map  box [64, 128] of 16-bit elements, 128B, to 0x400                              byte 0x5a0
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/emulator/memory.h>
#include <tilescope/layout/tile.h>
#include <tilescope/layout/tma_tile.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tilescope {

enum class ImageWriter : std::uint8_t {
    tile,        // whole atoms of one swizzle mode and major-ness, one after the other
    cute,        // a CuTe layout
    tensor_map,  // memory as a TMA copy leaves it
};
inline constexpr NamedValue kImageWriterNames[] = {{0, "tile"}, {1, "cute"}, {2, "tensor_map"}};

// How A or B is written to shared memory. Part of the document.
struct OperandImage {
    ImageWriter writer = ImageWriter::tile;
    SwizzleMode mode = SwizzleMode::b128;  // tile
    Major major = Major::k;                // tile; tensor_map: which index, K or MN, is the inner dimension of the map
    std::uint32_t start = 0x400;           // bytes; tile, and cute if the text has no address
    std::string type;                      // element type, an id of kElementTypes; empty: the type of the instruction
    std::string cute;                      // ((8,16),(8,2)):((64,512),(1,8)), rows and columns in that order
    friend bool operator==(const OperandImage&, const OperandImage&) = default;
};

// The size of the operand, and the data that other parts of the document hold.
struct ImageSize {
    const ElementType* type = &kElementTypes[0];
    int rows = 128, columns = 64;  // M or N of one CTA, stored K of the whole tile
    AtomOrder order = AtomOrder::mn_first;
    const TmaCopy* copy = nullptr;  // for ImageWriter::tensor_map
    int mma_columns = 0;            // stored K of one instruction; 0: as in SmemLayout
    std::uint32_t atom_step = 0;    // as in TileSpec
};

// Bytes from the first one to the end.
struct ByteStretch {
    std::int64_t first = 0, end = 0;
    std::int64_t bytes() const { return end - first; }
    bool overlaps(const ByteStretch& other) const { return first < other.end && other.first < end; }
};

// The address of each element. PlaceIndex below finds the element of an address.
struct WrittenPlaces {
    int rows = 0, columns = 0;
    unsigned bits = 16;                    // bits of one element
    std::vector<std::uint64_t> first_bit;  // row by row: byte x 8 + bit; kNotWritten if the writer skips the element

    std::uint64_t at(Element e) const { return first_bit[index_in(columns, e)]; }
    // The bytes from the first element to the last one, in the order of addresses. Empty: no element is written.
    ByteStretch stretch() const {
        ByteStretch out;
        for (const std::uint64_t bit : first_bit) {
            if (bit == kNotWritten) continue;
            const auto first = static_cast<std::int64_t>(bit / 8),
                       end = static_cast<std::int64_t>((bit + bits + 7) / 8);
            out = {out.end == 0 ? first : std::min(out.first, first), std::max(out.end, end)};
        }
        return out;
    }
};

// Returns the word that a TMA copy of this type leaves for a word of global memory: TFLOAT32 and TFLOAT32_FTZ round to
// the nearest tf32, ties to even, and a NaN becomes 0x7fffe000. The other types copy the bits.
std::uint32_t word_as_copied(const TmaType& type, std::uint32_t word);

// Returns the places of all elements. If a tile is not a whole number of atoms, it is padded to whole atoms. A CuTe
// text counts in its unit; without a unit it counts in containers of the type. Elements that are narrower than their
// container are packed in each chunk of 16 bytes, as TMA does. If there are several pipeline stages, the first stage is
// written.
//
// Errors: an unknown type; text that is not a layout, or whose size is not rows x columns; a missing TMA copy, or one
// for elements of another size; a start that is not a multiple of a chunk; an element past 2^18 bytes.
Answer<WrittenPlaces> places_of(const OperandImage& image, const ImageSize& size);

// Returns the descriptor layout that reads this tile from its first element, that is, the correct words. The search
// tries all swizzle modes and major-nesses, takes the strides from the places, and compares every element. If several
// layouts read the same places, the order of preference is: the mode of the tile, no base offset, K-major, no swizzle.
// Errors: those of places_of(), and places that no descriptor layout reads.
Answer<SmemLayout> layout_that_reads(const OperandImage& image, const ImageSize& size);

// Writes each word to its place. If elements overlap, the later element stays.
// Requires: as many words as places. Returns the number of bytes past the end of the image.
std::size_t write(SmemImage& smem, const WrittenPlaces& places, std::span<const std::uint32_t> words);

// Finds the element that is stored at a bit address. It is built once for many queries. If elements overlap, it returns
// the later element, as write() leaves it in memory.
class PlaceIndex {
public:
    PlaceIndex() = default;  // an index without elements
    explicit PlaceIndex(const WrittenPlaces& places);
    std::optional<Element> element_at(std::uint64_t first_bit) const;  // the element that begins at this bit
    std::optional<Element> element_around(std::uint64_t bit) const;    // an element that contains this bit

private:
    struct Entry {
        std::uint64_t bit;
        std::uint32_t element;
    };
    Element element_of(const Entry& entry) const;

    std::vector<Entry> entries_;  // by bit, then by element
    std::uint32_t columns_ = 1;
    unsigned bits_ = 16;
};

}  // namespace tilescope
