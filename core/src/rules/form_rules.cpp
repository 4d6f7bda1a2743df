// core/src/rules/form_rules.cpp -- the text of an instruction against its instruction descriptor and its mask.
// SPDX-License-Identifier: MIT
#include "tables.h"
#include "word_forms.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/memory.h>
#include <tilescope/layout/sparse_meta.h>
#include <tilescope/ptx/accept.h>

#include <algorithm>

namespace tilescope {
namespace {

// Another kind of the same family (dense, block-scaled) under which all types of the descriptor have a meaning; empty
// where they have one under the kind of the text.
std::string_view kind_of_types(const MmaFacts& f) {
    const std::uint64_t word = f.idesc().word();
    const KindRow* kind = f.kind();
    if (f.idesc().kind() != f.line().kind) return f.idesc().kind();  // judged as such already
    if (!kind || types_have_meaning(f.idesc().format(), word)) return {};
    for (const std::string_view other : kinds_of(f.edition())) {
        const KindRow* row = find_kind(other);
        if (!row || row == kind || row->block_scaled() != kind->block_scaled()) continue;
        if (types_have_meaning(*idesc_format(other, f.edition()), word)) return other;
    }
    return {};
}

std::string says_kind_of_types(const MmaFacts& f) {
    const std::string_view other = kind_of_types(f), kind = f.line().kind;
    const bool one_code = kind_or_none(kind).same_code == other;
    return say("The text says kind ", kind, ", the types of the descriptor are those of ", other, ": ",
               one_code ? "both texts are the same machine code, so the descriptor decides."
                        : "the assembler does not look at the descriptor.");
}

bool ue4m3_with_block32(const MmaFacts& f) {
    const WordFacts& w = f.idesc();
    const bool both_exist = w.has("k_size_high") && !older(w);
    return kind_of(w).ue4m3_factors && f.scale_block() == 32 && w.text("scale_type") == "ue4m3" && !both_exist;
}

// Small enough to have been meant as the scale of D.
bool mask_like_a_scale(const MmaFacts& f) {
    const MmaOperand* o = f.line().operand(OperandRole::zero_mask);
    return f.line().ws && o && o->form == OperandForm::number && o->value && *o->value >= 0 && *o->value <= 15;
}

bool scale_that_is_dropped(const MmaFacts& f) {
    return kind_or_none(f.line().kind).integer && f.line().operand(OperandRole::scale_d) != nullptr;
}

bool ashift_with_other_m(const MmaFacts& f) {
    return f.line().ashift && f.idesc().value("m") != 128 && f.idesc().value("m") != 256;
}

bool mask_without_operand(const MmaFacts& f) {
    return f.word(MmaPart::zcm).word() != 0 && !f.line().operand(OperandRole::zero_mask);
}

bool unaligned_access(const MmaFacts& f) {
    const Opcode o = f.line().opcode;
    const bool access = o == Opcode::ld || o == Opcode::ld_red || o == Opcode::st;
    const bool taken = f.arch() && f.arch()->has(Feature::loose);
    return access && taken && !f.line().qualifier("aligned");
}

Acceptance acceptance_of(const MmaFacts& f) { return accept(f.line(), f.arch_id()); }
bool assemblers_differ(const MmaFacts& f) {
    const Acceptance a = acceptance_of(f);
    return !unaligned_access(f) && (!a.last.empty() || !a.first.empty());
}
std::string says_assemblers_differ(const MmaFacts& f) {
    const Acceptance a = acceptance_of(f);
    if (a.last.empty()) return say("Assemblers older than that of PTX ", a.first, " refuse ", a.partly, ".");
    return say("Assemblers newer than that of PTX ", a.last, " refuse ", a.partly, ".");
}

// The columns that tcgen05.alloc and .dealloc name, as the assembler reads them.
std::uint32_t exclusive_columns(const MmaFacts& f) {
    const MmaOperand* o = f.line().operand(OperandRole::columns);
    const bool number = o && o->form == OperandForm::number && o->value && f.line().qualifier("exclusive");
    return number ? static_cast<std::uint32_t>(*o->value) : 0;
}
bool too_many_columns(const MmaFacts& f) {
    return f.arch() && f.arch()->tmem_columns != 0 && exclusive_columns(f) > f.arch()->tmem_columns;
}
std::string says_columns(const MmaFacts& f) {
    const std::uint32_t columns = exclusive_columns(f);
    std::string having;
    for (const ArchRow& a : kArchs)
        if (a.tmem_columns >= columns) having += say(having.empty() ? "; " : ", ", a.id);
    return say(f.arch_id(), " has ", f.arch()->tmem_columns, " columns of Tensor Memory, not ", columns,
               having.empty() ? say("; no target has more than ", kMostTmemColumns) : having + " have them",
               ". The assembler does not look.");
}

// The metadata of a sparse A, where kind and shape have a layout in Tensor Memory.
std::optional<MetaLayout> metadata_of(const MmaFacts& f) {
    const MmaLine& line = f.line();
    const MetaRow* kind = meta_of_kind(f.idesc().kind());
    const auto path = data_path_of({.m = static_cast<unsigned>(f.idesc().value("m")),
                                    .cta_group = line.cta_group,
                                    .ws = line.ws,
                                    .sparse = line.sparse});
    if (!line.sparse || !kind || !path) return {};
    return MetaLayout{.kind = kind, .path = *path, .ws = line.ws};
}
bool metadata_in_half_lanes(const MmaFacts& f) {
    const auto meta = metadata_of(f);
    return meta && meta->path->half;
}

// clang-format off
constexpr MmaRule kFormRules[] = {
    {.id = "L59", .part = MmaPart::idesc, .needs = kNeedsIdesc, .severity = Severity::error,
     .certainty = Certainty::confirmed, .field = "scale_type",
     .what = "The scale type of the descriptor does not go with the size in the text.",
     .broken = ue4m3_with_block32,
     .says = [](const MmaFacts& f) {
         return say("The text says .", f.line().scale_size,
                    " and the descriptor ue4m3; factors of type ue4m3 go with 4X (block16) only.");
     },
     .fix = "Use .block16 (.scale_vec::4X), or ue8m0 factors.", .source = "PTX ISA 9.1, Table 57"},

    {.id = "L98", .part = MmaPart::line, .opcode = std::nullopt, .severity = Severity::warn,
     .certainty = Certainty::confirmed, .field = ".aligned",
     .what = "tcgen05.ld or tcgen05.st stands without .aligned, which only the oldest assembler takes.",
     .broken = unaligned_access,
     .says = [](const MmaFacts&) {
         return say(
             ".aligned is missing: the manual demands it, and ptxas refuses the line from 13.1 on. Only 13.0 takes "
             "it.");
     },
     .fix = "Write .sync.aligned.",
     .source = "PTX ISA 9.1, tcgen05.ld and tcgen05.st; ptxas 13.0.88 and 13.1.115 to 13.5.37"},

    {.id = "L103", .part = MmaPart::line, .opcode = std::nullopt, .severity = Severity::warn,
     .certainty = Certainty::confirmed, .field = "",
     .what = "Assemblers differ about what the line says.",
     .broken = assemblers_differ,
     .says = says_assemblers_differ,
     .fix = "Write what the manual allows.", .source = "ptxas 13.0.88, 13.1.115, 13.2.86 and 13.5.37"},
    {.id = "L104", .part = MmaPart::line, .opcode = std::nullopt, .severity = Severity::error,
     .certainty = Certainty::secondary, .field = "columns",
     .what = "More columns of Tensor Memory are asked for than the target has.",
     .broken = too_many_columns,
     .says = says_columns,
     .fix = "Ask for fewer columns, or choose a target that has them.",
     .source = "PTX ISA 9.1, 9.7.16.1 (512); CuTe DSL 4.8.1, tmem.py, and triton-lang/triton PR 10936 (576)"},

    {.id = "L66", .part = MmaPart::idesc, .needs = kNeedsIdesc, .severity = Severity::error,
     .certainty = Certainty::confirmed, .field = "m",
     .what = "M is none that .ashift takes.",
     .broken = ashift_with_other_m,
     .says = [](const MmaFacts& f) {
         return say(".ashift takes M = 128 or 256, and the descriptor says ", f.idesc().value("m"),
                    "; the assembler does not look.");
     },
     .fix = "Remove .ashift, or choose M = 128 or 256.", .source = "PTX ISA 9.1, tcgen05.mma, .ashift"},

    {.id = "L67", .part = MmaPart::line, .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "scale-d",
     .what = "A scale of D stands behind an instruction of kind i8, which has none.",
     .broken = scale_that_is_dropped,
     .says = [](const MmaFacts& f) {
         return say("The number ", f.line().operand(OperandRole::scale_d)->text,
                    " behind the predicate scales D for kinds f16 and tf32 only; with i8 ptxas accepts it and ignores "
                    "it (contradiction X29).");
     },
     .fix = "Remove it.", .source = "PTX ISA 9.1, tcgen05.mma, scale-input-d; ptxas 13.0.88"},
    {.id = "L67", .part = MmaPart::line, .severity = Severity::warn, .certainty = Certainty::confirmed,
     .field = "zero-column-mask-desc",
     .what = "A small number stands where .ws has its zero-column mask.",
     .broken = mask_like_a_scale,
     .says = [](const MmaFacts& f) {
         return say("The number ", f.line().operand(OperandRole::zero_mask)->text,
                    " behind the predicate of .ws is the zero-column mask, not a scale of D.");
     },
     .fix = "Remove it, or give the mask descriptor.", .source = "PTX ISA 9.1, tcgen05.mma.ws; ptxas 13.0.88"},

    {.id = "L69", .part = MmaPart::zcm, .needs = kNeedsZcm, .severity = Severity::error,
     .certainty = Certainty::confirmed, .field = "",
     .what = "A zero-column mask is given to an instruction without .ws.",
     .broken = [](const MmaFacts& f) { return !f.line().ws && mask_without_operand(f); },
     .says = [](const MmaFacts&) {
         return say("The zero-column mask exists on .ws and .ws.sp only; this form is neither.");
     },
     .fix = "Make it .ws.", .source = "ptxas 13.0.88"},
    {.id = "L69", .part = MmaPart::zcm, .needs = kNeedsZcm, .severity = Severity::info,
     .certainty = Certainty::confirmed, .field = "",
     .what = "A zero-column mask is given, but the text has no operand for it.",
     .broken = [](const MmaFacts& f) { return f.line().ws && mask_without_operand(f); },
     .says = [](const MmaFacts&) {
         return say("A mask is given, but the instruction has no operand for it: no column is zeroed or shifted.");
     },
     .fix = "Write the mask behind the predicate.", .source = "PTX ISA 9.1, tcgen05.mma.ws"},

    {.id = "L71", .part = MmaPart::idesc, .needs = kNeedsIdesc, .severity = Severity::warn,
     .certainty = Certainty::confirmed, .field = "a_type",
     .what = "The types of the descriptor are those of another kind than the text names.",
     .broken = [](const MmaFacts& f) { return !kind_of_types(f).empty(); },
     .says = says_kind_of_types,
     .fix = "Make the kind and the types agree.",
     .source = "ptxas 13.0.88 (compares machine code); PTX ISA 9.1, Tables 42 to 44"},

    {.id = "L72", .part = MmaPart::line, .severity = Severity::info, .certainty = Certainty::confirmed,
     .field = "cta_group::2",
     .what = "A pair of CTAs works together, which needs a launch in clusters.",
     .broken = [](const MmaFacts& f) { return f.line().cta_group == 2; },
     .says = [](const MmaFacts&) {
         return say(
             "cta_group::2 needs a launch in clusters of at least two CTAs; ptxas does not ask for it, the launch "
             "fails without.");
     },
     .fix = "Have .explicitcluster and .reqnctapercluster in the kernel, or set the cluster at launch.",
     .source = "ptxas 13.0.88; PTX ISA 9.1, 9.7.16.5, CTA pairs"},

    {.id = "L86", .part = MmaPart::idesc, .needs = kNeedsIdesc, .severity = Severity::warn,
     .certainty = Certainty::unknown, .field = "m",
     .effect = Effect::not_drawn,
     .what = "Where the metadata of this form lies is drawn in a figure only; it is not modelled here.",
     .broken = metadata_in_half_lanes,
     .says = [](const MmaFacts& f) { return say("Metadata is not drawn. ", grounds_of(*metadata_of(f)).note); },
     .fix = "Use a shape that takes all lanes: M = 128 with one CTA, 256 with two.",
     .source = "PTX ISA 9.1, 9.7.16.10.8.5 (a figure)"},
};
// clang-format on

}  // namespace

std::span<const MmaRule> form_rules() {
    static constexpr const auto& rules = checked(kFormRules);
    return rules;
}

}  // namespace tilescope
