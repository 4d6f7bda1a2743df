// app/live/sweep_file.cpp -- the file of a sweep: one line for each job that has ended.
// SPDX-License-Identifier: MIT
#include "app/live/sweep_file.h"

#include "app/io/file.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>

namespace tilescope::live {
namespace {

constexpr std::size_t kLongestLine = std::size_t{1} << 20;  // ours have a few hundred bytes

std::string shown_path(const std::string& path) { return excerpt(path, 100); }

// Writes blanks over the damaged lines and their line ends, so that the next line begins with blanks, and removes what
// no whole line follows.
Answer<void> clean_up(const io::Descriptor& file, const std::string& path, const SweepLines& lines,
                      std::uint64_t size) {
    const auto failed = [] { return Answer<void>::refuse(say("cannot be written: ", io::reason())); };
    if (size != lines.whole && ::ftruncate(file.number(), static_cast<off_t>(lines.whole)) != 0) return failed();
    // What is written through `file` goes to its end.
    const io::Descriptor inside(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    for (const SweepLines::Bytes& line : lines.unreadable) {
        if (line.begin >= lines.whole) continue;
        if (!inside) return failed();
        const std::string blanks(line.end - line.begin, ' ');
        if (::lseek(inside.number(), static_cast<off_t>(line.begin), SEEK_SET) < 0 ||
            !io::write_all(inside.number(), blanks))
            return failed();
    }
    return {};
}

}  // namespace

Answer<SweepLines> read_sweep(const std::string& path, const TakeRecord& take) {
    using Out = Answer<SweepLines>;
    auto pieces = io::Pieces::of(path);
    if (!pieces) return Out::refuse(pieces.why);
    SweepLines out;
    std::string rest;
    std::size_t lines = 0;
    std::uint64_t before = 0;  // bytes of the file before `rest`
    const auto no_sweep = [&](std::string_view why) {
        return Out::refuse(say(shown_path(path), " is not the result of a sweep: ", why));
    };
    while (true) {
        const auto piece = pieces->next();
        if (!piece) return Out::refuse(piece.why);
        if (piece->empty()) break;
        rest += *piece;
        std::size_t begin = 0;
        for (std::size_t end; (end = rest.find('\n', begin)) != rest.npos; begin = end + 1) {
            auto record = record_in(std::string_view(rest).substr(begin, end - begin));
            if (!record && ++lines == 1) return no_sweep(say("line 1: ", record.why));
            if (!record) {
                out.unreadable.push_back({before + begin, before + end + 1});
                continue;
            }
            ++lines;
            out.whole = before + end + 1;
            if (const auto taken = take(std::move(*record)); !taken)
                return Out::refuse(say(shown_path(path), ": ", taken.why));
        }
        rest.erase(0, begin);
        before += begin;
        if (const std::size_t blanks = std::min(rest.find_first_not_of(' '), rest.size()); rest.size() > kLongestLine) {
            rest.erase(0, blanks);  // of damaged lines
            before += blanks;
        }
        if (rest.size() > kLongestLine) return no_sweep("a line has more than a megabyte");
    }
    if (!begins_record(rest)) return no_sweep("its last line is not the result of a job");
    out.cut = rest.size();
    return out;
}

Answer<SweepOut> SweepOut::open(const std::string& path, const How& how, const TakeRecord& take) {
    using Out = Answer<SweepOut>;
    const auto refuse = [&](std::string_view why) { return Out::refuse(say(shown_path(path), " ", why)); };
    io::Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
    if (!file) return refuse(say("cannot be written: ", io::reason()));
    struct stat is = {};
    if (::fstat(file.number(), &is) != 0) return refuse(say("cannot be read: ", io::reason()));
    if (!S_ISREG(is.st_mode)) {
        if (how.resume) return refuse("is no regular file; --resume needs one");
        return SweepOut(std::move(file), path);
    }
    // A file system without locks gives another error; then nobody is warned.
    if (::flock(file.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return refuse("is being written by another tilescope; give each process a file of its own");
    if (::fstat(file.number(), &is) != 0) return refuse(say("cannot be read: ", io::reason()));
    if (is.st_size != 0 && !how.resume)
        return refuse("exists already; add --resume to go on with its sweep, or choose another file");
    if (is.st_size == 0) return SweepOut(std::move(file), path);
    const auto lines = read_sweep(path, [&](SweepRecord&& record) {
        if (record.sweep != how.sweep)
            return Answer<void>::refuse(say("it has results of another sweep (the job ", excerpt(record.name, 80),
                                            "); give the same JOB and --vary, or another file"));
        return take(std::move(record));
    });
    if (!lines) return Out::refuse(lines.why);
    if (const auto clean = clean_up(file, path, *lines, static_cast<std::uint64_t>(is.st_size)); !clean)
        return refuse(clean.why);
    return SweepOut(std::move(file), path);
}

Answer<void> SweepOut::append(std::string_view line) {
    if (io::write_all(file_.number(), line)) return {};
    return Answer<void>::refuse(say(shown_path(path_), " cannot be written: ", io::reason()));
}

}  // namespace tilescope::live
