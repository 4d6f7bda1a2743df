// core/src/ptx/accept.cpp -- predicts whether ptxas accepts an instruction on a target, and why not.
// SPDX-License-Identifier: MIT
#include <tilescope/hw/archs.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/ptx/accept.h>

#include <algorithm>
#include <span>

#include "parts.h"

namespace tilescope {
namespace ptx {
namespace {

// The properties that all lines of an opcode have.
constexpr std::string_view kTcgen05 = "tcgen05", kWgmmaOpcode = "wgmma.mma_async", kBarrier = "mbarrier";

// clang-format off
// In the order of Opcode. ptxas 13.0.88 accepts mbarrier on every target that it supports, from the .version of the
// target on.
constexpr InstructionRow kInstructions[] = {
    {Opcode::mma,             kTcgen05, Feature::tcgen05, "8.6", "",             check_mma},
    {Opcode::cp,              kTcgen05, Feature::tcgen05, "8.6", "cp",           check_cp},
    {Opcode::wgmma,           kWgmmaOpcode,   Feature::wgmma,   "8.0", "",             check_wgmma},
    {Opcode::shift,           kTcgen05, Feature::tcgen05, "8.6", "shift",        nullptr},
    {Opcode::ld_red,          kTcgen05, Feature::tcgen05, "8.6", "",             check_load},
    {Opcode::ld,              kTcgen05, Feature::tcgen05, "8.6", "",             check_load},
    {Opcode::ld_compress,     kTcgen05, Feature::tcgen05, "9.4", "compressed",   check_compressing_load},
    {Opcode::ld_red_compress, kTcgen05, Feature::tcgen05, "9.4", "compressed_reds", check_compressing_load},
    {Opcode::st,              kTcgen05, Feature::tcgen05, "8.6", "",             check_store},
    {Opcode::wait_ld,         kTcgen05, Feature::tcgen05, "8.6", "none",         nullptr},
    {Opcode::wait_st,         kTcgen05, Feature::tcgen05, "8.6", "none",         nullptr},
    {Opcode::fence_before,    kTcgen05, Feature::tcgen05, "8.6", "none",         nullptr},
    {Opcode::fence_after,     kTcgen05, Feature::tcgen05, "8.6", "none",         nullptr},
    {Opcode::alloc,           kTcgen05, Feature::tcgen05, "8.6", "alloc",        check_columns_of},
    {Opcode::dealloc,         kTcgen05, Feature::tcgen05, "8.6", "dealloc",      check_columns_of},
    {Opcode::relinquish,      kTcgen05, Feature::tcgen05, "8.6", "none",         nullptr},
    {Opcode::commit,          kTcgen05, Feature::tcgen05, "8.6", "",             check_mask},
    {Opcode::bar_init,        kBarrier, {},               "8.0", "init",         nullptr},
    {Opcode::bar_inval,       kBarrier, {},               "8.0", "inval",        nullptr},
    {Opcode::bar_expect_tx,   kBarrier, {},               "8.0", "",        check_transactions},
    {Opcode::bar_complete_tx, kBarrier, {},               "8.0", "",        check_transactions},
    {Opcode::bar_arrive,      kBarrier, {},               "8.0", "",       check_arrival},
    {Opcode::bar_arrive_tx,   kBarrier, {},               "8.0", "", check_arrival},
    {Opcode::bar_drop,        kBarrier, {},               "8.0", "",       check_arrival},
    {Opcode::bar_drop_tx,     kBarrier, {},               "8.0", "", check_arrival},
    {Opcode::bar_test,        kBarrier, {},               "8.0", "test",         check_order_of_memory},
    {Opcode::bar_test_parity, kBarrier, {},               "8.0", "test_parity",  check_parity},
    {Opcode::bar_try,         kBarrier, {},               "8.0", "try",          check_order_of_memory},
    {Opcode::bar_try_parity,  kBarrier, {},               "8.0", "try_parity",   check_parity},
    {Opcode::bar_pending,     kBarrier, {},               "8.0", "pending",      nullptr},
};
// clang-format on

constexpr bool in_order() {
    for (std::size_t i = 0; i < std::size(kInstructions); ++i)
        if (kInstructions[i].opcode != static_cast<Opcode>(i)) return false;
    return std::size(kInstructions) == std::size(kOpcodeNames);
}
static_assert(in_order());

// ---- what a line needs ----

using Span = std::optional<TextSpan>;

Span span_if(const MmaLine& line, bool used, Family family) {
    if (!used) return std::nullopt;
    const Qualifier* q = find_family(line, family);
    return q ? q->span : opcode_span(line);
}
Span opcode_if(const MmaLine& line, bool used) { return used ? Span(opcode_span(line)) : std::nullopt; }

Span sparse_wgmma(const MmaLine& l) { return span_if(l, l.opcode == Opcode::wgmma && l.sparse, Family::sparse); }
Span mixed_integers(const MmaLine& l) { return span_if(l, l.d_type == "s32" && l.a_type != l.b_type, Family::type); }
Span shift(const MmaLine& l) { return opcode_if(l, l.opcode == Opcode::shift); }
Span ld_red(const MmaLine& l) { return opcode_if(l, l.opcode == Opcode::ld_red); }
Span loose_access(const MmaLine& l) {
    return opcode_if(l, (kPlainLoads | Opcode::st).has(l.opcode) && !find_family(l, Family::aligned));
}
Span operand_if(const MmaLine& l, bool used, OperandRole role) {
    const MmaOperand* o = used ? l.operand(role) : nullptr;
    return o ? Span(o->span) : opcode_if(l, used);
}
Span register_twice(const MmaLine& l) { return operand_if(l, has_register_twice(l), OperandRole::loaded); }
Span loose_columns(const MmaLine& l) { return operand_if(l, has_loose_columns(l), OperandRole::columns); }
Span loose_count(const MmaLine& l) { return operand_if(l, has_loose_count(l), OperandRole::count); }
Span compressing(const MmaLine& l) { return opcode_if(l, kCompressing.has(l.opcode)); }
Span exclusive(const MmaLine& l) { return span_if(l, find_family(l, Family::exclusive) != nullptr, Family::exclusive); }
bool has_text(const MmaLine& l, Family family, std::string_view text) {
    const Qualifier* q = find_family(l, family);
    return q && q->text == text;
}
Span commit_16(const MmaLine& l) {
    return span_if(l, has_text(l, Family::multicast, "multicast::cluster::16b"), Family::multicast);
}
Span commit_32(const MmaLine& l) {
    return span_if(l, has_text(l, Family::multicast, "multicast::cluster::32b"), Family::multicast);
}
Span mask_number(const MmaLine& l) {
    const bool used = l.opcode == Opcode::commit && immediate(l.operand(OperandRole::cta_mask));
    return operand_if(l, used, OperandRole::cta_mask);
}
bool restricts_mma(const MmaLine& l) { return has_text(l, Family::restriction, "sync_restrict::shared::read::mma::a"); }
Span restriction_of_mma(const MmaLine& l) { return span_if(l, restricts_mma(l), Family::restriction); }
Span restriction(const MmaLine& l) {
    return span_if(l, find_family(l, Family::restriction) && !restricts_mma(l), Family::restriction);
}
Span relaxed(const MmaLine& l) {
    const bool late = !kTransactions.has(l.opcode) && has_text(l, Family::semantics, "relaxed");
    return span_if(l, late, Family::semantics);
}
Span scale_d(const MmaLine& l) {
    const MmaOperand* scale = scale_d_of(l);
    return scale ? Span(scale->span) : std::nullopt;
}
Span scale_vec(const MmaLine& l) { return span_if(l, l.scale_size.starts_with("scale_vec"), Family::scale_size); }
Span block(const MmaLine& l) { return span_if(l, l.scale_size.starts_with("block"), Family::scale_size); }
Span no_size(const MmaLine& l) { return span_if(l, l.block_scale && l.scale_size.empty(), Family::block_scale); }
Span collector_b(const MmaLine& l) { return span_if(l, !l.collector_b.empty(), Family::collector_b); }
Span lut_b(const MmaLine& l) { return span_if(l, l.lut_b, Family::decompress); }
Span sparse_packed(const MmaLine& l) { return span_if(l, l.sparse && is_packed(l.kind), Family::sparse); }

// clang-format off
constexpr FormRow kForms[] = {
    {"wgmma.mma_async.sp",                   sparse_wgmma,   Feature::wgmma,         "8.2"},
    {"s8 with u8",                           mixed_integers, Feature::wgmma,         "8.4"},
    {"tcgen05.shift",                        shift,          Feature::shift,         "8.6"},
    {"tcgen05.ld.red",                       ld_red,         Feature::ld_red,        "8.8"},
    {"tcgen05.ld or .st without .aligned",   loose_access,   Feature::loose,         "8.6", "9.0"},
    {"a load that writes a register twice",   register_twice, Feature::loose,         "8.6", "9.1"},
    {"a number of columns that tcgen05.alloc never allocates", loose_columns, Feature::loose, "8.6", "9.1"},
    {"a count of arrivals outside 1 to 1048575", loose_count, Feature::loose,        "8.0", "9.0"},
    {".spcompress",                          compressing,    Feature::spcompress,    "9.4"},
    {".exclusive",                           exclusive,      Feature::tcgen05,       "9.4"},
    {".multicast::cluster::16b",             commit_16,      Feature::tcgen05,       "9.4"},
    {".multicast::cluster::32b",             commit_32,      Feature::commit_wide,   "9.4"},
    {".sync_restrict::shared::read::mma::a", restriction_of_mma, Feature::commit_restricted, "9.4"},
    // Assemblers from 13.4 on accept these two forms, with any .version. No manual has them.
    {".sync_restrict of tcgen05.commit",     restriction,    Feature::tcgen05,       "8.6", {}, "9.4"},
    {"a number as the mask of tcgen05.commit", mask_number,  Feature::tcgen05,       "8.6", {}, "9.4"},
    {"scale-d",                              scale_d,        Feature::scale_input_d, "8.6"},
    {".scale_vec",                           scale_vec,      Feature::scale_vec,     "8.6"},
    {"the sparse form of mxf4 and mxf4nvf4", sparse_packed,  Feature::sparse_packed, "8.6"},
    {".collector::b",                        collector_b,    Feature::collector_b,   "9.4"},
    {".decompress::lut::b",                  lut_b,          Feature::lut_b,         "9.4"},
    {".block16 or .block32",                 block,          Feature::tcgen05,       "8.8"},
    {".block_scale without a size",          no_size,        Feature::tcgen05,       "8.8"},
    {".relaxed of mbarrier",                 relaxed,        {},                     "8.6"},
};
// clang-format on

// One requirement of a line on the target. The instruction comes first, then the kind, then the rest.
struct Need {
    std::string text;
    TextSpan span;
    std::optional<Feature> feature;
    std::string_view version, last = {}, first = {};
};

std::vector<Need> needs_of(const MmaLine& line) {
    const InstructionRow& row = instruction_of(line.opcode);
    std::vector<Need> out = {{std::string(row.group), opcode_span(line), row.needs, row.version}};
    if (const KindRow* kind = find_kind(line.kind))
        out.push_back({say(".kind::", kind->id), *span_if(line, true, Family::kind), kind->needs, kind->ptx});
    for (const FormRow& form : kForms)
        if (const Span span = form.used(line))
            out.push_back({std::string(form.text), *span, form.needs, form.version, form.last, form.first});
    return out;
}

Objection check_target(const MmaLine& line, std::span<const Need> needs, const ArchRow& arch, Edition edition) {
    const auto of_opcode = instruction_of(line.opcode).needs;
    const Features own = of_opcode ? Features(*of_opcode) : Features();
    for (const Need& need : needs) {
        if (!need.feature || arch.has(*need.feature)) continue;
        const std::string others = targets_with(own | *need.feature, edition);
        if (*need.feature == Feature::loose)
            return objection("L65", need.span,
                             say("The assembler refuses ", need.text, " on ", arch.id,
                                 ". Older assemblers accept this form on ", others, "."),
                             "Change the line. No manual describes this form.");
        return objection("L65", need.span,
                         say(need.text, " does not exist on ", arch.id, ". It exists on ", others, "."),
                         "Choose one of these targets, or write another form.");
    }
    return {};
}

// Compares versions as text: each has one digit, a dot and one digit.
void add_versions(Acceptance& yes, std::span<const Need> needs, const ArchRow& arch) {
    yes.ptx = arch.ptx;
    for (const Need& need : needs) {
        yes.ptx = std::max(yes.ptx, need.version);
        const bool sooner = !need.last.empty() && (yes.last.empty() || need.last < yes.last);
        const bool later = need.first > yes.first && need.first > arch.ptx;
        if (sooner) yes.last = need.last;
        if (later) yes.first = need.first;
        if (sooner || later) yes.partly = need.text;
    }
}

Objection check_opcode(const MmaLine& line) {
    const auto check = instruction_of(line.opcode).check;
    return check ? check(line) : Objection();
}

}  // namespace

const InstructionRow& instruction_of(Opcode opcode) { return kInstructions[static_cast<std::size_t>(opcode)]; }

}  // namespace ptx

const FamilyRow& family_of(Opcode opcode) {
    const auto needs = ptx::instruction_of(opcode).needs;
    const FamilyRow* family = needs ? family_with(*needs) : nullptr;
    return family != nullptr ? *family : kFamilies[0];
}

Acceptance accept(const MmaLine& line, std::string_view arch, std::optional<Edition> requested) {
    ArchRow plain = kArchs[0];
    plain.id = arch;
    plain.features = kLoose;
    const ArchRow* row = is_plain_target(arch) ? &plain : arch_named(arch);
    if (!row)
        return ptx::objection(
            "L65", ptx::opcode_span(line),
            say("The target '", arch, "' is unknown; it must be one of: ", list_of(kArchs, &ArchRow::id), "."),
            "Choose one of these targets.");
    const Edition edition = requested.value_or(row->since);
    // If the target does not have the instruction, other errors do not matter.
    if (const auto needs = ptx::instruction_of(line.opcode).needs; needs && !row->has(*needs))
        return *ptx::check_target(line, ptx::needs_of(line), *row, edition);
    for (const auto check : {ptx::check_qualifiers, ptx::check_opcode, ptx::check_operands, ptx::check_values})
        if (ptx::Objection objection = check(line)) return *objection;
    const std::vector<ptx::Need> needs = ptx::needs_of(line);
    if (ptx::Objection objection = ptx::check_target(line, needs, *row, edition)) return *objection;
    Acceptance yes;
    yes.accepted = true;
    ptx::add_versions(yes, needs, *row);
    return yes;
}

}  // namespace tilescope
