// app/window/autopsy/autopsy_desk.h -- the thread that looks at a program or a recording, and what the window keeps.
// SPDX-License-Identifier: MIT
//
//     desk.jobs->ask({.recording = "recordings/gemm", .arrays = "ab.npz"})
//     desk.jobs->progress()     rows_done: MMAs that were recorded; rows: stops
//     desk.jobs->take()         the verdict, and the sessions of the chains in a folder of their own
#pragma once

#include "app/io/temporary_folder.h"
#include "app/ui/view.h"
#include "app/window/frame/newest_job.h"

#include <tilescope/base/answer.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::ui {

struct Regions;

// A recording, or a program that runs under cuda-gdb. Both: the program was recorded before, and does not run again.
struct AutopsyOrder {
    std::string recording = {};  // its folder
    std::string program = {};    // and its arguments
    std::string arrays = {};     // an .npz file with A and B; empty: not given
    std::string debugger = {};   // as of find_debugger()
};

struct AutopsyReply {
    AutopsyOrder order;                                 // with the recording, if the program was recorded
    AutopsyView view;                                   // without `now`
    std::shared_ptr<const io::TemporaryFolder> folder;  // of the sessions and this recording; null: there is none
};

using AutopsyJobs = NewestJob<AutopsyOrder, AutopsyReply>;

// Returns the thread of the program. Null: the system cannot start it.
std::unique_ptr<AutopsyJobs> autopsy_jobs(std::function<void()> wake);

// Splits a command into its words as a shell does: 'a b' and "a b" are one word, and \ keeps the next character.
// Errors: there is no word; a quote is not closed.
Answer<std::vector<std::string>> words_of_command(std::string_view text);

struct AutopsyDesk {
    std::unique_ptr<AutopsyJobs> jobs;  // null: the window cannot look at any
    AutopsyView view;
    AutopsyOrder last;     // that was asked; with the recording of its program as soon as there is one
    JobProgress progress;  // that the last frame showed
    std::string debugger;  // as of find_debugger(); empty: cuda-gdb
    // Those of view.chains, and all earlier ones: documents of the window read their arrays.
    std::vector<std::shared_ptr<const io::TemporaryFolder>> folders;
};

// Ends the debugger and the program; the panel says so. Does nothing if none runs.
void stop_autopsy(AutopsyDesk& desk, Regions& regions);

}  // namespace tilescope::ui
