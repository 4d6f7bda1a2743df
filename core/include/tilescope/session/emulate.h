// core/include/tilescope/session/emulate.h -- from the document to what the emulator runs.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/emulator/emulation.h>
#include <tilescope/session/derive.h>

#include <array>

namespace tilescope {

// What makes up the values of which operand; ids in session files: "recipe_a", ...
enum class RecipeOf : std::uint8_t { a, b, d, sfa, sfb };
inline constexpr std::size_t kRecipeCount = 5;

// Words of the files that recipes name; core opens none.
using RecipeFiles = std::array<RecipeWords, kRecipeCount>;

// The type (an id that words_of() takes), rows and columns of what a recipe fills; 0 rows: the form has no such
// operand.
RecipeSize recipe_size(const Derived& derived, RecipeOf of);

// Refused with a sentence: a form that cannot be emulated, a writer that cannot write, a file of another size.
Answer<EmulatorJob> emulator_job(const Derived& derived, const RecipeFiles& files = {});

// How memory should be filled for the words to be right: mode, majorness and start of the descriptor, canonical
// strides. What is about values (recipe, writer's text) stays.
OperandImage image_as_words_say(const Session& session, Operand operand);

}  // namespace tilescope
