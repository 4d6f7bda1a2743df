// app/io/user_folders.cpp -- the folders of both programs on the user's disk.
// SPDX-License-Identifier: MIT
#include "app/io/user_folders.h"
#include "app/io/replace_file.h"

#include <tilescope/base/say.h>

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

namespace tilescope::io {
namespace {

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
