// core/include/tilescope/layout/descriptor.h -- words as layouts and masks, and back.
// SPDX-License-Identifier: MIT
//
// The formats know where the bits are, the layouts what they do; these functions carry one to the other, both ways.
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/layout/zero_mask.h>
#include <tilescope/word/field.h>

#include <string>

namespace tilescope {

// Whether the word says where the elements lie. A refusal: "swizzle code 3 is in no manual, so where elements lie is
// not known; want 0, 1, 2, 4 or 6". What codes 3, 5 and 7 of tcgen05 do on hardware is undocumented; Hopper's all mean
// something. Requires: format is smem or wgmma.
Answer<void> places_elements(const Format& format, std::uint64_t word);

// The operand of one descriptor word; refused as places_elements() says. Requires: format is smem or wgmma.
Answer<SmemLayout> layout_of(const Format& format, std::uint64_t word, Major major, const ElementType& type, int rows,
                             int columns);

// The word whose layout_of() is this layout; sizes, type and majorness are not in it. Refused, with the field's own
// sentence, where a number cannot be stored; with one of ours where the format has no such mode.
// Requires: format is smem or wgmma.
Answer<std::uint64_t> descriptor_of(const Format& format, const SmemLayout& layout);

// The word with the layout's start, and its lbo where that is an address: what differs from one K step to the next. All
// other bits stay, whatever they are.
Answer<std::uint64_t> with_start(const Format& format, std::uint64_t word, const SmemLayout& layout);

// The word `units` of 16 bytes further on, as kernels add to it: to the low 32 bits alone, or to all 64. In either case
// a sum that leaves the start field carries into the bits above it (CUTLASS DescriptorIterator @7107b055: low half up
// to CUDA 13.3, the whole word after it).
constexpr std::uint64_t advanced(std::uint64_t word, std::uint32_t units, bool whole_word = false) {
    constexpr std::uint64_t kLow = 0xffffffff;
    return whole_word ? word + units : (word & ~kLow) | ((word + units) & kLow);
}

// The mask of a zcm word, and the word of a mask.
ZeroMask mask_of(const Format& format, std::uint64_t word);
Answer<std::uint64_t> mask_word(const Format& format, const ZeroMask& mask);

}  // namespace tilescope
