// app/io/same_file.cpp -- whether two names lead to one file.
// SPDX-License-Identifier: MIT
#include "app/io/same_file.h"

#include <sys/stat.h>

#include <filesystem>

namespace tilescope::io {

bool is_same_file(const std::string& a, const std::string& b) {
    if (a.empty() || b.empty() || a == "-" || b == "-") return false;
    struct stat of_a {};
    struct stat of_b {};
    const bool has_a = stat(a.c_str(), &of_a) == 0, has_b = stat(b.c_str(), &of_b) == 0;
    if (has_a != has_b) return false;
    if (has_a) return S_ISREG(of_a.st_mode) && of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
    std::error_code failed;
    const auto path_a = std::filesystem::weakly_canonical(a, failed);
    if (failed) return false;
    const auto path_b = std::filesystem::weakly_canonical(b, failed);
    return !failed && path_a == path_b;
}

}  // namespace tilescope::io
