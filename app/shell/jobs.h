// app/shell/jobs.h -- requests to the job threads and their replies: emulate a session, read a file.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/session_file.h"
#include "app/shell/newest_job.h"

#include <tilescope/emulator/element_terms.h>
#include <tilescope/session/repair.h>
#include <tilescope/session/session.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tilescope::ui {

struct EmulationRequest {
    std::uint64_t revision = 0;
    Session session;
    std::string folder;  // folder of the session file; recipe files are searched there
};

struct EmulationReply {
    std::uint64_t revision = 0;
    Session session;
    EmulatorJob job;
    Answer<Emulation> emulation = Answer<Emulation>::refuse("The emulation has not run.");
    std::optional<FieldPlace> refused_at;  // the field that caused the refusal, if one field did
    double milliseconds = 0;
    std::vector<Repair> repairs;
    SumRange sums;
};

using EmulationJobs = NewestJob<EmulationRequest, EmulationReply>;

struct ReadRequest {
    std::string path;
    bool compares = false;  // the session of the file becomes the reference; else it is opened
};

struct ReadReply {
    std::string path, text;
    Answer<std::optional<io::SessionFile>> session = std::optional<io::SessionFile>();  // none: not a session
    bool compares = false;
};

using ReadJobs = NewestJob<ReadRequest, ReadReply>;

}  // namespace tilescope::ui
