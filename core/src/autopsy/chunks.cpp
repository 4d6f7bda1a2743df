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

Chunk masked(const Chunk& chunk, const Chunk& mask) { return {chunk.low & mask.low, chunk.high & mask.high}; }

// The elements of a chunk, each `stride` bytes behind the one before.
Chunk packed(const std::uint8_t* at, std::size_t stride, const ElementForm& form) {
    Chunk out;
    for (unsigned i = 0, bit = 0; i < form.in_chunk; ++i, bit += form.bits) {
        const std::uint64_t code = at[i * stride] & bit_mask(form.bits);
        if (bit < 64) out.low |= code << bit;
        if (bit >= 64) out.high |= code << (bit - 64);
        if (bit < 64 && bit + form.bits > 64) out.high |= code >> (64 - bit);
    }
    return out;
}

constexpr std::size_t kRowsBetweenStops = 64;

}  // namespace

Chunk ElementForm::mask() const {
    const std::uint64_t all = ~std::uint64_t{0}, kept = all << ignored & 0xffffffff;
    if (ignored != 0) return {kept << 32 | kept, kept << 32 | kept};
    const unsigned used = bits * in_chunk;
    return {used >= 64 ? all : bit_mask(used), used <= 64 ? 0 : bit_mask(used - 64)};
}

ElementForm form_of(const ElementType& type) {
    const FloatFormat* format = find_float(type.number);
    return {type.bits, elements_per_chunk(type), format ? format->ignored_low : 0, format ? 1u << (type.bits - 1) : 0};
}

// All types read the highest byte of a chunk's first half.
bool is_repeated(const Chunk& chunk, const ElementForm& form) {
    const std::uint64_t all = (chunk.low >> 56) * 0x0101010101010101ull;
    return chunk == masked({all, all}, form.mask());
}

Memory::Memory(std::span<const std::uint8_t> bytes, std::uint32_t begin, const ElementForm& form) : begin_(begin) {
    const std::size_t count = bytes.size() / kChunkBytes;
    const Chunk mask = form.mask();
    chunks_.reserve(count);
    places_.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint8_t* at = bytes.data() + i * kChunkBytes;
        chunks_.push_back(masked({number_in(at), number_in(at + 8)}, mask));
        if (i * kChunkBytes >= begin) places_.add(chunks_.back(), static_cast<std::uint32_t>(i * kChunkBytes));
    }
    places_.sort();
}

std::uint32_t MatrixView::word(std::size_t row, std::size_t column) const {
    const std::uint8_t* at = bytes.data() + row * row_stride + column * column_stride;
    std::uint32_t out = 0;
    for (unsigned i = 0; i < form.width(); ++i) out |= std::uint32_t{at[i]} << 8 * i;
    return as_read(out);
}

bool MatrixView::chunk(std::size_t row, std::size_t column, Major along, Chunk& out) const {
    const std::size_t count = form.in_chunk, width = form.width();
    const bool k = along == Major::k;
    if (row + (k ? 1 : count) > rows || column + (k ? count : 1) > columns) return false;
    for (std::size_t i = 0; i < count && !known.empty(); ++i)
        if (known[(row + (k ? 0 : i)) * columns + column + (k ? i : 0)] == 0) return false;
    const std::uint8_t* at = bytes.data() + row * row_stride + column * column_stride;
    const std::size_t stride = k ? column_stride : row_stride;
    if (form.bits < 8) return out = packed(at, stride, form), true;
    std::array<std::uint8_t, kChunkBytes> gathered;
    if (stride == width) {
        std::memcpy(gathered.data(), at, kChunkBytes);
    } else {
        for (std::size_t i = 0; i < count; ++i) std::memcpy(gathered.data() + i * width, at + i * stride, width);
    }
    out = masked({number_in(gathered.data()), number_in(gathered.data() + 8)}, form.mask());
    return true;
}

MatrixIndex index_of(const MatrixView& view, std::span<const Memory* const> memories, const std::stop_token& stop) {
    MatrixIndex out;
    const std::size_t count = view.form.in_chunk;
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
