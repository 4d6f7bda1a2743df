// app/runs/sweep.cpp -- a sweep: every session of a list with every value of a grid, and the file of its records.
// SPDX-License-Identifier: MIT
#include "app/runs/sweep.h"

#include "app/io/file.h"
#include "app/io/json.h"
#include "app/io/session_file.h"

#include <tilescope/base/hash.h>
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

Answer<void> copy(int file, std::uint64_t begin, std::uint64_t end, const io::TakePart& take) {
    constexpr std::uint64_t kPart = 1 << 16;
    std::string part;
    for (; begin < end; begin += part.size()) {
        part.resize(std::min(end - begin, kPart));
        const auto got =
            io::uninterrupted([&] { return ::pread(file, part.data(), part.size(), static_cast<off_t>(begin)); });
        if (got <= 0) return Refusal(got < 0 ? io::reason() : "it has become shorter");
        part.resize(static_cast<std::size_t>(got));
        if (const auto taken = take(part); !taken) return taken;
    }
    return {};
}

// Puts a file with the whole lines in the place of the old one.
Answer<void> keep_whole_lines(int file, const std::string& path, const SweepLines& lines) {
    return io::write_parts(path, [&](const io::TakePart& take) -> Answer<void> {
        std::uint64_t begin = 0;
        for (const SweepLines::Bytes& line : lines.unreadable) {
            if (line.begin >= lines.whole) break;
            if (const auto copied = copy(file, begin, line.begin, take); !copied) return copied;
            begin = line.end;
        }
        return copy(file, begin, lines.whole, take);
    });
}

// Whether the text can be all that is left of a result. Other JSON that is whole is no such text.
bool may_be_cut(std::string_view line) { return begins_record(line) && (record_in(line) || !io::read_json(line)); }

// Opens the file and locks it, if it is a regular file.
Answer<io::Descriptor> locked(const std::string& path, struct stat& is) {
    const auto refuse = [&](const auto&... why) { return Refusal(shown_path(path), " ", why...); };
    io::Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
    if (!file) return refuse("cannot be written: ", io::reason());
    if (::fstat(file.number(), &is) != 0) return refuse("cannot be read: ", io::reason());
    if (!S_ISREG(is.st_mode)) return file;
    // A file system without locks gives another error; then nobody is warned.
    const bool taken = ::flock(file.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (::fstat(file.number(), &is) != 0) return refuse("cannot be read: ", io::reason());
    const bool replaced = is.st_nlink == 0;  // before the lock: see keep_whole_lines()
    if (taken || replaced) return refuse("is being written by another tilescope; give each process a file of its own");
    return file;
}

}  // namespace

// ---- the jobs

Answer<Sweep> Sweep::of(std::vector<SweepFile> files, std::span<const std::string> vary, bool anyway) {
    Sweep out;
    out.files_ = std::move(files);
    out.begin_ = {0};
    const bool several = out.files_.size() > 1;
    std::uint64_t id = fnv1a(anyway ? "tilescope sweep 1 anyway" : "tilescope sweep 1");
    for (std::size_t f = 0; f < out.files_.size(); ++f) {
        const SweepFile& file = out.files_[f];
        const auto refuse = [&](const auto&... why) {
            return several ? Refusal(excerpt(file.path, 100), ": ", why...) : Refusal(why...);
        };
        for (std::size_t other = 0; other < f; ++other)
            if (out.files_[other].path == file.path) return refuse("the job is listed twice; list it once");
        auto grid = Grid::of(file.session, vary);
        if (!grid) return refuse(grid.why);
        if (out.size() + grid->size() > kMostVaried)
            return refuse("the sweep has more than ", kMostVaried, " jobs; write fewer values");
        out.begin_.push_back(out.size() + grid->size());
        id = fnv1a(io::session_to_text({file.session}), id);
        if (several) id = fnv1a(file.path, id);
        for (const Variation& item : grid->items()) {
            id = fnv1a(say("\n", item.item), id);
            for (const std::string& value : item.values) id = fnv1a(say("\n\t", value), id);
        }
        out.grids_.push_back(std::move(*grid));
    }
    out.id_ = hex(id, 16).substr(2);
    return out;
}

std::size_t Sweep::file_of(std::size_t i) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(begin_, i) - begin_.begin()) - 1;
}

std::string Sweep::name(std::size_t i) const {
    const std::size_t f = file_of(i);
    const std::string values = grids_[f].name(i - begin_[f]);
    if (files_.size() == 1 && !values.empty()) return values;
    return values.empty() ? files_[f].path : say(files_[f].path, " ", values);
}

SweepValues Sweep::values(std::size_t i) const {
    const std::size_t f = file_of(i);
    SweepValues out;
    for (std::size_t item = 0; item < grids_[f].items().size(); ++item)
        out.emplace_back(grids_[f].items()[item].item, grids_[f].value(i - begin_[f], item));
    return out;
}

Answer<Session> Sweep::session(std::size_t i) const {
    const std::size_t f = file_of(i);
    return grids_[f].session(i - begin_[f]);
}

Record Sweep::signed_record(Record record) const {
    record.name = name(record.job);
    record.values = values(record.job);
    record.session = path(record.job);
    record.sweep = id();
    return record;
}

// ---- the file

Answer<SweepLines> read_sweep(const std::string& path, const TakeRecord& take) {
    auto pieces = io::Pieces::of(path);
    if (!pieces) return Refusal(pieces.why);
    SweepLines out;
    std::string rest, damaged;  // `damaged`: the first such line
    std::uint64_t before = 0;   // bytes of the file before `rest`
    const auto no_sweep = [&](std::string_view why) {
        return Refusal(shown_path(path), " is not the result of a sweep: ", why, "; give a file of run --out");
    };
    constexpr std::string_view kNoResult = "none of its lines is the result of a job";
    while (true) {
        const auto piece = pieces->next();
        if (!piece) return Refusal(piece.why);
        if (piece->empty()) break;
        rest += *piece;
        std::size_t begin = 0;
        for (std::size_t end; (end = rest.find('\n', begin)) != rest.npos; begin = end + 1) {
            const std::string_view line = std::string_view(rest).substr(begin, end - begin);
            auto record = record_in(line);
            if (!record) {
                if (out.unreadable.empty()) damaged = line;
                out.unreadable.push_back({before + begin, before + end + 1});
                continue;
            }
            out.whole = before + end + 1;
            if (const auto taken = take(std::move(*record)); !taken) return Refusal(shown_path(path), ": ", taken.why);
        }
        rest.erase(0, begin);
        before += begin;
        if (rest.size() > kLongestLine) return no_sweep("a line has more than a megabyte");
        if (out.whole == 0 && before > kLongestLine) return no_sweep(kNoResult);
    }
    out.cut = rest.size();
    const bool has_result = out.whole != 0;
    if (!has_result && (out.damaged() > 1 || !may_be_cut(rest.empty() ? damaged : rest))) return no_sweep(kNoResult);
    return out;
}

Answer<SweepOut> SweepOut::open(const std::string& path, const How& how, const TakeRecord& take) {
    const auto refuse = [&](const auto&... why) { return Refusal(shown_path(path), " ", why...); };
    struct stat is = {};
    auto file = locked(path, is);
    if (!file) return Refusal(file.why);
    const bool regular = S_ISREG(is.st_mode);
    if (!regular && how.resume) return refuse("is not a regular file; --resume needs one");
    if (regular && is.st_size != 0 && !how.resume)
        return refuse("exists already; add --resume to go on with its sweep, or choose another file");
    if (!regular || is.st_size == 0) return SweepOut(std::move(*file), path, 0);
    const auto lines = read_sweep(path, [&](Record&& record) -> Answer<void> {
        if (record.sweep != how.sweep)
            return Refusal("it has results of another sweep (the job ", excerpt(record.name, 80),
                           "); give the same JOB and --vary, or another file");
        return take(std::move(record));
    });
    if (!lines) return Refusal(lines.why);
    const bool damaged_inside = !lines->unreadable.empty() && lines->unreadable.front().begin < lines->whole;
    if (damaged_inside) {
        if (const auto kept = keep_whole_lines(file->number(), path, *lines); !kept) return Refusal(kept.why);
        auto fresh = locked(path, is);  // before the lock of the old file ends
        if (!fresh) return Refusal(fresh.why);
        file = std::move(fresh);
    } else if (lines->damaged() != 0 && ::ftruncate(file->number(), static_cast<off_t>(lines->whole)) != 0) {
        return refuse("cannot be written: ", io::reason());
    }
    return SweepOut(std::move(*file), path, lines->damaged());
}

Answer<void> SweepOut::append(std::string_view line) {
    if (io::write_all(file_.number(), line)) return {};
    return Refusal(shown_path(path_), " cannot be written: ", io::reason());
}

}  // namespace tilescope::live
