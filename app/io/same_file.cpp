// app/io/same_file.cpp -- whether two names lead to one file.
// SPDX-License-Identifier: MIT
#include "app/io/same_file.h"

#include <sys/stat.h>

#include <filesystem>

namespace tilescope::io {
namespace {

// Where a file will be that does not exist yet. A link to a missing file leads there too. Empty: nowhere.
std::filesystem::path place_of(std::filesystem::path path) {
    constexpr int kMostLinks = 40;  // as Linux
    std::error_code failed;
    for (int links = 0; links < kMostLinks && std::filesystem::is_symlink(path, failed); ++links)
        path = path.parent_path() / std::filesystem::read_symlink(path, failed);
    path = std::filesystem::weakly_canonical(std::filesystem::absolute(path, failed), failed);
    return failed ? std::filesystem::path() : path;
}

}  // namespace

bool is_same_file(const std::string& a, const std::string& b) {
    if (a.empty() || b.empty() || a == "-" || b == "-") return false;
    struct stat of_a {};
    struct stat of_b {};
    const bool has_a = stat(a.c_str(), &of_a) == 0, has_b = stat(b.c_str(), &of_b) == 0;
    if (has_a != has_b) return false;
    if (has_a) return S_ISREG(of_a.st_mode) && of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
    const auto place = place_of(a);
    return !place.empty() && place == place_of(b);
}

}  // namespace tilescope::io
