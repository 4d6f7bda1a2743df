// core/src/kernel/launch_model.cpp -- what a GPU does with a launch: its instruction and its memory, as a model.
// SPDX-License-Identifier: MIT
#include "launch_bytes.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/shapes.h>
#include <tilescope/word/codec.h>

#include <utility>

namespace tilescope {
namespace {

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

}  // namespace

Answer<std::uint32_t> idesc_of(const KernelForm& form) {
    using Out = Answer<std::uint32_t>;
    const Format* format = idesc_format(form.variant.kind, form.edition);
    if (!format) return Out::refuse(say("This PTX edition has no kind ", form.variant.kind, "."));
    std::uint64_t word = blank_word(*format);
    for (const IdescPart& part : idesc_parts(form)) {
        const auto next = with_field(*format, word, part.field, part.text);
        if (!next) return Out::refuse(next.why);
        word = *next;
    }
    const unsigned k = form.variant.b1 ? kBitsK : mma_k(*format, word);
    if (k != form.shape.k)
        return Out::refuse(say("wgmma with ", form.shape.a_type, " has K ", k, ", not ", form.shape.k, "."));
    return static_cast<std::uint32_t>(word);
}

Answer<MmaInstruction> instruction_in(const KernelForm& form, BlockBytes block, std::uint32_t memory) {
    using Out = Answer<MmaInstruction>;
    if (!arch_named(form.arch)) return Out::refuse(say("There is no target ", form.arch, "."));
    MmaInstruction out{.edition = form.edition, .arch = form.arch, .variant = form.variant};
    out.from_zero = get(block, Param::origin) == 0 && get(block, Param::relocate) != 0;
    const auto word = [&](Param param, unsigned index = 0) {
        return static_cast<std::uint32_t>(get(block, param, index));
    };
    out.a_desc = get(block, Param::a_desc);
    out.b_desc = get(block, Param::b_desc);
    const Format& format = kernel::descriptor_format(form);
    for (const kernel::Moved& moved : kernel::kMoved) {
        if ((word(Param::relocate) & moved.bit) == 0) continue;
        std::uint64_t& descriptor = pick(moved.operand, out.a_desc, out.b_desc);
        const Field& field = field_in(format, moved.field);
        descriptor = moved_word(descriptor, field, kernel::width_on(form, field), memory - word(Param::origin));
    }
    out.enable_d = word(Param::enable_d) != 0;
    if (!family_of(form.arch).idesc) {
        const auto idesc = idesc_of(form);
        if (!idesc) return Out::refuse(idesc.why);
        out.idesc = *idesc;
        return out;
    }
    out.idesc = word(Param::idesc);
    if (form.zero_mask) out.zcm = get(block, Param::zcm);
    for (const kernel::PlaceParam& row : kernel::kPlaceParams)
        out.tmem[static_cast<std::size_t>(row.place)] = word(row.param);
    for (unsigned i = 0; form.variant.lane_mask && i < kLaneMaskWords; ++i)
        out.lane_mask[i] = word(Param::lane_mask, i);
    return out;
}

Answer<Machine> machine_of(const KernelForm& form, BlockBytes block, std::span<const std::uint8_t> image,
                           std::span<const std::uint8_t> cells, std::uint32_t memory) {
    using Out = Answer<Machine>;
    const ArchRow* arch = arch_named(form.arch);
    if (!arch) return Out::refuse(say("There is no target ", form.arch, "."));
    Machine out;
    out.ctas = kernel::ctas_of(form);
    out.smem.fill(SmemImage(arch->smem->bytes));
    const std::size_t of_cta = get(block, Param::image_bytes);
    if (image.size() != of_cta * out.ctas)
        return Out::refuse(say("The image of this launch has ", of_cta * out.ctas,
                               " bytes, but this number was given: ", image.size(), "."));
    const std::uint64_t first = memory + get(block, Param::image_offset);
    for (std::size_t i = 0; i < image.size(); ++i) out.smem[i / of_cta].put(first + i % of_cta, image[i]);
    const auto columns = static_cast<unsigned>(get(block, Param::columns));
    if (!kernel::d_in_registers(form)) {
        if (!is_allocation(columns))
            return Out::refuse(say("A kernel cannot allocate ", columns,
                                   " columns of Tensor Memory, only a power of two from ", kTmem.granule, " to ",
                                   kTmem.columns, "."));
        out.tmem.fill(TmemImage(columns));
    }
    if (const auto done = kernel::put_cells(form, cells, columns, true, out); !done) return Out::refuse(done.why);
    return out;
}

std::vector<std::uint8_t> cells_of(const KernelForm& form, const Machine& machine) {
    return kernel::cells_after(form, machine, machine.tmem[0].columns());
}

}  // namespace tilescope
