// core/include/tilescope/layout/descriptor.h -- converts descriptor words to layouts and masks, and back.
// SPDX-License-Identifier: MIT
//
//     word 0x4000404000010040  <->  SmemLayout{.mode = b128, .start = 0x400, .lbo = 16, .sbo = 1024, ...}
//     zcm word                 <->  ZeroMask
//
// A format knows the bits of each field. A layout knows the address of each element.
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/layout/zero_mask.h>
#include <tilescope/word/field.h>

namespace tilescope {

// Returns whether the places of the elements are known for this word.
// Requires: a family reads the format (family_reading()).
// Errors: the swizzle code is 3, 5 or 7 (tcgen05). Their effect is not documented. All codes of wgmma have a meaning.
Answer<void> places_elements(const Format& format, std::uint64_t word);

// Returns the layout that a descriptor word describes. Type, majorness, size and the columns of one instruction
// (`mma_columns`, 0: not stated) are not in the word.
// Requires: a family reads the format (family_reading()).
// Errors: as places_elements().
Answer<SmemLayout> layout_of(const Format& format, std::uint64_t word, Major major, const ElementType& type, int rows,
                             int columns, int mma_columns = 0);

// Returns the layout of another word for the same operand: everything that is not in a word stays.
// Requires: a family reads the format (family_reading()).
// Errors: as places_elements().
Answer<SmemLayout> with_word(const SmemLayout& layout, const Format& format, std::uint64_t word);

// Returns the word for a layout: layout_of() of this word is the layout. Type, majorness and size are not in the word.
// Requires: a family reads the format (family_reading()).
// Errors: a field cannot store its number, or the format does not have the swizzle mode.
Answer<std::uint64_t> descriptor_of(const Format& format, const SmemLayout& layout);

// Returns the word with the start of the layout, and with its lbo if lbo is an address. Only these fields differ
// between K steps. All other bits of the word stay.
// Errors: a field cannot store its number.
Answer<std::uint64_t> with_start(const Format& format, std::uint64_t word, const SmemLayout& layout);

// Returns the word after a kernel adds `units` of 16 bytes to it: to the low 32 bits only, or to all 64 bits. In both
// cases, if the sum overflows the start field, the carry changes the bits above it.
// Source: CUTLASS DescriptorIterator @7107b055 (the low half up to CUDA 13.3, the whole word after it).
constexpr std::uint64_t advanced(std::uint64_t word, std::uint32_t units, bool whole_word = false) {
    constexpr std::uint64_t kLow = 0xffffffff;
    return whole_word ? word + units : (word & ~kLow) | ((word + units) & kLow);
}

// Returns the mask of a zcm word.
ZeroMask mask_of(const Format& format, std::uint64_t word);

// Returns the zcm word of a mask.
// Errors: a field cannot store its number.
Answer<std::uint64_t> mask_word(const Format& format, const ZeroMask& mask);

}  // namespace tilescope
