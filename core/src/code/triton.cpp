// core/src/code/triton.cpp -- a session as layouts of Gluon, and as encodings of Triton's IR.
// SPDX-License-Identifier: MIT
#include "parts.h"

#include <tilescope/hw/kinds.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/layout/tile.h>
#include <tilescope/notation/triton_layout.h>

#include <bit>
#include <optional>

namespace tilescope::code::triton {
namespace {

// ---- operands in shared memory ----

// One operand as Triton describes it.
struct Matrix {
    TritonMemdesc memory;
    std::string_view gluon;
    std::string bases;  // of a SharedLinearLayout: "[[0, 1], [0, 2]]"; empty: `memory` has an NVMMASharedLayout
};

// Where each bit of the offset of an element leads, as the bases of a SharedLinearLayout. `l` begins at a multiple of
// its pattern. Errors: the elements do not fill the tile, or the offsets are not linear.
Answer<std::string> linear_bases(SmemLayout l, Operand o) {
    l.start = 0;
    const std::vector<std::uint32_t> map = tile_map(l);
    const unsigned bytes = l.type->container_bits / 8, columns = static_cast<unsigned>(l.columns);
    if (bytes == 0 || !std::has_single_bit(map.size())) return Refusal("its elements do not fill bytes");
    std::vector<std::size_t> at(map.size(), map.size());  // the element at each offset
    for (std::size_t i = 0; i < map.size(); ++i)
        if (map[i] / bytes < map.size()) at[map[i] / bytes] = i;
    std::string out;
    for (std::size_t offset = 0; offset < at.size(); ++offset) {
        const std::size_t low = offset & (offset - 1);
        if (at[offset] == map.size()) return Refusal("it has gaps");
        if (low != 0 && at[offset] != (at[low] ^ at[offset & ~low])) return Refusal("it is not linear");
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
    const bool padded4 = l.type->bits == 4 && l.type->container_bits == 8;
    if (!padded4 && names_of_type(l.type->id).gluon.empty()) return Refusal("Triton has no type ", l.type->id);
    if (padded4 && !kind_or_none(d.session.variant.kind).block_scaled())
        return Refusal("Triton pads e2m1 only for tcgen05_mma_scaled");
    if (padded4 && d.a_type == d.b_type) return Refusal("Triton packs e2m1 where both A and B have it");
    if (padded4 && l.mode != SwizzleMode::b128) return Refusal("Triton pads e2m1 only with mode 128B");
    if (l.mode == SwizzleMode::b128_32) return Refusal("Triton has no mode 128B_32B");
    if (l.major == Major::mn && l.type->container_bits == 32)
        return Refusal("Triton has no MN-major operands of 32 bits");
    if (l.base_offset != 0 || l.absolute_lbo) return Refusal("it has neither base_offset nor lbo_mode");
    return {};
}

// Whether the NVMMASharedLayout of the memdesc has the strides of the session.
Answer<void> has_strides_of(const TritonMemdesc& memory, Operand o, const SmemLayout& l) {
    const Answer<TritonTile> tile = triton_tile(memory, o, *l.type);
    if (!tile) return Refusal(tile.why);
    const SmemLayout& made = tile->layout;
    if (use_of_sbo(l).use == StrideUse::walked && made.sbo != l.sbo)
        return Refusal("its sbo would be ", made.sbo, " bytes, not ", l.sbo);
    if (use_of_lbo(l).use == StrideUse::walked && made.lbo != l.lbo)
        return Refusal("its lbo would be ", made.lbo, " bytes, not ", l.lbo);
    return {};
}

std::string_view flag(bool value) { return value ? "True" : "False"; }

// The bases of a SharedLinearLayout hold where the tile begins at a multiple of its swizzle pattern.
unsigned alignment_of(const TritonShared& shared) { return shared.swizzle_bytes == 0 ? 128 : shared.swizzle_bytes * 8; }

// "128x64"
std::string shape_text(const std::vector<unsigned>& shape, std::string_view between) {
    return list_of(shape, std::identity(), between);
}

// How the two CTAs of a pair cut a matrix, as CTA bases of Triton: A and D by rows, B by columns. Empty: one CTA.
std::string_view bases_of(const std::vector<unsigned>& parts) {
    if (parts.empty()) return {};
    return parts[0] == 2 ? "[[1, 0]]" : "[[0, 1]]";
}

// Triton's memdesc of an operand: A is M x K and B is K x N. It is the matrix of both CTAs of a pair.
// Errors: Triton has no layout that gives the words of the session.
Answer<Matrix> matrix_of(Lines& out, const Derived& d, Operand o) {
    const OperandView& view = d.of(o);
    if (!view.placed()) return Refusal(unplaced_part(view));
    if (const std::string none = no_elements(d, o); !none.empty()) return Refusal(none);
    const SmemLayout& l = view.layout;
    if (const auto can = can_read(d, l); !can) return Refusal(can.why);
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
    const auto bases = pair || two_in_byte || !whole ? Refusal(has.why) : linear_bases(l, o);
    if (!bases) return Refusal(has.why);
    m.bases = *bases;
    return m;
}

// "A_LAYOUT = gl.NVMMASharedLayout(...)", with the type and the shape.
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

// "#ttg.nvmma_shared<{...}>"
std::string encoding_text(const Matrix& m) {
    const auto& s = std::get<TritonShared>(m.memory.encoding);
    if (!m.bases.empty()) return say("#ttg.shared_linear<{offset = ", m.bases, "}, alignment = ", alignment_of(s), ">");
    return say("#ttg.nvmma_shared<{swizzlingByteWidth = ", s.swizzle_bytes,
               ", transposed = ", s.transposed ? "true" : "false", ", elementBitWidth = ", s.element_bits,
               s.fp4_padded ? ", fp4Padded = true" : "",
               s.parts.empty() ? "" : say(", CGALayout = ", bases_of(s.parts)), "}>");
}

// "!ttg.memdesc<128x64xf16, #shared, #smem, mutable>", where `encoding` is "#shared".
std::string memdesc_text(const Matrix& m, std::string_view encoding) {
    return say("!ttg.memdesc<", shape_text(m.memory.shape, "x"), "x", m.memory.element, ", ", encoding,
               ", #smem, mutable>");
}

// ---- the other matrices, and the text ----

// A matrix that is not in shared memory: D, scale factors, and A in Tensor Memory or in registers.
struct Other {
    std::string layout, encoding;  // of Gluon; of Triton's IR
    std::vector<unsigned> shape;   // of both CTAs of a pair
    const TypeNames* type = &kNoTypeNames;
};

// What the text has. Null: Triton does not have it.
struct Parts {
    const Matrix *a = nullptr, *b = nullptr;
    const Other *other_a = nullptr, *d = nullptr, *a_scale = nullptr, *b_scale = nullptr;
};

// One block of Tensor Memory for each instruction. `rows` is that of one CTA.
Other in_tmem(const Derived& d, unsigned rows, unsigned columns, unsigned stride, const TypeNames& type) {
    const bool pair = d.session.variant.cta_group == 2;
    return {.layout = say("blackwell.TensorMemoryLayout([", rows, ", ", columns, "], col_stride=", stride,
                          pair ? ", cga_layout=[[1, 0]], two_ctas=True)" : ")"),
            .encoding = say("#ttng.tensor_memory_encoding<blockM = ", rows, ", blockN = ", columns,
                            ", colStride = ", stride, pair ? ", CGALayout = [[1, 0]], twoCTAs = true>" : ">"),
            .shape = {pair ? 2 * rows : rows, columns},
            .type = &type};
}

Answer<Other> d_of(const Derived& d) {
    const TypeNames& type = names_of_type(d.d_type);
    const unsigned m = d.m / d.session.variant.cta_group, n = std::bit_ceil(d.n);
    if (const std::string bad = bad_size(d); !bad.empty()) return Refusal("Triton has no layout of D for ", bad, ".");
    if (type.gluon.empty()) return Refusal("Triton has no D of type ", d.d_type, ".");
    if (family_of(d.session).d == Storage::registers)
        return Other{.layout = say("gl.NVMMADistributedLayout(version=[3, 0], warps_per_cta=[4, 1], instr_shape=[16, ",
                                   n, ", ", d.k, "])"),
                     .encoding = say("#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], "
                                     "instrShape = [16, ",
                                     n, ", ", d.k, "]}>"),
                     .shape = {m, n},
                     .type = &type};
    if (m != 64 && m != 128) return Refusal("Triton's blocks in Tensor Memory have 64 or 128 rows, and D has ", m, ".");
    return in_tmem(d, m, n, 32 / bits_of_d(d.d_type), type);
}

// A in Tensor Memory, or in the registers of wgmma. Its columns are those of B.
Answer<Other> a_elsewhere(const Derived& d) {
    const Variant& v = d.session.variant;
    const KindRow& kind = kind_or_none(v.kind);
    const ElementType* stored = smem_type_of(d.a_type, kind.id);
    const bool whole = stored != nullptr && stored->container_bits == stored->bits && stored->bits >= 8;
    const TypeNames& type = names_of_type(whole ? stored->id : "");
    const OperandView& b = d.of(Operand::b);
    const std::string_view place = names_of_family(d.session).gluon_other_a;
    const auto none = [&](const std::string& why) {
        return Refusal("The text has no layout of A in ", place, ": ", why);
    };
    if (v.sparse) return none("Triton has no sparse A.");
    if (kind.block_scaled()) return none("tcgen05_mma_scaled of Triton takes A from shared memory.");
    if (type.gluon.empty()) return none(say("Triton has no type ", d.a_type, " there."));
    if (!b.placed()) return none(b.unplaced);
    const unsigned m = d.m / v.cta_group, columns = std::bit_ceil(static_cast<unsigned>(b.layout.columns));
    if (family_of(d.session).a == Storage::registers) {
        const unsigned width = 32 / stored->bits;
        return Other{.layout = say("gl.DotOperandLayout(0, D_LAYOUT, k_width=", width, ")"),
                     .encoding = say("#ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = ", width, "}>"),
                     .shape = {m, columns},
                     .type = &type};
    }
    if (v.cta_group == 2 && m == 64)
        return none("an MMA of Triton with A in Tensor Memory has 128 rows in each CTA of a pair, and here are 64.");
    return in_tmem(d, m, columns, 1, type);
}

// The scale factors of an operand: a row for each row of A or B, and a column for each block along K.
Other scale_of(const Derived& d, Operand o) {
    const Variant& v = d.session.variant;
    const bool pair = v.cta_group == 2;
    const std::string_view bases = !pair ? "" : pick(o, "[[1, 0]]", "[[0, 0]]");
    const unsigned columns = std::bit_ceil(static_cast<unsigned>(d.of(o).layout.columns)), n = std::bit_ceil(d.n);
    return {.layout = say("blackwell.TensorMemoryScalesLayout(", pair ? "cga_layout=" : "", bases, ")"),
            .encoding = say("#ttng.tensor_memory_scales_encoding<", pair ? "CGALayout = " : "", bases, ">"),
            .shape = {pick(o, d.m, n), columns / scale_block_of(v)},
            .type = &names_of_type(idesc_name(d, "scale_type"))};
}

// What tcgen05_mma_scaled of Triton 3.9 lacks. Empty: nothing.
std::string_view scaled_lacks(const Derived& d) {
    const Variant& v = d.session.variant;
    const KindRow& kind = kind_or_none(v.kind);
    if (!kind.block_scaled()) return {};
    if (d.m / v.cta_group == 64)
        return "tcgen05_mma_scaled of Triton needs 128 rows of D in each CTA, and here are 64.";
    if (d.k == 96) return "tcgen05_mma_scaled of Triton issues K = 64, not 96.";
    const bool is_mxf4 = kind.ue4m3_factors && scale_block_of(v) == 32 && idesc_name(d, "scale_type") == "ue8m0";
    return is_mxf4 ? "tcgen05_mma_scaled of Triton issues kind mxf4 for ue8m0 factors of 32 elements: the same product."
                   : std::string_view();
}

// Whether Triton has this product.
bool can_multiply(const Derived& d, const Parts& p) {
    const Variant& v = d.session.variant;
    const bool plain = !v.sparse && !v.ws && !v.b1;
    const bool refused = kind_or_none(v.kind).block_scaled() && (d.m / v.cta_group == 64 || d.k == 96);
    if (!plain || refused || (p.a == nullptr && p.other_a == nullptr) || p.b == nullptr || p.d == nullptr) return false;
    return p.a == nullptr || d.of(Operand::a).layout.columns == d.of(Operand::b).layout.columns;
}

void write_other(Lines& out, std::string_view name, const Other* m) {
    if (m == nullptr) return;
    out.line(name, "_LAYOUT = ", m->layout);
    out.line(name, "_TYPE, ", name, "_SHAPE = ", m->type->gluon, ", [", shape_text(m->shape, ", "), "]");
}

// "!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>"
std::string tmem_text(const Other& m, std::string_view encoding) {
    return say("!ttg.memdesc<", shape_text(m.shape, "x"), "x", m.type->ttgir, ", ", encoding,
               ", #ttng.tensor_memory, mutable>");
}
// "tensor<64x128xf32, #mma>"
std::string tensor_text(const Other& m, std::string_view encoding) {
    return say("tensor<", shape_text(m.shape, "x"), "x", m.type->ttgir, ", ", encoding, ">");
}

// The operation, as Triton prints it.
void write_operation(Lines& out, const Derived& d, const Parts& p) {
    const std::string b = memdesc_text(*p.b, "#shared1");
    if (family_of(d.session).d == Storage::registers) {
        out.line("ttng.warp_group_dot %a, %b, %d, %use_acc {inputPrecision = 0 : i32} : ",
                 p.a != nullptr ? memdesc_text(*p.a, "#shared") : tensor_text(*p.other_a, p.other_a->encoding), " * ",
                 b, " -> ", tensor_text(*p.d, "#mma"));
        return;
    }
    const std::string_view pair = d.session.variant.cta_group == 2 ? " {two_ctas}" : "";
    const std::string a = p.a != nullptr ? memdesc_text(*p.a, "#shared") : tmem_text(*p.other_a, "#tmem_a");
    if (p.a_scale != nullptr)
        out.line("ttng.tc_gen5_mma_scaled %a, %b, %d[], %a_scale, %b_scale, %use_acc, %pred lhs = ", d.a_type,
                 " rhs = ", d.b_type, pair, " : ", a, ", ", b, ", ", tmem_text(*p.d, "#tmem"), ", ",
                 tmem_text(*p.a_scale, "#tmem_scales"), ", ", tmem_text(*p.b_scale, "#tmem_scales1"));
    else
        out.line("ttng.tc_gen5_mma %a, %b, %d[], %use_acc, %pred", pair, " : ", a, ", ", b, ", ",
                 tmem_text(*p.d, "#tmem"));
}

void write_ttgir(Lines& out, const Derived& d, const Parts& p) {
    const bool in_registers = family_of(d.session).d == Storage::registers;
    out.comment("The same layouts in Triton's IR.");
    out.line("TTGIR = \"\"\"");
    if (p.a != nullptr) out.line("#shared = ", encoding_text(*p.a));
    if (p.b != nullptr) out.line("#shared1 = ", encoding_text(*p.b));
    out.line("#smem = #ttg.shared_memory");
    if (p.d != nullptr) out.line(in_registers ? "#mma = " : "#tmem = ", p.d->encoding);
    if (p.other_a != nullptr && !in_registers) out.line("#tmem_a = ", p.other_a->encoding);
    if (p.a_scale != nullptr) {
        out.line("#tmem_scales = ", p.a_scale->encoding);
        out.line("#tmem_scales1 = ", p.b_scale->encoding);
    }
    if (can_multiply(d, p)) write_operation(out, d, p);
    out.line("\"\"\"");
}

void write_mma(Lines& out, const Derived& d, const Parts& p) {
    if (!can_multiply(d, p)) return;
    out.blank();
    out.blank();
    out.line("@gluon.jit");
    if (p.a_scale != nullptr) {
        out.line("def mma(a, b, d, a_scale, b_scale, use_acc):");
        out.line("    blackwell.tcgen05_mma_scaled(a, b, d, a_scale, b_scale, \"", d.a_type, "\", \"", d.b_type,
                 "\", use_acc=use_acc)");
    } else {
        out.line("def mma(a, b, d, use_acc):");
        out.line("    ", names_of_family(d.session).gluon_mma, "(a, b, d, use_acc=use_acc)");
    }
}

void check_form(Lines& out, const Derived& d) {
    if (d.session.variant.b1) out.cannot("Triton has no MMA of single bits.");
    for (const std::string_view sign : {"negate_a", "negate_b"})
        if (idesc_flag(d, sign)) out.cannot(say("Triton's MMA has no ", sign, "."));
    if (d.a_type == "u8" || d.b_type == "u8")
        out.cannot("Triton 3.9 multiplies all integers of 8 bits as s8, also u8.");
    if (idesc_flag(d, "saturate")) out.cannot("Triton's MMA does not saturate.");
    if (const auto lacks = scaled_lacks(d); !lacks.empty()) out.cannot(std::string(lacks));
    out.cannot(
        "The start addresses are those that Triton allocates. It also writes lbo itself, where a layout ignores it.");
    if (d.session.variant.cta_group == 2)
        out.cannot("The shapes are those of both CTAs. That there are two is an option of the launch: num_ctas=2.");
    out.cannot_issue(
        "Triton",
        {.ws = false, .sparse = false, .lane_mask = false, .scale_d = false, .ashift = false, .collector = false});
}

void write_all(Lines& out, const Derived& d, const Parts& p) {
    out.line("from triton.experimental import gluon");
    out.line("from triton.experimental.gluon import language as gl");
    if (family_of(d.session).d == Storage::registers ? can_multiply(d, p) : p.d != nullptr || p.other_a != nullptr)
        out.line("from triton.experimental.gluon.language.nvidia import ", names_of_family(d.session).gluon);
    out.blank();
    write_other(out, "D", p.d);
    if (p.a != nullptr) write_gluon(out, "A", *p.a);
    write_other(out, "A", p.other_a);
    if (p.b != nullptr) write_gluon(out, "B", *p.b);
    write_other(out, "A_SCALE", p.a_scale);
    write_other(out, "B_SCALE", p.b_scale);
    write_mma(out, d, p);
    out.blank();
    write_ttgir(out, d, p);
    check_form(out, d);
}

}  // namespace

Answer<CodeText> text(const Derived& d) {
    Lines out(d, "# ");
    std::string why;
    const auto matrix = [&](Operand o) -> Answer<Matrix> {
        Answer<Matrix> m = matrix_of(out, d, o);
        if (!m && d.of(o).in_smem) out.cannot_lay_out("The layouts of Triton", o, m.why), why = m.why;
        return m;
    };
    const Answer<Matrix> a = matrix(Operand::a), b = matrix(Operand::b);
    if (!a && !b) return Refusal("The layouts of Triton make neither A nor B: ", why, ".");
    const Answer<Other> result = d_of(d);
    if (!result) out.cannot(result.why);
    Parts p{.a = a ? &*a : nullptr, .b = b ? &*b : nullptr, .d = result ? &*result : nullptr};
    std::optional<Answer<Other>> other;
    if (d.session.variant.a_in_tmem && result) other = a_elsewhere(d);
    if (other && *other)
        p.other_a = &**other;
    else if (other)
        out.cannot(other->why);
    OperandPair<Other> scales;
    if (kind_or_none(d.session.variant.kind).block_scaled() && can_multiply(d, p)) {
        scales = {scale_of(d, Operand::a), scale_of(d, Operand::b)};
        p.a_scale = &scales[Operand::a], p.b_scale = &scales[Operand::b];
    }
    write_all(out, d, p);
    return out.done();
}

}  // namespace tilescope::code::triton
