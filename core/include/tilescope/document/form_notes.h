// core/include/tilescope/document/form_notes.h -- what each text about a session must say: words, lane mask, CTA pair.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/document/derive.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tilescope {

inline constexpr std::string_view kWgmmaHasNoIdesc =
    "wgmma has no instruction descriptor: its types and its shape are in the text of the instruction.";

// Whether the instruction reads this word. A session of wgmma keeps the types and the shape as an instruction
// descriptor, so that word is used (WordView::used), but no hardware reads it.
bool is_read(const Derived& derived, WordId word);

// Why the operand is not placed, as a part of a sentence: "A is read from registers in this form".
std::string unplaced_part(const OperandView& operand);

// "kind f16"; wgmma has no kinds: "wgmma of b1".
std::string kind_text(const Derived& derived);

// The words of the lane mask, one bit for each lane: four for each CTA. Empty: the form has no lane mask.
std::span<const std::uint32_t> lane_mask_of(const Session& session);

// "The lane mask (disable-output-lane) is 0xf, 0x0, 0x0, 0x0: 4 of 128 lanes of D are not written." Empty: the form has
// no lane mask.
std::string lane_mask_sentence(const Session& session);

// Whether two CTAs share the MMA.
bool is_pair(const Session& session);

// "One thread", or for a pair "One thread of one CTA of the pair".
std::string_view issuer_of(const Session& session);

// Who issues an MMA of a CTA pair, what each CTA stores, and how to launch it. Empty: the MMA has one CTA.
std::string pair_sentences(const Session& session);

// "The tile is 128 x 64: 2 x 1 instructions, those along M 8192 bytes apart in A." Empty: it has one instruction.
std::string pieces_sentence(const Derived& derived);

}  // namespace tilescope
