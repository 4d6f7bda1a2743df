// app/io/autosave.h -- copies of unsaved edits, for the start after a program that ended without saving.
// SPDX-License-Identifier: MIT
//
//     autosave-1f0c93a2.json   the unsaved edits of one window, replaced whole at each pause
//     autosave-1f0c93a2.lock   locked by that window for as long as it lives, however it ends
//
// A copy whose lock is free has lost its window: a start takes the lock and with it the copy, so that one program gets
// it and no other. The lock is a file of its own because the copy is another file after each write.
#pragma once

#include "app/io/descriptor.h"

#include <tilescope/base/answer.h>
#include <tilescope/session/session.h>

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace tilescope::io {

// A copy and its lock. Whoever holds one is the only program that writes or removes the copy.
class HeldCopy {
public:
    // Nothing where another program holds it; a sentence where it cannot be locked at all.
    static Answer<std::optional<HeldCopy>> hold(std::string path);
    ~HeldCopy();  // the copy stays, the lock goes
    HeldCopy(HeldCopy&& from) noexcept = default;
    HeldCopy& operator=(HeldCopy&& from) noexcept;

    const std::string& path() const { return path_; }
    bool is_held() const;  // somebody may have removed the folder
    void remove();         // the copy

    // Gives a copy that cannot be read a name that no program writes or removes; path() is where it lies then.
    void set_aside();

private:
    HeldCopy(std::string path, std::string lock_path, Descriptor lock)
        : path_(std::move(path)), lock_path_(std::move(lock_path)), lock_(std::move(lock)) {}

    std::string path_, lock_path_;
    Descriptor lock_;
};

// The copy of this window. Its name is chosen, its folder made and its lock taken when the first copy is kept, and
// again after somebody has removed them. From any thread.
class Autosave {
public:
    explicit Autosave(std::string folder) : folder_(std::move(folder)) {}

    // `number` counts what was asked for: what is older than the last that was done is left out.
    Answer<void> keep(const Session& session, std::uint64_t number);
    void drop(std::uint64_t number);

    const std::string& folder() const { return folder_; }
    // Where the last copy lies; empty: there is none.
    std::string path() const;

private:
    Answer<void> take_place();  // refused where there is no place to write to

    const std::string folder_;
    mutable std::mutex mutex_;  // of all below
    std::optional<HeldCopy> copy_;
    std::uint64_t done_ = 0;
    bool written_ = false;
};

struct LeftCopy {
    HeldCopy copy;
    Answer<Session> session;  // refused: it cannot be read, and was set aside
    std::chrono::nanoseconds age{};
};

// The copies in a folder that no living program holds, newest first. They are held from now on.
std::vector<LeftCopy> adopt_copies(const std::string& folder);

}  // namespace tilescope::io
