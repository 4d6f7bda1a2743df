// core/src/code/triton_layouts.cpp -- operands in shared memory as layouts of Gluon and encodings of Triton's IR.
// SPDX-License-Identifier: MIT
#include "triton_parts.h"

#include <tilescope/hw/kinds.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/layout/k_advance.h>
#include <tilescope/layout/tile_map.h>
#include <tilescope/notation/type_names.h>

#include <bit>

namespace tilescope::code::triton {
namespace {

// Where each bit of the offset of an element leads, as the bases of a SharedLinearLayout. `l` begins at a multiple of
// its pattern. Errors: the elements do not fill the tile, or the offsets are not linear.
Answer<std::string> linear_bases(SmemLayout l, Operand o) {
    using Bases = Answer<std::string>;
    l.start = 0;
    const std::vector<std::uint32_t> map = tile_map(l);
    const unsigned bytes = l.type->container_bits / 8, columns = static_cast<unsigned>(l.columns);
    if (bytes == 0 || !std::has_single_bit(map.size())) return Bases::refuse("its elements do not fill bytes");
    std::vector<std::size_t> at(map.size(), map.size());  // the element at each offset
    for (std::size_t i = 0; i < map.size(); ++i)
        if (map[i] / bytes < map.size()) at[map[i] / bytes] = i;
    std::string out;
    for (std::size_t offset = 0; offset < at.size(); ++offset) {
        const std::size_t low = offset & (offset - 1);
        if (at[offset] == map.size()) return Bases::refuse("it has gaps");
        if (low != 0 && at[offset] != (at[low] ^ at[offset & ~low])) return Bases::refuse("it is not linear");
        if (low != 0 || offset == 0) continue;
        const auto row = static_cast<unsigned>(at[offset]) / columns,
                   column = static_cast<unsigned>(at[offset]) % columns;
        out += say(out.empty() ? "[[" : ", [", pick(o, row, column), ", ", pick(o, column, row), "]");
    }
    return out + "]";
}

// The encoding of an operand whose memdesc has these shape and type.
TritonShared encoding_of(const Derived& d, const SmemLayout& l, Operand o, unsigned element_bits) {
    const bool pair = d.session.variant.cta_group == 2;
    return {.swizzle_bytes = l.mode == SwizzleMode::none ? 0 : row_of(l.mode).width_bytes,
            .transposed = pick(o, l.major == Major::mn, l.major == Major::k),
            .element_bits = element_bits,
            .fp4_padded = l.type->bits == 4 && l.type->container_bits == 8,
            .parts = pair ? pick(o, std::vector{2u, 1u}, std::vector{1u, 2u}) : std::vector<unsigned>()};
}

// Why Triton 3.9 reads no operand of this type and mode.
Answer<void> can_read(const Derived& d, const SmemLayout& l) {
    using Can = Answer<void>;
    const bool padded4 = l.type->bits == 4 && l.type->container_bits == 8;
    if (!padded4 && names_of_type(l.type->id).gluon.empty()) return Can::refuse(say("Triton has no type ", l.type->id));
    if (padded4 && !kind_or_none(d.session.variant.kind).block_scaled())
        return Can::refuse("Triton pads e2m1 only for tcgen05_mma_scaled");
    if (padded4 && d.a_type == d.b_type) return Can::refuse("Triton packs e2m1 where both A and B have it");
    if (padded4 && l.mode != SwizzleMode::b128) return Can::refuse("Triton pads e2m1 only with mode 128B");
    if (l.mode == SwizzleMode::b128_32) return Can::refuse("Triton has no mode 128B_32B");
    if (l.major == Major::mn && l.type->container_bits == 32)
        return Can::refuse("Triton has no MN-major operands of 32 bits");
    if (l.base_offset != 0 || l.absolute_lbo) return Can::refuse("it has neither base_offset nor lbo_mode");
    return {};
}

// Whether the NVMMASharedLayout of the memdesc has the strides of the session.
Answer<void> has_strides_of(const TritonMemdesc& memory, Operand o, const SmemLayout& l) {
    using Has = Answer<void>;
    const Answer<TritonTile> tile = triton_tile(memory, o, *l.type);
    if (!tile) return Has::refuse(tile.why);
    const SmemLayout& made = tile->layout;
    if (use_of_sbo(l).use == StrideUse::walked && made.sbo != l.sbo)
        return Has::refuse(say("its sbo would be ", made.sbo, " bytes, not ", l.sbo));
    if (use_of_lbo(l).use == StrideUse::walked && made.lbo != l.lbo)
        return Has::refuse(say("its lbo would be ", made.lbo, " bytes, not ", l.lbo));
    return {};
}

std::string_view flag(bool value) { return value ? "True" : "False"; }

// The bases of a SharedLinearLayout hold where the tile begins at a multiple of its swizzle pattern.
unsigned alignment_of(const TritonShared& shared) { return shared.swizzle_bytes == 0 ? 128 : shared.swizzle_bytes * 8; }

}  // namespace

std::string shape_text(const std::vector<unsigned>& shape, std::string_view between) {
    std::string out;
    for (const unsigned extent : shape) out += say(out.empty() ? "" : between, extent);
    return out;
}

std::string_view bases_of(const std::vector<unsigned>& parts) {
    if (parts.empty()) return {};
    return parts[0] == 2 ? "[[1, 0]]" : "[[0, 1]]";
}

Answer<Matrix> matrix_of(Lines& out, const Derived& d, Operand o) {
    using Answered = Answer<Matrix>;
    const OperandView& view = d.of(o);
    if (!view.placed()) return Answered::refuse(view.unplaced);
    if (const std::string none = no_elements(d, o); !none.empty()) return Answered::refuse(none);
    const SmemLayout& l = view.layout;
    if (const auto can = can_read(d, l); !can) return Answered::refuse(can.why);
    const bool two_in_byte = l.type->bits == 4;  // in the memdesc, even if memory has padding
    unsigned rows = std::bit_ceil(static_cast<unsigned>(l.rows)),
             columns = std::bit_ceil(static_cast<unsigned>(l.columns));
    const bool whole = static_cast<int>(rows) == l.rows && static_cast<int>(columns) == l.columns;
    if (!whole)
        out.cannot(say("The extents of Triton are powers of two: this text has ", rows, " x ", columns, " for ",
                       name_of(o), ", not ", l.rows, " x ", l.columns, "."));
    if (two_in_byte && l.major == Major::k) columns /= 2;
    if (two_in_byte && l.major == Major::mn) rows /= 2;
    const bool pair = d.session.variant.cta_group == 2;
    if (pair) rows *= 2;
    const TypeNames& names = names_of_type(two_in_byte ? "u8" : l.type->id);
    Matrix m{.gluon = names.gluon};
    m.memory.shape = pick(o, std::vector{rows, columns}, std::vector{columns, rows});
    m.memory.allocation = m.memory.shape;
    m.memory.element = names.ttgir;
    m.memory.element_bits = two_in_byte ? 8 : l.type->container_bits;
    m.memory.encoding = encoding_of(d, l, o, m.memory.element_bits);
    const auto has = has_strides_of(m.memory, o, l);
    if (has) return m;
    const auto bases = pair || two_in_byte || !whole ? Answer<std::string>::refuse(has.why) : linear_bases(l, o);
    if (!bases) return Answered::refuse(has.why);
    m.bases = *bases;
    return m;
}

void write_gluon(Lines& out, std::string_view name, const Matrix& m) {
    const auto& shared = std::get<TritonShared>(m.memory.encoding);
    if (!m.bases.empty())
        out.line(name, "_LAYOUT = gl.SharedLinearLayout(offset_bases=", m.bases, ", alignment=", alignment_of(shared),
                 ")");
    else
        out.line(name, "_LAYOUT = gl.NVMMASharedLayout(swizzle_byte_width=", shared.swizzle_bytes,
                 ", element_bitwidth=", shared.element_bits, ", rank=2, transposed=", flag(shared.transposed),
                 shared.fp4_padded ? ", fp4_padded=True" : "",
                 shared.parts.empty() ? "" : say(", cga_layout=", bases_of(shared.parts)), ")");
    out.line(name, "_TYPE, ", name, "_SHAPE = ", m.gluon, ", [", shape_text(m.memory.shape, ", "), "]");
}

std::string encoding_text(const Matrix& m) {
    const auto& s = std::get<TritonShared>(m.memory.encoding);
    if (!m.bases.empty()) return say("#ttg.shared_linear<{offset = ", m.bases, "}, alignment = ", alignment_of(s), ">");
    return say("#ttg.nvmma_shared<{swizzlingByteWidth = ", s.swizzle_bytes,
               ", transposed = ", s.transposed ? "true" : "false", ", elementBitWidth = ", s.element_bits,
               s.fp4_padded ? ", fp4Padded = true" : "",
               s.parts.empty() ? "" : say(", CGALayout = ", bases_of(s.parts)), "}>");
}

std::string memdesc_text(const Matrix& m, std::string_view encoding) {
    return say("!ttg.memdesc<", shape_text(m.memory.shape, "x"), "x", m.memory.element, ", ", encoding,
               ", #smem, mutable>");
}

}  // namespace tilescope::code::triton
