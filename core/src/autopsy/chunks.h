// core/src/autopsy/chunks.h -- chunks of 16 bytes: of the recorded memory, of the expected matrices, found by content.
// SPDX-License-Identifier: MIT
//
// A wgmma reads whole chunks: each layout moves chunks of 16 bytes, and their bytes stay together. So an operand is a
// list of chunks, and its place in memory is found by their content.
#pragma once

#include <tilescope/autopsy/chain.h>
#include <tilescope/autopsy/fault.h>
#include <tilescope/hw/memory.h>
#include <tilescope/hw/operand.h>
#include <tilescope/layout/smem_layout.h>

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace tilescope::autopsy {

struct Chunk {
    std::uint64_t low = 0, high = 0;
    friend auto operator<=>(const Chunk&, const Chunk&) = default;
};
inline constexpr Chunk kZeroChunk{};

// How elements lie in a chunk: element j begins at bit j x bits. Padding is behind the last one.
struct ElementForm {
    unsigned bits = 16, in_chunk = 8;
    unsigned ignored = 0;    // low bits of each 32-bit element that an MMA does not read (tf32)
    std::uint32_t sign = 0;  // the bit that -0 has; 0: integers have none

    unsigned width() const { return bits <= 8 ? 1 : bits / 8; }  // bytes of an element in a matrix
    Chunk mask() const;                                          // the bits that an MMA reads
    bool is_zero(std::uint32_t word) const { return (word & ~sign) == 0; }
    friend auto operator<=>(const ElementForm&, const ElementForm&) = default;
};
ElementForm form_of(const ElementType& type);

// Whether all bytes that an MMA reads are equal: zeros, or a pattern with which memory was filled.
bool is_repeated(const Chunk& chunk, const ElementForm& form);

// Where each content is.
template <class Place>
class ChunkPlaces {
public:
    void reserve(std::size_t count) { added_.reserve(count); }
    void add(const Chunk& chunk, Place place) { added_.push_back({chunk, place}); }
    // Must be called after the last add().
    void sort() {
        std::stable_sort(added_.begin(), added_.end(),
                         [](const Entry& a, const Entry& b) { return a.chunk < b.chunk; });
        for (const Entry& e : added_) {
            if (keys_.empty() || keys_.back() != e.chunk) {
                keys_.push_back(e.chunk);
                begin_.push_back(places_.size());
            }
            places_.push_back(e.place);
        }
        begin_.push_back(places_.size());
        added_.clear();
    }
    // The places of a content, in the order in which they were added.
    std::span<const Place> of(const Chunk& chunk) const {
        const auto found = std::lower_bound(keys_.begin(), keys_.end(), chunk);
        if (found == keys_.end() || *found != chunk) return {};
        const auto at = static_cast<std::size_t>(found - keys_.begin());
        return std::span(places_).subspan(begin_[at], begin_[at + 1] - begin_[at]);
    }
    bool has(const Chunk& chunk) const { return !of(chunk).empty(); }
    // All places of contents that have at most `most` of them.
    std::vector<Place> rare(std::size_t most) const {
        std::vector<Place> out;
        for (std::size_t i = 0; i + 1 < begin_.size(); ++i)
            if (begin_[i + 1] - begin_[i] <= most)
                out.insert(out.end(), places_.begin() + static_cast<std::ptrdiff_t>(begin_[i]),
                           places_.begin() + static_cast<std::ptrdiff_t>(begin_[i + 1]));
        return out;
    }

private:
    struct Entry {
        Chunk chunk;
        Place place;
    };
    std::vector<Entry> added_;
    std::vector<Chunk> keys_;         // different contents, sorted
    std::vector<std::size_t> begin_;  // of each content in places_, and the end
    std::vector<Place> places_;
};

// One recorded content of shared memory. Bits that the MMA does not read are 0 in every chunk.
class Memory {
public:
    Memory(std::span<const std::uint8_t> bytes, std::uint32_t begin, const ElementForm& form);

    // Returns what an MMA reads at an address that is a multiple of 16. `outside`: past the end.
    const Chunk* at(std::uint32_t address) const {
        if (address < begin_) return &kZeroChunk;
        return address / kChunkBytes < chunks_.size() ? &chunks_[address / kChunkBytes] : nullptr;
    }
    std::uint32_t size() const { return static_cast<std::uint32_t>(chunks_.size() * kChunkBytes); }
    std::uint32_t begin() const { return begin_; }
    const ChunkPlaces<std::uint32_t>& places() const { return places_; }  // addresses
    std::span<const Chunk> chunks() const { return chunks_; }

private:
    std::vector<Chunk> chunks_;
    ChunkPlaces<std::uint32_t> places_;
    std::uint32_t begin_ = 0;
};

// The elements of an expected matrix as an operand has them: rows are indices of M or N, columns are indices of K.
struct MatrixView {
    std::span<const std::uint8_t> bytes;
    std::size_t rows = 0, columns = 0;
    std::size_t row_stride = 0, column_stride = 0;  // bytes
    ElementForm form;
    // Of a sparse A, whose columns are its stored elements, one for two K columns; `known`: whether the matrix says
    // what is stored there, for each element; empty: of all.
    unsigned k_per_column = 1;
    std::span<const std::uint8_t> known;

    std::size_t k_columns() const { return columns * k_per_column; }
    bool empty() const { return rows == 0 || columns == 0; }
    // As an MMA reads it: ignored bits are 0.
    std::uint32_t word(std::size_t row, std::size_t column) const;
    std::uint32_t as_read(std::uint32_t word) const { return word >> form.ignored << form.ignored; }
    // The chunk that begins at an element and goes along K or along the rows. Returns false if it leaves the matrix.
    bool chunk(std::size_t row, std::size_t column, Major along, Chunk& out) const;
};

// Where a chunk of a matrix begins.
struct MatrixPlace {
    std::uint32_t row = 0, column = 0;
};

// The chunks of a matrix that are also in one of the memories, along K and along the rows. Chunks begin at multiples of
// their length.
struct MatrixIndex {
    ChunkPlaces<MatrixPlace> along_k, along_mn;

    const ChunkPlaces<MatrixPlace>& along(Major major) const { return major == Major::k ? along_k : along_mn; }
};
MatrixIndex index_of(const MatrixView& view, std::span<const Memory* const> memories, const std::stop_token& stop);

}  // namespace tilescope::autopsy
