// app/shell/save_job.h -- a thread that writes a file for which a frame is too short: an animation, a report.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/newest_job.h"

#include <tilescope/base/answer.h>

#include <functional>
#include <string>

namespace tilescope::ui {

struct FileToSave {
    std::string what;    // "the animation": sentences name it
    std::string counts;  // "picture": what the progress counts; empty: it counts nothing
    std::string path;
    // Writes the file. It asks for a stop now and then, and then leaves no file.
    std::function<Answer<void>(const WorkTools&)> write;
};
// The file that a thread writes: see FileToSave.
struct SavingFile {
    std::string what, counts, path;
    bool written = false;
};
struct SavedFile {
    bool written = false;
    std::string sentence;  // for the status line
};
using SaveJobs = NewestJob<FileToSave, SavedFile>;

}  // namespace tilescope::ui
