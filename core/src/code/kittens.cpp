// core/src/code/kittens.cpp -- a session as C++ with ThunderKittens.
// SPDX-License-Identifier: MIT
#include "parts.h"

#include <tilescope/hw/kinds.h>

#include <algorithm>

namespace tilescope::code::kittens {
namespace {

// matrix_descriptor_raw() shifts the code to bits 62-63, for tcgen05 too. So the lowest bit of the three bits of
// tcgen05 is always 0.
Answer<unsigned> swizzle_code(const FieldPart& part) {
    if (part.open()) return Refusal("its swizzle mode has unknown bits");
    if (part.field->width == 2) return static_cast<unsigned>(part.raw);
    if (part.raw % 2 != 0)
        return Refusal("matrix_descriptor_raw() has two bits for the swizzle mode, and ",
                       text_of(*part.field, part.raw), " needs the third");
    return static_cast<unsigned>(part.raw / 2);
}

// The element type of a tile. Elements of f32 hold tf32; packed fp4 is two elements.
std::string_view tile_type(const ElementType& type) {
    return type.id == "tf32" ? "float" : names_of_type(type.id).kittens;
}

// The tile type whose st_descriptor is this descriptor. Blocks along the contiguous side are the outer ones.
void write_tile(Lines& out, const Derived& d, Operand operand) {
    constexpr int kRows = 16;
    const Answer<OperandTile> tile = atom_tile(d, operand);
    if (!tile) return out.cannot_lay_out("The tiles of ThunderKittens", operand, tile.why);
    const SmemLayout& l = tile->layout;
    const std::string_view type = tile_type(*l.type);
    const std::string_view letter = pick(operand, "a", "b");
    const int rows = l.major == Major::k ? l.rows : l.columns, columns = l.major == Major::k ? l.columns : l.rows;
    if (type.empty()) return out.cannot(say("ThunderKittens has no tiles of ", l.type->id, "."));
    if (l.mode == SwizzleMode::none || l.mode == SwizzleMode::b128_32)
        return out.cannot(say("ThunderKittens has no descriptor of a tile with mode ", row_of(l.mode).name, " for ",
                              name_of(operand), "."));
    if (!inner_blocks_follow(*tile))
        return out.cannot(
            say("The blocks of a ThunderKittens tile along its contiguous side are the outer ones; those of ",
                name_of(operand), " are not."));
    const int packed = l.type->packed() ? 2 : 1, step = l.type->container_bits <= 8 ? 32 : 16;
    if (rows % kRows != 0 || columns / packed % step != 0)
        return out.cannot(say("A ThunderKittens tile of ", l.type->id, " has multiples of ", kRows, " rows and ",
                              step * packed, " columns, and ", name_of(operand), " has ", rows, " x ", columns, "."));
    out.line("using ", letter, "_tile = kittens::st<", type, ", ", rows, ", ", columns / packed, ", true, ",
             row_of(l.mode).width_bytes, ">;");
    out.line("using ", letter, "_tile_desc = kittens::st_descriptor<", letter, "_tile, ", l.major == Major::mn ? 1 : 0,
             ">;");
    out.blank();
}

void write_descriptor(Lines& out, const WordPart& word) {
    if (out.cannot_make("matrix_descriptor_raw()", word)) return;
    const Answer<unsigned> code = swizzle_code(*word.part("swizzle"));
    if (!code) return out.cannot(say("ThunderKittens does not make ", word.name, ": ", code.why, "."));
    out.comment_operand(word);
    std::string parameters;
    const auto bytes = [&](std::string_view id) {
        const FieldPart& p = *word.part(id);
        if (p.open()) parameters += say(", uint32_t ", p.parameter);
        return p.open() ? p.parameter : say(value_of(*p.field, p.raw));
    };
    const std::string lbo = bytes("lbo"), sbo = bytes("sbo");
    out.line("template <typename T>");
    out.line("__device__ inline uint64_t make_", word.name, "(T* buffer", parameters, ") {");
    out.line("    return kittens::detail::matrix_descriptor_raw(buffer, ", lbo, ", ", sbo, ", ", *code, ");");
    out.end();
    out.cannot_store("matrix_descriptor_raw()", word);
}

// The fields that instruction_descriptor() can set.
Answer<void> has_descriptor(const Derived& d, const WordPart& word) {
    const auto no = [](std::string why) { return Refusal("instruction_descriptor() has no ", why, "."); };
    if (const auto known = idesc_is_known(d, "instruction_descriptor()"); !known) return known;
    if (const std::string bad = bad_size(d); !bad.empty()) return no(say("MMA for ", bad));
    if (d.a_type != d.b_type) return no("different types of A and B");
    const KindRow& kind = kind_or_none(word.view->format->kind);
    const bool fp4 = d.a_type == "e2m1" && (kind.packed || !kind.block_scaled());
    const bool fp8 = d.a_type == "e4m3" || (d.a_type == "e5m2" && !kind.block_scaled());
    if ((kind.padded || kind.packed) && !fp4 && !fp8)
        return no(say("type ", d.a_type, kind.block_scaled() ? " with scale factors" : ""));
    if (word.raw("negate_b") != 0) return no("negation of B");
    if (word.raw("sparse") != 0) return no("sparse A");
    if (word.raw("saturate") != 0) return no("saturation");
    if (word.raw("max_shift") != 0) return no("column shift");
    if (word.raw("k_size") != 0) return no("K = 96");
    if (word.raw("sfa_id") != word.raw("sfb_id")) return no("different ids of the scale factors of A and B");
    if (kind.block_scaled() && (word.raw("transpose_a") != 0 || word.raw("transpose_b") != 0))
        return no("transposition with scale factors");
    return {};
}

void write_idesc(Lines& out, const Derived& d, const WordPart& word) {
    const KindRow& kind = kind_or_none(word.view->format->kind);
    const std::string_view ab =
        d.a_type == "e2m1" ? names_of_type("e2m1x2").kittens : names_as_stored(d.a_type, kind.id).kittens;
    const std::string_view result = d.d_type == "f16" ? "kittens::half" : d.d_type == "f32" ? "float" : "";
    const std::string_view scale = names_of_type(idesc_name(d, "scale_type")).kittens;
    if (const auto has = has_descriptor(d, word); !has) return out.cannot(has.why);
    if (ab.empty() || result.empty() || (kind.block_scaled() && scale.empty()))
        return out.cannot(say("ThunderKittens has no tcgen05 MMA of the types ", d.a_type, " and ", d.d_type, "."));
    out.comment(word.title());
    out.line("constexpr uint32_t idesc = kittens::detail::tcgen05::instruction_descriptor<");
    if (kind.block_scaled())
        out.line("    ", result, ", ", ab, ", ", scale, ", ", d.m, ", ", d.n, ", ",
                 word.raw("negate_a") != 0 ? "true" : "false", ", ", word.raw("sfa_id"), ">();");
    else
        out.line("    ", result, ", ", ab, ", ", d.m, ", ", d.n, ", ", word.raw("transpose_a") != 0 ? "true" : "false",
                 ", ", word.raw("transpose_b") != 0 ? "true" : "false", word.raw("negate_a") != 0 ? ", true" : "",
                 ">();");
    out.blank();
}

}  // namespace

Answer<CodeText> text(const Derived& d) {
    Lines out(d, "// ");
    out.line("// Compile with -DKITTENS_", names_of_family(d.session).kittens, ".");
    out.line("#include <kittens.cuh>");
    out.blank();
    for (const WordPart& word : words_of(d)) {
        if (word.view->id == WordId::idesc)
            write_idesc(out, d, word);
        else if (word.view->id == WordId::zcm)
            out.cannot("ThunderKittens has no zero-column mask.");
        else
            write_descriptor(out, word);
    }
    for (const Operand o : kBothOperands)
        if (d.of(o).in_smem) write_tile(out, d, o);
    out.cannot("The buffers are arguments: ThunderKittens takes the start addresses from pointers.");
    out.cannot_issue(
        "ThunderKittens",
        {.ws = false, .sparse = false, .lane_mask = false, .scale_d = false, .ashift = false, .collector = false});
    return out.done();
}

}  // namespace tilescope::code::kittens
