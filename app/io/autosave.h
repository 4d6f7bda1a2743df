// app/io/autosave.h -- backup copies of unsaved edits, for the next start after a program ended without saving.
// SPDX-License-Identifier: MIT
//
//     autosave-1f0c93a2.json   the unsaved edits of one window; each new copy replaces the whole file
//     autosave-1f0c93a2.lock   this window holds a lock on it; the lock ends with the process, also if it is killed
//
// If the lock of a copy is free, the window of the copy has ended. The next program that starts takes the lock, so that
// only one program adopts the copy. The lock is a separate file because each write replaces the file of the copy.
#pragma once

#include "app/io/descriptor.h"

#include <tilescope/base/answer.h>
#include <tilescope/document/session.h>

#include <chrono>
#include <mutex>

namespace tilescope::io {

// A backup copy and its lock. Only the program that holds the lock writes or removes the copy.
class HeldCopy {
public:
    // Takes the lock. Returns nothing if another program holds the lock. Errors: the copy cannot be locked at all.
    static Answer<std::optional<HeldCopy>> hold(std::string path);
    ~HeldCopy();  // removes the lock, but not the copy
    HeldCopy(HeldCopy&& from) noexcept = default;
    HeldCopy& operator=(HeldCopy&& from) noexcept;

    const std::string& path() const { return path_; }
    bool is_held() const;  // false if the lock file was removed, for example with its folder
    void remove();         // removes the copy

    // Renames a copy that cannot be read, so that no program writes or removes it. Then path() is the new name.
    void set_aside();

private:
    HeldCopy(std::string path, std::string lock_path, Descriptor lock)
        : path_(std::move(path)), lock_path_(std::move(lock_path)), lock_(std::move(lock)) {}

    std::string path_, lock_path_;
    Descriptor lock_;
};

// The backup copy of this window. The first keep() chooses the name, creates the folder and takes the lock. A later
// keep() repeats this if the lock file was removed. Safe from any thread.
class Autosave {
public:
    explicit Autosave(std::string folder) : folder_(std::move(folder)) {}

    // Writes or removes the copy. `number` counts the requests: a request that is older than the last one is ignored.
    Answer<void> keep(const Session& session, std::uint64_t number);
    void drop(std::uint64_t number);

    const std::string& folder() const { return folder_; }
    // The path of the last copy. Empty if there is no copy.
    std::string path() const;

private:
    Answer<void> take_place();  // refused if there is no folder to write to

    const std::string folder_;
    mutable std::mutex mutex_;  // guards all members below
    std::optional<HeldCopy> copy_;
    std::uint64_t done_ = 0;
    bool written_ = false;
};

struct LeftCopy {
    HeldCopy copy;
    Answer<Session> session;  // a refusal: the copy cannot be read and was renamed (set_aside())
    std::chrono::nanoseconds age{};
};

// Finds the copies in the folder whose lock is free, and takes their locks. Returns these copies, newest first.
std::vector<LeftCopy> adopt_copies(const std::string& folder);

}  // namespace tilescope::io
