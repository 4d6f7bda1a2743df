// core/src/lessons/computed.h -- a state of a lesson with what follows from it.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/lessons/step.h>

#include <optional>

namespace tilescope {

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
