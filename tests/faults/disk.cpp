// tests/faults/disk.cpp -- what a disk can have after the power failed.
// SPDX-License-Identifier: MIT
#include "tests/faults/disk.h"

#include <algorithm>
#include <set>

namespace tilescope::faults {
namespace {

// A file without its name: the bytes that are on the disk for certain, and those that programs read.
struct Stored {
    std::string flushed, now;
};

struct NameChange {
    std::string from, to;  // a new file has no `from`, a removed one no `to`
    long file = 0;
};

struct Disk {
    std::map<long, Stored> files;
    std::map<std::string, long> names;  // flushed
    std::vector<NameChange> changes;    // not flushed
};

void apply(std::map<std::string, long>& names, const NameChange& change) {
    if (change.from.empty()) {
        names[change.to] = change.file;
    } else if (const auto found = names.find(change.from); change.to.empty()) {
        names.erase(change.from);
    } else {  // the new name leads to the file, also if its first name never reached the disk
        if (found != names.end()) names.erase(found);
        names[change.to] = change.file;
    }
}

void write(std::string& text, std::size_t at, const std::string& bytes) {
    if (text.size() < at + bytes.size()) text.resize(at + bytes.size());
    text.replace(at, bytes.size(), bytes);
}

class Player {
public:
    explicit Player(const Files& before) {
        for (const auto& [path, text] : before) {
            const long file = -1 - static_cast<long>(disk_.files.size());  // no number of a real file
            disk_.files[file] = {text, text};
            disk_.names[path] = file;
            known_[path] = file;
        }
    }

    void play(const Event& event) {
        if (event.kind() != "call") return;
        const std::string& name = event.words.at(1);
        const long number = std::stol(event.words.at(2)), offset = std::stol(event.words.at(3));
        if (name == "create") {
            disk_.files[number] = {};
            change({{}, event.words.at(5), number});
        } else if (name == "rename") {
            change({event.words.at(5), event.words.at(6), known_.at(event.words.at(5))});
        } else if (name == "unlink") {
            change({event.words.at(5), {}, 0});
        } else if (name == "flush_folder") {
            for (const NameChange& done : disk_.changes) apply(disk_.names, done);
            disk_.changes.clear();
        } else if (name == "fsync") {
            file(number).flushed = file(number).now;
        } else if (name == "write") {
            write(file(number).now, static_cast<std::size_t>(offset), event.bytes);
        } else if (name == "cut") {
            file(number).now.resize(static_cast<std::size_t>(offset));
        }
    }

    const Disk& disk() const { return disk_; }

private:
    void change(const NameChange& change) {
        disk_.changes.push_back(change);
        apply(known_, change);
    }
    // An old file that is opened for writing has a number that the log says first at a write: there is one old file.
    Stored& file(long number) {
        if (!disk_.files.contains(number)) {
            disk_.files[number] = disk_.files.at(-1);
            for (auto* names : {&disk_.names, &known_})
                for (auto& [path, named] : *names)
                    if (named == -1) named = number;
        }
        return disk_.files[number];
    }

    Disk disk_;
    std::map<std::string, long> known_;  // the names that programs see
};

// What a file can have on the disk.
std::set<std::string> contents_of(const Stored& file) {
    std::set<std::string> out{file.flushed, file.now};
    if (file.flushed == file.now) return out;
    const std::size_t size = std::max(file.flushed.size(), file.now.size());
    std::string half = file.flushed;  // the first of the bytes that were changed or cut reached the disk
    half.resize(size);
    const auto first = std::ranges::mismatch(file.flushed, file.now).in1 - file.flushed.begin();
    const auto changed = static_cast<std::size_t>(first);
    const std::size_t middle = changed + (size - changed) / 2;
    half.replace(0, std::min(middle, file.now.size()), file.now.substr(0, middle));
    out.insert(half.substr(0, middle));  // the size too
    out.insert(half);                    // the size reached it first: the other bytes are those before, or zeros
    std::string zeros = file.flushed;
    zeros.resize(file.now.size());
    out.insert(zeros);
    return out;
}

}  // namespace

void each_state_after(const std::vector<Event>& log, std::size_t events, const Files& before,
                      const std::function<void(const Files&)>& take) {
    Player player(before);
    for (std::size_t i = 0; i < events; ++i) player.play(log[i]);
    const Disk& disk = player.disk();
    for (std::size_t chosen = 0; chosen < std::size_t{1} << disk.changes.size(); ++chosen) {
        auto names = disk.names;
        for (std::size_t i = 0; i < disk.changes.size(); ++i)
            if ((chosen >> i & 1) != 0) apply(names, disk.changes[i]);
        std::vector<Files> states{{}};
        for (const auto& [path, number] : names) {
            std::vector<Files> more;
            for (const std::string& text : contents_of(disk.files.at(number)))
                for (Files state : states) {
                    state[path] = text;
                    more.push_back(std::move(state));
                }
            states = std::move(more);
        }
        for (const Files& state : states) take(state);
    }
}

}  // namespace tilescope::faults
