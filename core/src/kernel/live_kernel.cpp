// core/src/kernel/live_kernel.cpp -- prints the kernel that runs one MMA on a GPU, as PTX text.
// SPDX-License-Identifier: MIT
#include "kernel_parts.h"

#include <tilescope/formats/formats.h>
#include <tilescope/kernel/live_kernel.h>
#include <tilescope/ptx/accept.h>

#include <algorithm>
#include <vector>

namespace tilescope {
namespace kernel {
namespace {

// Parts of a form that would not be in the text. A kernel without them would be another instruction.
Answer<void> is_complete(const KernelForm& form, const MmaLine& line) {
    if (!family_of(form.arch).idesc) return {};
    if (form.zero_mask && !form.variant.ws)
        return Refusal("Only .ws has a zero-column mask, but this instruction has no .ws.");
    if (form.variant.scale_d && !line.operand(OperandRole::scale_d))
        return Refusal("scale-input-d does not exist with .ws or with block scaling, and is at most 15.");
    if (!form.variant.collector.empty() && line.collector != form.variant.collector)
        return Refusal("'", form.variant.collector, "' is not a collector buffer with an operation.");
    return {};
}

// Raises `version` to the lowest .version that has every instruction of the text.
// Errors: the target does not have one of them.
Answer<void> raise_version(std::string_view text, const KernelForm& form, std::string_view& version) {
    std::vector<std::string> lines = instructions_in(text);
    std::ranges::sort(lines);
    lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
    for (const std::string& line : lines) {
        const Answer<MmaLine> parsed = parse_mma_line(line);
        if (!parsed) return Refusal(parsed.why);
        const Acceptance verdict = accept(*parsed, form.arch, form.edition);
        if (!verdict.accepted) return Refusal(verdict.why);
        version = std::max(version, verdict.ptx);
    }
    return {};
}

// The lines before the body. The comments in the kernel explain the rest.
std::string head_of(const LiveKernel& kernel) {
    const bool pair = kernel.ctas > 1;
    return say("// Runs one MMA. All numbers are in the parameter block `job` (tilescope, kernel/parameters.h):\n",
               "// words, addresses, and buffers for what is in memory before and after the MMA.\n", ".version ",
               kernel.ptx, "\n.target ", kernel.form.arch, "\n.address_size 64\n\n",
               ".extern .shared .align 1024 .b8 shared_memory[];\n\n", ".visible .entry ", kLiveEntry,
               "(.param .align 8 .b8 job[", kParamBytes, "])\n", ".reqntid ", kLiveThreads, ", 1, 1\n",
               pair ? say(".explicitcluster\n.reqnctapercluster ", kernel.ctas, ", 1, 1\n") : std::string(), "{");
}

}  // namespace
}  // namespace kernel

Answer<KernelForm> kernel_form(const MmaInstruction& i) {
    if (i.pieces.all() != 1)
        return Refusal("A live kernel runs one instruction for each K step, and the tile has ", i.pieces.count.a, " x ",
                       i.pieces.count.b, ". Run a session of one piece.");
    KernelForm form{.edition = edition_of(i.arch, i.edition),
                    .arch = i.arch,
                    .variant = i.variant,
                    .zero_mask = i.variant.ws && i.zcm != 0,
                    .shape = {}};
    const FamilyRow& family = family_of(form.arch);
    if (family.idesc) return form;
    const Answer<MmaShape> shape = shape_of(i);
    if (!shape) return Refusal(shape.why);
    const Format& format = *idesc_format(i.variant.kind, i.edition);
    form.variant = {.kind = i.variant.kind,
                    .sparse = i.variant.sparse,
                    .a_in_tmem = i.variant.a_in_tmem,
                    .b1 = multiplies_bits(i.variant, i.arch)};
    form.zero_mask = false;
    form.shape = {.opcode = family.opcode,
                  .n = shape->n,
                  .k = shape->k,
                  .d_type = name_in(field_in(format, "d_type").names, raw_or_0(format, i.idesc, "d_type")),
                  .a_type = shape->a->id,
                  .b_type = shape->b->id,
                  .saturate = raw_or_0(format, i.idesc, "saturate") != 0,
                  .negate_a = shape->negate_a,
                  .negate_b = shape->negate_b,
                  .transpose_a = shape->a_major == Major::mn,
                  .transpose_b = shape->b_major == Major::mn};
    return form;
}

ThreadWords thread_words(const KernelForm& form) {
    if (family_of(form.arch).d != Storage::registers) return {};
    return {.d = d_registers(form.shape.n, form.shape.d_type),
            .a = form.variant.a_in_tmem ? kWgmmaARegisters : 0,
            .meta = form.variant.sparse ? 1u : 0u};
}

Answer<LiveKernel> live_kernel(const KernelForm& form) {
    const FamilyRow& family = family_of(form.arch);
    LiveKernel out{.form = form,
                   .text = {},
                   .instruction = family.idesc ? kernel::tcgen05_instruction(form) : kernel::wgmma_instruction(form),
                   .ptx = {},
                   .ctas = family.ctas(form.variant.cta_group)};
    const Answer<MmaLine> line = parse_mma_line(out.instruction);
    if (!line) return Refusal(line.why);
    const Acceptance verdict = accept(*line, form.arch, form.edition);
    if (!verdict.accepted) return Refusal(verdict.why);
    if (const auto complete = kernel::is_complete(form, *line); !complete) return Refusal(complete.why);
    out.ptx = verdict.ptx;
    const std::string_view bare = std::string_view(out.instruction).substr(0, out.instruction.size() - 1);
    const std::string body = family.idesc ? kernel::tcgen05_body(form, bare) : kernel::wgmma_body(form, bare);
    if (const auto raised = kernel::raise_version(body, form, out.ptx); !raised) return Refusal(raised.why);
    out.text = say(kernel::head_of(out), body, "}\n");
    return out;
}

}  // namespace tilescope
