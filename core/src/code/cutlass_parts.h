// core/src/code/cutlass_parts.h -- the parts of CUTLASS texts: words by named members, atoms, enumerators.
// SPDX-License-Identifier: MIT
#pragma once

#include "parts.h"

namespace tilescope::code::cutlass {

// "cute::UMMA::Major::K"
std::string_view umma_major(Major major);

// The expression of a field as CUTLASS writes it: "uint8_t(cute::UMMA::CFormat::F32)", "96 >> 3", "64".
std::string field_value(const Derived& derived, const FieldPart& part);

// The template arguments of make_instr_desc and of the MMA atoms.
struct InstrArguments {
    std::string types, scale;          // "cute::half_t, cute::half_t, float"; `scale` is empty without scale factors
    std::string shape, majors, signs;  // "128, 96"; "..Major::K, ..Major::K"; ", ..ScaleIn::Neg, .." or empty
};
// Errors: a field of the instruction descriptor has unknown bits, or CUTLASS does not have the types.
Answer<InstrArguments> instr_arguments(const Derived& derived);

// The functions that make the words: make_a_desc(), make_a_desc_at(buffer), make_idesc(), make_zero_mask(). Kernels
// can call all of them, the host those without a buffer.
void write_words(Lines& out, const Derived& derived, const std::vector<WordPart>& words);

// The aliases SmemLayoutA, SmemLayoutB, MmaAtom and TiledMma.
void write_types(Lines& out, const Derived& derived);

// The name of the layout atom of an operand: "cute::UMMA::Layout_K_SW128_Atom".
std::string layout_atom(const Derived& derived, const SmemLayout& layout);
// The part of its name that says the major and the mode, which CuTe DSL has too: "K_SW128".
std::string atom_kind(const SmemLayout& layout);

}  // namespace tilescope::code::cutlass
