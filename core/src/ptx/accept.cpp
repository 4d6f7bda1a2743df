// core/src/ptx/accept.cpp -- which targets take an instruction, and why not: the assembler's verdict.
// SPDX-License-Identifier: MIT
#include <tilescope/hw/archs.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/ptx/accept.h>

#include <algorithm>

#include "parts.h"

namespace tilescope {
namespace ptx {
namespace {

using Span = std::optional<TextSpan>;

Span span_if(const MmaLine& line, bool used, Family family) {
    if (!used) return std::nullopt;
    const Qualifier* q = find_family(line, family);
    return q ? q->span : opcode_span(line);
}
Span opcode_if(const MmaLine& line, bool used) { return used ? Span(opcode_span(line)) : std::nullopt; }

bool is_wgmma(const MmaLine& l) { return l.opcode == Opcode::wgmma; }

Span sparse_wgmma(const MmaLine& l) { return span_if(l, is_wgmma(l) && l.sparse, Family::sparse); }
Span mixed_integers(const MmaLine& l) { return span_if(l, l.d_type == "s32" && l.a_type != l.b_type, Family::type); }
Span shift(const MmaLine& l) { return opcode_if(l, l.opcode == Opcode::shift); }
Span ld_red(const MmaLine& l) { return opcode_if(l, l.opcode == Opcode::ld_red); }
Span loose_ld_red(const MmaLine& l) {
    return opcode_if(l, l.opcode == Opcode::ld_red && !find_family(l, Family::aligned));
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
    {"tcgen05.ld.red without .aligned",      loose_ld_red,   Feature::ld_red_loose,  "8.8"},
    {"scale-d",                              scale_d,        Feature::scale_input_d, "8.6"},
    {".scale_vec",                           scale_vec,      Feature::scale_vec,     "8.6"},
    {"the sparse form of mxf4 and mxf4nvf4", sparse_packed,  Feature::sparse_packed, "8.6"},
    {".collector::b",                        collector_b,    Feature::collector_b,   "9.4"},
    {".decompress::lut::b",                  lut_b,          Feature::lut_b,         "9.4"},
    {".block16 or .block32",                 block,          Feature::tcgen05,       "8.8"},
    {".block_scale without a size",          no_size,        Feature::tcgen05,       "8.8"},
};
// clang-format on

// What a line needs of a target: its instruction first, then its kind, then the rest.
struct Need {
    std::string text;
    TextSpan span;
    Feature feature;
    std::string_view version;
};

std::vector<Need> needs_of(const MmaLine& line) {
    std::vector<Need> out;
    out.push_back(is_wgmma(line) ? Need{"wgmma.mma_async", opcode_span(line), Feature::wgmma, "8.0"}
                                 : Need{"tcgen05", opcode_span(line), Feature::tcgen05, "8.6"});
    if (const KindRow* kind = find_kind(line.kind))
        out.push_back({say(".kind::", kind->id), *span_if(line, true, Family::kind), kind->needs, kind->ptx});
    for (const FormRow& row : kForms)
        if (const Span span = row.used(line)) out.push_back({std::string(row.text), *span, row.needs, row.version});
    return out;
}

Refusal check_target(const MmaLine& line, const ArchRow& arch) {
    for (const Need& need : needs_of(line))
        if (!arch.has(need.feature))
            return refuse("L65", need.span,
                          say(need.text, " does not exist on ", arch.id, "; it is on ",
                              targets_with(need.feature, arch.since), "."),
                          "Choose one of these targets, or another form.");
    return {};
}

// "8.6" before "9.0": one digit, a dot, one digit.
std::string_view version_of(const MmaLine& line, const ArchRow& arch) {
    std::string_view version = arch.ptx;
    for (const Need& need : needs_of(line)) version = std::max(version, need.version);
    return version;
}

// tcgen05.shift has nothing that its qualifiers and operands do to each other.
struct CheckRow {
    Opcode opcode;
    Refusal (*check)(const MmaLine&);
};

Refusal check_opcode(const MmaLine& line) {
    constexpr CheckRow kChecks[] = {
        {Opcode::mma, check_mma}, {Opcode::cp, check_cp}, {Opcode::wgmma, check_wgmma}, {Opcode::ld_red, check_ld_red}};
    for (const CheckRow& row : kChecks)
        if (row.opcode == line.opcode) return row.check(line);
    return {};
}

}  // namespace

}  // namespace ptx

Acceptance accept(const MmaLine& line, std::string_view arch) {
    const ArchRow* row = arch_named(arch);
    if (!row) {
        std::string known;
        for (const ArchRow& a : kArchs) known += say(known.empty() ? "" : ", ", a.id);
        return ptx::refuse("L65", ptx::opcode_span(line),
                           say("There is no target '", arch, "' here; want one of: ", known, "."),
                           "Choose one of them.");
    }
    // Where the instruction does not exist, what else is wrong with it does not matter.
    if (!row->has(line.opcode == Opcode::wgmma ? Feature::wgmma : Feature::tcgen05))
        return *ptx::check_target(line, *row);
    for (const auto check : {ptx::check_qualifiers, ptx::check_opcode, ptx::check_operands, ptx::check_values})
        if (ptx::Refusal refusal = check(line)) return *refusal;
    if (ptx::Refusal refusal = ptx::check_target(line, *row)) return *refusal;
    Acceptance yes;
    yes.accepted = true;
    yes.ptx = ptx::version_of(line, *row);
    return yes;
}

}  // namespace tilescope
