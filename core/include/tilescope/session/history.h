// core/include/tilescope/session/history.h -- undo and redo: whole sessions, in order.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/session/edit.h>

#include <cstdint>
#include <deque>
#include <string>

namespace tilescope {

// A gesture (a drag, a held button, typing in one box) has a number of its own and is one step; gesture 0 is every edit
// for itself. A session is a few kilobytes, so a step keeps the whole of it.
class History {
public:
    static constexpr std::size_t kMostSteps = 500;

    struct Step {
        std::string what;  // "A desc: sbo 1024 -> 512"
        Session before, after;
        std::uint64_t gesture = 0;
    };

    // Applies the edit to `session` and records it; an edit that changes nothing is no step.
    void record_and_apply(Session& session, const Edit& edit, std::uint64_t gesture = 0);

    bool can_undo() const { return done_ > 0; }
    bool can_redo() const { return done_ < steps_.size(); }
    void undo(Session& session);
    void redo(Session& session);
    // Undo or redo until `done` steps are in effect.
    void go_to(Session& session, std::size_t done);

    const std::deque<Step>& steps() const { return steps_; }
    std::size_t done() const { return done_; }  // steps in effect; the rest can be redone

private:
    std::deque<Step> steps_;
    std::size_t done_ = 0;
};

}  // namespace tilescope
