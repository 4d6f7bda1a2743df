// tests/support/temporary_folder.h -- a folder for the files of one test.
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <stdlib.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>

namespace tilescope::test {

// A new folder. The destructor removes it with its contents.
class TemporaryFolder {
public:
    TemporaryFolder() {
        if (!mkdtemp(path_.data())) throw std::runtime_error("cannot create a temporary folder");
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::string& path() const { return path_; }

private:
    std::string path_ = "/tmp/tilescope-test-XXXXXX";
};

class FolderTest : public testing::Test {
protected:
    const TemporaryFolder temporary;
    const std::string& folder = temporary.path();
};

}  // namespace tilescope::test
