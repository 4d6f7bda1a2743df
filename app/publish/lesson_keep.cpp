// app/publish/lesson_keep.cpp -- what a learner takes away from a lesson.
// SPDX-License-Identifier: MIT
#include "app/publish/lesson_keep.h"

#include "app/publish/export_targets.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>

namespace tilescope::io {

bool keeps_session(const Lesson& lesson) { return lesson.keep == "session"; }

Answer<CodeTarget> kept_of(const Lesson& lesson) {
    auto target = export_target(keeps_session(lesson) ? "json" : lesson.keep);
    if (!target)
        return Answer<CodeTarget>::refuse(
            say("keep: '", excerpt(lesson.keep), "' is neither session nor a target of export"));
    return target;
}

Answer<CodeText> kept_text(const Lesson& lesson, const LessonState& state) {
    const auto target = kept_of(lesson);
    if (!target) return Answer<CodeText>::refuse(target.why);
    const Derived derived = derive(state.session);
    auto text = target->text({.derived = derived, .view_state = &state.view});
    if (!text) return Answer<CodeText>::refuse(say("keep: ", target->title, ": ", text.why));
    return text;
}

}  // namespace tilescope::io
