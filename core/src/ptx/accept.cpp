// core/src/ptx/accept.cpp -- which targets take an instruction, and why not: the assembler's verdict.
// SPDX-License-Identifier: MIT
#include <tilescope/hw/archs.h>
#include <tilescope/ptx/accept.h>

#include <algorithm>

#include "parts.h"

namespace tilescope {
namespace ptx {
namespace {

std::optional<TextSpan> span_if(const MmaLine& line, bool used, Family family) {
    if (!used) return std::nullopt;
    const Qualifier* q = find_family(line, family);
    return q ? q->span : opcode_span(line);
}

bool is_packed(const MmaLine& line) { return line.kind == "mxf4" || line.kind == "mxf4nvf4"; }

std::optional<TextSpan> scale_d_span(const MmaLine& line) {
    const MmaOperand* scale = scale_d_of(line);
    return scale ? std::optional(scale->span) : std::nullopt;
}

// clang-format off
constexpr FormRow kForms[] = {
    //                                                                                         90a 100 f 103 f 110 f 107
    {"wgmma.mma_async",     [](const MmaLine& l) { return l.opcode == Opcode::wgmma ? std::optional(opcode_span(l)) : std::nullopt; },       "Y-------", "8.0"},
    {"tcgen05",             [](const MmaLine& l) { return l.opcode != Opcode::wgmma ? std::optional(opcode_span(l)) : std::nullopt; },       "-YYYYYYY", "8.6"},
    {"wgmma.mma_async.sp",  [](const MmaLine& l) { return span_if(l, l.opcode == Opcode::wgmma && l.sparse, Family::sparse); },              "Y-------", "8.2"},
    {"s8 with u8",          [](const MmaLine& l) { return span_if(l, l.d_type == "s32" && l.a_type != l.b_type, Family::type); },            "Y-------", "8.4"},
    {".kind::i8",           [](const MmaLine& l) { return span_if(l, l.kind == "i8", Family::kind); },                                       "-Y---Y-Y", "8.6"},
    {".kind::ti16",         [](const MmaLine& l) { return span_if(l, l.kind == "ti16", Family::kind); },                                     "-------Y", "9.4"},
    {"tcgen05.shift",       [](const MmaLine& l) { return l.opcode == Opcode::shift ? std::optional(opcode_span(l)) : std::nullopt; },       "-Y-Y-Y-Y", "8.6"},
    {"tcgen05.ld.red",      [](const MmaLine& l) { return l.opcode == Opcode::ld_red ? std::optional(opcode_span(l)) : std::nullopt; },      "---YYYYY", "8.8"},
    {"scale-d",             [](const MmaLine& l) { return scale_d_span(l); },                                                                "-YYYY--Y", "8.6"},
    {".scale_vec",          [](const MmaLine& l) { return span_if(l, l.scale_size.starts_with("scale_vec"), Family::scale_size); },          "-Y-Y-Y-Y", "8.6"},
    {"the sparse form of mxf4 and mxf4nvf4", [](const MmaLine& l) { return span_if(l, l.sparse && is_packed(l), Family::sparse); },          "-Y-Y-Y-Y", "8.6"},
    {".kind::mxf4nvf4",     [](const MmaLine& l) { return span_if(l, l.kind == "mxf4nvf4", Family::kind); },                                 "-YYYYYYY", "8.7"},
    {".block16 or .block32", [](const MmaLine& l) { return span_if(l, l.scale_size.starts_with("block"), Family::scale_size); },             "-YYYYYYY", "8.8"},
    {".block_scale without a size", [](const MmaLine& l) { return span_if(l, l.block_scale && l.scale_size.empty(), Family::block_scale); }, "-YYYYYYY", "8.8"},
};
// clang-format on

std::string targets_of(const FormRow& row, Edition newest) {
    std::string out;
    for (std::size_t i = 0; i < std::size(kTargets); ++i)
        if (row.targets[i] == 'Y' && arch_named(kTargets[i])->since <= newest)
            out += say(out.empty() ? "" : ", ", kTargets[i]);
    return out;
}

// Targets that are newer than the one that was asked for are named only where no other has the form.
std::string targets_for(const FormRow& row, std::string_view arch) {
    const ArchRow* asked = arch_named(arch);
    const std::string as_old = targets_of(row, asked ? asked->since : Edition::v9_1);
    return as_old.empty() ? targets_of(row, Edition::v9_4) : as_old;
}

Refusal check_target(const MmaLine& line, std::string_view arch) {
    const auto column = static_cast<std::size_t>(std::ranges::find(kTargets, arch) - std::begin(kTargets));
    for (const FormRow& row : forms()) {
        const bool has = column < std::size(kTargets) && row.targets[column] == 'Y';
        if (has) continue;
        if (const std::optional<TextSpan> span = row.used(line))
            return refuse("L65", *span,
                          say(row.text, " does not exist on ", arch, "; it is on ", targets_for(row, arch), "."),
                          say("Choose one of these targets, or another form."));
    }
    return {};
}

// "8.6" before "9.0": one digit, a dot, one digit.
std::string_view version_of(const MmaLine& line, const ArchRow& arch) {
    std::string_view version = arch.ptx;
    for (const FormRow& row : forms())
        if (row.used(line)) version = std::max(version, row.version);
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

std::span<const FormRow> forms() { return kForms; }

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
    // The instruction itself first: of what else is wrong nobody wants to hear where it does not exist.
    if (!(line.opcode == Opcode::wgmma ? row->wgmma : row->tcgen05)) return *ptx::check_target(line, arch);
    for (const auto check : {ptx::check_qualifiers, ptx::check_opcode, ptx::check_operands, ptx::check_values})
        if (ptx::Refusal refusal = check(line)) return *refusal;
    if (ptx::Refusal refusal = ptx::check_target(line, arch)) return *refusal;
    Acceptance yes;
    yes.accepted = true;
    yes.ptx = ptx::version_of(line, *row);
    return yes;
}

}  // namespace tilescope
