// core/include/tilescope/document/history.h -- undo and redo, and the differences between two sessions.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/document/edit.h>

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace tilescope {

// A list of steps that can be undone and redone. All edits with the same gesture number (one drag, one held button,
// typing in one box) form one step. With gesture 0, each edit is a separate step. A step stores two whole sessions,
// because a session has only a few kilobytes.
class History {
public:
    static constexpr std::size_t kMostSteps = 500;

    struct Step {
        std::string what;  // "A desc: sbo 1024 -> 512"
        Session before, after;
        std::uint64_t gesture = 0;
        bool opens = false;      // it puts another session in the place of this one: LoadSession
        UnknownBits given = {};  // the bits that this step and those right before it completed one at a time
    };

    // Applies the edit to `session` and records it. An edit that changes nothing is not recorded, nor is a gesture that
    // ends as it began. Unknown bits count as unknown until the end of the gesture that gives them values, or of the
    // clicks that give them values one at a time: memory follows them so long (see apply_edit).
    void record_and_apply(Session& session, const Edit& edit, std::uint64_t gesture = 0);

    bool can_undo() const { return done_ > 0; }
    bool can_redo() const { return done_ < steps_.size(); }
    void undo(Session& session);
    void redo(Session& session);
    // Undoes or redoes steps until `done` steps are in effect.
    void go_to(Session& session, std::size_t done);

    const std::deque<Step>& steps() const { return steps_; }
    std::size_t done() const { return done_; }  // number of steps in effect; the steps after them can be redone
    std::size_t edits() const;                  // those of them that changed the session that was opened last

private:
    std::deque<Step> steps_;
    std::size_t done_ = 0;
};

// A difference between two sessions.
struct SessionChange {
    std::string what;              // "A desc sbo: 1024 bytes -> 512 bytes"
    Edit restore;                  // undoes the difference: gives `to` the value that `from` has
    const Field* field = nullptr;  // a field of `word`; null: the difference is in no word (kind, arch, tile K, ...)
    WordId word = WordId::a_desc;
};

// Lists the differences between `from` and `to`:
//
//     for (const SessionChange& change : changes_between(from, to)) to = apply_edit(to, change.restore);  // to == from
//
// The words are compared with the field tables of `to`. If the edition or the kind differs too, a change shows how the
// tables of `to` read the old bits.
// Returns: an empty list exactly if the sessions are equal. Applying every `restore` to `to` gives `from`.
std::vector<SessionChange> changes_between(const Session& from, const Session& to);

}  // namespace tilescope
