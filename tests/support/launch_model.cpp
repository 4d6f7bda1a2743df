// tests/support/launch_model.cpp -- what a GPU does with the bytes of a launch, as a model on the CPU.
// SPDX-License-Identifier: MIT
#include "tests/support/launch_model.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/formats/tmem.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/shapes.h>
#include <tilescope/layout/wgmma_fragment.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace tilescope::test {
namespace {

constexpr std::size_t kWordBytes = 4;

bool d_in_registers(const KernelForm& form) { return family_of(form.arch).d == Storage::registers; }
unsigned ctas_of(const KernelForm& form) { return family_of(form.arch).ctas(form.variant.cta_group); }

const Format& format_of(const KernelForm& form) {
    return **find_format(family_of(form.arch).smem, {}, edition_of(form.arch, form.edition));
}

// The bits of a field with an address that the target uses.
unsigned width_on(const KernelForm& form, const Field& field) {
    return std::min(field.width, arch_named(form.arch)->address_bits - field.scale);
}

constexpr std::pair<TmemPlace, Param> kPlaceParams[] = {{TmemPlace::d, Param::tmem_d},
                                                        {TmemPlace::a, Param::tmem_a},
                                                        {TmemPlace::sfa, Param::tmem_sfa},
                                                        {TmemPlace::sfb, Param::tmem_sfb},
                                                        {TmemPlace::meta, Param::tmem_meta}};

// A field of the instruction descriptor that a qualifier or an operand of wgmma replaces.
struct IdescPart {
    std::string_view field;
    std::string text;
    bool always;  // false: only if it is not 0, because some kinds do not have the field
};

std::vector<IdescPart> idesc_parts(const KernelForm& form) {
    const WgmmaShape& s = form.shape;
    std::vector<IdescPart> out = {
        {"m", say(kWgmmaRows), true}, {"n", say(s.n), true}, {"d_type", std::string(s.d_type), true}};
    if (!form.variant.b1) {  // no field has the type of single bits
        out.push_back({"a_type", std::string(s.a_type), true});
        out.push_back({"b_type", std::string(s.b_type), true});
    }
    for (const auto& [field, on] : {std::pair{"saturate", s.saturate},
                                    {"negate_a", s.negate_a},
                                    {"negate_b", s.negate_b},
                                    {"transpose_a", s.transpose_a},
                                    {"transpose_b", s.transpose_b},
                                    {"sparse", form.variant.sparse}})
        if (on) out.push_back({field, "1", false});
    return out;
}

// Adds the distance to the lowest `width` bits of a field. A carry out of them is dropped.
std::uint64_t moved_word(std::uint64_t word, const Field& field, unsigned width, std::uint32_t distance) {
    const std::uint64_t raw = get_field(field, word), kept = raw & ~bit_mask(width);
    return set_field(field, word, kept | ((raw + (distance >> field.scale)) & bit_mask(width)));
}

// ---- the words of a buffer ----

std::uint32_t word_at(std::span<const std::uint8_t> bytes, std::size_t index) {
    std::uint32_t word = 0;
    for (std::size_t i = 0; i < kWordBytes; ++i) word |= std::uint32_t{bytes[index * kWordBytes + i]} << i * 8;
    return word;
}

void put_word(std::span<std::uint8_t> bytes, std::size_t index, std::uint32_t word) {
    for (std::size_t i = 0; i < kWordBytes; ++i)
        bytes[index * kWordBytes + i] = static_cast<std::uint8_t>(word >> i * 8);
}

std::size_t cell_index(unsigned cta, unsigned lane, unsigned column, unsigned columns) {
    return (std::size_t{cta} * kTmem.lanes + lane) * columns + column;
}

// Calls visit(index of the word, its first bit) for each element of a fragment, row by row. Each thread has `all` words
// in the buffer; those of the fragment begin with `first`.
template <class Visit>
void for_each_element(const WgmmaFragment& fragment, unsigned first, unsigned all, const Visit& visit) {
    for (unsigned row = 0; row < kWgmmaRows; ++row)
        for (unsigned column = 0; column < fragment.columns; ++column) {
            const RegisterPlace p = place_of(fragment, {static_cast<int>(row), static_cast<int>(column)});
            visit(std::size_t{p.thread} * all + first + p.reg, p.bit);
        }
}

std::uint32_t mask_of(const WgmmaFragment& fragment) {
    return static_cast<std::uint32_t>(bit_mask(fragment.row->bits));
}

template <class Word>
std::vector<Word> elements_of(const WgmmaFragment& fragment, unsigned first, unsigned all,
                              std::span<const std::uint8_t> cells) {
    std::vector<Word> out;
    for_each_element(fragment, first, all, [&](std::size_t index, unsigned bit) {
        out.push_back(static_cast<Word>(word_at(cells, index) >> bit & mask_of(fragment)));
    });
    return out;
}

Answer<WgmmaFragment> fragment_of_d(const KernelForm& form) {
    return d_fragment(form.shape.n, bits_of_d(form.shape.d_type));
}

Answer<void> load_registers(const KernelForm& form, std::span<const std::uint8_t> cells, Machine& out) {
    const ThreadWords words = thread_words(form);
    const auto d = fragment_of_d(form);
    if (!d) return Refusal(d.why);
    out.register_d = elements_of<std::uint32_t>(*d, 0, words.all(), cells);
    if (form.variant.a_in_tmem) {
        const ElementType* type = find_type(form.shape.a_type);
        if (!type) return Refusal("There is no type ", form.shape.a_type, ".");
        const auto a = a_fragment(*type);
        if (!a) return Refusal(a.why);
        out.register_a = elements_of<std::uint32_t>(*a, words.d, words.all(), cells);
    }
    if (!form.variant.sparse) return {};
    const auto meta = meta_fragment(kind_or_none(form.variant.kind).metadata);  // the text has selector 0
    if (!meta) return Refusal(meta.why);
    out.register_codes = elements_of<std::uint8_t>(*meta, words.d + words.a, words.all(), cells);
    return {};
}

Answer<void> load_cells(const KernelForm& form, std::span<const std::uint8_t> cells, unsigned columns, Machine& out) {
    const std::size_t words = d_in_registers(form) ? std::size_t{kLiveThreads} * thread_words(form).all()
                                                   : cell_index(out.ctas, 0, 0, columns);
    if (cells.size() != words * kWordBytes)
        return Refusal("cells_in of this kernel has ", words * kWordBytes,
                       " bytes, but this number was given: ", cells.size(), ".");
    if (d_in_registers(form)) return load_registers(form, cells, out);
    for (unsigned cta = 0; cta < out.ctas; ++cta)
        for (unsigned lane = 0; lane < kTmem.lanes; ++lane)
            for (unsigned column = 0; column < columns; ++column)
                out.tmem[cta].put(lane, column, word_at(cells, cell_index(cta, lane, column, columns)));
    return {};
}

}  // namespace

Answer<std::uint32_t> idesc_of(const KernelForm& form) {
    const Format* format = idesc_format(form.variant.kind, form.edition);
    if (!format) return Refusal("This PTX edition has no kind ", form.variant.kind, ".");
    std::uint64_t word = blank_word(*format);
    for (const IdescPart& part : idesc_parts(form)) {
        const auto next = with_field(*format, word, part.field, part.text);
        if (!next) return Refusal(next.why);
        word = *next;
    }
    const unsigned k = form.variant.b1 ? kBitsK : mma_k(*format, word);
    if (k != form.shape.k) return Refusal("wgmma with ", form.shape.a_type, " has K ", k, ", not ", form.shape.k, ".");
    return static_cast<std::uint32_t>(word);
}

Answer<MmaInstruction> instruction_in(const KernelForm& form, BlockBytes block, std::uint32_t memory) {
    if (!arch_named(form.arch)) return Refusal("There is no target ", form.arch, ".");
    MmaInstruction out{.edition = form.edition, .arch = form.arch, .variant = form.variant};
    out.from_zero = get(block, Param::origin) == 0 && get(block, Param::relocate) != 0;
    const auto word = [&](Param param, unsigned index = 0) {
        return static_cast<std::uint32_t>(get(block, param, index));
    };
    out.a_desc = get(block, Param::a_desc);
    out.b_desc = get(block, Param::b_desc);
    const Format& format = format_of(form);
    for (const MovedField& moved : kMovedFields) {
        if ((word(Param::relocate) & moved.bit) == 0) continue;
        std::uint64_t& descriptor = pick(moved.operand, out.a_desc, out.b_desc);
        const Field& field = field_in(format, moved.field);
        descriptor = moved_word(descriptor, field, width_on(form, field), memory - word(Param::origin));
    }
    out.enable_d = word(Param::enable_d) != 0;
    if (!family_of(form.arch).idesc) {
        const auto idesc = idesc_of(form);
        if (!idesc) return Refusal(idesc.why);
        out.idesc = *idesc;
        return out;
    }
    out.idesc = word(Param::idesc);
    if (form.zero_mask) out.zcm = get(block, Param::zcm);
    for (const auto& [place, param] : kPlaceParams) out.tmem[static_cast<std::size_t>(place)] = word(param);
    for (unsigned i = 0; form.variant.lane_mask && i < kLaneMaskWords; ++i)
        out.lane_mask[i] = word(Param::lane_mask, i);
    return out;
}

Answer<Machine> machine_of(const KernelForm& form, BlockBytes block, std::span<const std::uint8_t> image,
                           std::span<const std::uint8_t> cells, std::uint32_t memory) {
    const ArchRow* arch = arch_named(form.arch);
    if (!arch) return Refusal("There is no target ", form.arch, ".");
    Machine out;
    out.ctas = ctas_of(form);
    out.smem.fill(SmemImage(arch->smem->bytes));
    const std::size_t of_cta = get(block, Param::image_bytes);
    if (image.size() != of_cta * out.ctas)
        return Refusal("The image of this launch has ", of_cta * out.ctas,
                       " bytes, but this number was given: ", image.size(), ".");
    const std::uint64_t first = memory + get(block, Param::image_offset);
    for (std::size_t i = 0; i < image.size(); ++i) out.smem[i / of_cta].put(first + i % of_cta, image[i]);
    const auto columns = static_cast<unsigned>(get(block, Param::columns));
    if (!d_in_registers(form)) {
        if (!is_allocation(columns))
            return Refusal("A kernel cannot allocate ", columns, " columns of Tensor Memory, only a power of two from ",
                           kTmem.granule, " to ", kTmem.columns, ".");
        out.tmem.fill(TmemImage(columns));
    }
    if (const auto done = load_cells(form, cells, columns, out); !done) return Refusal(done.why);
    return out;
}

std::vector<std::uint8_t> cells_of(const KernelForm& form, const Machine& machine) {
    if (d_in_registers(form)) {
        const unsigned all = thread_words(form).d;
        std::vector<std::uint8_t> out(std::size_t{kLiveThreads} * all * kWordBytes, kUnwrittenByte);
        const WgmmaFragment d = *fragment_of_d(form);
        std::size_t e = 0;
        for_each_element(d, 0, all, [&](std::size_t index, unsigned bit) {
            const std::uint32_t others = word_at(out, index) & ~(mask_of(d) << bit);
            put_word(out, index, others | (machine.register_d[e++] & mask_of(d)) << bit);
        });
        return out;
    }
    const unsigned columns = machine.tmem[0].columns();
    std::vector<std::uint8_t> out(cell_index(machine.ctas, 0, 0, columns) * kWordBytes);
    for (unsigned cta = 0; cta < machine.ctas; ++cta)
        for (unsigned lane = 0; lane < kTmem.lanes; ++lane)
            for (unsigned column = 0; column < columns; ++column)
                put_word(out, cell_index(cta, lane, column, columns), machine.tmem[cta].cell(lane, column));
    return out;
}

}  // namespace tilescope::test
