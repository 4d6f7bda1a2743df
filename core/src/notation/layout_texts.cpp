// core/src/notation/layout_texts.cpp -- finds what CuTe fragments and Triton's layouts in a text say about descriptors.
// SPDX-License-Identifier: MIT
#include "layout_texts.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/notation/cute_fragment.h>
#include <tilescope/notation/triton_layout.h>

#include <algorithm>
#include <variant>

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

// Triton's layout of an operand determines the high half of its descriptors.
void add_high_half(Work& work, const TritonShared& shared, std::string_view part, bool hopper, PasteRole role) {
    const auto format = find_format(hopper ? "wgmma" : "smem", {}, work.options.edition);
    if (!format) return;
    const auto high = triton_high_half(shared, **format);
    if (!high) return;
    Find f{work.span_of(part),
           ReadBy::triton,
           "",
           role,
           {std::uint64_t{*high} << 32, bit_mask(32), 64},
           say("from the layout: swizzlingByteWidth = ", shared.swizzle_bytes)};
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

void add_operand(Work& work, const std::optional<TritonMemdesc>& memory, std::string_view line, bool hopper,
                 PasteRole role) {
    if (!memory) return;
    if (const auto* shared = std::get_if<TritonShared>(&memory->encoding))
        add_high_half(work, *shared, line, hopper, role);
}

}  // namespace

void read_layout_texts(Work& work) {
    const bool fragments = work.text.find("DescriptorIterator") != work.text.npos;
    const bool triton = work.text.find("nvmma_shared") != work.text.npos;
    if (!fragments && !triton) return;
    const std::vector<TritonAlias> aliases = triton ? triton_aliases(work.text) : std::vector<TritonAlias>();
    bool any_mma = false;
    for (std::size_t begin = 0; begin < work.text.size();) {
        const std::size_t end = std::min(work.text.find('\n', begin), work.text.size());
        const std::string_view line = trimmed(work.text.substr(begin, end - begin));
        begin = end + 1;
        if (fragments && line.find("DescriptorIterator") != line.npos) read_fragment_line(work, line);
        if (!triton) continue;
        const auto mma = parse_triton_mma(line, aliases);
        if (!mma) continue;
        any_mma = true;
        add_operand(work, mma->a, line, mma->hopper, PasteRole::smem_a);
        add_operand(work, mma->b, line, mma->hopper, PasteRole::smem_b);
    }
    if (any_mma || !triton) return;
    const bool hopper = work.context.hopper || work.hints.wgmma;
    for (std::size_t begin = 0; begin < work.text.size();) {
        const std::size_t end = std::min(work.text.find('\n', begin), work.text.size());
        const std::string_view line = trimmed(work.text.substr(begin, end - begin));
        begin = end + 1;
        const auto alias = parse_triton_encoding(line);
        const auto* shared = alias && alias->encoding ? std::get_if<TritonShared>(&*alias->encoding) : nullptr;
        if (shared != nullptr) add_high_half(work, *shared, line, hopper, PasteRole::smem);
    }
}

}  // namespace tilescope::notation
