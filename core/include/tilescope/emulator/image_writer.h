// core/include/tilescope/emulator/image_writer.h -- fills shared memory as a kernel meant to, without any descriptor.
// SPDX-License-Identifier: MIT
//
// The MMA reads through descriptors; this writes by what a person says about memory. So a wrong descriptor gives the
// wrong numbers that hardware would give. Element (3, 8) of a 128 x 64 bf16 operand, said in three ways:
//
//     tile        128B, K-major, from 0x400                        line 3, chunk 1 xor 3 = 2:   byte 0x5a0
//     cute        Sw<3,4,3> o smem_ptr[16b](0x400) o (128,64):(64,1)                            byte 0x5a0
//     tensor_map  box [64, 128] of 16-bit elements, 128B, to 0x400                              byte 0x5a0
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/emulator/memory.h>
#include <tilescope/layout/tile.h>
#include <tilescope/layout/tma_tile.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tilescope {

enum class ImageWriter : std::uint8_t {
    tile,        // whole atoms of a mode and majorness, one after the other
    cute,        // a CuTe layout
    tensor_map,  // what a TMA copy leaves
};
inline constexpr NamedValue kImageWriterNames[] = {{0, "tile"}, {1, "cute"}, {2, "tensor_map"}};

// How A or B was put into shared memory. Part of the document.
struct OperandImage {
    ImageWriter writer = ImageWriter::tile;
    SwizzleMode mode = SwizzleMode::b128;  // of the tile
    Major major = Major::k;                // tile; tensor_map: which index of the operand the inner dimension is
    std::uint32_t start = 0x400;           // bytes; tile, and cute where the text has no address
    std::string type;                      // of the elements, an id of kElementTypes; empty: as the instruction reads
    std::string cute;                      // ((8,16),(8,2)):((64,512),(1,8)), rows and columns in that order
    friend bool operator==(const OperandImage&, const OperandImage&) = default;
};

// The size of what is written, and what only other parts of a document know.
struct ImageSize {
    const ElementType* type = &kElementTypes[0];
    int rows = 128, columns = 64;  // M or N of one CTA, stored K of the whole tile
    AtomOrder order = AtomOrder::mn_first;
    const TmaCopy* copy = nullptr;  // for ImageWriter::tensor_map
};

// Where each element was written, and back.
struct WrittenPlaces {
    int rows = 0, columns = 0;
    unsigned bits = 16;                    // of an element
    std::vector<std::uint64_t> first_bit;  // row by row: byte x 8 + bit; kNotWritten where the writer leaves it out

    std::uint64_t at(Element e) const {
        return first_bit[static_cast<std::size_t>(e.row) * static_cast<std::size_t>(columns) +
                         static_cast<std::size_t>(e.column)];
    }
};

// Tiles that are no whole number of atoms are padded to one. A CuTe text counts in its own unit, or in containers of
// the type where it names none; elements narrower than their container lie close together in each chunk of 16 bytes,
// as TMA leaves them. Of several pipeline stages the first is written.
//
// Refused with a sentence: a type that there is not, text that is no layout or has another size than rows x columns, a
// copy that is not there or counts other elements, a start between chunks, an element past 2^18 bytes.
Answer<WrittenPlaces> places_of(const OperandImage& image, const ImageSize& size);

// The descriptor's layout that reads this tile from its first element, where there is one: what the words should say.
// Modes and majornesses are tried, strides are taken from the places, every element is compared. Where several read
// the same places, the tile's own mode comes first, then K-major ones, then those without swizzle. Refused where none
// does, or where places_of() refuses.
Answer<SmemLayout> layout_that_reads(const OperandImage& image, const ImageSize& size);

// Puts words where places say. Requires: as many words as places. Elements that lie over each other: the later stays.
// Returns how many bytes lay past the end of the image.
std::size_t write(SmemImage& smem, const WrittenPlaces& places, std::span<const std::uint32_t> words);

// The elements whose bits lie at a place, for explanations: built once, asked often. Of elements that lie over each
// other the later one, as write() leaves it.
class PlaceIndex {
public:
    PlaceIndex() = default;  // nothing lies anywhere
    explicit PlaceIndex(const WrittenPlaces& places);
    std::optional<Element> element_at(std::uint64_t first_bit) const;  // begins there
    std::optional<Element> element_around(std::uint64_t bit) const;    // has that bit

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
