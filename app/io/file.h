// app/io/file.h -- reads and writes whole files: with a size limit, and without partial files.
// SPDX-License-Identifier: MIT
//
// The writer creates a new file in the same folder, .tilescope-<16 random hexadecimal digits>.new. The name must be
// free. The writer locks the file (flock), writes and flushes it, gives it the mode of the old file, and renames it.
// The system releases the lock when the writer ends, even if the writer is killed. So an unlocked file with such a name
// is the rest of a killed program. The next program that writes into the folder or calls make_user_folder() with it
// removes this file. Another program may remove the file between its creation and its lock. The writer checks this and
// tries another name. If the file system has no locks, no file is removed.
#pragma once

#include "app/io/descriptor.h"

#include <tilescope/base/answer.h>

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string_view>

namespace tilescope::io {

// The folder of a file: "a/b" for "a/b/c.json", "." for "c.json" and for "-".
std::string folder_of(const std::string& path);

// The end of the name behind its last dot, in lower case: "png" for "a.b/c.PNG", "" for "a.b/c".
std::string extension_of(std::string_view path);

// The default size limit for everything that is read as a whole. It is far above the size of a session, and fits in the
// memory of any machine.
inline constexpr std::uint64_t kMostFileBytes = 64u << 20;

// Errors: the text that begins with these bytes is compressed. All that follows here, and Follower, refuses such a
// text.
Answer<void> is_not_compressed(std::string_view first_bytes);

// Returns the bytes of a file that the user named: a regular file, a pipe or a terminal. For a pipe, waits until its
// writer ends or `stop` is requested, so that a reading thread can be ended.
Answer<std::string> read_text(const std::string& path, std::uint64_t most = kMostFileBytes, std::stop_token stop = {});

// The same for a file that a document or the program names. Accepts only regular files, because a read of another file
// may wait forever.
Answer<std::string> read_file_text(const std::string& path, std::uint64_t most = kMostFileBytes);

// Returns all bytes of standard input, which may be anything that can be read.
Answer<std::string> read_standard_input(std::uint64_t most = kMostFileBytes);

// As read_text() or, for "-", read_standard_input().
Answer<std::string> read_input(const std::string& path, std::uint64_t most = kMostFileBytes);
// The same, but unpacks a text that gzip compressed. Both are at most `most`.
Answer<std::string> read_packed_text(const std::string& path, std::uint64_t most = kMostFileBytes);
// How a sentence names such a file: "standard input" for "-".
std::string input_name(const std::string& path);

// Reads a file that may be larger than memory, piece by piece. The user names the file; "-" is standard input.
class Pieces {
public:
    static Answer<Pieces> of(const std::string& path);

    // Returns the next bytes, or an empty text at the end of the stream. Errors: the file cannot be read.
    Answer<std::string> next(std::stop_token stop = {});

private:
    Pieces(Descriptor file, std::string name) : file_(std::move(file)), name_(std::move(name)) {}
    Descriptor file_;
    std::string name_;  // for refusals
    static constexpr std::size_t kMostFirst = 8;
    std::string first_;  // the first bytes
};

// Writes the text to a new file in the same folder, flushes it to the disk and renames it. After a
// crash either the old or the new file exists. If the path is a link, replaces the target of the link. Writes the bytes
// directly into a pipe or a character device. Does not create folders.
Answer<void> write_text(const std::string& path, std::string_view text);

// The same for a file that is made part by part.
using TakePart = std::function<Answer<void>(std::string_view part)>;
using FillFile = std::function<Answer<void>(const TakePart& take)>;
Answer<void> write_parts(const std::string& path, const FillFile& fill);

// Finds out before long work what will make write_text() refuse: a missing folder, a folder instead of a file, a folder
// that cannot be written. Changes nothing.
Answer<void> can_write(const std::string& path);

// Removes the rests of killed programs from a folder: unlocked regular files of this user with such a name.
void sweep_unfinished(const std::string& folder);

// Whether the two names lead to one regular file, also through links, or would: a file that does not exist yet is
// compared by its path. False for "-", pipes and devices, which keep nothing.
bool is_same_file(const std::string& a, const std::string& b);

}  // namespace tilescope::io
