// core/src/lessons/parts.h -- words and fields as lessons write them.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/lessons/lesson.h>

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

}  // namespace tilescope
