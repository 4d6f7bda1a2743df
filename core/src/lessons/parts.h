// core/src/lessons/parts.h -- words and fields as lessons write them, and a state with what follows from it.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/lessons/step.h>

#include <optional>

namespace tilescope {

// "a" is A desc, "b" B desc, "i" idesc, "z" the zero mask. Nothing: the string is not a word.
std::optional<WordId> lesson_word(std::string_view letter);

// "a.sbo" or "a_desc.sbo" in two parts. `field` is the id in a field table.
using LessonField = FieldPlace;
// Errors: no edition and no kind has such a field. The reason lists the fields of the word.
Answer<LessonField> lesson_field(std::string_view text);

// The value of a field in its unit, or its name if it has names.
// Requires for the call: the argument is a field.
extern const LessonFunction kFieldValue;

// The derived values of a state, and its emulation if an expression needs it.
struct Computed {
    Derived derived;
    ViewState view;
    std::optional<Emulation> emulation = {};

    Computed(const LessonState& state, bool emulated) : derived(derive(state.session)), view(state.view) {
        if (emulated) emulation = lesson_emulation(derived);
    }
    LessonMoment moment() const { return {derived, view, emulation ? &*emulation : nullptr}; }
};

}  // namespace tilescope
