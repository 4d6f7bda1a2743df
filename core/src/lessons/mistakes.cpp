// core/src/lessons/mistakes.cpp -- checks a lesson as its author must: every number, every task both ways.
// SPDX-License-Identifier: MIT
#include "computed.h"

#include <tilescope/base/say.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr std::size_t kFewestSteps = 4, kMostStepsOfLesson = 8, kFewestTasks = 3;

class Author {
public:
    Author(const Lesson& lesson, std::string_view file) : lesson_(lesson), file_(file) {}

    std::vector<std::string> mistakes;

    void check_step(std::size_t index) {
        const LessonStep& step = lesson_.steps[index];
        const auto begin = beginning_of(lesson_, index);
        if (!begin) return add(begin.why);
        const bool emulated = texts_need_emulation(step) || check_needs_emulation(step);
        const Computed first(*begin, emulated);
        std::vector<std::string> why;
        if (index == 0) evaluated(lesson_.introduction, first.moment(), &why);
        evaluated(step.text, first.moment(), &why);
        evaluated(step.caption, first.moment(), &why);
        evaluated(step.request(), first.moment(), &why);
        for (const LessonLine& hint : step.hints) evaluated(hint, first.moment(), &why);
        for (const LessonAction& wrong : step.wrongs) evaluated(wrong.why, first.moment(), &why);
        for (const std::string& sentence : why) add(sentence);
        if (const auto can = is_picture(step.picture); !can) add(say(step.line, ": picture: ", can.why));
        if (step.has_task()) try_task(step, *begin, first, emulated);
    }

    void check_size() {
        const auto tasks = std::ranges::count_if(lesson_.steps, [](const LessonStep& s) { return s.has_task(); });
        if (lesson_.steps.size() < kFewestSteps || lesson_.steps.size() > kMostStepsOfLesson)
            add(say("1: a lesson has ", kFewestSteps, " to ", kMostStepsOfLesson, " steps, not ",
                    lesson_.steps.size()));
        if (static_cast<std::size_t>(tasks) < kFewestTasks)
            add(say("1: a lesson has at least ", kFewestTasks, " steps with a task, not ", tasks));
        for (const LessonStep& step : lesson_.steps) {
            if (!step.has_task()) continue;
            if (step.wrongs.empty()) add(say(step.line, ": the task needs at least one 'wrong'"));
            if (step.hints.empty()) add(say(step.line, ": the task needs at least one 'hint'"));
        }
    }

private:
    const Lesson& lesson_;
    std::string_view file_;

    void add(std::string_view sentence) { mistakes.push_back(say(file_, ':', sentence)); }

    // Whether a state of the learner has done the task. A reply that cannot be read is not right.
    bool done(const LessonStep& step, const Computed& first, const LessonState& state, bool emulated) {
        if (step.reply) {
            const auto reply = replied(step, first.moment(), state.typed);
            return reply && reply->right;
        }
        return reached(step, Computed(state, emulated).moment());
    }

    static Answer<void> apply_action(LessonState& state, const LessonAction& action, const Computed& first) {
        const auto whole = with_values(action, first.moment());
        return whole ? apply(state, *whole) : Refusal(whole.why);
    }

    void try_task(const LessonStep& step, const LessonState& begin, const Computed& first, bool emulated) {
        if (step.check)
            if (const auto value = step.check->value(first.moment()); !value)
                add(say(step.line, ": check: at the beginning of the step ", value.why));
        if (step.reply)
            if (const auto value = step.reply->value(first.moment()); !value)
                add(say(step.line, ": reply: ", value.why));
        if (done(step, first, begin, emulated))
            add(say(step.line, ": the task is reached at the beginning of the step"));
        try_answers(step, begin, first, emulated);
        for (const LessonAction& action : step.wrongs) {
            LessonState state = begin;
            if (!is_tried(action)) continue;
            // The box of a field refuses a value that the field cannot have. Then nothing is reached.
            const bool may_refuse = action.what == LessonDo::set;
            if (const auto applied = apply_action(state, action, first); !applied && !may_refuse)
                add(say(action.line, ": wrong: ", applied.why));
            else if (done(step, first, state, emulated))
                add(say(action.line, ": this wrong action reaches the task"));
        }
    }

    void try_answers(const LessonStep& step, const LessonState& begin, const Computed& first, bool emulated) {
        LessonState state = begin;
        for (const LessonAction& action : step.answers) {
            if (!is_tried(action)) return;  // the test of the window tries it
            if (const auto applied = apply_action(state, action, first); !applied)
                return add(say(action.line, ": answer: ", applied.why));
        }
        const Computed last(state, emulated);
        if (!done(step, first, state, emulated)) {
            const auto value = step.check ? step.check->value(last.moment()) : step.reply->value(first.moment());
            const std::string now =
                value ? say("it is ", text_of(*value), step.reply ? say(", not ", state.typed) : "") : value.why;
            add(say(step.line, ": the answers do not reach the task: ", step.check ? "check: " : "reply: ", now));
        }
        std::vector<std::string> why;
        evaluated(step.done, step.reply ? first.moment() : last.moment(), &why);
        for (const std::string& sentence : why) add(sentence);
    }
};

}  // namespace

std::vector<std::string> mistakes_in(const Lesson& lesson, std::string_view file, bool complete) {
    Author author(lesson, file);
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) author.check_step(i);
    if (complete) author.check_size();
    return std::move(author.mistakes);
}

}  // namespace tilescope
