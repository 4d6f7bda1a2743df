// app/io/autosave.h -- a copy of unsaved edits, for the start after a crash.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/session/session.h>

#include <chrono>
#include <string>

namespace tilescope::io {

// autosave.json in a folder. Of several programs that run at once the first one has it: the others find nothing and
// keep nothing, so that none takes a running program's copy for the remains of a crash.
class Autosave {
public:
    explicit Autosave(std::string folder);
    ~Autosave();
    Autosave(const Autosave&) = delete;
    Autosave& operator=(const Autosave&) = delete;

    bool is_ours() const { return lock_ >= 0; }

    // A program that ended well leaves no copy.
    bool found() const;
    struct Copy {
        Session session;
        std::chrono::seconds age{};
    };
    // Requires: found(). A copy that cannot be read is a sentence, and stays.
    Answer<Copy> load() const;

    // Requires: is_ours().
    Answer<bool> keep(const Session& session) const;
    void drop() const;

private:
    std::string path_;
    int lock_ = -1;
};

}  // namespace tilescope::io
