// core/src/notation/triton_linear.cpp -- which descriptor reads a layout of Triton that is given as bits.
// SPDX-License-Identifier: MIT
//
// Triton compares such a layout with its core matrices, one swizzle after the other. So does this file: for each mode
// and major, the strides are the offsets of the elements one atom away, and then the place of each bit must agree.
//
// Source: Triton third_party/nvidia/lib/TritonNVIDIAGPUToLLVM/DotOpToLLVM/MMAHelpers.h DotOpMmaSmemLoader::build
// @04d9389f. Tests compare with the PTX that Triton 3.9.0 makes.
#include "triton_tiles.h"

#include <tilescope/base/say.h>
#include <tilescope/layout/linear_map.h>
#include <tilescope/layout/placing.h>
#include <tilescope/layout/tile.h>

#include <bit>

namespace tilescope::triton {
namespace {

unsigned bits_of(unsigned extent) { return static_cast<unsigned>(std::countr_zero(extent)); }

// From both indices to the offset in elements: the inverse of the vectors.
class Offsets {
public:
    static Answer<Offsets> of(const TritonLinear& linear, const Extents& extents) {
        using Answered = Answer<Offsets>;
        const auto [rows, columns] = extents.allocation;
        const std::size_t bits = bits_of(rows) + bits_of(columns);
        if (linear.offsets.size() != bits)
            return Answered::refuse(say("shared_linear has ", linear.offsets.size(), " vectors for an allocation of ",
                                        rows, " x ", columns, ", which needs ", bits));
        LinearMap map{.inputs = static_cast<unsigned>(bits), .outputs = static_cast<unsigned>(bits)};
        for (std::size_t i = 0; i < bits; ++i) {
            const auto& vector = linear.offsets[i];
            if (vector[0] >= rows || vector[1] >= columns)
                return Answered::refuse(
                    say("the vector [", vector[0], ", ", vector[1], "] is outside of ", rows, " x ", columns));
            map.basis[i] = vector[0] << bits_of(columns) | vector[1];
        }
        const auto inverse = inverse_of(map);
        if (!inverse) return Answered::refuse("two offsets of shared_linear have the same element");
        Offsets out;
        out.map_ = *inverse, out.column_bits_ = bits_of(columns);
        return out;
    }
    std::uint32_t at(unsigned first, unsigned second) const { return map_(first << column_bits_ | second); }

private:
    LinearMap map_;
    unsigned column_bits_ = 0;
};

// Where a tile has its elements, as rows (M or N) and columns (K), in bytes from its start.
struct Places {
    Offsets offsets;
    Operand operand;
    unsigned rows, columns, bytes;  // extents of the allocation; bytes of an element

    std::uint32_t at(unsigned row, unsigned column) const {
        return bytes * pick(operand, offsets.at(row, column), offsets.at(column, row));
    }
};

// The only layout of this mode and major that can have these places: its strides are those to the next atoms.
SmemLayout with_strides(SmemLayout l, const Places& places) {
    const AtomSize atom = atom_of(l.mode, l.major, *l.type);
    const auto rows = static_cast<unsigned>(atom.rows), columns = static_cast<unsigned>(atom.columns);
    const std::uint32_t row_step = places.rows > rows ? places.at(rows, 0) : 0,
                        column_step = places.columns > columns ? places.at(0, columns) : 0;
    const bool swizzled = l.mode != SwizzleMode::none;
    l.sbo = row_step, l.lbo = column_step;
    if (swizzled && l.major == Major::k) l.k_atom = column_step, l.lbo = 0;
    if (swizzled && l.major == Major::mn) l.sbo = column_step, l.lbo = row_step;
    return l;
}

// Whether the layout has these places. If each bit of a row or column adds another bit to the address, nothing carries,
// so the places of these elements give all others.
bool has_places(const SmemLayout& l, const Places& places) {
    std::uint32_t used = 0;
    const auto fits = [&](unsigned row, unsigned column) {
        const Element e{static_cast<int>(row), static_cast<int>(column)};
        const std::uint32_t byte = place_in_memory(l, e).byte, plain = placing::swizzled(l, byte);
        const bool separate = std::has_single_bit(plain) && (used & plain) == 0;
        used |= plain;
        return separate && byte == places.at(row, column);
    };
    for (unsigned row = 1; row < places.rows; row *= 2)
        if (!fits(row, 0)) return false;
    for (unsigned column = 1; column < places.columns; column *= 2)
        if (!fits(0, column)) return false;
    return true;
}

}  // namespace

Answer<SmemLayout> layout_of(const TritonLinear& linear, const TritonMemdesc& memory, Operand operand,
                             const ElementType& type) {
    using Answered = Answer<SmemLayout>;
    if (type.container_bits != memory.element_bits || type.bits < 8)
        return Answered::refuse(say("tilescope reads shared_linear only if an element of ", memory.element,
                                    " is one element of the operand, not for ", type.id));
    const auto extents = extents_of(memory, linear.parts, linear.offsets.front().size());
    if (!extents) return Answered::refuse(extents.why);
    const auto offsets = Offsets::of(linear, *extents);
    if (!offsets) return Answered::refuse(offsets.why);
    const auto [first, second] = extents->allocation;
    const Places places{*offsets, operand, pick(operand, first, second), pick(operand, second, first),
                        memory.element_bits / 8};
    for (const SwizzleRow& mode : kSwizzleModes)
        for (const Major major : {Major::k, Major::mn}) {
            if (mode.mode == SwizzleMode::b128_32 || (major == Major::mn && type.container_bits == 32)) continue;
            SmemLayout l = with_strides({.mode = mode.mode, .major = major, .type = &type}, places);
            if (!has_places(l, places)) continue;
            const auto [rows, columns] = extents->shape;
            l.rows = static_cast<int>(pick(operand, rows, columns));
            l.columns = static_cast<int>(pick(operand, columns, rows));
            return l;
        }
    return Answered::refuse("no descriptor has the offsets of this shared_linear layout");
}

}  // namespace tilescope::triton
