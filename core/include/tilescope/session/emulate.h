// core/include/tilescope/session/emulate.h -- from the document to what the emulator runs.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/emulator/emulation.h>
#include <tilescope/session/derive.h>
#include <tilescope/session/edit.h>

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tilescope {

// Words of the files that recipes name; core opens none.
using RecipeFiles = std::array<RecipeWords, kRecipeCount>;

// The type (an id that words_of() takes), rows and columns of what a recipe fills; 0 rows: the form has no such
// operand.
RecipeSize recipe_size(const Derived& derived, RecipeOf of);

// A job, or why there is none and, where one field of a word is the reason, which one.
struct JobAnswer : Answer<EmulatorJob> {
    std::optional<FieldPlace> at;

    JobAnswer(Answer<EmulatorJob> answer, std::optional<FieldPlace> place = {})
        : Answer(std::move(answer)), at(place) {}
};

// Refused with a sentence: a form that cannot be emulated, a writer that cannot write, a file of another size.
JobAnswer emulator_job(const Derived& derived, const RecipeFiles& files = {});

// Values with which every element of D that the instruction computes could show a wrong read of A and of B: A and B
// scattered, factors 1, nothing to add to. Empty where they are there already.
std::vector<Edit> covering_values(const Session& session);

// What the run leaves out without being asked to: "4 of 100 columns of K are in no instruction: ...", lanes that are
// switched off in a form without a lane mask or without a second CTA, b1 where nothing multiplies single bits.
std::vector<std::string> notes_of(const Derived& derived, const EmulatorJob& job);

}  // namespace tilescope
