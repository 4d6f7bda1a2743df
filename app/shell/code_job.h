// app/shell/code_job.h -- a thread that makes the source texts of targets that read files.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/newest_job.h"

#include <tilescope/code/code.h>
#include <tilescope/session/session.h>

#include <cstdint>
#include <string>

namespace tilescope::ui {

struct CodeToMake {
    std::uint64_t document = 0, revision = 0;  // Document::id, Document::revision
    std::string target;                        // CodeTarget::id
    Session session;
    std::string folder;   // from which the names of files in the session count
    bool copies = false;  // the text goes to the clipboard, whatever the window shows then
};
struct MadeCode {
    CodeToMake asked;
    Answer<CodeText> code;
};
using CodeJobs = NewestJob<CodeToMake, MadeCode>;

}  // namespace tilescope::ui
