// tests/fuzz/lesson_fuzz.cpp -- lesson: a text is a lesson or is refused with its line; its steps begin or say why not.
// SPDX-License-Identifier: MIT
//
// Input: the text of a lesson.
#include "tests/fuzz/fuzz.h"

#include <tilescope/base/say.h>
#include <tilescope/lessons/step.h>

namespace tilescope::fuzz {
namespace {

constexpr std::size_t kMostTried = 4;  // steps: each derives sessions

std::string wrong_step(const Lesson& lesson, std::size_t index) {
    const auto begin = beginning_of(lesson, index);
    if (!begin) return wrong_sentence(begin.why);
    const Derived derived = derive(begin->session);
    const LessonMoment moment{derived, begin->view};
    const LessonStep& step = lesson.steps[index];
    for (const LessonBlock& block : evaluated(step.text, moment)) {
        if ((block.kind == BlockKind::table) != !block.rows.empty()) return "a table without rows";
        for (const auto& row : block.rows)
            if (row.size() != block.rows.front().size()) return "rows of a table have different numbers of cells";
        for (const LessonLine& line : block.lines)
            for (const LessonSpan& span : line)
                if (span.expression) return "an evaluated text has an expression";
    }
    reached(step, moment);
    if (const auto reply = replied(step, moment, "0x580"); !reply) return wrong_sentence(reply.why);
    return {};
}

}  // namespace

std::string check_lesson(std::string_view bytes) {
    const auto head = lesson_head(bytes, "1-fuzz.md");
    const auto lesson = parse_lesson(bytes, "1-fuzz.md");
    if (!lesson) {
        if (!lesson.why.starts_with("1-fuzz.md:")) return say("the refusal has no file: ", lesson.why);
        return wrong_sentence(lesson.why);
    }
    if (!head) return say("a lesson without a head: ", head.why);
    if (head->title != lesson->title || head->id != lesson->id) return "the head is of another lesson";
    for (std::size_t i = 0; i < std::min(lesson->steps.size(), kMostTried); ++i)
        if (std::string wrong = wrong_step(*lesson, i); !wrong.empty()) return wrong;
    return {};
}

}  // namespace tilescope::fuzz
