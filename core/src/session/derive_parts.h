// core/src/session/derive_parts.h -- the parts of derive() that concern the instruction as a whole.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/session/derive.h>

#include <span>
#include <string>
#include <vector>

namespace tilescope {

// The same 32 bits under every kind of the edition.
std::vector<KindView> kind_views(const Session& session);

// Every target of the edition, and whether its assembler takes the instruction.
// Requires: words, types and shape of `d` are there.
std::vector<TargetView> target_views(const Derived& d);

// Nothing is there to choose on Hopper.
FormChoices form_choices(const Session& session);

// Everything wrong: with the instruction, with each word beside the others, with where it all lies.
// Requires: all of `d` but its problems.
void find_problems(Derived& d);

// The instruction as one would write it, operands by name. Hopper's has shape and types in its name: they are read from
// the instruction descriptor's fields, and an instruction covers 64 rows whatever M says.
// `all_registers` writes register lists out, as an assembler wants them.
// Requires: words, types and shape of `d` are there.
std::string instruction_text(const Derived& d, bool all_registers = false);

// What only the places of all elements tell: overlaps that no rule of the word has named, and the end of shared memory.
std::vector<Problem> place_problems(const OperandView& operand, std::string_view arch,
                                    std::span<const Problem> of_the_word);

// The type that A or B is drawn with: the instruction descriptor's, or one of the kind where it names none; `note` then
// says so.
const ElementType& drawn_type(const Derived& d, Operand operand, std::string& note);

// The tile of A or B in one CTA as its descriptor places it, also where the instruction reads A from elsewhere. It may
// be unplaced().
OperandView operand_as_words_say(const Session& session, Operand operand);

// Where D, A, scale factors and metadata lie in Tensor Memory. Requires: words, types and shape of `d` are there.
TmemView tmem_view(const Derived& d);

// Addresses that no placement has, columns past the end, operands that share cells.
std::vector<Problem> tmem_problems(const Derived& d);

// Refused where a mask is given that the form does not take.
Answer<void> can_have_mask(const Session& session, std::uint64_t mask_word);

}  // namespace tilescope
