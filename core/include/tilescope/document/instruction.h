// core/include/tilescope/document/instruction.h -- the instruction of a session: from PTX, as a kernel, in words.
// SPDX-License-Identifier: MIT
//
//     const MmaLine line = *parse_mma_line("wgmma.mma_async...");
//     for (const Edit& edit : *edits_of_instruction(line, session)) session = apply_edit(session, edit);
//     const Answer<LiveKernel> kernel = live_kernel(derive(session));        // the text of the kernel that runs it
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/base/say.h>
#include <tilescope/document/derive.h>
#include <tilescope/document/edit.h>
#include <tilescope/kernel/live_kernel.h>
#include <tilescope/notation/mma_line.h>
#include <tilescope/ptx/mma_text.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// Returns the edits: the target, the variant and, for wgmma, whose text has the shape and the types, the instruction
// descriptor. Requires: the line is a tcgen05.mma or a wgmma.mma_async.
// Errors: a type or a size of the wgmma that no field of an instruction descriptor can store.
Answer<std::vector<Edit>> edits_of_instruction(const MmaLine& line, const Session& session);

// Returns the form of the live kernel that runs the instruction. Each instruction of emulator_job() has this form. It
// is known even if no job can be built, because it does not depend on descriptors, addresses and memory. Errors (only
// for wgmma, whose text has the shape and the types): a field of the instruction descriptor has unknown bits, or the
// shape or the types do not exist.
Answer<KernelForm> kernel_form(const Derived& derived);

// Returns the kernel of this form. Errors: those of kernel_form() and of live_kernel(form).
Answer<LiveKernel> live_kernel(const Derived& derived);

// Returns what the text of a wgmma says: its shape, its types and its options, from the fields of the instruction
// descriptor.
WgmmaShape wgmma_shape(const Derived& derived);

// ---- what each text about a session must say ----

// "wgmma has no instruction descriptor: its types and its shape are in the text of the instruction."
// Requires: a family without one.
inline std::string no_idesc_sentence(const Session& session) {
    return say(family_of(session).id,
               " has no instruction descriptor: its types and its shape are in the text of the instruction.");
}

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
