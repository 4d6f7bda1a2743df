// core/include/tilescope/emulator/memory.h -- shared memory and Tensor Memory of one CTA, as bytes and cells.
// SPDX-License-Identifier: MIT
//
// Both remember which bits were written. What nobody wrote has all bits set: a NaN in every type that has one, so that
// a read beside the operands shows.
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

// What a read finds. Bits that lie outside or were not written are set.
struct BitsRead {
    std::uint32_t value = 0;
    bool inside = true, written = true;  // all of them
    friend bool operator==(const BitsRead&, const BitsRead&) = default;
};

class SmemImage {
public:
    explicit SmemImage(std::uint32_t size = kSmem.bytes);

    std::uint32_t size() const { return static_cast<std::uint32_t>(bytes_.size()); }
    // Past the end: kUnwrittenByte.
    std::uint8_t byte(std::uint64_t address) const {
        return address < bytes_.size() ? bytes_[address] : kUnwrittenByte;
    }
    // All eight bits.
    bool is_written(std::uint64_t address) const { return address < written_.size() && written_[address] == 0xff; }
    // Bytes past the end are dropped; false then.
    bool put(std::uint64_t address, std::uint8_t byte);

    // `bits` (1 to 32) from a bit address on, byte x 8 + bit, lowest first; they may cross bytes.
    BitsRead read(std::uint64_t bit, unsigned bits) const;
    std::uint32_t bits(std::uint64_t bit, unsigned bits) const { return read(bit, bits).value; }
    bool put_bits(std::uint64_t bit, unsigned bits, std::uint32_t value);

private:
    std::vector<std::uint8_t> bytes_, written_;  // written_: a mask a byte
};

class TmemImage {
public:
    // `columns`: of the target.
    explicit TmemImage(unsigned columns = kTmem.columns);
    unsigned columns() const { return columns_; }

    // Past the last lane or column: kUnwrittenCell.
    std::uint32_t cell(unsigned lane, unsigned column) const {
        return inside(lane, column) ? cells_[at(lane, column)] : kUnwrittenCell;
    }
    // All bits that a mask names were written.
    bool is_written(unsigned lane, unsigned column, std::uint32_t mask = 0xffffffff) const {
        return inside(lane, column) && (written_[at(lane, column)] & mask) == mask;
    }
    // Only the bits of `mask`; outside: dropped, false.
    bool put(unsigned lane, unsigned column, std::uint32_t value, std::uint32_t mask = 0xffffffff);
    // As if nobody had written them: what a copy of unwritten bytes leaves.
    bool forget(unsigned lane, unsigned column, std::uint32_t mask);

    // `bits` (1 to 32) from cell.bit on, all in one cell; cell.cta is not looked at.
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
