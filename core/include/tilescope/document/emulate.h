// core/include/tilescope/document/emulate.h -- builds the job that the emulator runs from the document.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/document/derive.h>
#include <tilescope/document/edit.h>
#include <tilescope/emulator/emulation.h>

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tilescope {

// The contents of the files that recipes name. The caller reads the files; core opens none.
using RecipeFiles = std::array<RecipeWords, kRecipeCount>;

// Returns the type (an id that words_of() accepts), the rows and the columns that a recipe fills. 0 rows: the form does
// not have this operand.
RecipeSize recipe_size(const Derived& derived, RecipeOf of);

// A job, or the reason of the refusal. `at` is the field that causes the refusal, if it is one field of a word.
struct JobAnswer : Answer<EmulatorJob> {
    std::optional<FieldPlace> at;

    JobAnswer(Answer<EmulatorJob> answer, std::optional<FieldPlace> place = {})
        : Answer(std::move(answer)), at(place) {}
};

// Builds the job:
//
//     const JobAnswer job = emulator_job(derive(session));
//     if (!job) show(job.why);                 // and highlight job.at, if there is one
//     const Answer<Emulation> d = emulate(*job);
//
// Errors: a field that changes the result has unknown bits, the form cannot be emulated, a writer cannot write its
// image, or a file has the wrong size.
JobAnswer emulator_job(const Derived& derived, const RecipeFiles& files = {});

// Returns the instruction of the session at K step 0, as the emulator runs it.
MmaInstruction instruction_of(const Session& session);

// Moves the addresses in Tensor Memory to a K step, and the fields of the instruction descriptor that follow them.
// Errors: the location of the metadata is not known for this step; the reason says why.
Answer<void> advance_in_tmem(const Format& idesc, const MmaShape& shape, unsigned step, MmaInstruction& i);

// Returns the rows and columns of A or B in the shared memory of one CTA. Requires: `shape` is the shape of the
// session's instruction. The session outlives the result.
//
//     const auto shape = shape_of(instruction_of(session));
//     if (shape) places_of(session.image_of(Operand::b), image_size(session, *shape, Operand::b))
ImageSize image_size(const Session& session, const MmaShape& shape, Operand operand);

// Returns all mismatches between words and memory, the causes of a wrong D. emulator_job() has them in its answer.
// Requires: all members of `job` except `causes` are set.
std::vector<Cause> causes_of(const Derived& derived, const MmaShape& shape, const EmulatorJob& job);

// Returns where A or B was written in shared memory, whatever the words say. Nothing: the operand is elsewhere, the
// form cannot be emulated, or the writer cannot write its image.
std::optional<WrittenPlaces> written_places(const Derived& derived, Operand operand);

// Returns the edits that set values with which every computed element of D can reveal a wrong read of A and of B: A and
// B scattered, all scale factors 1, D zero. Returns no edit if the session already has these values.
std::vector<Edit> covering_values(const Session& session);

// Returns the session with these values.
Session with_covering_values(Session session);

// Returns a note for each setting that the run cannot use: columns of K that no instruction reads ("No instruction
// reads 4 of the 100 columns of K, ..."), a lane mask for a form without one or for a missing second CTA, and b1 for an
// instruction that does not multiply single bits.
std::vector<std::string> notes_of(const Derived& derived, const EmulatorJob& job);

}  // namespace tilescope
