// app/io/file.cpp -- whole files in and out; nothing half-written.
// SPDX-License-Identifier: MIT
#include "app/io/file.h"

#include <tilescope/base/say.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace tilescope::io {
namespace {

std::string reason() { return std::strerror(errno); }

bool write_all(int file, std::string_view text) {
    while (!text.empty()) {
        const ssize_t wrote = write(file, text.data(), text.size());
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote <= 0) return false;
        text.remove_prefix(static_cast<std::size_t>(wrote));
    }
    return true;
}

}  // namespace

Answer<std::string> read_text(const std::string& path) {
    const auto refuse = [&](std::string why) { return Answer<std::string>::refuse(say(path, ": ", std::move(why))); };
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return refuse(say("cannot be opened: ", reason(), "."));
    struct stat about {};
    if (fstat(file, &about) != 0 || S_ISDIR(about.st_mode)) {
        close(file);
        return refuse("is a folder, want a file.");
    }
    std::string text;
    char part[1 << 16];
    for (ssize_t got = 1; got != 0;) {
        got = read(file, part, sizeof part);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) {
            const std::string why = reason();
            close(file);
            return refuse(say("cannot be read: ", why, "."));
        }
        text.append(part, static_cast<std::size_t>(got));
    }
    close(file);
    return text;
}

Answer<bool> write_text(const std::string& path, std::string_view text) {
    const std::string beside = say(path, ".tilescope-new");
    const auto refuse = [&](std::string why) {
        unlink(beside.c_str());
        return Answer<bool>::refuse(say(path, ": cannot be written: ", std::move(why), "; nothing was changed."));
    };
    std::error_code ignored;
    if (const auto folder = std::filesystem::path(path).parent_path(); !folder.empty())
        std::filesystem::create_directories(folder, ignored);
    const int file = open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file < 0) return refuse(reason());
    const bool written = write_all(file, text) && fsync(file) == 0;
    const std::string why = written ? "" : reason();
    close(file);
    if (!written) return refuse(why);
    if (rename(beside.c_str(), path.c_str()) != 0) return refuse(reason());
    return true;
}

}  // namespace tilescope::io
