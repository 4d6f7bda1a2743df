// app/io/temporary_folder.h -- a folder for the files of one task.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>

#include <string>
#include <utility>

namespace tilescope::io {

// The destructor removes the folder with all that it contains.
class TemporaryFolder {
public:
    ~TemporaryFolder();
    TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
    TemporaryFolder& operator=(TemporaryFolder&&) = delete;
    const std::string& path() const { return path_; }

private:
    friend Answer<TemporaryFolder> temporary_folder();
    explicit TemporaryFolder(std::string path) : path_(std::move(path)) {}

    std::string path_;
};

// Makes one in $TMPDIR or /tmp: "/tmp/tilescope-Xa31bQ". Errors: it cannot be made.
Answer<TemporaryFolder> temporary_folder();

}  // namespace tilescope::io
