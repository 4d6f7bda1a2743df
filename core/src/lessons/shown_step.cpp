// core/src/lessons/shown_step.cpp -- a step as terminal, pages and window show it: with all its numbers.
// SPDX-License-Identifier: MIT
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/document/emulate.h>
#include <tilescope/emulator/element_terms.h>
#include <tilescope/lessons/shown_step.h>
#include <tilescope/view/pictures.h>

#include <cstdint>

namespace tilescope {
namespace {

// The state after the answers: for a question, the beginning.
LessonState answered(const LessonStep& step, const LessonState& begin, const LessonMoment& first) {
    LessonState state = begin;
    if (step.reply) return state;
    for (const LessonAction& action : step.answers) {
        const auto whole = with_values(action, first);
        if (!whole || !is_tried(*whole) || !apply(state, *whole)) break;
    }
    return state;
}

// The text after the answers.
LessonLine done_text(const LessonStep& step, const LessonState& state, const LessonMoment& first) {
    if (step.reply) return evaluated(step.done, first);
    const Derived derived = derive(state.session);
    const auto emulation = needs_emulation(step.done) ? lesson_emulation(derived) : std::optional<Emulation>();
    return evaluated(step.done, {derived, state.view, emulation ? &*emulation : nullptr});
}

// A view that shows the emulated D gets one.
std::optional<Scene> picture_of_step(const LessonStep& step, const Derived& derived, const ViewState& view) {
    if (step.picture.empty()) return std::nullopt;
    Results results;
    const PictureView* row = find_picture_view(step.picture);
    if (row && row->result == UsesResult::always) {
        if (const JobAnswer job = emulator_job(derived)) {
            results.job = *job;
            if (auto emulation = emulate(*job, {.doubts = false})) results.emulation = std::move(*emulation);
        }
        if (results.emulation) results.state = ResultState::done, results.sums = range_of_sums(*results.emulation);
        results.session = derived.session;
    }
    auto scene = picture_of(step.picture, derived, view, results);
    return scene ? std::move(scene.value) : std::nullopt;
}

enum class StepParts : std::uint8_t { begun, all, all_and_picture };

Answer<ShownStep> step_with(const Lesson& lesson, std::size_t index, StepParts parts) {
    const LessonStep& step = lesson.steps[index];
    auto begin = beginning_of(lesson, index);
    if (!begin) return Answer<ShownStep>::refuse(begin.why);
    ShownStep out{.begin = std::move(*begin)};
    const Derived derived = derive(out.begin.session);
    const auto emulation = texts_need_emulation(step) ? lesson_emulation(derived) : std::optional<Emulation>();
    const LessonMoment first{derived, out.begin.view, emulation ? &*emulation : nullptr};
    if (index == 0) out.text = evaluated(lesson.introduction, first);
    const LessonBlocks text = evaluated(step.text, first);
    out.text.insert(out.text.end(), text.begin(), text.end());
    out.caption = evaluated(step.caption, first);
    out.request = evaluated(step.request(), first);
    for (const LessonLine& hint : step.hints) out.hints.push_back(evaluated(hint, first));
    if (step.reply)
        if (auto value = step.reply->value(first)) out.expected = std::move(*value);
    out.after = answered(step, out.begin, first);
    if (step.reply || (step.has_task() && parts != StepParts::begun)) out.done = done_text(step, out.after, first);
    if (parts == StepParts::all_and_picture) out.picture = picture_of_step(step, derived, out.begin.view);
    return out;
}

}  // namespace

Answer<ShownStep> shown_step(const Lesson& lesson, std::size_t index, bool with_picture) {
    return step_with(lesson, index, with_picture ? StepParts::all_and_picture : StepParts::all);
}

Answer<ShownStep> begun_step(const Lesson& lesson, std::size_t index) {
    return step_with(lesson, index, StepParts::begun);
}

Answer<void> is_picture(std::string_view picture) {
    if (picture.empty() || find_picture_view(picture)) return {};
    return Answer<void>::refuse(
        say("there is no picture '", excerpt(picture), "'; use one of: ", list_of(picture_views(), &PictureView::id)));
}

}  // namespace tilescope
