// core/src/kernel/launch.cpp -- launches of a live kernel, as bytes that any worker can run.
// SPDX-License-Identifier: MIT
#include "kernel_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/hw/archs.h>
#include <tilescope/kernel/launch.h>
#include <tilescope/layout/wgmma_fragment.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <utility>

namespace tilescope {
namespace {

using kernel::descriptor_format;

constexpr std::size_t kBufferWordBytes = 4;

bool d_in_registers(const KernelForm& form) { return family_of(form.arch).d == Storage::registers; }
unsigned ctas_of(const KernelForm& form) { return family_of(form.arch).ctas(form.variant.cta_group); }

// Where the block has the Tensor Memory address of an operand: in the order of TmemPlace.
constexpr Param param_of(TmemPlace place) {
    return static_cast<Param>(static_cast<unsigned>(Param::tmem_d) + static_cast<unsigned>(place));
}
static_assert(param_of(TmemPlace::a) == Param::tmem_a && param_of(TmemPlace::sfa) == Param::tmem_sfa &&
              param_of(TmemPlace::sfb) == Param::tmem_sfb && param_of(TmemPlace::meta) == Param::tmem_meta);

// ---- buffers: words in bytes, and the memory of a machine as words ----

constexpr unsigned kBitsInByte = 8;

std::size_t words_of_tmem(unsigned ctas, unsigned columns) { return std::size_t{ctas} * kTmem.lanes * columns; }

// The words of cells_in, and of cells_out.
std::size_t words_in(const KernelForm& form, unsigned columns) {
    return d_in_registers(form) ? std::size_t{kLiveThreads} * thread_words(form).all()
                                : words_of_tmem(ctas_of(form), columns);
}

std::size_t words_out(const KernelForm& form, unsigned columns) {
    return d_in_registers(form) ? std::size_t{kLiveThreads} * thread_words(form).d
                                : words_of_tmem(ctas_of(form), columns);
}

void put_word(std::span<std::uint8_t> bytes, std::size_t index, std::uint32_t word) {
    for (std::size_t i = 0; i < kBufferWordBytes; ++i)
        bytes[index * kBufferWordBytes + i] = static_cast<std::uint8_t>(word >> i * kBitsInByte);
}

std::uint32_t word_at(std::span<const std::uint8_t> bytes, std::size_t index) {
    std::uint32_t word = 0;
    for (std::size_t i = 0; i < kBufferWordBytes; ++i)
        word |= std::uint32_t{bytes[index * kBufferWordBytes + i]} << i * kBitsInByte;
    return word;
}

std::size_t cell_index(unsigned cta, unsigned lane, unsigned column, unsigned columns) {
    return (std::size_t{cta} * kTmem.lanes + lane) * columns + column;
}

// Calls visit(cta, lane, column, index of the word) for each cell of a buffer.
template <class Visit>
void for_each_cell(unsigned ctas, unsigned columns, const Visit& visit) {
    for (unsigned cta = 0; cta < ctas; ++cta)
        for (unsigned lane = 0; lane < kTmem.lanes; ++lane)
            for (unsigned column = 0; column < columns; ++column)
                visit(cta, lane, column, cell_index(cta, lane, column, columns));
}

// One operand of a wgmma in the words of all threads: `first` is its first word in a thread, `all` the words of one
// thread.
struct PartOfThread {
    WgmmaFragment fragment;
    unsigned first, all;

    std::size_t index_of(const RegisterPlace& p) const { return std::size_t{p.thread} * all + first + p.reg; }
    std::size_t elements() const { return std::size_t{kWgmmaRows} * fragment.columns; }

    // Calls visit(element number, index of its word, its first bit), row by row.
    template <class Visit>
    void for_each(const Visit& visit) const {
        std::size_t e = 0;
        for (unsigned row = 0; row < kWgmmaRows; ++row)
            for (unsigned column = 0; column < fragment.columns; ++column) {
                const RegisterPlace p = place_of(fragment, {static_cast<int>(row), static_cast<int>(column)});
                visit(e++, index_of(p), p.bit);
            }
    }
    std::uint32_t mask() const { return static_cast<std::uint32_t>(bit_mask(fragment.row->bits)); }

    template <class Words>
    void store(const Words& words, std::span<std::uint8_t> bytes) const {
        for_each([&](std::size_t e, std::size_t index, unsigned bit) {
            const std::uint32_t others = word_at(bytes, index) & ~(mask() << bit);
            put_word(bytes, index, others | (std::uint32_t{words[e]} & mask()) << bit);
        });
    }
    void load(std::span<const std::uint8_t> bytes, std::vector<std::uint32_t>& words) const {
        words.resize(elements());
        for_each(
            [&](std::size_t e, std::size_t index, unsigned bit) { words[e] = word_at(bytes, index) >> bit & mask(); });
    }
};

// D of a wgmma. `all`: the words of one thread in the buffer.
Answer<PartOfThread> part_of_d(const KernelForm& form, unsigned all) {
    const auto d = d_fragment(form.shape.n, bits_of_d(form.shape.d_type));
    if (!d) return Refusal(d.why);
    return PartOfThread{*d, 0, all};
}

template <class Words>
Answer<void> store(const Words& words, const PartOfThread& part, std::string_view what, std::span<std::uint8_t> bytes) {
    if (words.size() != part.elements())
        return Refusal("The registers of ", what, " hold ", words.size(), " elements, but the instruction needs ",
                       kWgmmaRows, " x ", part.fragment.columns, ".");
    part.store(words, bytes);
    return {};
}

// The words of cells_in of a wgmma. Errors: the registers do not have the size that the instruction reads.
Answer<std::vector<std::uint8_t>> registers_before(const KernelForm& form, const Machine& machine) {
    const ThreadWords words = thread_words(form);
    std::vector<std::uint8_t> bytes(words_in(form, 0) * kBufferWordBytes, kUnwrittenByte);
    const auto d = part_of_d(form, words.all());
    if (!d) return Refusal(d.why);
    if (!machine.register_d.empty())  // D = A x B needs no D before
        if (const auto can = store(machine.register_d, *d, "D", bytes); !can) return Refusal(can.why);
    if (form.variant.a_in_tmem) {
        const ElementType* type = find_type(form.shape.a_type);
        if (!type) return Refusal("There is no type ", form.shape.a_type, ".");
        const auto a = a_fragment(*type);
        if (!a) return Refusal(a.why);
        const PartOfThread part{*a, words.d, words.all()};
        if (const auto can = store(machine.register_a, part, "A", bytes); !can) return Refusal(can.why);
    }
    if (!form.variant.sparse) return bytes;
    const std::string_view metadata = kind_or_none(form.variant.kind).metadata;
    const auto meta = meta_fragment(metadata);
    if (!meta) return Refusal(meta.why);
    for (unsigned s = 0; s < meta->row->selectors; ++s) {  // the codes are in the same words for each selector
        const PartOfThread part{*meta_fragment(metadata, s), words.d + words.a, words.all()};
        if (const auto can = store(machine.register_codes, part, "the metadata", bytes); !can) return Refusal(can.why);
    }
    return bytes;
}

// The words of cells_in.
Answer<std::vector<std::uint8_t>> cells_before(const KernelForm& form, const Machine& machine) {
    if (d_in_registers(form)) return registers_before(form, machine);
    std::vector<std::uint8_t> bytes(words_in(form, kTmem.columns) * kBufferWordBytes);
    for_each_cell(ctas_of(form), kTmem.columns, [&](unsigned cta, unsigned lane, unsigned column, std::size_t index) {
        put_word(bytes, index, machine.tmem[cta].cell(lane, column));
    });
    return bytes;
}

// ---- a launch ----

constexpr std::uint64_t kNsOfMs = 1'000'000;

Answer<void> has_form_of(const LiveKernel& kernel, const MmaInstruction& step, const Machine& before) {
    auto form = kernel_form(step);
    if (!form) return Refusal(form.why);
    // A kernel with a mask also runs an instruction without one: its mask is 0.
    form->zero_mask |= kernel.form.zero_mask && step.variant.ws;
    if (*form != kernel.form)
        return Refusal("The kernel runs '", kernel.instruction,
                       "', but this step is another form of the instruction. Make a kernel for this step.");
    if (before.ctas == kernel.ctas) return {};
    return Refusal("The kernel runs on this number of CTAs: ", kernel.ctas,
                   ", but memory is given for this number: ", before.ctas, ".");
}

std::uint64_t descriptor(const MmaInstruction& step, Operand operand) {
    return pick(operand, step.a_desc, step.b_desc);
}

// Returns whether the field has an address that the instruction uses.
bool is_address(const MovedField& moved, const MmaInstruction& step, const Format& format) {
    if (moved.operand == Operand::a && step.variant.a_in_tmem) return false;
    if (moved.field == "start") return true;
    const Field* mode = find_field(format, "lbo_mode");
    return mode != nullptr && get_field(*mode, descriptor(step, moved.operand)) != 0;
}

std::uint32_t relocation_of(const MmaInstruction& step, const Format& format) {
    std::uint32_t out = 0;
    for (const MovedField& moved : kMovedFields)
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
    for (const MovedField& moved : kMovedFields) {
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
    const Format& format = descriptor_format(kernel.form);
    const ArchRow* arch = arch_named(kernel.form.arch);
    if (!arch) return Refusal("There is no target ", kernel.form.arch, ".");
    Placed out{image_range(before, kReservedSmem), kReservedSmem,
               (arch->smem->usable_bytes - kControlBytes) / kChunkBytes * kChunkBytes};
    // What the instruction reads as 0 needs no place.
    if (family_of(*arch).zeros_below && !step.from_zero)
        out.image = {std::max(out.image.first, kReservedSmem), std::max(out.image.end, kReservedSmem + kChunkBytes)};
    else if (relocate && lowest_address(step, format, out.image) < kReservedSmem)
        out.origin = 0;
    if (out.image.first < out.origin)
        return Refusal("An operand is at byte ", hex(out.image.first),
                       " of shared memory. The system reserves the first ", kReservedSmem,
                       " bytes. Let the kernel relocate the descriptors, or move the operand.");
    const std::uint32_t end = out.origin + out.smem_bytes;
    if (out.image.end > end)
        return Refusal("The operands use shared memory up to byte ", hex(out.image.end), ", but a CTA of ", arch->id,
                       " can use only the bytes from ", hex(out.origin), " to ", hex(end), ".");
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
    if (d_in_registers(form)) return {};
    for (unsigned cta = 0; cta < before.ctas; ++cta)
        for (unsigned column = kTmem.columns; column < before.tmem[cta].columns(); ++column)
            for (unsigned lane = 0; lane < kTmem.lanes; ++lane)
                if (before.tmem[cta].read({.cta = cta, .lane = lane, .column = column}, kTmem.cell_bits) !=
                    BitsRead{kUnwrittenCell, true, false})
                    return Refusal("The operands use column ", column,
                                   " of Tensor Memory, but a live kernel allocates only the first ", kTmem.columns,
                                   ".");
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
    put(block, Param::relocate, options.relocate ? relocation_of(step, descriptor_format(form)) : 0);
    if (!family_of(form.arch).idesc) return block;
    put(block, Param::zcm, step.zcm);
    put(block, Param::idesc, step.idesc);
    put(block, Param::columns, kTmem.columns);
    for (const TmemPlaceRow& row : kTmemPlaces)
        put(block, param_of(row.place), step.tmem[static_cast<std::size_t>(row.place)]);
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
        return Refusal("The time limit of a step is ", options.timeout_ms, " ms; it must be 1 to ", kMostTimeoutMs,
                       " ms.");
    if (steps != 0 && steps <= most_steps(form)) return {};
    return Refusal("A launch of this kernel runs 1 to ", most_steps(form), " steps, but this number was given: ", steps,
                   ".");
}

}  // namespace

const LaunchBuffer* buffer_at(const Launch& launch, unsigned parameter) {
    return row_with(launch.buffers, parameter, &LaunchBuffer::parameter);
}

std::size_t most_steps(const KernelForm& form) {
    return words_in(form, kTmem.columns) == words_out(form, kTmem.columns) ? kMostLaunchSteps : 1;
}

Answer<Launch> launch_of(const LiveKernel& kernel, std::span<const MmaInstruction> steps, const Machine& before,
                         const LaunchOptions& options) {
    if (const auto can = can_launch(kernel.form, steps.size(), options); !can) return Refusal(can.why);
    if (const auto can = has_columns(kernel.form, before); !can) return Refusal(can.why);
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
        if (const auto can = has_form_of(kernel, step, before); !can) return Refusal(can.why);
        const auto placed = place_image(kernel, step, before, options.relocate);
        if (!placed) return Refusal(placed.why);
        const ParamBlock block = block_of(kernel.form, step, *placed, options);
        const bool is_first = out.parameters.empty();
        (is_first ? out.parameters : out.more_steps.emplace_back()).assign(block.begin(), block.end());
        if (is_first) first = *placed;
    }
    auto cells = cells_before(kernel.form, before);
    if (!cells) return Refusal(cells.why);
    out.shared_bytes = first.smem_bytes + kControlBytes;  // the same for all steps, as the image is
    out.buffers.push_back(buffer(Param::image, image_bytes(before, first.image)));
    out.buffers.push_back(buffer(Param::cells_in, std::move(*cells)));
    out.buffers.push_back(result(Param::cells_out, words_out(kernel.form, kTmem.columns) * kBufferWordBytes, false));
    out.buffers.push_back(result(Param::status, kStatusBytes * kernel.ctas, true));
    return out;
}

Answer<void> pass_on_d(const KernelForm& form, std::span<const std::uint8_t> cells, Launch& next) {
    const LaunchBuffer* found = buffer_at(next, row_of(Param::cells_in).offset);
    const std::size_t all = words_in(form, kTmem.columns), d = words_out(form, kTmem.columns);
    if (!found || found->in.size() != all * kBufferWordBytes || cells.size() != d * kBufferWordBytes)
        return Refusal("D of the launch before has ", cells.size(),
                       " bytes, which is not what the next launch of this kernel reads.");
    std::vector<std::uint8_t>& to = next.buffers[static_cast<std::size_t>(found - next.buffers.data())].in;
    const std::size_t threads = d_in_registers(form) ? kLiveThreads : 1;  // tcgen05: all cells are one part
    const std::size_t of_thread = to.size() / threads, d_of_thread = cells.size() / threads;
    for (std::size_t thread = 0; thread < threads; ++thread)
        std::ranges::copy(cells.subspan(thread * d_of_thread, d_of_thread),
                          to.begin() + static_cast<std::ptrdiff_t>(thread * of_thread));
    return {};
}

Answer<void> take_cells(const LiveKernel& kernel, const Launch& launch, std::span<const std::uint8_t> cells,
                        Machine& machine) {
    if (launch.parameters.size() != kParamBytes)
        return Refusal("The parameter block has ", launch.parameters.size(), " bytes, not ", kParamBytes, ".");
    const BlockBytes block(launch.parameters.data(), kParamBytes);
    const auto columns = static_cast<unsigned>(get(block, Param::columns));
    const std::size_t want = words_out(kernel.form, columns) * kBufferWordBytes;
    if (cells.size() != want)
        return Refusal("cells_out of this kernel has ", want, " bytes, but this number was given: ", cells.size(), ".");
    if (!d_in_registers(kernel.form)) {
        for_each_cell(ctas_of(kernel.form), columns,
                      [&](unsigned cta, unsigned lane, unsigned column, std::size_t index) {
                          machine.tmem[cta].put(lane, column, word_at(cells, index));
                      });
        return {};
    }
    const auto d = part_of_d(kernel.form, thread_words(kernel.form).d);
    if (!d) return Refusal(d.why);
    d->load(cells, machine.register_d);
    return {};
}

}  // namespace tilescope
