// core/src/emulator/memory.cpp -- shared memory and Tensor Memory of one CTA, as bytes and cells.
// SPDX-License-Identifier: MIT
#include <tilescope/emulator/memory.h>

#include <algorithm>
#include <cassert>

namespace tilescope {
namespace {

constexpr unsigned kBitsOfByte = 8;

constexpr std::uint32_t low_bits(unsigned bits) { return static_cast<std::uint32_t>(bit_mask(bits)); }

}  // namespace

SmemImage::SmemImage(std::uint32_t size) : bytes_(size, kUnwrittenByte), written_(size, 0) {}

bool SmemImage::put(std::uint64_t address, std::uint8_t byte) {
    if (address >= bytes_.size()) return false;
    bytes_[address] = byte;
    written_[address] = 0xff;
    return true;
}

SmemImage::Range SmemImage::written_range() const {
    const auto is_written = [](std::uint8_t bits) { return bits != 0; };
    const auto first = std::find_if(written_.begin(), written_.end(), is_written);
    if (first == written_.end()) return {};
    const auto end = std::find_if(written_.rbegin(), written_.rend(), is_written).base();
    return {static_cast<std::uint32_t>(first - written_.begin()), static_cast<std::uint32_t>(end - written_.begin())};
}

BitsRead SmemImage::read(std::uint64_t bit, unsigned bits) const {
    assert(bits >= 1 && bits <= 32 && "a read has 1 to 32 bits");
    const std::uint64_t first = bit / kBitsOfByte;
    const auto skip = static_cast<unsigned>(bit % kBitsOfByte);
    const unsigned bytes = (skip + bits + kBitsOfByte - 1) / kBitsOfByte;
    std::uint64_t value = 0, written = 0;
    BitsRead out;
    for (unsigned i = 0; i < bytes; ++i) {
        const std::uint64_t address = first + i;
        const bool inside = address < bytes_.size();
        out.inside &= inside;
        value |= std::uint64_t{inside ? bytes_[address] : kUnwrittenByte} << (i * kBitsOfByte);
        written |= std::uint64_t{inside ? written_[address] : std::uint8_t{0}} << (i * kBitsOfByte);
    }
    const std::uint32_t requested = low_bits(bits);
    out.value = static_cast<std::uint32_t>(value >> skip) & requested;
    out.written = (static_cast<std::uint32_t>(written >> skip) & requested) == requested;
    return out;
}

bool SmemImage::put_bits(std::uint64_t bit, unsigned bits, std::uint32_t value) {
    assert(bits >= 1 && bits <= 32 && "a write has 1 to 32 bits");
    const std::uint64_t first = bit / kBitsOfByte;
    const auto skip = static_cast<unsigned>(bit % kBitsOfByte);
    const std::uint64_t target_bits = std::uint64_t{low_bits(bits)} << skip;
    const std::uint64_t moved = (std::uint64_t{value} << skip) & target_bits;
    bool all = true;
    for (unsigned i = 0; i * kBitsOfByte < skip + bits; ++i) {
        const std::uint64_t address = first + i;
        if (address >= bytes_.size()) {
            all = false;
            continue;
        }
        const auto byte_mask = static_cast<std::uint8_t>(target_bits >> (i * kBitsOfByte));
        const auto byte_value = static_cast<std::uint8_t>(moved >> (i * kBitsOfByte));
        bytes_[address] = static_cast<std::uint8_t>((bytes_[address] & ~byte_mask) | byte_value);
        written_[address] |= byte_mask;
    }
    return all;
}

TmemImage::TmemImage(unsigned columns)
    : columns_(columns), cells_(std::size_t{kTmem.lanes} * columns, kUnwrittenCell), written_(cells_.size(), 0) {}

bool TmemImage::put(unsigned lane, unsigned column, std::uint32_t value, std::uint32_t mask) {
    if (!inside(lane, column)) return false;
    std::uint32_t& cell = cells_[at(lane, column)];
    cell = (cell & ~mask) | (value & mask);
    written_[at(lane, column)] |= mask;
    return true;
}

bool TmemImage::forget(unsigned lane, unsigned column, std::uint32_t mask) {
    if (!inside(lane, column)) return false;
    cells_[at(lane, column)] |= mask;
    written_[at(lane, column)] &= ~mask;
    return true;
}

BitsRead TmemImage::read(const TmemCell& cell, unsigned bits) const {
    assert(bits >= 1 && cell.bit + bits <= kTmem.cell_bits && "an element is in one cell");
    const std::uint32_t requested = low_bits(bits);
    return {.value = (this->cell(cell.lane, cell.column) >> cell.bit) & requested,
            .inside = inside(cell.lane, cell.column),
            .written = is_written(cell.lane, cell.column, requested << cell.bit)};
}

bool TmemImage::put_bits(const TmemCell& cell, unsigned bits, std::uint32_t value) {
    assert(bits >= 1 && cell.bit + bits <= kTmem.cell_bits && "an element is in one cell");
    return put(cell.lane, cell.column, value << cell.bit, low_bits(bits) << cell.bit);
}

}  // namespace tilescope
