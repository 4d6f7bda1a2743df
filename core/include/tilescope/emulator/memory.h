// core/include/tilescope/emulator/memory.h -- shared memory and Tensor Memory of one CTA, as bytes and cells.
// SPDX-License-Identifier: MIT
//
// Both record which bits were written. Bits that were never written read as 1. That is a NaN in every type that has
// one, so a read outside the operands is visible in the result.
//
//     put_bits(4, 6, 0b000001)    byte 0: 0b0001'1111, written 0b1111'0000
//                                 byte 1: 0b1111'1100, written 0b0000'0011
#pragma once

#include <tilescope/hw/memory.h>
#include <tilescope/layout/tmem_layout.h>

#include <cstdint>
#include <vector>

namespace tilescope {

inline constexpr std::uint8_t kUnwrittenByte = 0xff;
inline constexpr std::uint32_t kUnwrittenCell = 0xffffffff;

// The result of a read. Bits outside of memory and bits that were never written are 1.
struct BitsRead {
    std::uint32_t value = 0;
    bool inside = true, written = true;  // true if this holds for all bits of the read
    friend bool operator==(const BitsRead&, const BitsRead&) = default;
};

class SmemImage {
public:
    explicit SmemImage(std::uint32_t size = kSmem.bytes);

    std::uint32_t size() const { return static_cast<std::uint32_t>(bytes_.size()); }
    // Returns kUnwrittenByte past the end.
    std::uint8_t byte(std::uint64_t address) const {
        return address < bytes_.size() ? bytes_[address] : kUnwrittenByte;
    }
    // Returns true if all eight bits were written.
    bool is_written(std::uint64_t address) const { return address < written_.size() && written_[address] == 0xff; }
    // Drops a byte past the end and then returns false.
    bool put(std::uint64_t address, std::uint8_t byte);

    // Returns the smallest range that has every byte of which a bit was written. Empty if there is none.
    struct Range {
        std::uint32_t first = 0, end = 0;
        bool empty() const { return first == end; }
    };
    Range written_range() const;

    // Reads `bits` bits (1 to 32) from a bit address (byte x 8 + bit), lowest bit first. They may cross bytes.
    BitsRead read(std::uint64_t bit, unsigned bits) const;
    std::uint32_t bits(std::uint64_t bit, unsigned bits) const { return read(bit, bits).value; }
    bool put_bits(std::uint64_t bit, unsigned bits, std::uint32_t value);

private:
    std::vector<std::uint8_t> bytes_, written_;  // written_: one bit mask for each byte
};

class TmemImage {
public:
    // `columns`: the number of columns of the target.
    explicit TmemImage(unsigned columns = kTmem.columns);
    unsigned columns() const { return columns_; }

    // Returns kUnwrittenCell past the last lane or column.
    std::uint32_t cell(unsigned lane, unsigned column) const {
        return inside(lane, column) ? cells_[at(lane, column)] : kUnwrittenCell;
    }
    // Returns true if all bits of `mask` were written.
    bool is_written(unsigned lane, unsigned column, std::uint32_t mask = 0xffffffff) const {
        return inside(lane, column) && (written_[at(lane, column)] & mask) == mask;
    }
    // Writes only the bits of `mask`. Drops a cell that does not exist and then returns false.
    bool put(unsigned lane, unsigned column, std::uint32_t value, std::uint32_t mask = 0xffffffff);
    // Marks the bits of `mask` as never written. A copy of unwritten bytes leaves such bits.
    bool forget(unsigned lane, unsigned column, std::uint32_t mask);

    // Reads `bits` bits (1 to 32) from cell.bit on, all in one cell. Ignores cell.cta.
    BitsRead read(const TmemCell& cell, unsigned bits) const;
    std::uint32_t bits(const TmemCell& cell, unsigned bits) const { return read(cell, bits).value; }
    bool put_bits(const TmemCell& cell, unsigned bits, std::uint32_t value);

private:
    bool inside(unsigned lane, unsigned column) const { return lane < kTmem.lanes && column < columns_; }
    std::size_t at(unsigned lane, unsigned column) const { return std::size_t{lane} * columns_ + column; }

    unsigned columns_;
    std::vector<std::uint32_t> cells_, written_;
};

}  // namespace tilescope
