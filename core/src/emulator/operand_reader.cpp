// core/src/emulator/operand_reader.cpp -- reads operands from memory as the instruction does.
// SPDX-License-Identifier: MIT
#include <tilescope/emulator/operand_reader.h>
#include <tilescope/formats/tmem.h>
#include <tilescope/hw/memory.h>
#include <tilescope/layout/placing.h>
#include <tilescope/layout/smem_layout.h>

#include <algorithm>
#include <cassert>

namespace tilescope {
namespace {

// Collects the elements of an operand, row by row.
class Collector {
public:
    Collector(unsigned rows, unsigned columns) {
        out_.rows = rows;
        out_.columns = columns;
        out_.words.reserve(std::size_t{rows} * columns);
    }

    void add(const BitsRead& read, std::uint64_t place) {
        if (!read.inside)
            note(BadRead::outside, place);
        else if (!read.written)
            note(BadRead::unwritten, place);
        out_.words.push_back(read.value);
    }
    // Adds an element of Tensor Memory. The first cell is used; the other copies should hold the same value.
    void add(std::span<const TmemImage> images, const TmemCells& cells, unsigned bits) {
        const BitsRead first = read(images, cells[0], bits);
        for (unsigned copy = 1; copy < cells.count; ++copy) out_.differ |= read(images, cells[copy], bits) != first;
        add(first, tmem_address(cells[0].lane, cells[0].column));
    }
    ReadOperand& result() { return out_; }

private:
    static BitsRead read(std::span<const TmemImage> images, const TmemCell& cell, unsigned bits) {
        if (cell.cta < images.size()) return images[cell.cta].read(cell, bits);
        return {.value = static_cast<std::uint32_t>(bit_mask(bits)), .inside = false, .written = false};
    }

    void note(BadRead what, std::uint64_t place) {
        // Both kinds have a separate limit, so that many problems of one kind do not hide the other kind.
        std::size_t& count = what == BadRead::outside ? out_.outside : out_.unwritten;
        if (++count > kMostReadProblems) return;
        const auto index = static_cast<unsigned>(out_.words.size());
        const Element element{static_cast<int>(index / out_.columns), static_cast<int>(index % out_.columns)};
        out_.problems.push_back({element, place, what});
    }

    ReadOperand out_;
};

unsigned bits_of(const TmemLayout& layout) {
    return layout.operand == TmemOperand::a ? packing_of(*layout.type).element_bits : layout.bits;
}

Element element(unsigned row, unsigned column) { return {static_cast<int>(row), static_cast<int>(column)}; }

// Calls do_it(cells of the element, its index) for every element, row by row.
template <class Do>
void for_each(const TmemLayout& layout, const Do& do_it) {
    std::size_t index = 0;
    for (unsigned row = 0; row < row_count(layout); ++row)
        for (RowWalk at(layout, row); !at.ended(); at.next(), ++index) do_it(at.cells(), index);
}

void put_everywhere(std::span<TmemImage> images, const TmemCells& cells, unsigned bits, std::uint32_t word) {
    for (const TmemCell& cell : cells)
        if (cell.cta < images.size()) images[cell.cta].put_bits(cell, bits, word);
}

// Writes A in whole containers. The container bits beside a 4-bit or 6-bit element become 0.
void put_containers(std::span<TmemImage> images, const TmemCells& cells, const TmemPacking& pack, std::uint32_t word) {
    const auto element = static_cast<std::uint32_t>(bit_mask(pack.element_bits)),
               container = static_cast<std::uint32_t>(bit_mask(pack.container_bits));
    for (const TmemCell& cell : cells)
        if (cell.cta < images.size())
            images[cell.cta].put(cell.lane, cell.column, (word & element) << cell.bit,
                                 container << (cell.bit - pack.first_bit));
}

// Returns the place of the code of a group. It is the place of the first element of the group.
TmemCells code_places(const MetaLayout& layout, unsigned row, unsigned group) {
    return places(layout, element(row, group * layout.kind->grain->group));
}

// Refuses if the placement of the codes is unknown.
Answer<void> places_are_known(const MetaLayout& layout) {
    const Grounds grounds = grounds_of(layout);
    return grounds.certainty == Certainty::unknown ? Refusal(grounds.note) : Answer<void>();
}

}  // namespace

ReadOperand read_operand(const SmemImage& smem, const SmemLayout& layout, std::uint64_t zeros_below) {
    const auto rows = static_cast<unsigned>(std::max(layout.rows, 0));
    const auto columns = static_cast<unsigned>(std::max(layout.columns, 0));
    const std::vector<std::uint32_t> bytes = tile_map(layout);
    Collector out(rows, columns);
    std::vector<std::uint64_t>& first_bits = out.result().first_bit;
    first_bits.reserve(bytes.size());
    for (unsigned row = 0; row < rows; ++row)
        for (unsigned column = 0; column < columns; ++column) {
            const std::size_t index = std::size_t{row} * columns + column;
            const std::uint64_t bit = std::uint64_t{bytes[index]} * 8 + first_bit(layout, element(row, column));
            first_bits.push_back(bit);
            out.add(bit / 8 < zeros_below ? BitsRead{} : smem.read(bit, layout.type->bits), bit / 8);
        }
    return std::move(out.result());
}

unsigned shifted_row(const TmemLayout& layout, unsigned row, ShiftReading reading) {
    if (row + 1 >= row_count(layout)) return row;
    if (reading == ShiftReading::whole) return row + 1;
    const TmemCells here = places(layout, element(row, 0)), next = places(layout, element(row + 1, 0));
    if (here.empty() || next.empty() || here[0].cta != next[0].cta) return row;
    return here[0].lane / kTmem.warp_lanes == next[0].lane / kTmem.warp_lanes ? row + 1 : row;
}

ReadOperand read_operand(std::span<const TmemImage> images, const TmemLayout& layout, bool shifted,
                         ShiftReading reading) {
    Collector out(row_count(layout), layout.columns);
    const unsigned bits = bits_of(layout);
    for (unsigned row = 0; row < row_count(layout); ++row)
        for (RowWalk at(layout, shifted ? shifted_row(layout, row, reading) : row); !at.ended(); at.next())
            out.add(images, at.cells(), bits);
    return std::move(out.result());
}

void write_accumulator(std::span<TmemImage> images, const TmemLayout& layout, std::span<const std::uint32_t> words,
                       std::span<const std::uint8_t> keep) {
    assert((keep.empty() || keep.size() == words.size()) && "keep is empty or has one entry for each word");
    const unsigned bits = bits_of(layout);
    for_each(layout, [&](const TmemCells& cells, std::size_t index) {
        if (keep.empty() || keep[index] == 0) put_everywhere(images, cells, bits, words[index]);
    });
}

ReadOperand read_factors(const TmemImage& tmem, const ScaleLayout& layout) {
    Collector out(layout.rows, layout.vector->factors);
    for (unsigned row = 0; row < layout.rows; ++row)
        for (unsigned factor = 0; factor < layout.vector->factors; ++factor)
            out.add(std::span(&tmem, 1), places(layout, {.row = row, .factor = factor}), kFactorBits);
    return std::move(out.result());
}

Answer<ReadOperand> read_codes(std::span<const TmemImage> images, const MetaLayout& layout) {
    if (const auto can = places_are_known(layout); !can) return Refusal(can.why);
    Collector out(row_count(layout), code_groups(layout));
    for (unsigned row = 0; row < row_count(layout); ++row)
        for (unsigned group = 0; group < code_groups(layout); ++group)
            out.add(images, code_places(layout, row, group), kCodeBits);
    return std::move(out.result());
}

void write_operand(std::span<TmemImage> images, const TmemLayout& layout, std::span<const std::uint32_t> words) {
    if (layout.operand == TmemOperand::d) return write_accumulator(images, layout, words);
    const TmemPacking& pack = packing_of(*layout.type);
    for_each(layout,
             [&](const TmemCells& cells, std::size_t index) { put_containers(images, cells, pack, words[index]); });
}

void write_factors(TmemImage& tmem, const ScaleLayout& layout, std::span<const std::uint32_t> factors) {
    std::size_t index = 0;
    for (unsigned row = 0; row < layout.rows; ++row)
        for (unsigned factor = 0; factor < layout.vector->factors; ++factor, ++index)
            put_everywhere(std::span(&tmem, 1), places(layout, {.row = row, .factor = factor}), kFactorBits,
                           factors[index]);
}

Answer<void> write_codes(std::span<TmemImage> images, const MetaLayout& layout, std::span<const std::uint8_t> codes) {
    if (const auto known = places_are_known(layout); !known) return known;
    std::size_t index = 0;
    for (unsigned row = 0; row < row_count(layout); ++row)
        for (unsigned group = 0; group < code_groups(layout); ++group, ++index)
            put_everywhere(images, code_places(layout, row, group), kCodeBits, codes[index]);
    return {};
}

}  // namespace tilescope
