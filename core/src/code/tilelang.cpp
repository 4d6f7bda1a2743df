// core/src/code/tilelang.cpp -- a session as Python with TileLang.
// SPDX-License-Identifier: MIT
#include "parts.h"

#include <tilescope/hw/kinds.h>

#include <algorithm>

namespace tilescope::code::tilelang {
namespace {

std::string bits_of(const FieldPart& part) { return part.open() ? part.parameter : say(part.raw); }

void write_descriptor(Lines& out, const Derived& d, const WordPart& word) {
    const Operand o = word.operand();
    const FamilyRow& family = family_of(d.session);
    const std::string_view call = names_of_family(d.session).tilelang;
    if (!family.idesc && out.cannot_make(say(call, "()"), word)) return;
    const auto bits = [&](std::string_view id) { return bits_of(*word.part(id)); };
    const std::string_view letter = pick(o, "a", "b");
    const std::string buffer = say(name_of(o), "_shared");
    out.comment_operand(word);
    out.line("@T.macro");
    out.line("def init_", word.name, "(",
             parameters_of(word, say("desc_", letter, ", ", buffer), {.start = false, .fixed = false}), "):");
    if (const auto lbo = lbo_address(word))
        out.cannot(lbo->bytes ? say("lbo of ", word.name, " is an address: the text has that of the session, which is ",
                                    "right only for a buffer at the start of the session.")
                              : lbo->note);
    out.line("    T.", call, "(");
    if (!family.idesc) {
        out.line("        desc_", letter, ", ", buffer, ".access_ptr(\"r\"), layout_type_=", bits("swizzle"),
                 ", leading_byte_offset=", bits("lbo"), ", stride_byte_offset=", bits("sbo"), ")");
        out.cannot_store(say(call, "()"), word);
    } else {
        const FieldPart& mode = *word.part("lbo_mode");
        out.line("        desc_", letter, ", ", buffer, ".access_ptr(\"r\"), ", bits("lbo"), ", ", bits("sbo"), ", ",
                 bits("base_offset"), ", ",
                 mode.open()     ? mode.parameter
                 : mode.raw != 0 ? "True"
                                 : "False",
                 ", ", bits("swizzle"), ")");
        out.cannot_store("initialize_tcgen05_descriptor()", word, true);
    }
    out.blank();
    out.blank();
}

// The layout of the buffer, as T.annotate_layout takes it. Blocks along the contiguous side are the outer ones.
// Source: TileLang @a35008a4, src/layout/gemm_layouts.cc.
void write_layout(Lines& out, const Derived& d, Operand operand) {
    const Answer<OperandTile> tile = atom_tile(d, operand);
    if (!tile) return out.cannot_lay_out("The layout functions of TileLang", operand, tile.why);
    const SmemLayout& l = tile->layout;
    constexpr std::string_view kNames[] = {"linear", "quarter_bank_swizzled", "half_bank_swizzled",
                                           "full_bank_swizzled", ""};
    static_assert(std::size(kNames) == std::size(kSwizzleModes));
    const std::string_view name = kNames[static_cast<std::size_t>(l.mode)];
    const std::string_view type = is_padded(*l.type)     ? "uint8"
                                  : l.type->id == "tf32" ? "float32"
                                                         : names_of_type(l.type->id).tilelang;
    if (name.empty() || l.mode == SwizzleMode::none || type.empty() || !inner_blocks_follow(*tile))
        return out.cannot(say("No layout function of TileLang is known to make the tile of ", name_of(operand), ": ",
                              operand_title(d, operand), "."));
    const int rows = l.major == Major::k ? l.rows : l.columns, columns = l.major == Major::k ? l.columns : l.rows;
    const std::string buffer = say(name_of(operand), "_shared");
    out.line("# ", buffer, " = T.alloc_shared((", rows, ", ", columns, "), \"", type, "\")");
    out.line("# T.annotate_layout({", buffer, ": tilelang.layout.make_", name, "_layout(", buffer, ")})");
}

// Why TileLang has no function for this instruction. Source: TileLang @a35008a4,
// src/tl_templates/cuda/instruction/tcgen05mma.h.
Answer<void> has_mma(const Derived& d, bool zero_mask) {
    const Variant& v = d.session.variant;
    const KindRow& kind = kind_or_none(v.kind);
    const auto none = [](std::string what) { return Refusal("TileLang has no tcgen05 MMA ", what, "."); };
    if (names_of_type(d.a_type).tilelang.empty() || kind.packed)
        return none(say("of kind ", v.kind, " with A of type ", d.a_type));
    if (v.a_in_tmem && (v.ws || kind.block_scaled()))
        return none(say(v.ws ? "with .ws" : "with scale factors", " and A in Tensor Memory"));
    constexpr std::string_view kOneCta[] = {"tf32"};
    if (v.cta_group == 2 && std::ranges::find(kOneCta, v.kind) != std::end(kOneCta))
        return none(say("of kind ", v.kind, " for two CTAs"));
    if (v.lane_mask && (v.cta_group == 2 || kind.block_scaled()))
        return none(say("with disable-output-lane ", v.cta_group == 2 ? "for two CTAs" : "and scale factors"));
    if (zero_mask) return none("with a zero-column mask");
    return {};
}

void write_mma(Lines& out, const Derived& d, const std::vector<WordPart>& words) {
    const Variant& v = d.session.variant;
    const WordPart* idesc = word_in(words, WordId::idesc);
    if (idesc == nullptr) return;
    if (idesc->open())
        return out.cannot(
            "ptx_tcgen05_mma takes the instruction descriptor as a number, and it has unknown bits here.");
    const std::string value = idesc->hex();
    const auto has = has_mma(d, word_in(words, WordId::zcm) != nullptr);
    if (!has) out.cannot(has.why);
    if (!has || v.sparse || v.scale_d || v.ashift) {  // cannot_issue() names these forms
        out.line("IDESC = ", value, "  # ", idesc->view->summary);
        return;
    }
    const std::string_view type = names_of_type(d.a_type).tilelang;
    const bool scaled = kind_or_none(v.kind).block_scaled();
    const std::string_view call = scaled ? "blockscaled_ss" : v.a_in_tmem ? "ts" : "ss";
    const std::string a = v.a_in_tmem ? "A_tmem.data, 0" : "desc_a.data, 0";
    const std::string_view masks = v.lane_mask ? "mask0, mask1, mask2, mask3" : "0, 0, 0, 0";
    out.comment(idesc->title());
    out.line("@T.macro");
    out.line("def mma(", v.a_in_tmem ? "A_tmem" : "desc_a", ", desc_b, C_tmem, accumulate",
             scaled ? ", sfa_tmem, sfb_tmem" : "", v.lane_mask ? say(", ", masks) : "", "):");
    out.line("    T.ptx_tcgen05_mma_", call, "(");
    out.line("        \"", type, "\", ", a, ", desc_b.data, 0, C_tmem.data, 0, ", value, ", accumulate,");
    if (scaled)
        out.line("        sfa_tmem.data, 0, sfb_tmem.data, 0, 0, 0, ", v.cta_group == 2 ? "True" : "False", ")");
    else
        out.line("        ", masks,
                 v.a_in_tmem ? ""
                 : v.ws      ? ", True"
                             : ", False",
                 v.cta_group == 2 ? ", True)" : ", False)");
}

}  // namespace

Answer<CodeText> text(const Derived& d) {
    Lines out(d, "# ");
    const std::vector<WordPart> words = words_of(d);
    out.line("import tilelang");
    out.line("import tilelang.language as T");
    out.blank();
    for (const Operand o : kBothOperands)
        if (d.of(o).in_smem) write_layout(out, d, o);
    out.blank();
    for (const WordPart& word : words) {
        if (word.view->id != WordId::idesc && word.view->id != WordId::zcm) write_descriptor(out, d, word);
    }
    write_mma(out, d, words);
    out.cannot("The buffers are arguments: TileLang takes the start addresses from them.");
    const bool named = !family_of(d.session).idesc;  // T.gemm() makes the call from the types
    if (named) {
        const bool sparse = d.session.variant.sparse;
        out.cannot(say("The call of ptx_wgmma_", sparse ? "sp_" : "", d.a.in_smem ? "ss" : "rs", " is not here: T.gemm",
                       sparse ? "_sp" : "", "() makes it from the types of its buffers."));
    }
    out.cannot_issue("TileLang", {.sparse = named, .scale_d = false, .ashift = false, .collector = false});
    return out.done();
}

}  // namespace tilescope::code::tilelang
