// core/src/kernel/launch.cpp -- launches of a live kernel, as bytes that any worker can run.
// SPDX-License-Identifier: MIT
#include "launch_bytes.h"

#include <tilescope/base/say.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr std::uint64_t kNsOfMs = 1'000'000;

Answer<void> has_form_of(const LiveKernel& kernel, const MmaInstruction& step, const Machine& before) {
    auto form = kernel_form(step);
    if (!form) return Answer<void>::refuse(form.why);
    // A kernel with a mask also runs an instruction without one: its mask is 0.
    form->zero_mask |= kernel.form.zero_mask && step.variant.ws;
    if (*form != kernel.form)
        return Answer<void>::refuse(
            say("The kernel runs '", kernel.instruction,
                "', but this step is another form of the instruction. Make a kernel for this step."));
    if (before.ctas == kernel.ctas) return {};
    return Answer<void>::refuse(say("The kernel runs on this number of CTAs: ", kernel.ctas,
                                    ", but memory is given for this number: ", before.ctas, "."));
}

std::uint64_t descriptor(const MmaInstruction& step, Operand operand) {
    return pick(operand, step.a_desc, step.b_desc);
}

// Returns whether the field has an address that the instruction uses.
bool is_address(const kernel::Moved& moved, const MmaInstruction& step, const Format& format) {
    if (moved.operand == Operand::a && step.variant.a_in_tmem) return false;
    if (moved.field == "start") return true;
    const Field* mode = find_field(format, "lbo_mode");
    return mode != nullptr && get_field(*mode, descriptor(step, moved.operand)) != 0;
}

std::uint32_t relocation_of(const MmaInstruction& step, const Format& format) {
    std::uint32_t out = 0;
    for (const kernel::Moved& moved : kernel::kMoved)
        if (is_address(moved, step, format)) out |= moved.bit;
    return out;
}

// Returns the bytes of shared memory that the kernel must fill, in whole chunks: at least one.
SmemImage::Range image_range(const Machine& before, std::uint32_t if_empty) {
    SmemImage::Range all;
    for (unsigned cta = 0; cta < before.ctas; ++cta) {
        const SmemImage::Range one = before.smem[cta].written_range();
        if (one.empty()) continue;
        all = all.empty() ? one : SmemImage::Range{std::min(all.first, one.first), std::max(all.end, one.end)};
    }
    if (all.empty()) all = {if_empty, if_empty + 1};
    return {all.first / kChunkBytes * kChunkBytes, (all.end + kChunkBytes - 1) / kChunkBytes * kChunkBytes};
}

// Returns the lowest address that the image or a descriptor has.
std::uint64_t lowest_address(const MmaInstruction& step, const Format& format, const SmemImage::Range& image) {
    std::uint64_t lowest = image.first;
    for (const kernel::Moved& moved : kernel::kMoved) {
        const Field& field = field_in(format, moved.field);
        if (is_address(moved, step, format))
            lowest = std::min(lowest, value_of(field, get_field(field, descriptor(step, moved.operand))));
    }
    return lowest;
}

// Where the kernel puts the image.
struct Placed {
    SmemImage::Range image;  // addresses of the session
    std::uint32_t origin, smem_bytes;
};

Answer<Placed> place_image(const LiveKernel& kernel, const MmaInstruction& step, const Machine& before, bool relocate) {
    const Format& format = kernel::descriptor_format(kernel.form);
    const ArchRow* arch = arch_named(kernel.form.arch);
    if (!arch) return Answer<Placed>::refuse(say("There is no target ", kernel.form.arch, "."));
    Placed out{image_range(before, kReservedSmem), kReservedSmem,
               (arch->smem->usable_bytes - kControlBytes) / kChunkBytes * kChunkBytes};
    // What the instruction reads as 0 needs no place.
    if (family_of(*arch).zeros_below && !step.from_zero)
        out.image = {std::max(out.image.first, kReservedSmem), std::max(out.image.end, kReservedSmem + kChunkBytes)};
    else if (relocate && lowest_address(step, format, out.image) < kReservedSmem)
        out.origin = 0;
    if (out.image.first < out.origin)
        return Answer<Placed>::refuse(say("An operand is at byte ", hex(out.image.first),
                                          " of shared memory. The system reserves the first ", kReservedSmem,
                                          " bytes. Let the kernel relocate the descriptors, or move the operand."));
    const std::uint32_t end = out.origin + out.smem_bytes;
    if (out.image.end > end)
        return Answer<Placed>::refuse(say("The operands use shared memory up to byte ", hex(out.image.end),
                                          ", but a CTA of ", arch->id, " can use only the bytes from ", hex(out.origin),
                                          " to ", hex(end), "."));
    return out;
}

std::vector<std::uint8_t> image_bytes(const Machine& before, const SmemImage::Range& range) {
    std::vector<std::uint8_t> out;
    out.reserve(std::size_t{range.end - range.first} * before.ctas);
    for (unsigned cta = 0; cta < before.ctas; ++cta)
        for (std::uint32_t at = range.first; at < range.end; ++at) out.push_back(before.smem[cta].byte(at));
    return out;
}

// A kernel allocates at most kTmem.columns; the other columns of a target need .exclusive.
Answer<void> has_columns(const KernelForm& form, const Machine& before) {
    if (kernel::d_in_registers(form)) return {};
    for (unsigned cta = 0; cta < before.ctas; ++cta)
        for (unsigned column = kTmem.columns; column < before.tmem[cta].columns(); ++column)
            for (unsigned lane = 0; lane < kTmem.lanes; ++lane)
                if (before.tmem[cta].read({.cta = cta, .lane = lane, .column = column}, kTmem.cell_bits) !=
                    BitsRead{kUnwrittenCell, true, false})
                    return Answer<void>::refuse(say("The operands use column ", column,
                                                    " of Tensor Memory, but a live kernel allocates only the first ",
                                                    kTmem.columns, "."));
    return {};
}

ParamBlock block_of(const KernelForm& form, const MmaInstruction& step, const Placed& placed,
                    const LaunchOptions& options) {
    ParamBlock block{};
    put(block, Param::a_desc, step.a_desc);
    put(block, Param::b_desc, step.b_desc);
    put(block, Param::origin, placed.origin);
    put(block, Param::image_offset, placed.image.first - placed.origin);
    put(block, Param::image_bytes, placed.image.end - placed.image.first);
    put(block, Param::smem_bytes, placed.smem_bytes);
    put(block, Param::enable_d, step.enable_d ? 1 : 0);
    put(block, Param::timeout_ns, options.timeout_ms * kNsOfMs);
    put(block, Param::relocate, options.relocate ? relocation_of(step, kernel::descriptor_format(form)) : 0);
    if (!family_of(form.arch).idesc) return block;
    put(block, Param::zcm, step.zcm);
    put(block, Param::idesc, step.idesc);
    put(block, Param::columns, kTmem.columns);
    for (const kernel::PlaceParam& row : kernel::kPlaceParams)
        put(block, row.param, step.tmem[static_cast<std::size_t>(row.place)]);
    for (unsigned word = 0; word < kLaneMaskWords; ++word) put(block, Param::lane_mask, step.lane_mask[word], word);
    return block;
}

LaunchBuffer buffer(Param param, std::vector<std::uint8_t> in) {
    const std::size_t bytes = in.size();
    return {.parameter = row_of(param).offset, .bytes = bytes, .in = std::move(in)};
}

LaunchBuffer result(Param param, std::size_t bytes, bool host_visible) {
    return {
        .parameter = row_of(param).offset, .bytes = bytes, .in = {}, .read_back = true, .host_visible = host_visible};
}

Answer<void> can_launch(const KernelForm& form, std::size_t steps, const LaunchOptions& options) {
    if (options.timeout_ms == 0 || options.timeout_ms > kMostTimeoutMs)
        return Answer<void>::refuse(
            say("The time limit of a step is ", options.timeout_ms, " ms; it must be 1 to ", kMostTimeoutMs, " ms."));
    if (steps != 0 && steps <= most_steps(form)) return {};
    return Answer<void>::refuse(
        say("A launch of this kernel runs 1 to ", most_steps(form), " steps, but this number was given: ", steps, "."));
}

}  // namespace

const LaunchBuffer* buffer_at(const Launch& launch, unsigned parameter) {
    const auto found = std::ranges::find(launch.buffers, parameter, &LaunchBuffer::parameter);
    return found == launch.buffers.end() ? nullptr : &*found;
}

std::size_t most_steps(const KernelForm& form) {
    return kernel::words_in(form, kTmem.columns) == kernel::words_out(form, kTmem.columns) ? kMostLaunchSteps : 1;
}

Answer<Launch> launch_of(const LiveKernel& kernel, std::span<const MmaInstruction> steps, const Machine& before,
                         const LaunchOptions& options) {
    using Out = Answer<Launch>;
    if (const auto can = can_launch(kernel.form, steps.size(), options); !can) return Out::refuse(can.why);
    if (const auto can = has_columns(kernel.form, before); !can) return Out::refuse(can.why);
    Launch out{.ptx = kernel.text,
               .entry = std::string(kLiveEntry),
               .ctas = kernel.ctas,
               .timeout_ms = options.timeout_ms,
               .parameters = {},
               .more_steps = {},
               .exchanged = {row_of(Param::cells_out).offset, row_of(Param::cells_in).offset},
               .buffers = {}};
    Placed first{};
    for (const MmaInstruction& step : steps) {
        if (const auto can = has_form_of(kernel, step, before); !can) return Out::refuse(can.why);
        const auto placed = place_image(kernel, step, before, options.relocate);
        if (!placed) return Out::refuse(placed.why);
        const ParamBlock block = block_of(kernel.form, step, *placed, options);
        const bool is_first = out.parameters.empty();
        (is_first ? out.parameters : out.more_steps.emplace_back()).assign(block.begin(), block.end());
        if (is_first) first = *placed;
    }
    auto cells = kernel::cells_before(kernel.form, before, kTmem.columns);
    if (!cells) return Out::refuse(cells.why);
    out.shared_bytes = first.smem_bytes + kControlBytes;  // the same for all steps, as the image is
    out.buffers.push_back(buffer(Param::image, image_bytes(before, first.image)));
    out.buffers.push_back(buffer(Param::cells_in, std::move(*cells)));
    out.buffers.push_back(
        result(Param::cells_out, kernel::words_out(kernel.form, kTmem.columns) * kernel::kBufferWordBytes, false));
    out.buffers.push_back(result(Param::status, kStatusBytes * kernel.ctas, true));
    return out;
}

Answer<void> pass_on_d(const KernelForm& form, std::span<const std::uint8_t> cells, Launch& next) {
    const LaunchBuffer* found = buffer_at(next, row_of(Param::cells_in).offset);
    const std::size_t all = kernel::words_in(form, kTmem.columns), d = kernel::words_out(form, kTmem.columns);
    if (!found || found->in.size() != all * kernel::kBufferWordBytes || cells.size() != d * kernel::kBufferWordBytes)
        return Answer<void>::refuse(say("D of the launch before has ", cells.size(),
                                        " bytes, which is not what the next launch of this kernel reads."));
    std::vector<std::uint8_t>& to = next.buffers[static_cast<std::size_t>(found - next.buffers.data())].in;
    const std::size_t threads = kernel::d_in_registers(form) ? kLiveThreads : 1;  // tcgen05: all cells are one part
    const std::size_t of_thread = to.size() / threads, d_of_thread = cells.size() / threads;
    for (std::size_t thread = 0; thread < threads; ++thread)
        std::ranges::copy(cells.subspan(thread * d_of_thread, d_of_thread),
                          to.begin() + static_cast<std::ptrdiff_t>(thread * of_thread));
    return {};
}

Answer<void> take_cells(const LiveKernel& kernel, const Launch& launch, std::span<const std::uint8_t> cells,
                        Machine& machine) {
    if (launch.parameters.size() != kParamBytes)
        return Answer<void>::refuse(
            say("The parameter block has ", launch.parameters.size(), " bytes, not ", kParamBytes, "."));
    const BlockBytes block(launch.parameters.data(), kParamBytes);
    return kernel::put_cells(kernel.form, cells, static_cast<unsigned>(get(block, Param::columns)), false, machine);
}

}  // namespace tilescope
