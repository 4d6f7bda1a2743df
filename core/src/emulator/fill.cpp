// core/src/emulator/fill.cpp -- fills memory for a job with writers that do not use the descriptors.
// SPDX-License-Identifier: MIT
#include "emulation_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/emulator/copy.h>
#include <tilescope/formats/tmem.h>
#include <tilescope/layout/tile.h>

#include <algorithm>

namespace tilescope {
namespace {

// Returns the columns first to first + count - 1 of rows x columns words.
template <class T>
std::vector<T> columns_of(const std::vector<T>& words, std::size_t columns, std::size_t first, std::size_t count) {
    std::vector<T> out;
    for (std::size_t row = 0; columns != 0 && row < words.size() / columns; ++row) {
        const auto begin = words.begin() + static_cast<std::ptrdiff_t>(row * columns + first);
        out.insert(out.end(), begin, begin + static_cast<std::ptrdiff_t>(count));
    }
    return out;
}

void write_smem(Machine& machine, const WrittenPlaces& places, std::span<const std::uint32_t> words) {
    const std::size_t of_cta = places.first_bit.size();  // 0: the operand is not in shared memory
    if (of_cta == 0) return;
    for (unsigned cta = 0; cta < machine.ctas && (cta + 1) * of_cta <= words.size(); ++cta)
        write(machine.smem[cta], places, words.subspan(cta * of_cta, of_cta));
}

// Returns the bits [first, first + count) of a bit string in which each word uses `bits` bits, without gaps. Bits past
// the last word are 1. Requires: `bits` divides `count` or `count` divides `bits`, and `first` is a multiple of
// `count`.
std::uint32_t bits_from(std::span<const std::uint32_t> words, unsigned bits, std::size_t first, unsigned count) {
    const auto word = [&](std::size_t at) { return at < words.size() ? words[at] : kUnwrittenCell; };
    if (count < bits) return word(first / bits) >> first % bits & ((1u << count) - 1);
    std::uint32_t out = 0;
    for (unsigned done = 0; done < count; done += bits) {
        const std::uint32_t mask = bits < 32 ? (1u << bits) - 1 : kUnwrittenCell;
        out |= (word((first + done) / bits) & mask) << done;
    }
    return out;
}

// The elements of one instruction in a row of A, and the sizes of the written and of the read type. A fragment of A
// consists of the same bytes of a row for every type (PTX ISA 9.1, 9.7.15). If the written type has another width than
// the type that the instruction reads, the bits stay the same and are read as other elements.
struct FragmentSize {
    FragmentSize(const EmulatorJob& job, const MmaShape& s)
        : all(stored_k(job.expected.k, true, s.sparse)),
          in_one(stored_k(s.k, true, s.sparse)),
          read(s.a->container_bits),
          written(job.written_type.a ? job.written_type.a->container_bits : read) {}

    std::size_t all, in_one;
    unsigned read, written;  // bits
};

std::vector<std::uint32_t> fragments_of(const EmulatorJob& job, const MmaShape& s, std::size_t step) {
    const FragmentSize f(job, s);
    if (f.written == f.read) return columns_of(job.expected.a, f.all, step * f.in_one, f.in_one);
    std::vector<std::uint32_t> out;
    for (std::size_t row = 0; row < s.m; ++row)
        for (std::size_t e = step * f.in_one; e < (step + 1) * f.in_one; ++e)
            out.push_back(
                bits_from(std::span(job.expected.a).subspan(row * f.all, f.all), f.written, e * f.read, f.read));
    return out;
}

// Returns how many elements of a row the instruction finds in its fragments. The other elements have bits past the last
// written bit.
unsigned written_columns(const EmulatorJob& job, const MmaShape& s, std::size_t step) {
    const FragmentSize f(job, s);
    const std::size_t whole = f.all * f.written / f.read;
    return static_cast<unsigned>(std::min(whole - std::min(whole, step * f.in_one), f.in_one));
}

std::span<TmemImage> images_of(Machine& machine) { return {machine.tmem.data(), machine.ctas}; }

TmemLayout at(const MmaShape& s, TmemLayout layout, std::uint32_t address) {
    layout.path = s.path;
    layout.base_column = tmem_column(address);
    layout.lane_half = tmem_lane(address);
    return layout;
}

std::uint32_t address_of(const EmulatorJob& job, TmemPlace place) {
    return job.written_tmem[static_cast<std::size_t>(place)];
}

Answer<void> write_tmem_operands(Machine& machine, const EmulatorJob& job, const MmaShape& s) {
    const MmaInstruction& i = job.steps.front();
    if (i.variant.a_in_tmem) {
        const unsigned columns = stored_k(job.expected.k, true, s.sparse);
        const TmemLayout a = at(s, {.operand = TmemOperand::a, .columns = columns, .type = job.written_type.a},
                                address_of(job, TmemPlace::a));
        if (const auto can = can_be_placed(a, machine.tmem[0].columns()); !can)
            return Refusal("A cannot be written: ", can.why, ".");
        write_operand(images_of(machine), a, job.expected.a);
    }
    const TmemLayout d =
        at(s, {.operand = TmemOperand::d, .columns = s.n, .bits = bits_of_d(s.d_type)}, address_of(job, TmemPlace::d));
    if (const auto can = can_be_placed(d, machine.tmem[0].columns()); !can)
        return Refusal("D cannot be placed: ", can.why, ".");
    if (!job.expected.c.empty()) write_accumulator(images_of(machine), d, job.expected.c);
    return {};
}

// Returns the scale factors of one CTA: for A those of the rows of this CTA, for B all factors.
std::vector<std::uint32_t> factors_of(const EmulatorJob& job, const ScaleLayout& layout, unsigned cta) {
    const bool is_a = layout.operand == Operand::a;
    const std::vector<std::uint32_t>& all = pick(layout.operand, job.expected.sfa, job.expected.sfb);
    const std::size_t of_cta = is_a ? all.size() / (job.expected.m / layout.rows) : all.size();
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(is_a ? cta * of_cta : 0);
    return {begin, begin + static_cast<std::ptrdiff_t>(of_cta)};
}

// Stores the factors of each instruction along K, as tcgen05.st does.
void store_factors(TmemImage& tmem, const ScaleLayout& first, const std::vector<std::uint32_t>& factors) {
    const unsigned in_one = first.vector->factors, all = static_cast<unsigned>(factors.size()) / first.rows;
    for (unsigned block = 0; block < all / in_one; ++block)
        write_factors(tmem, at_k_block(first, block), columns_of(factors, all, block * in_one, in_one));
}

// Copies the factors through shared memory, as kernels do. The bytes before the first factor are padding that no
// instruction reads.
Answer<void> copy_factors(Machine& machine, const EmulatorJob& job, const ScaleLayout& first, unsigned cta) {
    const std::vector<std::uint32_t> factors = factors_of(job, first, cta);
    const std::size_t all = factors.size() / first.rows;
    std::vector<std::uint32_t> padded;
    for (std::size_t row = 0; row < first.rows; ++row) {
        padded.insert(padded.end(), first.id, 0);
        const auto begin = factors.begin() + static_cast<std::ptrdiff_t>(row * all);
        padded.insert(padded.end(), begin, begin + static_cast<std::ptrdiff_t>(all));
    }
    const auto done = bring_factors(machine.smem[cta], machine.tmem[cta],
                                    {.tile = {.rows = first.rows, .factors = first.id + static_cast<unsigned>(all)},
                                     .factors = padded,
                                     .start = job.scale_smem[first.operand],
                                     .base_column = first.base_column,
                                     .descriptor_format = &smem_format_of(job.steps.front())});
    if (!done) return Refusal("The scale factors cannot be copied: ", done.why);
    return {};
}

Answer<void> write_scales(Machine& machine, const EmulatorJob& job, const MmaShape& s) {
    if (!s.scales) return {};
    for (const Operand operand : kBothOperands) {
        const unsigned column = tmem_column(address_of(job, scales_place(operand)));
        const ScaleLayout first = s.factors_from(operand, column, job.written_id[operand]);
        if (const auto can = can_be_placed(first, machine.tmem[0].columns()); !can) return Refusal(can.why + ".");
        // The two halves of N use separate lanes. A copy of whole atoms cannot write them.
        const bool by_copy = job.scales_by_copy && !first.halves;
        for (unsigned cta = 0; cta < machine.ctas; ++cta) {
            if (!by_copy)
                store_factors(machine.tmem[cta], first, factors_of(job, first, cta));
            else if (const auto copied = copy_factors(machine, job, first, cta); !copied)
                return copied;
        }
    }
    return {};
}

// Writes the codes of each instruction to the address where that instruction reads them. Only its Tensor Memory address
// defines that place.
Answer<void> write_meta(Machine& machine, const EmulatorJob& job, const MmaShape& s) {
    const MetaRow* kind = meta_of_kind(job.steps.front().variant.kind);
    if (!s.sparse || !kind || s.family->metadata == Storage::registers) return {};
    const std::size_t in_one = s.k / kind->grain->group, all = job.expected.k / kind->grain->group;
    for (std::size_t step = 0; step < job.steps.size(); ++step) {
        const MmaInstruction& i = job.steps[step];
        const auto shape = shape_of(i);
        const MetaLayout layout{.kind = kind,
                                .path = s.path,
                                .ws = i.variant.ws,
                                .base_column = tmem_column(i.tmem[static_cast<std::size_t>(TmemPlace::meta)]),
                                .selector = shape ? shape->selector : 0};
        if (const auto can = can_be_placed(layout, machine.tmem[0].columns()); !can) return Refusal(can.why + ".");
        const auto codes = columns_of(job.expected.codes, all, (job.first_step + step) * in_one, in_one);
        if (const auto done = write_codes(images_of(machine), layout, codes); !done) return done;
    }
    return {};
}

// What was there before A and B.
void write_memory(Machine& machine, const EmulatorJob& job) {
    constexpr std::int32_t kMostByte = 0xff;
    for (unsigned cta = 0; cta < machine.ctas; ++cta)
        for (std::size_t address = 0; address < job.memory.size(); ++address)
            if (const std::int32_t byte = job.memory[address]; byte >= 0 && byte <= kMostByte)
                machine.smem[cta].put(address, static_cast<std::uint8_t>(byte));
}

}  // namespace

Answer<Machine> filled(const EmulatorJob& job) {
    if (job.steps.empty()) return Refusal("There is no instruction to run.");
    const auto shape = shape_of(job.steps.front());
    if (!shape) return Refusal(shape.why);
    Machine machine;
    if (const ArchRow* target = arch_named(job.steps.front().arch)) machine.smem.fill(SmemImage(target->smem->bytes));
    machine.tmem.fill(TmemImage(tmem_columns(job.steps.front().arch)));
    machine.ctas = shape->family->ctas(job.steps.front().variant.cta_group);
    write_memory(machine, job);
    if (!job.a_is_last) write_smem(machine, job.places.a, job.expected.a);
    write_smem(machine, job.places.b, job.expected.b);
    if (job.a_is_last) write_smem(machine, job.places.a, job.expected.a);
    if (shape->family->d == Storage::registers) {
        machine.register_d = job.expected.c;
        return machine;
    }
    for (const auto write : {write_tmem_operands, write_scales, write_meta})
        if (const auto done = write(machine, job, *shape); !done) return Refusal(done.why);
    return machine;
}

void load_registers(Machine& machine, const EmulatorJob& job, unsigned step) {
    const auto shape = shape_of(job.steps[step]);
    if (!shape) return;
    const std::size_t at = job.first_step + step;
    if (job.steps[step].variant.a_in_tmem && shape->family->a == Storage::registers) {
        machine.register_a = fragments_of(job, *shape, at);
        machine.register_columns = written_columns(job, *shape, at);
    }
    if (!shape->rule.grain || shape->family->metadata != Storage::registers) return;
    const std::size_t group = shape->rule.grain->group, codes = shape->k / group;
    machine.register_codes = columns_of(job.expected.codes, job.expected.k / group, at * codes, codes);
}

ReferenceOperands reference_columns(const EmulatorJob& job, const MmaShape& s) {
    const ReferenceOperands& all = job.expected;
    const std::size_t steps = job.steps.size(), first = job.first_step;
    const std::size_t stored = stored_k(s.k, true, s.sparse);
    ReferenceOperands out{.m = all.m, .n = all.n, .k = static_cast<unsigned>(s.k * steps)};
    out.a = columns_of(all.a, stored_k(all.k, true, s.sparse), first * stored, steps * stored);
    out.b = columns_of(all.b, all.k, first * s.k, steps * s.k);
    out.c = all.c;
    if (s.scales) {
        const std::size_t in_one = s.scales->factors;
        out.sfa = columns_of(all.sfa, all.sfa.size() / all.m, first * in_one, steps * in_one);
        out.sfb = columns_of(all.sfb, all.sfb.size() / all.n, first * in_one, steps * in_one);
    }
    if (s.sparse && s.rule.grain) {
        const std::size_t in_one = s.k / s.rule.grain->group;
        out.codes = columns_of(all.codes, all.k / s.rule.grain->group, first * in_one, steps * in_one);
    }
    return out;
}

}  // namespace tilescope
