// core/src/autopsy/chunks.cpp -- the chunks of memory and of the matrices, by content.
// SPDX-License-Identifier: MIT
#include "chunks.h"

#include <algorithm>
#include <cstring>

namespace tilescope::autopsy {
namespace {

// One 64-bit number of bytes that are little endian on every machine.
std::uint64_t number_in(const std::uint8_t* bytes) {
    std::uint64_t out = 0;
    for (unsigned i = 0; i < 8; ++i) out |= std::uint64_t{bytes[i]} << 8 * i;
    return out;
}

// Clears the ignored low bits of the 32-bit elements.
Chunk without_ignored(Chunk chunk, unsigned ignored) {
    if (ignored == 0) return chunk;
    const std::uint64_t low = (std::uint64_t{1} << ignored) - 1, both = low | low << 32;
    return {chunk.low & ~both, chunk.high & ~both};
}

constexpr std::size_t kRowsBetweenStops = 64;

}  // namespace

bool is_repeated(const Chunk& chunk) {
    return chunk.low == chunk.high && chunk.low == (chunk.low & 0xff) * 0x0101010101010101ull;
}

Memory::Memory(std::span<const std::uint8_t> bytes, std::uint32_t begin, unsigned ignored) : begin_(begin) {
    const std::size_t count = bytes.size() / kChunkBytes;
    chunks_.reserve(count);
    places_.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint8_t* at = bytes.data() + i * kChunkBytes;
        chunks_.push_back(without_ignored({number_in(at), number_in(at + 8)}, ignored));
        if (i * kChunkBytes >= begin) places_.add(chunks_.back(), static_cast<std::uint32_t>(i * kChunkBytes));
    }
    places_.sort();
}

std::uint32_t MatrixView::word(std::size_t row, std::size_t column) const {
    const std::uint8_t* at = bytes.data() + row * row_stride + column * column_stride;
    std::uint32_t out = 0;
    for (unsigned i = 0; i < width; ++i) out |= std::uint32_t{at[i]} << 8 * i;
    return out >> ignored << ignored;
}

bool MatrixView::chunk(std::size_t row, std::size_t column, Major along, Chunk& out) const {
    const std::size_t count = kChunkBytes / width;
    const bool k = along == Major::k;
    if (row + (k ? 1 : count) > rows || column + (k ? count : 1) > columns) return false;
    const std::uint8_t* at = bytes.data() + row * row_stride + column * column_stride;
    const std::size_t stride = k ? column_stride : row_stride;
    std::array<std::uint8_t, kChunkBytes> gathered;
    if (stride == width) {
        std::memcpy(gathered.data(), at, kChunkBytes);
    } else {
        for (std::size_t i = 0; i < count; ++i) std::memcpy(gathered.data() + i * width, at + i * stride, width);
    }
    out = without_ignored({number_in(gathered.data()), number_in(gathered.data() + 8)}, ignored);
    return true;
}

MatrixIndex index_of(const MatrixView& view, std::span<const Memory* const> memories, const std::stop_token& stop) {
    MatrixIndex out;
    const std::size_t count = kChunkBytes / view.width;
    const auto add = [&](std::size_t row, std::size_t column, Major along, ChunkPlaces<MatrixPlace>& to) {
        Chunk chunk;
        if (!view.chunk(row, column, along, chunk)) return;
        if (std::ranges::none_of(memories, [&](const Memory* m) { return m->places().has(chunk); })) return;
        to.add(chunk, {static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column)});
    };
    for (std::size_t row = 0; row < view.rows; ++row) {
        if (row % kRowsBetweenStops == 0 && stop.stop_requested()) break;
        for (std::size_t column = 0; column < view.columns; column += count) add(row, column, Major::k, out.along_k);
        if (row % count != 0) continue;
        for (std::size_t column = 0; column < view.columns; ++column) add(row, column, Major::mn, out.along_mn);
    }
    out.along_k.sort();
    out.along_mn.sort();
    return out;
}

}  // namespace tilescope::autopsy
