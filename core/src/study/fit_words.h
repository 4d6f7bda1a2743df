// core/src/study/fit_words.h -- makes memory and descriptors agree after a change of layout or size.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/document/session.h>

#include <tilescope/base/answer.h>

namespace tilescope {

// What happens to the descriptor of an operand.
enum class Fit : std::uint8_t {
    leave,      // it stays, whatever it reads
    if_needed,  // it stays if it reads the image right
    always,
};

// False for an A in registers (wgmma) or in Tensor Memory (tcgen05).
inline bool in_smem(const Session& session, Operand operand) {
    return OperandPair<bool>{!session.variant.a_in_tmem, true}[operand];
}

// Returns whether the words read every element of the operand from where its image has it. False if the image cannot be
// written, and for an A that is not in shared memory.
bool words_read_image(const Session& session, Operand operand);

// Sets the descriptors to the words that read the images of A and B, for the size that the instruction descriptor
// names. An image that overlaps the other one moves after it; so does one whose start does not fit its swizzle mode.
// An A outside shared memory stays as it is.
// Errors: the instruction has no shape, or no descriptor can read an image. The reason names the operand.
Answer<void> fit_words(Session& session, const OperandPair<Fit>& how);

// Sets the majorness with which the instruction reads the operand.
// Errors: the kind has no such field, and the operand would be MN-major.
Answer<void> set_major(Session& session, Operand operand, Major major);

}  // namespace tilescope
