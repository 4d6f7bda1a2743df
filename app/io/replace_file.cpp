// app/io/replace_file.cpp -- replaces a file, completely or not at all.
// SPDX-License-Identifier: MIT
#include "app/io/replace_file.h"
#include "app/io/descriptor.h"
#include "app/io/file.h"

#include <tilescope/base/say.h>

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdint>
#include <filesystem>

namespace tilescope::io {
namespace {

constexpr std::string_view kBefore = ".tilescope-", kAfter = ".new";
constexpr unsigned kDigits = 16;
constexpr unsigned kMostNames = 100;  // the number of names to try
constexpr int kMostEntries = 10'000;  // entries of a folder to check: a large folder must not delay a save
constexpr mode_t kPermissions = 0777, kGroupPermissions = 070, kOtherPermissions = 07;

bool is_unfinished_name(std::string_view name) {
    if (name.size() != kBefore.size() + kDigits + kAfter.size()) return false;
    const std::string_view digits = name.substr(kBefore.size(), kDigits);
    return name.starts_with(kBefore) && name.ends_with(kAfter) &&
           digits.find_first_not_of("0123456789abcdef") == digits.npos;
}

// Returns a random name. Without random numbers, returns a name from the number of tries, so each try has another name.
std::string unfinished_name(std::uint64_t tries) {
    std::uint64_t random = 0;
    if (getrandom(&random, sizeof random, 0) != sizeof random) random = tries;
    return say(kBefore, hex(random, kDigits).substr(2), kAfter);
}

bool lock(int file, int how) {
    return uninterrupted([&] { return flock(file, LOCK_EX | how); }) == 0;
}

bool flush(int file) {
    return uninterrupted([&] { return fsync(file); }) == 0;
}

Descriptor opened(const std::string& path, int flags, mode_t mode = 0) {
    return Descriptor(uninterrupted([&] { return open(path.c_str(), flags | O_CLOEXEC, mode); }));
}

// A locked file with a unique name. The destructor removes the file, unless rename_to() has renamed it.
class Unfinished {
public:
    Unfinished(std::string folder, mode_t mode) {
        for (std::uint64_t tries = 0; tries < kMostNames; ++tries) {
            path_ = say(folder, "/", unfinished_name(tries));
            file_ = opened(path_, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
            if (!file_ && errno != EEXIST) return;
            if (file_ && keeps_its_name()) return;
        }
        file_ = Descriptor();
        errno = EEXIST;
    }
    ~Unfinished() {
        if (file_ && !renamed_) unlink(path_.c_str());
    }
    Unfinished(const Unfinished&) = delete;
    Unfinished& operator=(const Unfinished&) = delete;

    explicit operator bool() const { return bool{file_}; }
    int file() const { return file_.number(); }
    bool rename_to(const std::string& path) {
        renamed_ = rename(path_.c_str(), path.c_str()) == 0;
        return renamed_;
    }

private:
    // Locks the file. Returns whether the file still has its name: another program may have removed it before the lock.
    bool keeps_its_name() {
        lock(file_.number(), 0);
        struct stat about {};
        return fstat(file_.number(), &about) == 0 && about.st_nlink > 0;
    }

    std::string path_;
    Descriptor file_;
    bool renamed_ = false;
};

// Gives the new file the owner, group and mode of the old file. If the group cannot be kept, the new group gets no more
// rights than all others. Ignores errors, because some file systems have no modes.
void keep_mode(int file, const struct stat& old) {
    mode_t mode = old.st_mode & kPermissions;
    const bool both = fchown(file, old.st_uid, old.st_gid) == 0;
    const bool group = both || fchown(file, static_cast<uid_t>(-1), old.st_gid) == 0;
    if (!group) mode &= ~kGroupPermissions | (mode & kOtherPermissions) << 3;
    fchmod(file, mode);
}

// Flushes the folder, so that the new name also survives a power failure. Ignores a folder that cannot be opened and a
// file system that cannot flush it.
bool flush_folder(const std::string& folder) {
    const Descriptor place = opened(folder, O_RDONLY | O_DIRECTORY);
    return !place || flush(place.number()) || errno != EIO;
}

// Removes the file if no program has locked it. Removes it only while this program holds the lock and only if the file
// still has this name. Requires: is_unfinished_name() is true for the name.
void remove_if_unlocked(const std::string& path) {
    struct stat named {
    }, found{};
    if (lstat(path.c_str(), &named) != 0 || !S_ISREG(named.st_mode) || named.st_uid != geteuid()) return;
    // NFS locks only files that are open for writing.
    Descriptor file = opened(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK);
    if (!file) file = opened(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    if (!file || !lock(file.number(), LOCK_NB)) return;
    if (fstat(file.number(), &found) != 0 || lstat(path.c_str(), &named) != 0) return;
    if (named.st_ino == found.st_ino && named.st_dev == found.st_dev) unlink(path.c_str());
}

}  // namespace

Answer<void> replace_file(const std::string& path, std::string_view text) {
    return replace_file(path, [&](const TakePart& take) { return take(text); });
}

Answer<void> replace_file(const std::string& path, const FillFile& fill) {
    const auto refuse = [](std::string_view why) {
        return Answer<void>::refuse(say("cannot be written: ", why, "; this file was not changed"));
    };
    struct stat old {};
    const bool replaces = stat(path.c_str(), &old) == 0;
    if (replaces && faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0) return refuse(reason());
    const std::string folder = folder_of(path);
    sweep_unfinished(folder);
    Unfinished file(folder, replaces ? 0600 : 0666);
    if (!file) return refuse(reason());
    if (replaces) keep_mode(file.file(), old);
    const auto take = [&](std::string_view part) {
        return write_all(file.file(), part) ? Answer<void>() : Answer<void>::refuse(reason());
    };
    if (const Answer<void> filled = fill(take); !filled) return refuse(filled.why);
    if (!flush(file.file())) return refuse(reason());
    if (!file.rename_to(path)) return refuse(reason());
    if (!flush_folder(folder))
        return Answer<void>::refuse(
            say("was written, but may be lost if the power fails, because the disk reports an error: ", reason()));
    return {};
}

void sweep_unfinished(const std::string& folder) {
    DIR* const entries = opendir(folder.c_str());
    if (entries == nullptr) return;
    for (int seen = 0; seen < kMostEntries; ++seen) {
        const dirent* const entry = readdir(entries);
        if (entry == nullptr) break;
        if (is_unfinished_name(entry->d_name)) remove_if_unlocked(say(folder, "/", entry->d_name));
    }
    closedir(entries);
}

}  // namespace tilescope::io
