// core/src/lessons/functions.h -- functions that the source files of the expression language share.
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

// Sets what a line of the fence of a step says. `given` has the keys of the lines before it.
// Errors: an unknown or repeated key, a value that the key does not have.
Answer<void> set_step_key(LessonStep& step, std::string_view key, std::string_view value, std::size_t line,
                          std::vector<std::string_view>& given);
// Whether a step has all parts that belong together.
Answer<void> is_whole(const LessonStep& step);

// Sets what only lessons can set: parts of the form, TMA copies, recipes, addresses of Tensor Memory. Nothing: there is
// no such item. Errors: the item does not have this value.
std::optional<Answer<void>> set_lesson_item(Session& session, std::string_view key, std::string_view value);

// Functions of the table that are in files of their own.
namespace lesson_calls {

using Result = Answer<LessonValue>;
using Arguments = LessonArguments;

Result lane(const LessonMoment& m, const Arguments& a);
Result column(const LessonMoment& m, const Arguments& a);
Result cta(const LessonMoment& m, const Arguments& a);
Result zeroed(const LessonMoment& m, const Arguments& a);
Result zeroed_count(const LessonMoment& m, const Arguments& a);
Result source_column(const LessonMoment& m, const Arguments& a);
Result factor_byte(const LessonMoment& m, const Arguments& a);
Result kept(const LessonMoment& m, const Arguments& a);
Result problems(const LessonMoment& m, const Arguments& a);
Result errors(const LessonMoment& m, const Arguments& a);
Result problems_of_word(const LessonMoment& m, const Arguments& a);
Result errors_of_word(const LessonMoment& m, const Arguments& a);
Result breaks(const LessonMoment& m, const Arguments& a);
Result accepted(const LessonMoment& m, const Arguments& a);
Result wrong(const LessonMoment& m, const Arguments& a);
Result right(const LessonMoment& m, const Arguments& a);
Result emulated(const LessonMoment& m, const Arguments& a);
Result element_of_d(const LessonMoment& m, const Arguments& a);
Result legal_as(const LessonMoment& m, const Arguments& a);
Result tma_byte(const LessonMoment& m, const Arguments& a);
Result data_path(const LessonMoment& m, const Arguments& a);
Result expected_of_d(const LessonMoment& m, const Arguments& a);
Result selected(const LessonMoment& m, const Arguments& a);
Result selected_byte(const LessonMoment& m, const Arguments& a);
Result shown(const LessonMoment& m, const Arguments& a);
Result tma_differs(const LessonMoment& m, const Arguments& a);

}  // namespace lesson_calls
}  // namespace tilescope
