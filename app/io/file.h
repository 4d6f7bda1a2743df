// app/io/file.h -- whole files in and out: bounded, and nothing half-written.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/descriptor.h"

#include <tilescope/base/answer.h>

#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>

namespace tilescope::io {

// The folder of a file: "a/b" for "a/b/c.json", "." for "c.json" and for "-".
std::string folder_of(const std::string& path);

// Of whatever is read whole, unless more is asked for: far more than a session, and no machine chokes on it.
inline constexpr std::uint64_t kMostFileBytes = 64u << 20;

// The bytes of what a person named: a regular file, a pipe or a terminal; or why they cannot be read. A pipe is waited
// for until its writer ends, or until `stop`: a thread that reads can be ended.
Answer<std::string> read_text(const std::string& path, std::uint64_t most = kMostFileBytes, std::stop_token stop = {});

// The same of what a document or the program itself names: regular files alone, nothing that could be waited for.
Answer<std::string> read_file_text(const std::string& path, std::uint64_t most = kMostFileBytes);

// Whatever standard input is.
Answer<std::string> read_standard_input(std::uint64_t most = kMostFileBytes);

// For what is longer than memory: what a person named, "-" for standard input, a piece at a time.
class Pieces {
public:
    static Answer<Pieces> of(const std::string& path);

    // The next bytes, until the stream ends: then none. Refused where it cannot be read.
    Answer<std::string> next(std::stop_token stop = {});

private:
    Pieces(Descriptor file, std::string name) : file_(std::move(file)), name_(std::move(name)) {}
    Descriptor file_;
    std::string name_;  // in sentences
};

// A new file beside the old one, flushed to the disk, then renamed (replace_file.h): after a crash there is the old one
// or the new one. A link stays, what it leads to is replaced; a pipe or a character device gets the bytes. No folder is
// made.
Answer<void> write_text(const std::string& path, std::string_view text);

}  // namespace tilescope::io
