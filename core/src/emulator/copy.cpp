// core/src/emulator/copy.cpp -- tcgen05.cp: copies rows of a K-major tile to Tensor Memory.
// SPDX-License-Identifier: MIT
#include <tilescope/emulator/copy.h>
#include <tilescope/formats/smem.h>
#include <tilescope/formats/tmem.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/layout/smem_layout.h>

#include <array>
#include <cassert>

namespace tilescope {
namespace {

constexpr unsigned kByteBits = 8, kGroup = 16, kCellBytes = 4;

// A group is 16 bytes of a row, before or after decompression. Each byte has a value and a mask of its written bits.
struct Byte {
    std::uint8_t value = 0, written = 0;
};
using Group = std::array<Byte, kGroup>;

// Element i of the packed group becomes byte i. Bits that the element does not use become 0 and count as written.
Group decompressed(const Group& packed, const CopyFormatRow& format) {
    Group out{};
    for (unsigned i = 0; i < kGroup; ++i) {
        Byte& to = out[i];
        to.written = 0xff;
        for (unsigned bit = 0; bit < format.element_bits; ++bit) {
            const unsigned at = i * format.element_bits + bit, place = format.first_bit + bit;
            const Byte& from = packed[at / kByteBits];
            const auto take = [&](unsigned byte) { return (byte >> at % kByteBits & 1u) << place; };
            to.value = static_cast<std::uint8_t>(to.value | take(from.value));
            if (take(from.written) == 0) to.written = static_cast<std::uint8_t>(to.written & ~(1u << place));
        }
    }
    return out;
}

class Copying {
public:
    Copying(const SmemImage& smem, const TmemCopy& copy, TmemImage& tmem)
        : smem_(smem),
          copy_(copy),
          tmem_(tmem),
          layout_(*layout_of(*copy.descriptor_format, copy.descriptor, Major::k, *find_type("u8"),
                             static_cast<int>(copy.shape->rows), static_cast<int>(copy.shape->row_bytes))),
          bytes_(tile_map(layout_)) {}

    CopyReport run() {
        for (unsigned row = 0; row < copy_.shape->rows; ++row)
            for (unsigned first = 0; first < copy_.shape->row_bytes; first += kGroup) {
                const Group packed = read(row, first);
                const Group group = copy_.format == nullptr ? packed : decompressed(packed, *copy_.format);
                for (const unsigned lane : lanes_of(*copy_.shape, row, copy_.reading)) write(group, lane, first);
            }
        return report_;
    }

private:
    Group read(unsigned row, unsigned first) {
        Group out{};
        const unsigned count = copy_.format == nullptr ? kGroup : copy_.format->data_bytes;
        for (unsigned i = 0; i < count; ++i) {
            const std::uint32_t address = bytes_[std::size_t{row} * copy_.shape->row_bytes + first + i];
            const BitsRead byte = smem_.read(std::uint64_t{address} * kByteBits, kByteBits);
            report_.outside += !byte.inside;
            report_.unwritten += byte.inside && !byte.written;
            out[i] = {static_cast<std::uint8_t>(byte.value), byte.written ? std::uint8_t{0xff} : std::uint8_t{0}};
        }
        return out;
    }

    void write(const Group& group, unsigned lane, unsigned first) {
        for (unsigned cell = 0; cell < kGroup / kCellBytes; ++cell) {
            std::uint32_t value = 0, written = 0;
            for (unsigned i = 0; i < kCellBytes; ++i) {
                const Byte& byte = group[cell * kCellBytes + i];
                value |= std::uint32_t{byte.value} << i * kByteBits;
                written |= std::uint32_t{byte.written} << i * kByteBits;
            }
            const unsigned to_lane = tmem_lane(copy_.to) + lane;
            const unsigned column = tmem_column(copy_.to) + first / kCellBytes + cell;
            if (!tmem_.put(to_lane, column, value))
                ++report_.dropped;
            else
                tmem_.forget(to_lane, column, ~written);
        }
    }

    const SmemImage& smem_;
    const TmemCopy& copy_;
    TmemImage& tmem_;
    const SmemLayout layout_;
    const std::vector<std::uint32_t> bytes_;
    CopyReport report_;
};

}  // namespace

CopyReport copy_to_tmem(const SmemImage& smem, const TmemCopy& copy, TmemImage& tmem) {
    assert(copy.descriptor_format != nullptr && "a copy has a descriptor");
    assert(places_elements(*copy.descriptor_format, copy.descriptor) && "the descriptor defines all addresses");
    return Copying(smem, copy, tmem).run();
}

Answer<CopyReport> bring_factors(SmemImage& smem, TmemImage& tmem, const FactorTransport& transport) {
    const ScaleMemory& tile = transport.tile;
    if (transport.factors.size() != std::size_t{tile.rows} * tile.factors)
        return Refusal("a tile of ", tile.rows, " rows x ", tile.factors, " scale factors needs ",
                       std::size_t{tile.rows} * tile.factors, " factors, not ", transport.factors.size());
    const Format* descriptors = transport.descriptor_format != nullptr ? transport.descriptor_format : &kSmem91;
    const auto copies = scale_copies(tile, transport.start, transport.base_column, {descriptors, tmem.columns()});
    if (!copies) return Refusal(copies.why);
    CopyReport report;
    for (std::size_t i = 0; i < transport.factors.size(); ++i) {
        const ScaleFactor factor{.row = static_cast<unsigned>(i / tile.factors),
                                 .factor = static_cast<unsigned>(i % tile.factors)};
        smem.put(transport.start + place_in_memory(tile, factor), static_cast<std::uint8_t>(transport.factors[i]));
    }
    for (const ScaleCopy& copy : *copies) {
        const CopyReport one = copy_to_tmem(smem,
                                            {.shape = copy_shape_named("32x128b.warpx4"),
                                             .descriptor_format = descriptors,
                                             .descriptor = copy.word,
                                             .to = copy.column},
                                            tmem);
        report.outside += one.outside;
        report.unwritten += one.unwritten;
        report.dropped += one.dropped;
    }
    return report;
}

}  // namespace tilescope
