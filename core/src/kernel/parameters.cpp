// core/src/kernel/parameters.cpp -- reads and writes values of the parameter block.
// SPDX-License-Identifier: MIT
#include <tilescope/kernel/parameters.h>

#include <cassert>

namespace tilescope {
namespace {

constexpr unsigned kWordBytes = 4, kMostValueBytes = 8, kBitsOfByte = 8;

// Returns whether row i describes the Param with the number i, and whether the rows are in order, aligned, without
// overlap and inside the block. A kernel reads values of 4 and 8 bytes, which must be aligned to their size.
consteval bool rows_fit() {
    unsigned end = 0, i = 0;
    for (const ParamRow& row : kParams) {
        if (row.param != static_cast<Param>(i++)) return false;
        const unsigned unit = row.bytes == kMostValueBytes ? kMostValueBytes : kWordBytes;
        if (row.bytes == 0 || row.bytes % unit != 0 || row.offset % unit != 0 || row.offset < end) return false;
        if (row.buffer && row.bytes != kMostValueBytes) return false;
        end = row.offset + row.bytes;
    }
    return end <= kParamBytes && i == static_cast<unsigned>(Param::lane_mask) + 1;
}
static_assert(rows_fit(), "the rows of kParams are in the order of Param, aligned, and do not overlap");

// The bytes of one value. A row that is longer than a value is a list of words.
struct ValuePlace {
    unsigned offset, bytes;
};
ValuePlace value_of(Param param, unsigned index) {
    const ParamRow& row = row_of(param);
    const unsigned bytes = row.bytes <= kMostValueBytes ? row.bytes : kWordBytes;
    assert((index + 1) * bytes <= row.bytes && "the value is in the row");
    return {row.offset + index * bytes, bytes};
}

}  // namespace

std::uint64_t get(std::span<const std::uint8_t, kParamBytes> block, Param param, unsigned index) {
    const ValuePlace place = value_of(param, index);
    std::uint64_t value = 0;
    for (unsigned i = 0; i < place.bytes; ++i) value |= std::uint64_t{block[place.offset + i]} << i * kBitsOfByte;
    return value;
}

void put(ParamBlock& block, Param param, std::uint64_t value, unsigned index) {
    const ValuePlace place = value_of(param, index);
    assert((place.bytes == kMostValueBytes || value >> place.bytes * kBitsOfByte == 0) && "the value fits");
    for (unsigned i = 0; i < place.bytes; ++i)
        block[place.offset + i] = static_cast<std::uint8_t>(value >> i * kBitsOfByte);
}

}  // namespace tilescope
