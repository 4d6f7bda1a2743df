// app/io/on_path.cpp -- the file of another program, on PATH.
// SPDX-License-Identifier: MIT
#include "app/io/on_path.h"

#include <tilescope/base/say.h>

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <vector>

namespace tilescope::io {

std::optional<std::string> program_on_path(const std::string& name, std::span<const std::string> others) {
    std::vector<std::string> folders;
    const char* path = std::getenv("PATH");
    for (std::string_view rest = path ? path : ""; !rest.empty();) {
        const std::size_t end = rest.find(':');
        folders.emplace_back(rest.substr(0, end));
        rest = end == rest.npos ? std::string_view() : rest.substr(end + 1);
    }
    folders.insert(folders.end(), others.begin(), others.end());
    for (const std::string& folder : folders) {
        if (!folder.starts_with('/')) continue;
        const std::string file = say(folder, "/", name);
        std::error_code ignored;
        if (std::filesystem::is_regular_file(file, ignored) && access(file.c_str(), X_OK) == 0) return file;
    }
    return std::nullopt;
}

}  // namespace tilescope::io
