// core/src/notation/layout_texts.cpp -- finds what CuTe fragments and Triton's layouts in a text say about descriptors.
// SPDX-License-Identifier: MIT
#include "readers.h"

#include <tilescope/base/say.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/notation/cute.h>
#include <tilescope/notation/triton_layout.h>

namespace tilescope::notation {
namespace {

// The line of a fragment has the K step, and no word.
void read_fragment_line(Work& work, std::string_view line) {
    const auto fragment = parse_fragment(line);
    if (!fragment || !fragment->k_mode || fragment->k_step.extent <= 1) return;
    work.steps.push_back(
        {work.span_of(line), fragment->name.empty() ? "the fragment" : fragment->name, fragment->k_step.stride});
    work.fragments += say(work.fragments.empty() ? "" : " ", sentence_of(*fragment));
}

void add_find(Work& work, std::string_view part, bool hopper, PasteRole role, Bits bits, std::string note) {
    Find f(work.span_of(part), ReadBy::triton, bits, "", role, std::move(note));
    f.hopper = hopper;
    f.remark = hopper && role == PasteRole::smem;  // no instruction of the text has this operand
    const auto same = std::ranges::find_if(work.finds, [&](const Find& row) {
        return row.reader == f.reader && row.role == f.role && row.bits == f.bits && row.hopper == f.hopper;
    });
    if (same != work.finds.end())
        ++same->merged;
    else
        work.find(std::move(f));
}

// Triton's layout of an operand determines the high half of its descriptors.
void add_high_half(Work& work, const TritonShared& shared, std::string_view part, bool hopper, PasteRole role) {
    const auto high = triton_high_half(shared, work.format(hopper ? "wgmma" : "smem"));
    if (!high) return;
    add_find(work, part, hopper, role, {std::uint64_t{*high} << 32, bit_mask(32), 64},
             say("from the layout: swizzlingByteWidth = ", shared.swizzle_bytes));
}

// A layout of bits has all strides. Only the start is unknown, and lbo where Triton is free to write anything.
void add_linear(Work& work, const TritonMemdesc& memory, std::string_view part, bool hopper, Operand operand,
                std::string_view element_format) {
    const Format& format = work.format(hopper ? "wgmma" : "smem");
    const ElementType* type = triton_type(memory, element_format);
    if (type == nullptr) return;
    const auto tile = triton_tile(memory, operand, *type);
    if (!tile) return;
    const SmemLayout slice = triton_slice(*tile, 0);
    const auto word = descriptor_of(format, slice);
    if (!word) return;
    std::uint64_t unknown = set_field(field_in(format, "start"), 0, ~0ull);
    if (use_of_lbo(slice).use != StrideUse::walked) unknown = set_field(field_in(format, "lbo"), unknown, ~0ull);
    add_find(work, part, hopper, pick(operand, PasteRole::smem_a, PasteRole::smem_b), {*word & ~unknown, unknown, 64},
             say("from the layout: ", name_of(slice.major), ", ", row_of(slice.mode).name));
}

void add_operand(Work& work, const TritonMma& mma, Operand operand, std::string_view line) {
    const auto& memory = pick(operand, mma.a, mma.b);
    if (!memory) return;
    if (const auto* shared = std::get_if<TritonShared>(&memory->encoding))
        add_high_half(work, *shared, line, mma.hopper, pick(operand, PasteRole::smem_a, PasteRole::smem_b));
    if (std::holds_alternative<TritonLinear>(memory->encoding))
        add_linear(work, *memory, line, mma.hopper, operand, pick(operand, mma.a_type, mma.b_type));
}

// The layouts that Gluon's Python makes.
void read_gluon(Work& work) {
    constexpr std::string_view kClass = "NVMMASharedLayout";
    constexpr std::size_t kLongest = 4096;
    const bool hopper = work.context.hopper || work.hints.wgmma;
    for (std::size_t at = work.text.find(kClass); at != work.text.npos; at = work.text.find(kClass, at + 1)) {
        std::string_view call;
        const auto encoding = parse_gluon_layout(work.text.substr(at, kLongest), &call);
        const auto* shared = encoding ? std::get_if<TritonShared>(&*encoding) : nullptr;
        if (shared != nullptr) add_high_half(work, *shared, call, hopper, PasteRole::smem);
    }
}

}  // namespace

void read_layout_texts(Work& work) {
    read_gluon(work);
    const bool fragments = work.text.find("DescriptorIterator") != work.text.npos;
    const bool triton =
        work.text.find("nvmma_shared") != work.text.npos || work.text.find("shared_linear") != work.text.npos;
    if (!fragments && !triton) return;
    const std::vector<TritonAlias> aliases = triton ? triton_aliases(work.text) : std::vector<TritonAlias>();
    bool any_mma = false;
    for (std::string_view rest = work.text; !rest.empty();) {
        const std::string_view line = trimmed(take_triton_operation(rest));
        if (fragments && line.find("DescriptorIterator") != line.npos) read_fragment_line(work, line);
        if (!triton) continue;
        const auto mma = parse_triton_mma(line, aliases);
        if (!mma) continue;
        any_mma = true;
        for (const Operand o : kBothOperands) add_operand(work, *mma, o, line);
    }
    if (any_mma || !triton) return;
    const bool hopper = work.context.hopper || work.hints.wgmma;
    for (const std::string_view whole : Lines(work.text)) {
        const std::string_view line = trimmed(whole);
        const auto alias = parse_triton_encoding(line);
        const auto* shared = alias && alias->encoding ? std::get_if<TritonShared>(&*alias->encoding) : nullptr;
        if (shared != nullptr) add_high_half(work, *shared, line, hopper, PasteRole::smem);
    }
}

}  // namespace tilescope::notation
