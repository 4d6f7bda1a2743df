// core/include/tilescope/layout/descriptor.h -- words as layouts and masks, and back.
// SPDX-License-Identifier: MIT
//
// The formats know where the bits are, the layouts what they do; these functions carry one to the other, both ways.
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/layout/zero_mask.h>
#include <tilescope/word/field.h>

namespace tilescope {

// The operand of one descriptor word. A swizzle code without a meaning is placed as none; the rules report it.
// Requires: format is smem or wgmma.
SmemLayout layout_of(const Format& format, std::uint64_t word, Major major, const ElementType& type, int rows,
                     int columns);

// The word whose layout_of() is this layout; sizes, type and majorness are not in it. Refused, with the field's own
// sentence, where a number cannot be stored; with one of ours where the format has no such mode.
// Requires: format is smem or wgmma.
Answer<std::uint64_t> descriptor_of(const Format& format, const SmemLayout& layout);

// The mask of a zcm word, and the word of a mask.
ZeroMask mask_of(const Format& format, std::uint64_t word);
Answer<std::uint64_t> mask_word(const Format& format, const ZeroMask& mask);

}  // namespace tilescope
