// core/src/autopsy/reads.cpp -- the operands of all steps of all chains, with the memory from which each one was read.
// SPDX-License-Identifier: MIT
#include "reads.h"

#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/layout/tile.h>

#include <algorithm>

namespace tilescope::autopsy {

std::size_t memory_of(const Event& event, unsigned warpgroup) {
    if (const auto* mma = std::get_if<SeenMma>(&event)) return mma->memory;
    if (const auto* wait = std::get_if<SeenWait>(&event)) return wait->memory;
    if (std::holds_alternative<SeenLoad>(event)) return kNoMemory;
    const auto& stop = std::get<SeenException>(event);
    for (const SeenMma& mma : stop.warpgroups)
        if (mma.warpgroup == warpgroup && mma.memory != kNoMemory) return mma.memory;
    return stop.memory;
}

const StepReads* ChainReads::known() const {
    const auto found = std::ranges::find_if(steps, &StepReads::is_known);
    return found == steps.end() ? nullptr : &*found;
}

Reads::Reads(const Recording& recording, std::span<const Chain> all) : recording_(recording) {
    for (const Chain& chain : all) {
        chains.push_back({&chain, {}});
        for (const Step& step : chain.steps) chains.back().steps.push_back(reads_of(chain, step));
    }
}

const Memory& Reads::memory(std::size_t index, const ElementForm& form) {
    const auto found = memories_.find({index, form});
    if (found != memories_.end()) return found->second;
    const ArchRow* arch = arch_named(recording_.arch);
    const std::uint64_t begin = arch && family_of(*arch).zeros_below ? smem_begin(*arch) : 0;
    return memories_
        .emplace(std::pair(index, form), Memory(recording_.memories[index], static_cast<std::uint32_t>(begin), form))
        .first->second;
}

std::vector<const Memory*> Reads::memories() const {
    std::vector<const Memory*> out;
    for (const auto& [key, memory] : memories_) out.push_back(&memory);
    return out;
}

std::vector<std::size_t> Reads::later(std::size_t event, std::size_t than) const {
    std::vector<std::size_t> out;
    for (std::size_t i = event + 1; i < recording_.events.size(); ++i) {
        const std::size_t index = memory_of(recording_.events[i], 0);
        if (index < recording_.memories.size() && index != than && std::ranges::find(out, index) == out.end())
            out.push_back(index);
    }
    return out;
}

const Walks& Reads::walks(const SmemLayout& layout) {
    for (const SizedWalks& w : walks_)
        if (w.type == layout.type && w.rows == layout.rows && w.columns == layout.columns) return w.walks;
    return walks_.emplace_back(SizedWalks{layout.type, layout.rows, layout.columns, Walks(layout)}).walks;
}

StepReads Reads::reads_of(const Chain& chain, const Step& step) {
    StepReads out{.step = &step, .of = {}};
    out.memory =
        step.event < recording_.events.size() ? memory_of(recording_.events[step.event], chain.warpgroup) : kNoMemory;
    if (!out.is_known()) return out;
    const MmaInstruction& i = step.instruction;
    const MmaShape& shape = out.shape();
    out.a_in_registers = i.variant.a_in_tmem && shape.family->a == Storage::registers && !shape.sparse;
    out.ctas = shape.family->ctas(i.variant.cta_group);
    const auto format = find_format(shape.family->smem, {}, i.edition);
    if (!format || out.memory >= recording_.memories.size()) return out;
    for (const Operand o : kBothOperands) {
        const ElementType& type = out.type(o);
        if (pick(o, i.variant.a_in_tmem || (shape.sparse && !shape.rule.grain), false)) continue;
        const auto columns = static_cast<int>(stored_k(shape.k, o == Operand::a, shape.sparse));
        const std::uint64_t word = pick(o, i.a_desc, i.b_desc);
        const auto layout = layout_of(**format, word, pick(o, shape.a_major, shape.b_major), type,
                                      static_cast<int>(out.rows(o)), columns, columns);
        if (!layout) continue;
        out.of[o] = OperandRead{*format, word, *layout, &memory(out.memory, form_of(type)), &walks(*layout)};
    }
    return out;
}

}  // namespace tilescope::autopsy
