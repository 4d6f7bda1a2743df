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
#include <optional>

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

// What is on the other side of links, if anything is.
std::optional<struct stat> look_at(const std::string& path) {
    struct stat about {};
    if (stat(path.c_str(), &about) != 0) return {};
    return about;
}

bool is_regular(const struct stat& about) { return S_ISREG(about.st_mode); }

// Empty, or the folder of the path that is not there: a slip of the pen makes none.
std::string missing_folder(const std::string& path) {
    const std::string folder = std::filesystem::path(path).parent_path().string();
    const auto about = look_at(folder.empty() ? "." : folder);
    return about && S_ISDIR(about->st_mode) ? std::string() : folder;
}

using Written = Answer<bool>;
Written unchanged(std::string why) { return Written::refuse(say(std::move(why), "; nothing was changed")); }

// Into what has no contents of its own: a pipe, a terminal, the null device. A pipe that nobody reads would never open
// otherwise.
Written write_through(const std::string& path, std::string_view text) {
    const int file = open(path.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file < 0) return unchanged(errno == ENXIO ? "nobody reads this pipe" : reason());
    fcntl(file, F_SETFL, O_WRONLY);
    const bool written = write_all(file, text);
    std::string why = written ? "" : reason();
    close(file);
    return written ? Written(true) : Written::refuse(std::move(why));
}

// A new file beside the old one, then renamed.
Written write_beside(const std::string& path, std::string_view text) {
    const std::string beside = say(path, ".tilescope-new");
    const auto refuse = [&](std::string why) {
        unlink(beside.c_str());
        return unchanged(std::move(why));
    };
    const int file = open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file < 0) return refuse(reason());
    const bool written = write_all(file, text) && fsync(file) == 0;
    const std::string why = written ? "" : reason();
    close(file);
    if (!written) return refuse(why);
    if (rename(beside.c_str(), path.c_str()) != 0) return refuse(reason());
    return true;
}

Written write_where_it_leads(const std::string& path, std::string_view text) {
    if (const std::string folder = missing_folder(path); !folder.empty())
        return unchanged(say("there is no folder '", folder, "'"));
    const auto about = look_at(path);
    if (about && (S_ISFIFO(about->st_mode) || S_ISCHR(about->st_mode))) return write_through(path, text);
    if (about && !is_regular(*about))
        return unchanged(S_ISDIR(about->st_mode) ? "is a folder, want a file" : "is no file, want one");
    std::error_code ignored;
    if (!std::filesystem::is_symlink(path, ignored)) return write_beside(path, text);
    const auto led_to = std::filesystem::canonical(path, ignored);
    return ignored ? unchanged("is a link to nothing, want a file") : write_beside(led_to.string(), text);
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

Answer<std::string> read_file_text(const std::string& path, std::uint64_t most) {
    const auto refuse = [&](std::string why) { return Answer<std::string>::refuse(say(path, ": ", std::move(why))); };
    const auto about = look_at(path);
    if (!about) return refuse(say("cannot be opened: ", reason(), "."));
    if (!is_regular(*about))
        return refuse(S_ISDIR(about->st_mode) ? "is a folder, want a file." : "is no file, want one.");
    const auto bytes = static_cast<std::uint64_t>(about->st_size);
    if (bytes > most) return refuse(say("has ", bytes, " bytes, want at most ", most, "."));
    return read_text(path);
}

Answer<bool> write_text(const std::string& path, std::string_view text) {
    const Answer<bool> written = write_where_it_leads(path, text);
    if (written) return true;
    return Answer<bool>::refuse(say(path, ": cannot be written: ", written.why, "."));
}

}  // namespace tilescope::io
