// core/src/document/derive_parts.h -- the parts of derive() that several files share.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/document/derive.h>

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

// Returns the type with which A or B is drawn: the type in the instruction descriptor, or a type of the kind if the
// descriptor names none. In the second case, `note` gets the explanation.
const ElementType& drawn_type(const Derived& d, Operand operand, std::string& note);

// Returns the fields of the word that are not fixed and have one of these bits, or an unknown bit.
std::vector<FieldPlace> fields_with(const WordView& word, std::uint64_t bits);
std::vector<FieldPlace> open_fields(const WordView& word);

// "lbo and sbo of B desc"
std::string text_of(std::span<const FieldPlace> places);

// Returns "The places of A depend on unknown bits. Give swizzle of A desc a value."
std::string sentence_of(std::string_view what, std::span<const FieldPlace> asks);

// Derived::assumptions. Requires: the words and whether they are used are set.
std::vector<std::string> assumptions_of(const Derived& d);

// Computes the locations of D, A, scale factors and metadata in Tensor Memory.
// Requires: the words, types and shape of `d` are set.
TmemView tmem_view(const Derived& d);

}  // namespace tilescope
