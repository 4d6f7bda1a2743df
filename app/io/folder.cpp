// app/io/folder.cpp -- folders: what is in one, for a list from which a person chooses, and those of the user.
// SPDX-License-Identifier: MIT
#include "app/io/folder.h"

#include "app/io/descriptor.h"
#include "app/io/file.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <memory>

namespace tilescope::io {
namespace {

namespace fs = std::filesystem;

std::string local_time_of(std::time_t seconds) {
    std::tm parts{};
    std::array<char, 32> text{};
    if (localtime_r(&seconds, &parts) == nullptr) return {};
    return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M", &parts)};
}

// What is at this path in an open folder. A link counts as its target.
FolderEntry entry_in(int folder, const char* path) {
    FolderEntry out{.name = path};
    struct stat about {};
    out.is_there = fstatat(folder, path, &about, 0) == 0;
    if (!out.is_there) return out;
    out.is_folder = S_ISDIR(about.st_mode);
    if (S_ISREG(about.st_mode)) out.bytes = static_cast<std::uint64_t>(about.st_size);
    out.changed = local_time_of(about.st_mtime);
    return out;
}

std::string absolute_path(const std::string& path) {
    std::error_code unreadable;
    const fs::path absolute = fs::absolute(path.empty() ? "." : path, unreadable).lexically_normal();
    std::string out = unreadable ? path : absolute.string();
    if (out.size() > 1 && out.back() == '/') out.pop_back();
    return out;
}

std::string_view what_to_do(int error) {
    if (error == ENOENT) return "It does not exist. Choose another folder.";
    if (error == ENOTDIR) return "It is not a folder. Choose a folder.";
    if (error == EACCES || error == EPERM) return "You are not allowed to read it. Choose another folder.";
    return {};
}

constexpr mode_t kOwnerAlone = 0700, kOthers = 077;

std::string absolute_path_in(const char* variable) {
    const char* const value = std::getenv(variable);
    return value != nullptr && *value == '/' ? value : std::string();
}

std::string folder_in(const char* variable, const char* below_home) {
    if (const std::string base = absolute_path_in(variable); !base.empty()) return say(base, "/tilescope");
    const std::string home = absolute_path_in("HOME");
    return home.empty() ? std::string() : say(home, "/", below_home, "/tilescope");
}

}  // namespace

Answer<FolderList> read_folder(const std::string& path, const std::stop_token& stop, std::size_t most) {
    FolderList out{.path = absolute_path(path)};
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir(out.path.c_str()), closedir);
    if (!folder) {
        const std::string_view advice = what_to_do(errno);
        return Refusal(advice.empty() ? say("The folder ", printable(out.path), " cannot be read: ", reason(),
                                            ". Try again or choose another folder.")
                                      : say("The folder ", printable(out.path), " cannot be read. ", advice));
    }
    const int place = dirfd(folder.get());
    while (!stop.stop_requested()) {
        const dirent* next = readdir(folder.get());
        if (next == nullptr) break;
        const std::string_view name = next->d_name;
        if (name == "." || name == "..") continue;
        if (out.entries.size() >= most) {
            out.more = true;
            break;
        }
        out.entries.push_back(entry_in(place, next->d_name));
    }
    return out;
}

FolderList look_at_files(const std::vector<std::string>& paths, const std::stop_token& stop) {
    FolderList out;
    for (const std::string& path : paths) {
        if (stop.stop_requested()) break;
        out.entries.push_back(entry_in(AT_FDCWD, path.c_str()));
    }
    return out;
}

std::string home_folder() {
    const char* home = std::getenv("HOME");
    return home != nullptr && *home == '/' ? std::string(home) : std::string("/");
}

std::string with_home(const std::string& path) {
    const bool is_home = path == "~" || path.starts_with("~/");
    return is_home ? home_folder() + path.substr(1) : path;
}

std::string config_folder() { return folder_in("XDG_CONFIG_HOME", ".config"); }
std::string state_folder() { return folder_in("XDG_STATE_HOME", ".local/state"); }

bool make_user_folder(const std::string& folder) {
    std::filesystem::path made;
    for (const std::filesystem::path& part : std::filesystem::path(folder)) {
        made /= part;
        mkdir(made.c_str(), kOwnerAlone);  // fails if the folder already exists
    }
    struct stat about {};
    if (folder.empty() || stat(folder.c_str(), &about) != 0 || !S_ISDIR(about.st_mode)) return false;
    if (about.st_uid == geteuid() && (about.st_mode & kOthers) != 0) chmod(folder.c_str(), kOwnerAlone);
    sweep_unfinished(folder);
    return true;
}

}  // namespace tilescope::io
