// core/src/code/cute_dsl.cpp -- a session as Python with the CuTe DSL: words, layouts and the tiled MMA.
// SPDX-License-Identifier: MIT
#include "cutlass_parts.h"
#include "type_names.h"

#include <tilescope/hw/kinds.h>
#include <tilescope/word/codec.h>

#include <algorithm>

namespace tilescope::code::cute_dsl {
namespace {

// The MMA operations of the DSL, and the types that their constructors take before the shape of the instruction.
// Source: CuTe DSL 4.8.1, cutlass/cute/nvgpu/tcgen05/mma.py and warpgroup/mma.py.
enum class OpTypes : std::uint8_t { none, ab, ab_and_d, a_b_d, scale };
struct OpRow {
    std::string_view kind, tcgen05, warpgroup;
    OpTypes types = OpTypes::ab_and_d, warpgroup_types = OpTypes::ab_and_d;
    bool majors = true;
};
constexpr OpRow kOps[] = {
    {.kind = "f16", .tcgen05 = "MmaF16BF16Op", .warpgroup = "MmaF16BF16Op"},
    {.kind = "tf32", .tcgen05 = "MmaTF32Op", .warpgroup = "", .types = OpTypes::none},
    {.kind = "i8",
     .tcgen05 = "MmaI8Op",
     .warpgroup = "MmaI8Op",
     .types = OpTypes::ab,
     .warpgroup_types = OpTypes::a_b_d},
    {.kind = "f8f6f4",
     .tcgen05 = "MmaF8F6F4Op",
     .warpgroup = "MmaF8Op",
     .types = OpTypes::a_b_d,
     .warpgroup_types = OpTypes::a_b_d},
    {.kind = "mxf8f6f4", .tcgen05 = "MmaMXF8Op", .warpgroup = "", .types = OpTypes::ab},
    {.kind = "mxf4", .tcgen05 = "MmaMXF4Op", .warpgroup = "", .types = OpTypes::none, .majors = false},
    {.kind = "mxf4nvf4", .tcgen05 = "MmaMXF4NVF4Op", .warpgroup = "", .types = OpTypes::scale, .majors = false},
};

const OpRow* op_row(std::string_view kind) {
    const OpRow* row = std::ranges::find(kOps, kind, &OpRow::kind);
    return row == std::end(kOps) ? nullptr : row;
}

std::string upper(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
    return out;
}

void write_layout(Lines& out, const Derived& d, Operand operand, std::string_view module) {
    const Answer<OperandTile> tile = atom_tile(d, operand);
    if (!tile) return out.cannot_lay_out("CuTe DSL", operand, tile.why);
    const SmemLayout& l = tile->layout;
    const std::string_view type = names_of_type(l.type->id).cute_dsl;
    if (type.empty()) return out.cannot(say("CuTe DSL has no type for ", l.type->id, "."));
    const bool k_first = tile->spec.order == AtomOrder::k_first;
    out.line("def ", pick(operand, "a", "b"), "_smem_layout():");
    out.line("    atom = ", module, ".make_smem_layout_atom(", module, ".SmemLayoutAtomKind.", cutlass::atom_kind(l),
             ", ", type, ")");
    out.line("    return cute.tile_to_shape(atom, (", l.rows, ", ", l.columns,
             "), order=", k_first ? "(1, 0)" : "(0, 1)", ")");
    out.blank();
    out.blank();
}

// Why the DSL has no operation for this instruction.
Answer<void> has_op(const Derived& d, const OpRow* row) {
    const Variant& v = d.session.variant;
    const bool hopper = is_hopper(d.session);
    const auto none = [](std::string why) {
        return Answer<void>::refuse(say("CuTe DSL has no MMA operation ", why, "."));
    };
    if (const auto known = idesc_is_known(d, "The MMA operation"); !known) return known;
    if (row == nullptr || (hopper && row->warpgroup.empty()) || v.b1)
        return none(say("of this kind, ", v.b1 ? "b1" : v.kind));
    if (v.ws) return none("with .ws");
    if (v.sparse) return none("in this text for a sparse A: its operation also takes the format of the metadata");
    if (row->types != OpTypes::a_b_d && d.a_type != d.b_type)
        return none("of this kind with different types of A and B");
    const KindRow& kind = kind_or_none(v.kind);
    if (d.k != kind.dense_k) return none(say("of this kind with K = ", d.k));
    if (kind.block_scaled() && kind.padded && (d.a_type != "e4m3" && d.a_type != "e5m2"))
        return none(say("for ", d.a_type, " with scale factors"));
    if (!hopper && row->types == OpTypes::none && kind.block_scaled() && scale_block_of(v) != 32)
        return none("with this block size");
    return {};
}

std::string types_of(const Derived& d, OpTypes types) {
    const KindRow& kind = kind_or_none(d.session.variant.kind);
    const auto input = [&](const std::string& type) {
        const ElementType* stored = smem_type_of(type, kind.id);
        return stored == nullptr ? std::string_view() : names_of_type(stored->id).cute_dsl;
    };
    const std::string_view a = input(d.a_type), b = input(d.b_type), result = names_of_type(d.d_type).cute_dsl;
    switch (types) {
    case OpTypes::none: return "";
    case OpTypes::ab: return say(a, ", ");
    case OpTypes::ab_and_d: return say(a, ", ", result, ", ");
    case OpTypes::a_b_d: return say(a, ", ", b, ", ", result, ", ");
    case OpTypes::scale: return say(names_of_type(idesc_name(d, "scale_type")).cute_dsl, ", ");
    }
    return {};
}

void write_mma(Lines& out, const Derived& d, std::string_view module) {
    const Variant& v = d.session.variant;
    const OpRow* row = op_row(v.kind);
    if (const auto has = has_op(d, row); !has) return out.cannot(has.why);
    const bool hopper = is_hopper(d.session);
    const auto major = [&](std::string_view id) { return say("OperandMajorMode.", idesc_flag(d, id) ? "MN" : "K"); };
    const std::string majors =
        row->majors ? say(", ", major("transpose_a"), ", ", major("transpose_b")) : std::string();
    const std::string source = v.a_in_tmem ? hopper ? "RMEM" : "TMEM" : "SMEM";
    out.line("def tiled_mma():");
    out.line("    op = ", module, ".", hopper ? row->warpgroup : row->tcgen05, "(");
    out.line("        ", types_of(d, hopper ? row->warpgroup_types : row->types), "(", hopper ? 64u : d.m, ", ", d.n,
             ", ", d.k, "), ",
             hopper ? std::string() : say("tcgen05.CtaGroup.", v.cta_group == 2 ? "TWO" : "ONE", ", "), module,
             ".OperandSource.", source, majors, ")");
    out.line("    return cute.make_tiled_mma(op)");
    for (const std::string_view sign : {"negate_a", "negate_b"})
        if (idesc_flag(d, sign))
            out.cannot(
                say("The operation of CuTe DSL has no negation: set the field of the tiled MMA before cute.gemm() (",
                    sign, ")."));
}

}  // namespace

Answer<CodeText> text(const Derived& d) {
    Lines out(d, "# ");
    const std::string_view module = is_hopper(d.session) ? "warpgroup" : "tcgen05";
    out.line("import cutlass");
    out.line("import cutlass.cute as cute");
    out.line("from cutlass.cute.nvgpu import OperandMajorMode, ", module);
    out.blank();
    out.comment("The words. The DSL makes them itself from the layouts and the MMA operation below.");
    for (const WordPart& word : words_of(d)) {
        if (word.open()) {
            for (const FieldPart& p : word.fields)
                if (p.open())
                    out.cannot(say("The field '", p.field->id, "' of ", word.name,
                                   " has unknown bits, so the text has no number for the word."));
            continue;
        }
        out.line(upper(word.name), " = ", hex_word(*word.view->format, word.word()), "  # ", word.view->summary);
    }
    out.blank();
    out.blank();
    out.comment("Call these functions inside a function with @cute.jit.");
    for (const Operand o : kBothOperands)
        if (d.of(o).in_smem) write_layout(out, d, o, module);
    write_mma(out, d, module);
    if (word_in(words_of(d), WordId::zcm) != nullptr) out.cannot("CuTe DSL has no zero-column mask.");
    out.cannot_issue("CuTe DSL", {.lane_mask = false, .scale_d = false, .ashift = false, .collector = false});
    return out.done();
}

}  // namespace tilescope::code::cute_dsl
