// core/src/kernel/launch_bytes.cpp -- buffers of a launch: words in bytes, and the memory of a machine as words.
// SPDX-License-Identifier: MIT
#include "launch_bytes.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <cassert>

namespace tilescope::kernel {
namespace {

constexpr unsigned kBitsInByte = 8;

std::size_t words_of_tmem(unsigned ctas, unsigned columns) { return std::size_t{ctas} * kTmem.lanes * columns; }

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
    template <class Words>
    void load(std::span<const std::uint8_t> bytes, Words& words) const {
        words.resize(elements());
        for_each([&](std::size_t e, std::size_t index, unsigned bit) {
            words[e] = static_cast<typename Words::value_type>(word_at(bytes, index) >> bit & mask());
        });
    }
};

// The operands of a wgmma in registers. `meta` has one part for each selector, in the same words.
struct PartsOfThread {
    PartOfThread d;
    std::optional<PartOfThread> a;
    std::vector<PartOfThread> meta;
};

Answer<PartsOfThread> parts_of(const KernelForm& form, bool before) {
    using Parts = Answer<PartsOfThread>;
    const ThreadWords words = thread_words(form);
    const unsigned all = before ? words.all() : words.d;
    const auto d = d_fragment(form.shape.n, bits_of_d(form.shape.d_type));
    if (!d) return Parts::refuse(d.why);
    PartsOfThread out{{*d, 0, all}, {}, {}};
    if (before && form.variant.a_in_tmem) {
        const ElementType* type = find_type(form.shape.a_type);
        if (!type) return Parts::refuse(say("There is no type ", form.shape.a_type, "."));
        const auto a = a_fragment(*type);
        if (!a) return Parts::refuse(a.why);
        out.a = PartOfThread{*a, words.d, all};
    }
    if (!before || !form.variant.sparse) return out;
    const std::string_view metadata = kind_or_none(form.variant.kind).metadata;
    auto meta = meta_fragment(metadata);
    if (!meta) return Parts::refuse(meta.why);
    for (unsigned s = 0; s < meta->row->selectors; ++s)
        out.meta.push_back({*meta_fragment(metadata, s), words.d + words.a, all});
    return out;
}

Answer<void> has_size(std::size_t have, const PartOfThread& part, std::string_view what) {
    if (have == part.elements()) return {};
    return Answer<void>::refuse(say("The registers of ", what, " hold ", have, " elements, but the instruction needs ",
                                    kWgmmaRows, " x ", part.fragment.columns, "."));
}

Answer<std::vector<std::uint8_t>> registers_before(const KernelForm& form, const Machine& machine) {
    using Bytes = Answer<std::vector<std::uint8_t>>;
    const auto parts = parts_of(form, true);
    if (!parts) return Bytes::refuse(parts.why);
    std::vector<std::uint8_t> bytes(words_in(form, 0) * kBufferWordBytes, kUnwrittenByte);
    if (!machine.register_d.empty()) {  // D = A x B needs no D before
        if (const auto can = has_size(machine.register_d.size(), parts->d, "D"); !can) return Bytes::refuse(can.why);
        parts->d.store(machine.register_d, bytes);
    }
    if (parts->a) {
        if (const auto can = has_size(machine.register_a.size(), *parts->a, "A"); !can) return Bytes::refuse(can.why);
        parts->a->store(machine.register_a, bytes);
    }
    for (const PartOfThread& meta : parts->meta) {
        if (const auto can = has_size(machine.register_codes.size(), meta, "the metadata"); !can)
            return Bytes::refuse(can.why);
        meta.store(machine.register_codes, bytes);
    }
    return bytes;
}

}  // namespace

std::size_t words_in(const KernelForm& form, unsigned columns) {
    return d_in_registers(form) ? std::size_t{kLiveThreads} * thread_words(form).all()
                                : words_of_tmem(ctas_of(form), columns);
}

std::size_t words_out(const KernelForm& form, unsigned columns) {
    return d_in_registers(form) ? std::size_t{kLiveThreads} * thread_words(form).d
                                : words_of_tmem(ctas_of(form), columns);
}

Answer<std::vector<std::uint8_t>> cells_before(const KernelForm& form, const Machine& machine, unsigned columns) {
    return d_in_registers(form) ? registers_before(form, machine) : cells_after(form, machine, columns);
}

std::vector<std::uint8_t> cells_after(const KernelForm& form, const Machine& machine, unsigned columns) {
    std::vector<std::uint8_t> bytes(words_out(form, columns) * kBufferWordBytes, kUnwrittenByte);
    if (!d_in_registers(form)) {
        for_each_cell(ctas_of(form), columns, [&](unsigned cta, unsigned lane, unsigned column, std::size_t index) {
            put_word(bytes, index, machine.tmem[cta].cell(lane, column));
        });
        return bytes;
    }
    const auto parts = parts_of(form, false);
    assert(parts && has_size(machine.register_d.size(), parts->d, "D") && "the machine has the form");
    if (parts && machine.register_d.size() == parts->d.elements()) parts->d.store(machine.register_d, bytes);
    return bytes;
}

Answer<void> put_cells(const KernelForm& form, std::span<const std::uint8_t> cells, unsigned columns, bool before,
                       Machine& machine) {
    const std::size_t want = (before ? words_in(form, columns) : words_out(form, columns)) * kBufferWordBytes;
    if (cells.size() != want)
        return Answer<void>::refuse(say(before ? "cells_in" : "cells_out", " of this kernel has ", want,
                                        " bytes, but this number was given: ", cells.size(), "."));
    if (!d_in_registers(form)) {
        for_each_cell(ctas_of(form), columns, [&](unsigned cta, unsigned lane, unsigned column, std::size_t index) {
            machine.tmem[cta].put(lane, column, word_at(cells, index));
        });
        return {};
    }
    const auto parts = parts_of(form, before);
    if (!parts) return Answer<void>::refuse(parts.why);
    parts->d.load(cells, machine.register_d);
    if (parts->a) parts->a->load(cells, machine.register_a);
    if (!parts->meta.empty()) parts->meta.front().load(cells, machine.register_codes);  // the text has selector 0
    return {};
}

}  // namespace tilescope::kernel
