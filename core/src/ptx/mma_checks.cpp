// core/src/ptx/mma_checks.cpp -- checks which qualifiers and operands of tcgen05.mma and tcgen05.cp can be combined.
// SPDX-License-Identifier: MIT
#include "parts.h"

#include <tilescope/hw/kinds.h>
#include <tilescope/layout/scale_layout.h>

#include <algorithm>
#include <string>
#include <vector>

namespace tilescope::ptx {
namespace {

// Returns the position of the qualifier. Earlier checks make sure that the line has it.
TextSpan span_of(const MmaLine& line, Family family) {
    const Qualifier* q = find_family(line, family);
    return q ? q->span : opcode_span(line);
}

// PTX ISA 9.1, Table 57: the scale-vector sizes of a kind, with both names of each size.
std::vector<std::string_view> sizes_of(const KindRow& kind) {
    std::vector<std::string_view> names, blocks;
    for (const ScaleVectorRow& v : kScaleVectors) {
        if (v.k96 || !takes(kind, v)) continue;
        names.push_back(v.name);
        blocks.push_back(v.block);
    }
    std::ranges::sort(blocks);
    names.insert(names.end(), blocks.begin(), blocks.end());
    return names;
}

// ".scale_vec::1X or .block32"
std::string listed(const std::vector<std::string_view>& sizes) {
    return list_of(
        sizes, [](std::string_view size) { return say('.', size); }, ", ", " or ");
}

// .ws requires one CTA, a kind without scale factors, and no lane mask.
Objection check_ws(const MmaLine& line) {
    if (!line.ws) return {};
    if (line.cta_group == 2)
        return objection("L64", span_of(line, Family::cta_group), ".ws requires .cta_group::1.",
                         "Write .cta_group::1, or remove .ws.");
    const KindRow* kind = find_kind(line.kind);
    if (kind && !kind->ws)
        return objection("L64", span_of(line, Family::kind), say(".kind::", line.kind, " has no .ws form."),
                         "Remove .ws, or use kind f16, tf32, f8f6f4 or i8.");
    if (const MmaOperand* lanes = line.operand(OperandRole::lane_mask))
        return objection("L64", lanes->span, ".ws has no lane mask.", "Remove the list or .ws.");
    return {};
}

Objection check_ashift(const MmaLine& line) {
    if (!line.ashift) return {};
    const TextSpan span = span_of(line, Family::ashift);
    const KindRow* kind = find_kind(line.kind);
    if (line.ws) return objection("L66", span, ".ashift cannot be combined with .ws.", "Remove one of them.");
    if (kind && kind->block_scaled())
        return objection("L66", span, say(".ashift cannot be combined with .kind::", line.kind, "."),
                         "Remove .ashift.");
    if (!line.a_in_tmem)
        return objection("L66", span, ".ashift requires A in Tensor Memory, but A is a shared-memory descriptor.",
                         "Write A as an address, [a], or remove .ashift.");
    if (line.collector == "a::fill" || line.collector == "a::use")
        return objection(
            "L66", span_of(line, Family::collector),
            say(".ashift can be combined with .collector::a::lastuse and ::discard, but not with .collector::",
                line.collector, "."),
            "Write .collector::a::lastuse or .collector::a::discard.");
    return {};
}

// With .ws the collector buffers are b0 to b3. Without .ws the buffer is a, and on some targets also b.
Objection check_collector(const MmaLine& line) {
    if (line.ws && !line.collector_b.empty())
        return objection("L97", span_of(line, Family::collector_b),
                         say(".collector::", line.collector_b,
                             " cannot be combined with .ws. The buffers of .ws are .collector::b0 to ::b3."),
                         "Write .collector::b0 to ::b3.");
    if (line.collector.empty() || line.collector.starts_with('b') == line.ws) return {};
    return objection("L97", span_of(line, Family::collector),
                     say(".collector::", line.collector,
                         line.ws ? " cannot be combined with .ws. The buffers of .ws are .collector::b0 to ::b3."
                                 : " requires .ws. Without .ws, the buffer is .collector::a."),
                     line.ws ? "Write .collector::b0 to ::b3." : "Write .collector::a.");
}

// B contains indices into a table. Measured with ptxas 13.5.37.
Objection check_lut(const MmaLine& line) {
    if (!line.lut_b) return {};
    const TextSpan span = span_of(line, Family::decompress);
    const KindRow* kind = find_kind(line.kind);
    if (kind && !kind->lut_b)
        return objection("L97", span, say(".decompress::lut::b cannot be combined with .kind::", line.kind, "."),
                         "Remove it, or use kind f8f6f4 or mxf8f6f4.");
    const struct {
        bool used;
        std::string_view name;
    } others[] = {{line.sparse, ".sp"}, {line.ws, ".ws"}, {line.ashift, ".ashift"}};
    for (const auto& other : others)
        if (other.used)
            return objection("L97", span, say(".decompress::lut::b cannot be combined with ", other.name, "."),
                             "Remove one of them.");
    return {};
}

Objection check_scale(const MmaLine& line) {
    const KindRow& row = kind_or_none(line.kind);
    const std::string kind = say(".kind::", line.kind);
    if (!row.block_scaled()) {
        if (line.block_scale)
            return objection("L101", span_of(line, Family::block_scale), say(kind, " has no scale factors."),
                             "Remove .block_scale, or use kind mxf8f6f4, mxf4 or mxf4nvf4.");
        if (line.scale_size.empty()) return {};
        return objection("L101", span_of(line, Family::scale_size), say(kind, " has no scale factors."),
                         say("Remove .", line.scale_size, "."));
    }
    const std::vector<std::string_view> sizes = sizes_of(row);
    if (!line.block_scale)
        return objection("L98", span_of(line, Family::kind), say(kind, " requires .block_scale."), "Add .block_scale.");
    if (line.scale_size.empty() && row.block_named)
        return objection("L98", span_of(line, Family::kind), say(kind, " requires the size of its scale vectors."),
                         say("Add ", listed(sizes), "."));
    if (line.scale_size.empty() || std::ranges::find(sizes, line.scale_size) != sizes.end()) return {};
    return objection("L101", span_of(line, Family::scale_size),
                     say(kind, " has no .", line.scale_size, ". It has ", listed(sizes), "."),
                     say("Write ", listed(sizes), "."));
}

// Checks the list of words that disables output lanes of D.
Objection check_lane_mask(const MmaLine& line) {
    const MmaOperand* lanes = line.operand(OperandRole::lane_mask);
    if (!lanes || line.ws) return {};
    const KindRow* kind = find_kind(line.kind);
    if (kind && kind->block_scaled())
        return objection("L99", lanes->span, say(".kind::", line.kind, " has no lane mask."), "Remove the list.");
    const unsigned required = 4 * line.cta_group;
    if (lanes->count == required) return {};
    return objection("L68", lanes->span,
                     say("The lane mask has ", lanes->count, " words, but .cta_group::", line.cta_group, " requires ",
                         required, "."),
                     say("Write ", required, " registers."));
}

// Checks the operand after the predicate.
Objection check_last(const MmaLine& line) {
    const MmaOperand* zeros = line.operand(OperandRole::zero_mask);
    if (zeros && !line.ws && &line.operands.back() == zeros && !zeros->text.starts_with('!'))
        return objection("L69", zeros->span, "Only .ws and .ws.sp have a zero-column mask operand.",
                         "Add .ws, or remove the mask.");
    const MmaOperand* scale = line.operand(OperandRole::scale_d);
    const KindRow* kind = find_kind(line.kind);
    // i8 has no scale-d either, but the assembler accepts the number and ignores it. Rule L67 reports that.
    if (!scale || !kind || kind->scales_d || kind->saturates) return {};
    return objection("L67", scale->span, say("scale-d exists only for kinds f16 and tf32, not for ", line.kind, "."),
                     "Remove the number.");
}

}  // namespace

Objection check_mma(const MmaLine& line) {
    for (const auto check :
         {check_ws, check_ashift, check_collector, check_lut, check_scale, check_lane_mask, check_last})
        if (Objection refusal = check(line)) return refusal;
    return {};
}

Objection check_cp(const MmaLine& line) {
    const Qualifier* container = find_family(line, Family::container);
    const Qualifier* packing = find_family(line, Family::packing);
    if (!container != !packing)
        return objection(
            "L98", (container ? container : packing)->span,
            "A conversion requires two formats: .b8x16 and .b6x16_p32, or .b8x16 and .b4x16_p64.",
            container ? "Add .b6x16_p32 or .b4x16_p64 after .b8x16." : "Add .b8x16 before this qualifier.");
    if (container && packing->span.begin < container->span.begin)
        return objection("L100", packing->span, say(".b8x16 must be before .", packing->text, "."),
                         say("Write .b8x16.", packing->text, "."));
    for (const CopyRow& row : kCopies) {
        if (row.shape != line.shape) continue;
        const bool none = row.multicast[0].empty();
        if (none ? line.multicast.empty()
                 : std::ranges::find(row.multicast, line.multicast) != row.multicast.end() && !line.multicast.empty())
            return {};
        const std::string required =
            none ? std::string("no multicast")
                 : say('.', row.multicast[0], row.multicast[1].empty() ? "" : " or .", row.multicast[1]);
        return objection("L84", span_of(line, line.multicast.empty() ? Family::shape : Family::multicast),
                         say("tcgen05.cp.", row.shape, none ? " has " : " requires ", required, "."),
                         none ? say("Remove .", line.multicast, ".") : say("Write ", required, "."));
    }
    return {};
}

}  // namespace tilescope::ptx
