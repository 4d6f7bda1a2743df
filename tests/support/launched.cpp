// tests/support/launched.cpp -- runs a job as launches of live kernels, with the CPU model in place of a GPU.
// SPDX-License-Identifier: MIT
#include "tests/support/launched.h"

#include "tests/support/launch_model.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <span>

namespace tilescope::test {
namespace {

// What a GPU does in one step: it reads only the bytes of the launch.
Answer<std::vector<std::uint8_t>> run_step(const KernelForm& form, std::span<const std::uint8_t> parameters,
                                           std::span<const std::uint8_t> image, std::span<const std::uint8_t> cells,
                                           std::uint32_t memory) {
    const BlockBytes block(parameters.data(), kParamBytes);
    const auto step = instruction_in(form, block, memory);
    if (!step) return Refusal(step.why);
    auto machine = machine_of(form, block, image, cells, memory);
    if (!machine) return Refusal(machine.why);
    if (const auto done = execute_mma(*machine, *step); !done) return Refusal(done.why);
    return cells_of(form, *machine);
}

// Returns cells_out after the last step.
Answer<std::vector<std::uint8_t>> run(const KernelForm& form, const Launch& launch, std::uint32_t memory) {
    const LaunchBuffer& image = *buffer_at(launch, row_of(Param::image).offset);
    auto cells =
        run_step(form, launch.parameters, image.in, buffer_at(launch, row_of(Param::cells_in).offset)->in, memory);
    for (const std::vector<std::uint8_t>& block : launch.more_steps)
        if (cells) cells = run_step(form, block, image.in, *cells, memory);
    return cells;
}

}  // namespace

Answer<Launched> launched(const EmulatorJob& job, std::uint32_t memory, const LaunchOptions& options) {
    auto filled_machine = filled(job);
    if (!filled_machine) return Refusal(filled_machine.why);
    Launched out{std::move(*filled_machine), {}};
    for (std::size_t s = 0, count = 0; s < job.steps.size(); s += count) {
        load_registers(out.machine, job, static_cast<unsigned>(s));
        const auto form = kernel_form(job.steps[s]);
        if (!form) return Refusal(form.why);
        const auto kernel = live_kernel(*form);
        if (!kernel) return Refusal(kernel.why);
        count = std::min(most_steps(*form), job.steps.size() - s);
        const auto launch = launch_of(*kernel, std::span(job.steps).subspan(s, count), out.machine, options);
        if (!launch) return Refusal(launch.why);
        out.all.push_back(*launch);
        const auto cells = run(*form, *launch, memory);
        if (!cells) return Refusal(cells.why);
        if (const auto done = take_cells(*kernel, *launch, *cells, out.machine); !done) return Refusal(done.why);
    }
    return out;
}

std::string difference(const Machine& have, const Machine& want) {
    if (have.register_d != want.register_d) return "the registers of D differ";
    for (unsigned cta = 0; cta < want.ctas; ++cta)
        for (unsigned lane = 0; lane < kTmem.lanes; ++lane)
            for (unsigned column = 0; column < want.tmem[cta].columns(); ++column) {
                const std::uint32_t a = have.tmem[cta].cell(lane, column), b = want.tmem[cta].cell(lane, column);
                if (a != b)
                    return say("CTA ", cta, ", lane ", lane, ", column ", column, " is ", hex(a), ", want ", hex(b));
            }
    return {};
}

}  // namespace tilescope::test
