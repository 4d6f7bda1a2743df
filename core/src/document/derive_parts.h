// core/src/document/derive_parts.h -- the parts of derive() that several files share.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/document/derive.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tilescope {

// Decodes the same 32 bits for every kind of the edition.
std::vector<KindView> kind_views(const Session& session);

// Lists every target of the edition, and whether its assembler accepts the instruction.
// Requires: the words, types and shape of `d` are set.
std::vector<TargetView> target_views(const Derived& d);

// Empty on Hopper, which has no such options.
FormChoices form_choices(const Session& session);

// Finds all problems: of the instruction, of each word in combination with the others, and of the locations in memory.
// Requires: all members of `d` except the problems are set.
void find_problems(Derived& d);

// Returns the PTX line of the instruction, with names as operands. On Hopper, the shape and the types are part of the
// instruction name. They are read from the fields of the instruction descriptor. The M in the name is always 64,
// whatever the M field contains.
// `all_registers` writes out the register lists, as an assembler requires.
// Requires: the words, types and shape of `d` are set.
std::string instruction_text(const Derived& d, bool all_registers = false);

// Finds the problems that need the location of every element: overlaps that no rule of the word has reported, and
// elements past the end of shared memory.
std::vector<Problem> place_problems(const OperandView& operand, std::string_view arch,
                                    std::span<const Problem> of_the_word);

// Finds out whether the tiles of A and B share bytes, although one instruction reads different ones. Requires: the
// operands of `d` are set.
std::optional<Problem> shared_tile_problem(const Derived& d);

// Returns the type with which A or B is drawn: the type in the instruction descriptor, or a type of the kind if the
// descriptor names none. In the second case, `note` gets the explanation.
const ElementType& drawn_type(const Derived& d, Operand operand, std::string& note);

// Finds the fields with unknown bits on which the places of the operand depend, by trying values of these bits. Sets
// `asks` and `unplaced`, or `assumed`, of the operand.
void ask_for_places(Derived& d, Operand operand);

// The same for the zero-column mask. Requires: the mask and its sizes are set.
void ask_for_mask(Derived& d);

// Returns the fields of the word that are not fixed and have unknown bits.
std::vector<FieldPlace> open_fields(const WordView& word);

// Returns "The places of A depend on unknown bits. Give swizzle of A desc a value."
std::string sentence_of(std::string_view what, std::span<const FieldPlace> asks);

// Computes the locations of D, A, scale factors and metadata in Tensor Memory.
// Requires: the words, types and shape of `d` are set.
TmemView tmem_view(const Derived& d);

// Finds invalid lanes, columns past the end, and operands that share cells.
std::vector<Problem> tmem_problems(const Derived& d);

// Errors: the mask word is not 0, but the form has no zero-column mask.
Answer<void> can_have_mask(const Session& session, std::uint64_t mask_word);

}  // namespace tilescope
