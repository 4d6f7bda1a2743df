// core/src/code/triton.cpp -- a session as layouts of Gluon, and as encodings of Triton's IR.
// SPDX-License-Identifier: MIT
#include "parts.h"
#include "type_names.h"

#include <tilescope/hw/kinds.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/layout/k_advance.h>
#include <tilescope/notation/triton_layout.h>

#include <bit>

namespace tilescope::code::triton {
namespace {

// One operand as Triton describes it.
struct Matrix {
    TritonMemdesc memory;
    const ElementType* type = nullptr;
    std::string_view gluon;
};

std::string shape_text(const std::vector<unsigned>& shape, std::string_view between) {
    std::string out;
    for (const unsigned extent : shape) out += say(out.empty() ? "" : between, extent);
    return out;
}

// How the two CTAs of a pair cut a matrix, as CTA bases of Triton: A and D by rows, B by columns. Empty: one CTA.
std::string_view bases_of(const std::vector<unsigned>& parts) {
    if (parts.empty()) return {};
    return parts[0] == 2 ? "[[1, 0]]" : "[[0, 1]]";
}

// Triton's memdesc of an operand: A is M x K and B is K x N. It is the matrix of both CTAs of a pair.
Answer<Matrix> matrix_of(Lines& out, const Derived& d, Operand o) {
    using Answered = Answer<Matrix>;
    const OperandView& view = d.of(o);
    if (!view.placed()) return Answered::refuse(view.unplaced);
    const SmemLayout& l = view.layout;
    const TypeNames& names = names_of_type(l.type->id);
    if (names.gluon.empty()) return Answered::refuse(say("Triton has no type ", l.type->id));
    if (l.mode == SwizzleMode::b128_32) return Answered::refuse("Triton has no mode 128B_32B");
    Matrix m;
    m.type = l.type;
    m.gluon = names.gluon;
    const bool packed = l.type->container_bits < 8;
    unsigned rows = std::bit_ceil(static_cast<unsigned>(l.rows)),
             columns = std::bit_ceil(static_cast<unsigned>(l.columns));
    if (static_cast<int>(rows) != l.rows || static_cast<int>(columns) != l.columns)
        out.cannot(say("The extents of Triton are powers of two: this text has ", rows, " x ", columns, " for ",
                       name_of(o), ", not ", l.rows, " x ", l.columns, "."));
    if (packed && l.major == Major::k) columns /= 2;
    const bool pair = d.session.variant.cta_group == 2;
    if (pair) rows *= 2;
    m.memory.shape = pick(o, std::vector{rows, columns}, std::vector{columns, rows});
    m.memory.allocation = m.memory.shape;
    m.memory.element = names.ttgir;
    m.memory.element_bits = packed ? 8 : l.type->container_bits;
    m.memory.encoding =
        TritonShared{.swizzle_bytes = l.mode == SwizzleMode::none ? 0 : row_of(l.mode).width_bytes,
                     .transposed = pick(o, l.major == Major::mn, l.major == Major::k),
                     .element_bits = m.memory.element_bits,
                     .parts = pair ? pick(o, std::vector{2u, 1u}, std::vector{1u, 2u}) : std::vector<unsigned>()};
    const Answer<TritonTile> tile = triton_tile(m.memory, o, *l.type);
    if (!tile) return Answered::refuse(tile.why);
    const bool same_sbo = use_of_sbo(l).use != StrideUse::walked || tile->layout.sbo == l.sbo;
    const bool same_lbo = use_of_lbo(l).use != StrideUse::walked || tile->layout.lbo == l.lbo;
    if (!same_sbo) return Answered::refuse(say("its sbo would be ", tile->layout.sbo, " bytes, not ", l.sbo));
    if (!same_lbo) return Answered::refuse(say("its lbo would be ", tile->layout.lbo, " bytes, not ", l.lbo));
    if (l.base_offset != 0 || l.absolute_lbo) return Answered::refuse("it has neither base_offset nor lbo_mode");
    return m;
}

std::string_view flag(bool value) { return value ? "True" : "False"; }

void write_gluon(Lines& out, std::string_view name, const Matrix& m) {
    const auto& shared = std::get<TritonShared>(m.memory.encoding);
    out.line(name, "_LAYOUT = gl.NVMMASharedLayout(swizzle_byte_width=", shared.swizzle_bytes,
             ", element_bitwidth=", shared.element_bits, ", rank=2, transposed=", flag(shared.transposed),
             shared.parts.empty() ? "" : say(", cga_layout=", bases_of(shared.parts)), ")");
    out.line(name, "_TYPE, ", name, "_SHAPE = ", m.gluon, ", [", shape_text(m.memory.shape, ", "), "]");
}

std::string encoding_text(const TritonShared& s) {
    return say("#ttg.nvmma_shared<{swizzlingByteWidth = ", s.swizzle_bytes,
               ", transposed = ", s.transposed ? "true" : "false", ", elementBitWidth = ", s.element_bits,
               s.parts.empty() ? "" : say(", CGALayout = ", bases_of(s.parts)), "}>");
}

std::string memdesc_text(const Matrix& m, std::string_view encoding) {
    return say("!ttg.memdesc<", shape_text(m.memory.shape, "x"), "x", m.memory.element, ", ", encoding,
               ", #smem, mutable>");
}

// D in Tensor Memory: one block for each instruction. `m` is the rows of one CTA.
struct Accumulator {
    unsigned m = 128, n = 128, stride = 1, ctas = 1;
    std::string_view gluon, ttgir;
};
Accumulator accumulator_of(const Derived& d) {
    const TypeNames& names = names_of_type(d.d_type);
    return {.m = d.m / d.session.variant.cta_group,
            .n = std::bit_ceil(d.n),
            .stride = 32 / bits_of_d(d.d_type),
            .ctas = d.session.variant.cta_group,
            .gluon = names.gluon,
            .ttgir = names.ttgir};
}

// Whether Triton has this product of the two tiles.
bool can_multiply(const Derived& d, const Matrix* a, const Matrix* b) {
    const Variant& v = d.session.variant;
    const bool plain = !v.sparse && !v.ws && !kind_or_none(v.kind).integer;
    return plain && !is_hopper(d.session) && a != nullptr && b != nullptr && a->memory.shape[1] == b->memory.shape[0];
}

void write_ttgir(Lines& out, const Derived& d, const Matrix* a, const Matrix* b) {
    const bool hopper = is_hopper(d.session);
    const Accumulator acc = accumulator_of(d);
    const bool block_m = acc.m == 64 || acc.m == 128;
    out.comment("The same layouts in Triton's IR.");
    out.line("TTGIR = \"\"\"");
    if (a != nullptr) out.line("#shared = ", encoding_text(std::get<TritonShared>(a->memory.encoding)));
    if (b != nullptr) out.line("#shared1 = ", encoding_text(std::get<TritonShared>(b->memory.encoding)));
    out.line("#smem = #ttg.shared_memory");
    if (!hopper && block_m)
        out.line("#tmem = #ttng.tensor_memory_encoding<blockM = ", acc.m, ", blockN = ", acc.n,
                 ", colStride = ", acc.stride, acc.ctas == 2 ? ", CGALayout = [[1, 0]], twoCTAs = true" : "", ">");
    const bool scaled = kind_or_none(d.session.variant.kind).block_scaled();
    if (can_multiply(d, a, b) && !scaled && block_m)
        out.line("ttng.tc_gen5_mma %a, %b, %d, %use_acc, %pred", acc.ctas == 2 ? " {two_ctas}" : "", " : ",
                 memdesc_text(*a, "#shared"), ", ", memdesc_text(*b, "#shared1"), ", !ttg.memdesc<", acc.m * acc.ctas,
                 "x", acc.n, "x", acc.ttgir, ", #tmem, #ttng.tensor_memory, mutable>");
    out.line("\"\"\"");
}

void write_mma(Lines& out, const Derived& d, const Matrix* a, const Matrix* b) {
    const KindRow& kind = kind_or_none(d.session.variant.kind);
    if (!can_multiply(d, a, b)) return;
    out.blank();
    out.blank();
    out.line("@gluon.jit");
    if (kind.block_scaled()) {
        out.line("def mma(a, b, d, a_scale, b_scale, use_acc):");
        out.line("    blackwell.tcgen05_mma_scaled(a, b, d, a_scale, b_scale, \"", d.a_type, "\", \"", d.b_type,
                 "\", use_acc=use_acc)");
    } else {
        out.line("def mma(a, b, d, use_acc):");
        out.line("    blackwell.tcgen05_mma(a, b, d, use_acc=use_acc)");
    }
}

void check_form(Lines& out, const Derived& d) {
    if (d.session.variant.b1) out.cannot("Triton has no MMA of single bits.");
    for (const std::string_view sign : {"negate_a", "negate_b"})
        if (idesc_flag(d, sign)) out.cannot(say("Triton's MMA has no ", sign, "."));
    if (kind_or_none(d.session.variant.kind).integer && !is_hopper(d.session))
        out.cannot("Triton's tcgen05 MMA does not take integers.");
    out.cannot(
        "The start addresses are those that Triton allocates. It also writes lbo itself, where a layout ignores it.");
    if (d.session.variant.cta_group == 2)
        out.cannot("The shapes are those of both CTAs. That there are two is an option of the launch: num_ctas=2.");
    out.cannot_issue(
        "Triton",
        {.ws = false, .sparse = false, .lane_mask = false, .scale_d = false, .ashift = false, .collector = false});
}

}  // namespace

Answer<CodeText> text(const Derived& d) {
    Lines out(d, "# ");
    const bool hopper = is_hopper(d.session);
    std::string why;
    const auto matrix = [&](Operand o) -> Answer<Matrix> {
        Answer<Matrix> m = matrix_of(out, d, o);
        if (!m && d.of(o).in_smem) out.cannot_lay_out("Triton", o, m.why), why = m.why;
        return m;
    };
    const Answer<Matrix> a = matrix(Operand::a), b = matrix(Operand::b);
    if (!a && !b)
        return Answer<CodeText>::refuse(say("Triton has no layout for A and B: ", why, why.ends_with('.') ? "" : "."));
    const Matrix* a_shown = a ? &*a : nullptr;
    const Matrix* b_shown = b ? &*b : nullptr;
    out.line("from triton.experimental import gluon");
    out.line("from triton.experimental.gluon import language as gl");
    out.line("from triton.experimental.gluon.language.nvidia import ", hopper ? "hopper" : "blackwell");
    out.blank();
    if (a) write_gluon(out, "A", *a);
    if (b) write_gluon(out, "B", *b);
    const Accumulator acc = accumulator_of(d);
    if (hopper) {
        out.line("D_LAYOUT = gl.NVMMADistributedLayout(version=[3, 0], warps_per_cta=[4, 1], instr_shape=[16, ", d.n,
                 ", ", d.k, "])");
    } else if (acc.m == 64 || acc.m == 128) {
        out.line("D_LAYOUT = blackwell.TensorMemoryLayout([", acc.m, ", ", acc.n, "], col_stride=", acc.stride,
                 acc.ctas == 2 ? ", cga_layout=[[1, 0]], two_ctas=True)" : ")");
        out.line("D_TYPE, D_SHAPE = ", acc.gluon, ", [", acc.m * acc.ctas, ", ", acc.n, "]");
    } else {
        out.cannot(say("Triton's blocks in Tensor Memory have 64 or 128 rows, and D has ", acc.m, "."));
    }
    write_mma(out, d, a_shown, b_shown);
    out.blank();
    write_ttgir(out, d, a_shown, b_shown);
    check_form(out, d);
    return out.done();
}

}  // namespace tilescope::code::triton
