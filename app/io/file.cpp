// app/io/file.cpp -- reads and writes whole files: with a size limit, and without partial files.
// SPDX-License-Identifier: MIT
#include "app/io/file.h"

#include "app/io/packing.h"

#include <tilescope/base/say.h>
#include <tilescope/base/text.h>

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

namespace tilescope::io {
namespace {

constexpr std::size_t kReadPiece = 1 << 16;
constexpr int kLookMilliseconds = 50;  // the interval at which a waiting reader checks for a stop request

// A compressed file begins with these bytes.
struct Compressor {
    std::string_view name, begin;
};
constexpr Compressor kCompressors[] = {
    {"gzip", "\x1f\x8b"}, {"zstd", "\x28\xb5\x2f\xfd"}, {"xz", {"\xfd\x37\x7a\x58\x5a\0", 6}}, {"bzip2", "BZh"}};

// Returns what is at the path, after following links. Returns nothing if there is nothing.
std::optional<struct stat> look_at(const std::string& path) {
    struct stat about {};
    if (stat(path.c_str(), &about) != 0) return {};
    return about;
}

enum class Named { by_user, by_document };

// Refuses what may never end, unless the user named it: a device has no end, and a pipe may wait forever.
Answer<void> can_be_read(const struct stat& about, bool is_terminal, Named named) {
    if (S_ISREG(about.st_mode)) return {};
    if (S_ISDIR(about.st_mode)) return Refusal("is a folder; give a file.");
    if (named == Named::by_user && (S_ISFIFO(about.st_mode) || is_terminal)) return {};
    return Refusal("is not a file; give a file.");
}

// Opens a file without waiting. If a pipe has no writer, the wait happens while reading. Does not read devices
// other than terminals.
Answer<Descriptor> open_to_read(const std::string& path, Named named, std::uint64_t most) {
    const auto refuse = [&](const auto&... why) { return Refusal(path, ": ", why...); };
    auto about = look_at(path);
    if (!about) return refuse("cannot be opened: ", reason(), ".");
    const bool device = S_ISCHR(about->st_mode) && named == Named::by_user;
    if (const auto can = can_be_read(*about, device, named); !can) return refuse(can.why);
    Descriptor file(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!file) return refuse("cannot be opened: ", reason(), ".");
    if (fstat(file.number(), &*about) != 0) return refuse("cannot be read: ", reason(), ".");
    if (const auto can = can_be_read(*about, isatty(file.number()) == 1, named); !can) return refuse(can.why);
    const auto bytes = static_cast<std::uint64_t>(about->st_size);
    if (S_ISREG(about->st_mode) && bytes > most) return refuse("has ", bytes, " bytes; the limit is ", most, ".");
    return file;
}

// Waits for data or the end of the stream. Returns false on a stop request or an error.
bool wait_to_read(int file, const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        pollfd waits{.fd = file, .events = POLLIN, .revents = 0};
        const int ready = poll(&waits, 1, stop.stop_possible() ? kLookMilliseconds : -1);
        if (ready > 0) return true;
        if (ready < 0 && errno != EINTR) return false;
    }
    errno = ECANCELED;
    return false;
}

// Appends the next bytes to `text`; appends nothing at the end of the stream. Returns false if reading fails.
bool append_piece(int file, std::string& text, const std::stop_token& stop) {
    const std::size_t before = text.size();
    text.resize(before + kReadPiece);
    ssize_t got = -1;
    do
        if (!wait_to_read(file, stop)) break;
    while ((got = read(file, text.data() + before, kReadPiece)) < 0 && (errno == EINTR || errno == EAGAIN));
    text.resize(before + static_cast<std::size_t>(got > 0 ? got : 0));
    return got >= 0;
}

enum class PackedText { refused, kept };

Answer<std::string> read_all(int file, const std::string& name, std::uint64_t most, const std::stop_token& stop,
                             PackedText packed = PackedText::refused) {
    std::string text;
    for (std::size_t before = 0;; before = text.size()) {
        if (!append_piece(file, text, stop)) return Refusal(name, ": cannot be read: ", reason(), ".");
        if (const auto can = is_not_compressed(text); !can && packed == PackedText::refused)
            return Refusal(name, ": ", can.why);
        if (text.size() == before) return text;
        if (text.size() > most) return Refusal(name, ": has more than ", most, " bytes, which is the limit.");
    }
}

bool is_regular(const struct stat& about) { return S_ISREG(about.st_mode); }

// Returns the folder of the path if it does not exist, else an empty text. A typing error must not create a folder.
std::string missing_folder(const std::string& path) {
    const std::string folder = std::filesystem::path(path).parent_path().string();
    const auto about = look_at(folder.empty() ? "." : folder);
    return about && S_ISDIR(about->st_mode) ? std::string() : folder;
}

// The reason of a refusal is what follows the name of the file in a sentence.
using Written = Answer<void>;
Written refused(const auto&... why) { return Refusal("cannot be written: ", why...); }
Written unchanged(const auto&... why) { return refused(why..., "; this file was not changed"); }

// Writes to a pipe, a terminal or the null device, which have no stored contents to replace. O_NONBLOCK prevents an
// endless wait for a pipe without a reader.
Written write_through(const std::string& path, const FillFile& fill) {
    const Descriptor file(open(path.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!file) return unchanged(errno == ENXIO ? "this pipe has no reader" : reason());
    fcntl(file.number(), F_SETFL, O_WRONLY);
    const Written filled =
        fill([&](std::string_view part) { return write_all(file.number(), part) ? Written() : Refusal(reason()); });
    return filled ? filled : refused(filled.why);
}

Written has_place(const std::string& path) {
    if (path.empty()) return unchanged("the name is empty");
    if (const std::string folder = missing_folder(path); !folder.empty())
        return unchanged("there is no folder '", folder, "'");
    if (const auto about = look_at(path); about && S_ISDIR(about->st_mode))
        return unchanged("it is a folder; give a file");
    return {};
}

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
    Unfinished& operator=(Unfinished&&) = delete;  // nor any other copy

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

// Replaces or creates the file. Keeps the mode of the old file, and its owner if the system permits. The umask gives
// the mode of a new file. If `fill` refuses, its reason is in the one that is returned, and the file was not changed.
// Requires: `path` is a regular file or does not exist.
Written replace_file(const std::string& path, const FillFile& fill) {
    struct stat old {};
    const bool replaces = stat(path.c_str(), &old) == 0;
    if (replaces && faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0) return unchanged(reason());
    const std::string folder = folder_of(path);
    sweep_unfinished(folder);
    Unfinished file(folder, replaces ? 0600 : 0666);
    if (!file) return unchanged(reason());
    if (replaces) keep_mode(file.file(), old);
    const auto take = [&](std::string_view part) {
        return write_all(file.file(), part) ? Written() : Refusal(reason());
    };
    if (const Written filled = fill(take); !filled) return unchanged(filled.why);
    if (!flush(file.file())) return unchanged(reason());
    if (!file.rename_to(path)) return unchanged(reason());
    if (!flush_folder(folder))
        return Refusal("was written, but may be lost if the power fails, because the disk reports an error: ",
                       reason());
    return {};
}

Written write_where_it_leads(const std::string& path, const FillFile& fill) {
    if (const Written can = has_place(path); !can) return can;
    const auto about = look_at(path);
    if (about && (S_ISFIFO(about->st_mode) || S_ISCHR(about->st_mode))) return write_through(path, fill);
    if (about && !is_regular(*about)) return unchanged("it is not a file; give a file");
    std::error_code ignored;
    if (!std::filesystem::is_symlink(path, ignored)) return replace_file(path, fill);
    const auto led_to = std::filesystem::canonical(path, ignored);
    return ignored ? unchanged("it is a link to a missing file; give a file") : replace_file(led_to.string(), fill);
}

Written about(const std::string& path, const Written& written) {
    return written ? written : Refusal(path, ": ", written.why, ".");
}

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

std::string folder_of(const std::string& path) {
    const std::string folder = std::filesystem::path(path).parent_path().string();
    return folder.empty() ? "." : folder;
}

std::string extension_of(std::string_view path) {
    const std::size_t slash = path.rfind('/'), dot = path.rfind('.');
    const bool has = dot != path.npos && (slash == path.npos || dot > slash);
    return has ? lower(path.substr(dot + 1)) : std::string();
}

Answer<void> is_not_compressed(std::string_view first_bytes) {
    for (const Compressor& by : kCompressors)
        if (first_bytes.starts_with(by.begin)) return Refusal("is compressed by ", by.name, "; unpack it first.");
    return {};
}

Answer<std::string> read_text(const std::string& path, std::uint64_t most, std::stop_token stop) {
    const auto file = open_to_read(path, Named::by_user, most);
    return file ? read_all(file->number(), path, most, stop) : Refusal(file.why);
}

Answer<std::string> read_file_text(const std::string& path, std::uint64_t most) {
    const auto file = open_to_read(path, Named::by_document, most);
    return file ? read_all(file->number(), path, most, {}) : Refusal(file.why);
}

Answer<std::string> read_input(const std::string& path, std::uint64_t most) {
    return path == "-" ? read_standard_input(most) : read_text(path, most);
}

std::string input_name(const std::string& path) { return path == "-" ? "standard input" : path; }

Answer<std::string> read_packed_text(const std::string& path, std::uint64_t most) {
    const auto file =
        path == "-" ? Answer<Descriptor>(Descriptor(dup(STDIN_FILENO))) : open_to_read(path, Named::by_user, most);
    if (!file) return Refusal(file.why);
    auto bytes = read_all(file->number(), input_name(path), most, {}, PackedText::kept);
    if (!bytes) return bytes;
    if (!is_gzip(*bytes)) {
        const auto can = is_not_compressed(*bytes);
        return can ? std::move(bytes) : Refusal(input_name(path), ": ", can.why);
    }
    auto text = gunzipped(*bytes, most);
    return text ? std::move(text) : Refusal(input_name(path), ": ", text.why, ".");
}

Answer<std::string> read_standard_input(std::uint64_t most) {
    return read_all(STDIN_FILENO, "standard input", most, {});
}

Answer<Pieces> Pieces::of(const std::string& path) {
    if (path == "-") return Pieces(Descriptor(dup(STDIN_FILENO)), "standard input");
    auto file = open_to_read(path, Named::by_user, ~std::uint64_t{0});
    return file ? Answer<Pieces>(Pieces(std::move(*file), path)) : Refusal(file.why);
}

Answer<std::string> Pieces::next(std::stop_token stop) {
    std::string piece;
    if (!append_piece(file_.number(), piece, stop)) return Refusal(name_, ": cannot be read: ", reason(), ".");
    if (first_.size() >= kMostFirst) return piece;
    first_ += piece.substr(0, kMostFirst - first_.size());
    const auto can = is_not_compressed(first_);
    if (!can) return Refusal(name_, ": ", can.why);
    return piece;
}

Answer<void> write_text(const std::string& path, std::string_view text) {
    return write_parts(path, [&](const TakePart& take) { return take(text); });
}

Answer<void> write_parts(const std::string& path, const FillFile& fill) {
    return about(path, write_where_it_leads(path, fill));
}

Answer<void> can_write(const std::string& path) {
    if (const Written can = has_place(path); !can) return about(path, can);
    const bool is_device = look_at(path) && !is_regular(*look_at(path));
    if (is_device || access(folder_of(path).c_str(), W_OK) == 0) return {};
    return about(path, refused("the folder '", folder_of(path), "': ", reason()));
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
