// tests/fuzz/lesson_expression_fuzz.cpp -- lesson_expression: a value or one sentence, the same each time.
// SPDX-License-Identifier: MIT
//
// Input: the name of a preset, a line end, and an expression.
#include "tests/fuzz/fuzz.h"

#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>
#include <tilescope/lessons/expression.h>

namespace tilescope::fuzz {

std::string check_lesson_expression(std::string_view bytes) {
    const std::size_t line = bytes.find('\n');
    const Preset* preset = find_preset(bytes.substr(0, line));
    const std::string_view text = preset && line != bytes.npos ? bytes.substr(line + 1) : bytes;
    const auto expression = LessonExpression::parse(text);
    if (!expression) return wrong_sentence(expression.why);
    const Derived derived = derive((preset ? *preset : presets().front()).session());
    const ViewState view;
    const auto value = expression->value({derived, view});
    if (!value) return wrong_sentence(value.why);
    if (*value != *expression->value({derived, view})) return "two values of one expression";
    const auto again = LessonExpression::parse(expression->text());
    if (!again || *again->value({derived, view}) != *value) return "the text of an expression has another value";
    for (const char* format : {"hex", "bin", "bin8", "kib"})
        if (text_of(*value, *lesson_format(format)).empty() && !std::holds_alternative<std::string>(*value))
            return say("no text as ", format);
    return {};
}

}  // namespace tilescope::fuzz
