// core/src/code/deepgemm.cpp -- a session as C++ with the helpers of DeepGEMM.
// SPDX-License-Identifier: MIT
#include "parts.h"

#include <tilescope/hw/kinds.h>
#include <tilescope/layout/tile.h>

#include <algorithm>

namespace tilescope::code::deepgemm {
namespace {

std::string bytes_of(const FieldPart& part) {
    return part.open() ? part.parameter : say(value_of(*part.field, part.raw));
}

std::string_view type_of(const WordPart&, const FieldPart&) { return "uint32_t"; }

void write_descriptor(Lines& out, const Derived& d, const WordPart& word) {
    if (out.cannot_make("make_smem_desc()", word)) return;
    const FieldPart& swizzle = *word.part("swizzle");
    const std::string sbo = bytes_of(*word.part("sbo")), lbo = bytes_of(*word.part("lbo"));
    const std::string parameters =
        parameters_of(word, "void* buffer", {.type = type_of, .start = false, .fixed = false});
    out.comment_operand(word);
    out.line("__device__ inline uint64_t make_", word.name, "(", parameters, ") {");
    if (!family_of(d.session).idesc) {
        out.line("    return deep_gemm::mma::sm90::make_smem_desc(buffer, /*layout_type=*/",
                 swizzle.open() ? swizzle.parameter : say(swizzle.raw), ",");
        out.line("                                                /*leading_byte_offset=*/", lbo,
                 ", /*stride_byte_offset=*/", sbo, ");");
    } else {
        const std::string mode = swizzle.open() ? swizzle.parameter : cutlass::field_value(d, swizzle);
        // "uint8_t(cute::UMMA::LayoutType::SWIZZLE_128B)": the helper takes the enumerator.
        const std::size_t at = mode.find('(');
        out.line("    return deep_gemm::mma::sm100::make_smem_desc(");
        out.line("        ",
                 at == mode.npos ? say("static_cast<cute::UMMA::LayoutType>(", mode, ")")
                                 : mode.substr(at + 1, mode.size() - at - 2),
                 ", buffer, /*stride_byte_offset=*/", sbo, ", /*leading_byte_offset=*/", lbo, ");");
    }
    out.end();
    out.cannot_store("make_smem_desc", word);
}

// What make_instr_desc cannot set is assigned afterwards.
void write_idesc(Lines& out, const Derived& d, const WordPart& word) {
    const auto args = cutlass::instr_arguments(d);
    if (!args) {
        out.cannot(say("DeepGEMM makes instruction descriptors with CUTLASS. ", args.why));
        return;
    }
    const bool scaled = !args->scale.empty();
    const bool sparse = idesc_flag(d, "sparse");
    // The MMA atom of integers has only the saturation as an argument; make_instr_desc has the signs before it.
    constexpr std::string_view kNoSigns = ", cute::UMMA::ScaleIn::One, cute::UMMA::ScaleIn::One";
    const bool saturated = idesc_flag(d, "saturate");
    std::string signs = args->signs;
    if (saturated)
        signs = say(kNoSigns, args->signs);
    else if (signs.empty() && sparse && !scaled)
        signs = say(kNoSigns, ", cute::UMMA::Saturate::False, true");
    out.comment(word.title());
    out.line("__device__ inline auto make_idesc() {");
    out.line("    auto desc = cute::UMMA::make_instr_desc", scaled ? "_block_scaled" : "", "<");
    out.line("        ", args->types, scaled ? say(", ", args->scale) : "", ", ", args->shape, ", ", args->majors,
             signs, ">();");
    for (const FieldPart& p : word.fields) {
        const std::string_view id = p.field->id;
        const bool set = id == "max_shift" || id == "sparsity_selector" || id == "k_size" ||
                         (id == "sparse" && (scaled || !args->signs.empty()));
        if (id == "sfa_id" || id == "sfb_id" || (set && p.raw != 0))
            out.noted(say("desc.", cutlass_member(id), " = ", p.raw, ";"), meaning(p));
        if (p.field->encoding == Encoding::fixed && p.raw != p.field->want)
            out.cannot(
                say("make_instr_desc stores ", p.field->want, " in '", p.field->id, "'; the session has ", p.raw, "."));
    }
    out.line("    return desc;");
    out.end();
}

// The struct whose fma() issues the MMA. Empty: there is none.
// Source: DeepGEMM @54e22612: ptx/tcgen05.cuh, and impls/sm100_tf32_hc_prenorm_gemm.cuh for A in Tensor Memory.
std::string mma_struct(const Variant& v, const std::string& arguments) {
    struct Row {
        std::string_view kind, stem;
        bool pair = false, ws = false, from_tmem = false;
    };
    constexpr Row kRows[] = {{"f16", "F16BF16", true, true},
                             {"f8f6f4", "F8F6F4", true},
                             {"mxf8f6f4", "MXF8F6F4", true},
                             {"mxf4", "MXF4"},
                             {"tf32", "", false, false, true}};
    const Row* row = std::ranges::find(kRows, v.kind, &Row::kind);
    const bool pair = v.cta_group == 2;
    if (row == std::end(kRows) || v.a_in_tmem != row->from_tmem || (v.ws && !row->ws) || (pair && !row->pair))
        return {};
    if (v.a_in_tmem) return say("cute::SM100_MMA_TF32_TS<", arguments, ">");
    return say("deep_gemm::ptx::SM100_MMA_", row->stem, pair ? "_2x1SM" : "", v.ws ? "_WS" : "", "_SS");
}

void write_mma(Lines& out, const Derived& d) {
    const Variant& v = d.session.variant;
    const auto args = cutlass::instr_arguments(d);
    const bool other = v.sparse || v.lane_mask || v.scale_d || v.ashift || word_in(words_of(d), WordId::zcm) != nullptr;
    if (!args || other) return;  // the limits say why
    const std::string name = mma_struct(v, say(args->types, ", ", args->shape, ", ", args->majors, args->signs));
    if (name.empty())
        return out.cannot(say("DeepGEMM has no function that issues an MMA of kind ", v.kind, " with ",
                              v.ws               ? ".ws"
                              : v.cta_group == 2 ? "two CTAs"
                                                 : "one CTA",
                              " and A in ", v.a_in_tmem ? "Tensor Memory." : "shared memory."));
    const bool scaled = !args->scale.empty();
    out.line("__device__ inline void mma(uint32_t d, ", v.a_in_tmem ? "uint32_t a" : "uint64_t a_desc",
             ", uint64_t b_desc, uint32_t accumulate", scaled ? ", uint32_t sfa, uint32_t sfb" : "", ") {");
    out.line("    const uint64_t idesc = uint64_t{uint32_t(make_idesc())} << 32;");
    out.line("    ", name, "::fma(");
    out.line("        ", v.a_in_tmem ? "a" : "a_desc", ", b_desc, d, accumulate, idesc", scaled ? ", sfa, sfb" : "",
             ");");
    out.end();
}

// The swizzle as advance_umma_desc_lo() takes it, in bytes. DeepGEMM writes 16 for an MN-major tile without a swizzle.
unsigned swizzle_width(const SmemLayout& l) { return row_of(l.mode).width_bytes; }

// Refuses a tile whose steps do not begin where advance_umma_desc_lo() says. For each column of K it adds an element to
// the start of a K-major tile, and a line of the swizzle to the start of an MN-major one. Source: DeepGEMM @54e22612,
// mma/sm100.cuh get_umma_desc_stride_k(), common/tma_copy.cuh get_inner_block_atom_size().
Answer<void> has_steps_of(const SmemLayout& l, unsigned mma_k) {
    const unsigned of_column = l.major == Major::k ? l.type->container_bits / 8 : swizzle_width(l);
    const auto steps = static_cast<unsigned>(l.columns) / mma_k;
    for (unsigned step = 1; step < steps; ++step)
        if (const std::uint32_t start = k_step_start(l, step, mma_k); start != l.start + step * mma_k * of_column)
            return Refusal("advance_umma_desc_lo() adds ", of_column, " bytes for each column of K, and step ", step,
                           " begins ", start - l.start, " bytes after the start, not ", step * mma_k * of_column, ".");
    return {};
}

// DeepGEMM moves the low half of the descriptor.
void write_advance(Lines& out, const Derived& d, Operand operand) {
    const OperandView& view = d.of(operand);
    if (!view.placed() || view.mma_k == 0 || !family_of(d.session).idesc) return;
    const SmemLayout& l = view.layout;
    const auto none = [&](std::string_view why) {
        out.cannot(say("The text has no step along K for ", name_of(operand), ": ", why));
    };
    if (const std::string empty = no_elements(d, operand); !empty.empty()) return none(empty);
    if (l.type->container_bits < 8)
        return none(say("advance_umma_desc_lo() counts whole bytes, and an element of ", l.type->id, " is smaller."));
    if (l.absolute_lbo) return none("its lbo is an address, and each step has a descriptor of its own.");
    const int block = l.rows;
    const std::string_view letter = pick(operand, "a", "b");
    const std::string type = say("cute::uint_bit_t<", l.type->container_bits, ">");
    const unsigned width = swizzle_width(l);
    const Answer<void> has_steps = has_steps_of(l, view.mma_k);
    const bool in_atom = l.major == Major::k && l.mode != SwizzleMode::none;
    if (!has_steps && !in_atom) return none(has_steps.why);
    if (!has_steps)
        out.cannot(say("DeepGEMM has one column of swizzle atoms along K. The tile of ", name_of(operand), " has ",
                       l.columns, " columns of K: the step function is right only inside the first ",
                       width * 8 / l.type->container_bits, "."));
    out.comment(
        say("The low half of the descriptor of ", name_of(operand), ", ", view.mma_k, " columns of K per step."));
    out.line("__device__ inline uint32_t ", letter, "_desc_lo_at(uint32_t lo, uint32_t k_step) {");
    out.line("    return deep_gemm::mma::sm100::advance_umma_desc_lo<", cutlass::umma_major(l.major), ", ", block, ", ",
             width, ", ", type, ">(lo, 0, k_step * ", view.mma_k, ");");
    out.end();
}

}  // namespace

Answer<CodeText> text(const Derived& d) {
    Lines out(d, "// ");
    const bool idesc = family_of(d.session).idesc;
    out.line("#include <deep_gemm/mma/sm", names_of_family(d.session).deepgemm, ".cuh>");
    if (idesc) out.line("#include <deep_gemm/ptx/tcgen05.cuh>");
    out.blank();
    for (const WordPart& word : words_of(d)) {
        if (word.view->id == WordId::idesc)
            write_idesc(out, d, word);
        else if (word.view->id == WordId::zcm)
            out.cannot("DeepGEMM has no helper for a zero-column mask.");
        else
            write_descriptor(out, d, word);
    }
    for (const Operand o : kBothOperands)
        if (d.of(o).in_smem) write_advance(out, d, o);
    if (!idesc)
        out.cannot(
            "DeepGEMM's wgmma wrappers are for bf16 and e4m3 in shared memory, and for tf32 with A in registers, "
            "all with an f32 D. This text has only the descriptors.");
    else
        write_mma(out, d);
    out.cannot("The buffers are arguments: DeepGEMM takes the start addresses from pointers.");
    out.cannot_issue("DeepGEMM",
                     {.sparse = false, .lane_mask = false, .scale_d = false, .ashift = false, .collector = false});
    return out.done();
}

}  // namespace tilescope::code::deepgemm
