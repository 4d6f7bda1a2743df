// app/io/autosave.cpp -- backup copies of unsaved edits, for the next start after a program ended without saving.
// SPDX-License-Identifier: MIT
#include "app/io/autosave.h"

#include "app/io/folder.h"
#include "app/io/session_file.h"

#include <tilescope/base/say.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>

namespace tilescope::io {
namespace {

namespace fs = std::filesystem;

// Not std::random_device: it needs a newer C library than everything else in the program, and the program must start on
// servers (see TILESCOPE_PORTABLE).
std::uint32_t random_number(std::uint32_t attempt) {
    std::uint32_t out = 0;
    return getentropy(&out, sizeof out) == 0 ? out : static_cast<std::uint32_t>(getpid()) + attempt;
}

constexpr std::string_view kBackupName = "autosave", kCopy = ".json", kLock = ".lock";

std::string lock_of(const std::string& copy) { return say(copy.substr(0, copy.size() - kCopy.size()), kLock); }

// Returns whether the open lock file is still the file at this path.
bool is_file_of(int lock, const std::string& path) {
    struct stat mine {
    }, there{};
    return fstat(lock, &mine) == 0 && stat(path.c_str(), &there) == 0 && mine.st_ino == there.st_ino &&
           mine.st_dev == there.st_dev;
}

std::chrono::nanoseconds age_of(const std::string& path) {
    std::error_code unreadable;
    const auto written = fs::last_write_time(path, unreadable);
    const auto age = unreadable ? fs::file_time_type::duration{} : fs::file_time_type::clock::now() - written;
    return std::chrono::duration_cast<std::chrono::nanoseconds>(age);
}

LeftCopy read_copy(HeldCopy copy) {
    const std::chrono::nanoseconds age = age_of(copy.path());
    const Answer<std::string> text = read_file_text(copy.path());
    const Answer<SessionFile> file = text ? session_from_text(*text) : Refusal(text.why);
    if (file) return {std::move(copy), file->session, age};
    copy.set_aside();
    return {std::move(copy), Refusal(file.why), age};
}

// Returns the paths of the files autosave*<ending> in the folder.
std::vector<std::string> named(const std::string& folder, std::string_view ending) {
    std::vector<std::string> out;
    std::error_code unreadable;
    for (fs::directory_iterator at(folder, unreadable), end; !unreadable && at != end; at.increment(unreadable)) {
        const std::string name = at->path().filename().string();
        if (name.starts_with(kBackupName) && name.ends_with(ending)) out.push_back(at->path().string());
    }
    return out;
}

bool is_there(const std::string& path) {
    std::error_code unreadable;
    return fs::exists(fs::symlink_status(path, unreadable));
}

}  // namespace

// Checks after locking that the lock file still has its name. The former holder may have removed the file, and another
// program does not see a lock on a removed file.
Answer<std::optional<HeldCopy>> HeldCopy::hold(std::string path) {
    const std::string lock_path = lock_of(path);
    for (;;) {
        Descriptor lock(open(lock_path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600));
        if (!lock) return Refusal(lock_path, ": cannot be created: ", reason(), ".");
        if (flock(lock.number(), LOCK_EX | LOCK_NB) != 0) {
            if (errno == EWOULDBLOCK) return std::optional<HeldCopy>();
            return Refusal(lock_path, ": cannot be locked: ", reason(), ".");
        }
        if (is_file_of(lock.number(), lock_path)) return std::optional(HeldCopy(path, lock_path, std::move(lock)));
    }
}

HeldCopy& HeldCopy::operator=(HeldCopy&& from) noexcept {
    std::swap(path_, from.path_);
    std::swap(lock_path_, from.lock_path_);
    std::swap(lock_, from.lock_);
    return *this;
}

HeldCopy::~HeldCopy() {
    if (is_held()) unlink(lock_path_.c_str());
}

bool HeldCopy::is_held() const { return lock_ && is_file_of(lock_.number(), lock_path_); }

void HeldCopy::remove() { unlink(path_.c_str()); }

void HeldCopy::set_aside() {
    const fs::path from = path_;
    for (int i = 0;; ++i) {
        const std::string number = i == 0 ? "" : say('-', i);
        const fs::path to = from.parent_path() / say("unreadable-", from.stem().string(), number, kCopy);
        if (is_there(to)) continue;
        if (rename(path_.c_str(), to.c_str()) == 0) path_ = to.string();
        return;
    }
}

Answer<void> Autosave::take_place() {
    if (copy_ && copy_->is_held()) return {};
    copy_.reset();
    written_ = false;
    if (folder_.empty()) return Refusal("There is no home folder for a backup copy.");
    if (!make_user_folder(folder_)) return Refusal(folder_, ": cannot be created, or is not a folder.");
    for (std::uint32_t attempt = 0; !copy_; ++attempt) {
        const std::string name = hex(random_number(attempt), 8).substr(2);
        const std::string path = say(folder_, '/', kBackupName, '-', name, kCopy);
        if (is_there(path)) continue;
        auto held = HeldCopy::hold(path);
        if (!held) return Refusal(held.why);
        copy_ = std::move(*held);
    }
    return {};
}

Answer<void> Autosave::keep(const Session& session, std::uint64_t number) {
    const std::lock_guard lock(mutex_);
    if (number < done_) return {};
    if (const auto place = take_place(); !place) return place;
    const Answer<void> saved = save_session(copy_->path(), {session});
    if (!saved) return saved;
    done_ = number;
    written_ = true;
    return {};
}

void Autosave::drop(std::uint64_t number) {
    const std::lock_guard lock(mutex_);
    if (number < done_) return;
    done_ = number;
    if (copy_) copy_->remove();
    written_ = false;
}

std::string Autosave::path() const {
    const std::lock_guard lock(mutex_);
    return copy_ && written_ ? copy_->path() : std::string();
}

std::vector<LeftCopy> adopt_copies(const std::string& folder) {
    std::vector<LeftCopy> out;
    if (folder.empty()) return out;
    for (std::string& path : named(folder, kCopy)) {
        auto held = HeldCopy::hold(path);
        const bool adopted = held && *held && is_there(path);
        if (adopted) out.push_back(read_copy(std::move(**held)));
    }
    // Removes locks without a copy. They are from programs that were killed while they had no copy. The destructor of
    // HeldCopy removes the lock file.
    for (const std::string& lock : named(folder, kLock))
        if (const auto held = HeldCopy::hold(say(lock.substr(0, lock.size() - kLock.size()), kCopy)); !held) break;
    std::ranges::sort(out, {}, &LeftCopy::age);
    return out;
}

}  // namespace tilescope::io
