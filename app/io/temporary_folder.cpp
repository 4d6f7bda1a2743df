// app/io/temporary_folder.cpp -- a folder for the files of one task.
// SPDX-License-Identifier: MIT
#include "app/io/temporary_folder.h"

#include "app/io/descriptor.h"

#include <tilescope/base/say.h>

#include <stdlib.h>

#include <cstdlib>
#include <filesystem>

namespace tilescope::io {

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

Answer<TemporaryFolder> temporary_folder() {
    const char* given = std::getenv("TMPDIR");
    std::string name = say(given && *given ? given : "/tmp", "/tilescope-XXXXXX");
    if (!mkdtemp(name.data())) return Refusal("no temporary folder: ", name, ": ", reason());
    std::error_code failed;
    const std::filesystem::path path = std::filesystem::absolute(name, failed);
    return TemporaryFolder(failed ? name : path.string());
}

}  // namespace tilescope::io
