// core/src/rules/form_rules.cpp -- rules that compare the text of an instruction with its descriptor and its mask.
// SPDX-License-Identifier: MIT
#include "tables.h"
#include "word_forms.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/memory.h>
#include <tilescope/layout/sparse_meta.h>
#include <tilescope/ptx/accept.h>

namespace tilescope {
namespace {

// Returns another kind of the same family (dense or block-scaled) that defines all type codes of the descriptor.
// Returns an empty text if the kind in the text already defines them.
std::string_view kind_of_types(const MmaFacts& f) {
    const std::uint64_t word = f.idesc().word();
    const KindRow* kind = f.kind();
    if (f.idesc().kind() != f.line().kind) return f.idesc().kind();  // MmaFacts has already chosen the other kind
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
    return say("The text has kind ", kind, ", but the types of the descriptor belong to kind ", other, ". ",
               one_code ? "The assembler makes the same machine code for both kinds, so the descriptor decides."
                        : "The assembler does not check the descriptor.");
}

bool ue4m3_with_block32(const MmaFacts& f) {
    const WordFacts& w = f.idesc();
    const bool both_exist = w.has("k_size_high") && !older(w);
    return kind_of(w).ue4m3_factors && f.scale_block() == 32 && w.text("scale_type") == "ue4m3" && !both_exist;
}

// Whether the mask operand is a small number, so that its author may have meant the scale of D.
bool mask_like_a_scale(const MmaFacts& f) {
    const MmaOperand* o = f.line().operand(OperandRole::zero_mask);
    return f.line().ws && o && o->form == OperandForm::number && o->value && *o->value >= 0 && *o->value <= 15;
}

bool scale_that_is_ignored(const MmaFacts& f) {
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
    const bool accepted = f.arch() && f.arch()->has(Feature::loose);
    return access && accepted && !f.line().qualifier("aligned");
}

Acceptance acceptance_of(const MmaFacts& f) { return accept(f.line(), f.arch_id()); }
bool assemblers_differ(const MmaFacts& f) {
    const Acceptance a = acceptance_of(f);
    return !unaligned_access(f) && (!a.last.empty() || !a.first.empty());
}
std::string says_assemblers_differ(const MmaFacts& f) {
    const Acceptance a = acceptance_of(f);
    if (a.last.empty()) return say("Assemblers for PTX versions before ", a.first, " refuse ", a.partly, ".");
    return say("Assemblers for PTX versions after ", a.last, " refuse ", a.partly, ".");
}

// Returns the number of columns in a tcgen05.alloc or .dealloc with .exclusive, as the assembler reads it. Returns 0 if
// the line has none.
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
    const std::string targets =
        list_of(kArchs, [&](const ArchRow& a) { return a.tmem_columns >= columns ? a.id : std::string_view(); });
    return say(f.arch_id(), " has ", f.arch()->tmem_columns, " columns of Tensor Memory, not ", columns, ". ",
               targets.empty() ? say("No target has more than ", kMostTmemColumns, " columns")
                               : say("Targets with enough columns: ", targets),
               ". The assembler does not check this.");
}

// Returns the metadata layout of a sparse A. Returns nothing if kind and shape have no layout in Tensor Memory.
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
    {.id = "L59", .part = MmaPart::idesc, .needs = kNeedsIdesc, .severity = Severity::error, .certainty = Certainty::confirmed, .field = "scale_type",
     .what = "The scale type of the descriptor does not match the scale size in the text.",
     .broken = ue4m3_with_block32,
     .says = [](const MmaFacts& f) {
         return say("The text has .", f.line().scale_size,
                    ", but the descriptor has scale type ue4m3. ue4m3 is for 4X (block16) only.");
     },
     .fix = "Use .block16 (.scale_vec::4X), or scale factors of type ue8m0.", .source = "PTX ISA 9.1, Table 57"},

    {.id = "L98", .part = MmaPart::line, .opcode = std::nullopt, .severity = Severity::warn, .certainty = Certainty::confirmed, .field = ".aligned",
     .what = "tcgen05.ld or tcgen05.st has no .aligned. Only the oldest assembler accepts this.",
     .broken = unaligned_access,
     .text = ".aligned is missing. The PTX manual requires it. From version 13.1 on, ptxas refuses the line. Only ptxas 13.0 accepts it.",
     .fix = "Write .sync.aligned.", .source = "PTX ISA 9.1, tcgen05.ld and tcgen05.st; ptxas 13.0.88 and 13.1.115 to 13.5.37"},

    {.id = "L103", .part = MmaPart::line, .opcode = std::nullopt, .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "",
     .what = "Some versions of the assembler accept the line, other versions refuse it.",
     .broken = assemblers_differ, .says = says_assemblers_differ,
     .fix = "Write a form that the PTX manual allows.", .source = "ptxas 13.0.88, 13.1.115, 13.2.86 and 13.5.37"},
    {.id = "L104", .part = MmaPart::line, .opcode = std::nullopt, .severity = Severity::error, .certainty = Certainty::secondary, .field = "columns",
     .what = "The line requests more columns of Tensor Memory than the target has.",
     .broken = too_many_columns, .says = says_columns,
     .fix = "Request fewer columns, or choose a target with enough columns.",
     .source = "PTX ISA 9.1, 9.7.16.1 (512); CuTe DSL 4.8.1, tmem.py, and triton-lang/triton PR 10936 (576)"},

    {.id = "L66", .part = MmaPart::idesc, .needs = kNeedsIdesc, .severity = Severity::error, .certainty = Certainty::confirmed, .field = "m",
     .what = ".ashift does not support this M.",
     .broken = ashift_with_other_m,
     .says = [](const MmaFacts& f) {
         return say(".ashift requires M = 128 or 256, but the descriptor has M = ", f.idesc().value("m"),
                    ". The assembler does not check this.");
     },
     .fix = "Remove .ashift, or choose M = 128 or 256.", .source = "PTX ISA 9.1, tcgen05.mma, .ashift"},

    {.id = "L67", .part = MmaPart::line, .severity = Severity::error, .certainty = Certainty::confirmed, .field = "scale-d",
     .what = "An instruction of kind i8 has a scale-input-d, but kind i8 does not support it.",
     .broken = scale_that_is_ignored,
     .says = [](const MmaFacts& f) {
         return say("The number ", f.line().operand(OperandRole::scale_d)->text,
                    " after the predicate is a scale of D only for kinds f16 and tf32. For i8, ptxas accepts the number and ignores it (contradiction X29).");
     },
     .fix = "Remove the number.", .source = "PTX ISA 9.1, tcgen05.mma, scale-input-d; ptxas 13.0.88"},
    {.id = "L67", .part = MmaPart::line, .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "zero-column-mask-desc",
     .what = "The zero-column mask operand of .ws is a small number.",
     .broken = mask_like_a_scale,
     .says = [](const MmaFacts& f) {
         return say("The number ", f.line().operand(OperandRole::zero_mask)->text,
                    " after the predicate of .ws is the zero-column mask, not a scale of D.");
     },
     .fix = "Remove the number, or write a zero-column mask descriptor.", .source = "PTX ISA 9.1, tcgen05.mma.ws; ptxas 13.0.88"},

    {.id = "L69", .part = MmaPart::zcm, .needs = kNeedsZcm, .severity = Severity::error, .certainty = Certainty::confirmed, .field = "",
     .what = "A zero-column mask is given, but the instruction has no .ws.",
     .broken = [](const MmaFacts& f) { return !f.line().ws && mask_without_operand(f); },
     .text = "The zero-column mask exists for .ws and .ws.sp only, but this instruction has no .ws.",
     .fix = "Add .ws to the instruction.", .source = "ptxas 13.0.88"},
    {.id = "L69", .part = MmaPart::zcm, .needs = kNeedsZcm, .severity = Severity::info, .certainty = Certainty::confirmed, .field = "",
     .what = "A zero-column mask is given, but the text has no operand for it.",
     .broken = [](const MmaFacts& f) { return f.line().ws && mask_without_operand(f); },
     .text = "A mask is given, but the instruction has no mask operand. No column is zeroed or shifted.",
     .fix = "Write the mask after the predicate.", .source = "PTX ISA 9.1, tcgen05.mma.ws"},

    {.id = "L71", .part = MmaPart::idesc, .needs = kNeedsIdesc, .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "a_type",
     .what = "The types in the descriptor belong to one kind, but the text has another kind.",
     .broken = [](const MmaFacts& f) { return !kind_of_types(f).empty(); }, .says = says_kind_of_types,
     .fix = "Make the kind in the text and the types in the descriptor agree.", .source = "ptxas 13.0.88 (compares machine code); PTX ISA 9.1, Tables 42 to 44"},

    {.id = "L72", .part = MmaPart::line, .severity = Severity::info, .certainty = Certainty::confirmed, .field = "cta_group::2",
     .what = "cta_group::2 uses a CTA pair, which needs a launch with clusters.",
     .broken = [](const MmaFacts& f) { return f.line().cta_group == 2; },
     .text = "cta_group::2 needs a launch with clusters of at least two CTAs. ptxas does not check this, but without clusters the launch fails.",
     .fix = "Write .explicitcluster and .reqnctapercluster in the kernel, or set the cluster at launch.",
     .source = "ptxas 13.0.88; PTX ISA 9.1, 9.7.16.5, CTA pairs"},

    {.id = "L86", .part = MmaPart::idesc, .needs = kNeedsIdesc, .severity = Severity::warn, .certainty = Certainty::unknown, .field = "m",
     .effect = Effect::not_drawn,
     .what = "The PTX manual shows the location of this metadata in a figure only. tilescope does not model this location.",
     .broken = metadata_in_half_lanes,
     .says = [](const MmaFacts& f) {
         return say("The picture does not show the metadata. ", grounds_of(*metadata_of(f)).note);
     },
     .fix = "Use a shape that uses all lanes: M = 128 with one CTA, M = 256 with two CTAs.", .source = "PTX ISA 9.1, 9.7.16.10.8.5 (a figure)"},
};
// clang-format on
static_assert(&checked(kFormRules) == &kFormRules);
static_assert(need_what_they_fix(kFormRules));

}  // namespace

std::span<const MmaRule> form_rules() { return kFormRules; }

}  // namespace tilescope
