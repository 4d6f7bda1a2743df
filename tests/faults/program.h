// tests/faults/program.h -- runs the command line under the shim, on the files of one folder.
// SPDX-License-Identifier: MIT
#pragma once

#include "tests/faults/shim.h"

#include <string>
#include <string_view>
#include <vector>

namespace tilescope::faults {

// A line of the log (shim.h): its words, and the bytes that follow it.
struct Event {
    std::vector<std::string> words;
    std::string bytes;
    std::string_view kind() const { return words.front(); }
};

struct Ran {
    int status = 0;  // below 0: the signal that ended it
    std::string err;
    std::vector<Event> log;
    std::string failed;  // the name of the call that failed; empty: none did
};

// A command that writes. In `arguments`, {} is the file that it writes, and {folder} is its folder.
struct Writer {
    const char* name;
    const char* arguments;
    const char* file;  // its name
};
extern const std::vector<Writer> kWriters;

// Runs the writer, whose file is in `folder`. `plan`: words of shim.h, without folder= and log=.
Ran run(const Writer& writer, const std::string& folder, const std::string& plan);

std::vector<Event> events_in(const std::string& log);  // the content of a log

std::string text_of(const std::string& path);  // empty if it cannot be read
void set_text(const std::string& path, std::string_view text);
std::vector<std::string> names_in(const std::string& folder);
std::size_t lines_in(std::string_view text);

}  // namespace tilescope::faults
