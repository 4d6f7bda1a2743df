// app/autopsy/debugger.h -- runs a program under cuda-gdb, in which our Python file records the MMAs of a kernel.
// SPDX-License-Identifier: MIT
//
// The debugger is a child process in a session of its own. It runs
//
//     TILESCOPE_AUTOPSY='{"out": "RECORDING", ...}' cuda-gdb -nx -batch -iex 'set logging ...'
//         -ex 'source WORK/tilescope_gdb.py' -ex 'ts record' --args PROGRAM ARGUMENTS
//
// What cuda-gdb says goes to WORK/console.txt; its standard output and standard error are those of the program. The
// head of assets/debugger/tilescope_gdb.py has the settings, and what it writes to RECORDING/recording.jsonl, line by
// line: "session" first, "finished" last. Then cuda-gdb ends. It also writes the lines to the FIFO WORK/lines, and ends
// the program if nobody reads them: then this process was killed.
#pragma once

#include <tilescope/base/answer.h>

#include <array>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::autopsy {

// What the user asks for: the settings of the Python file.
struct DebuggerOrder {
    std::string debugger;              // its file
    std::vector<std::string> program;  // with its arguments; empty for `pid` and `core`
    unsigned pid = 0;                  // attach to this process; 0: do not
    std::string core = {};             // read this core dump of a GPU; empty: none
    std::string kernel = {};           // a regular expression for the name of the kernel; empty: the first with an MMA
    unsigned launch = 0;               // so many launches of such a kernel go by
    std::array<unsigned, 3> block{};
    std::vector<unsigned> mmas = {};  // numbers of MMAs of the machine code, from 0; empty: all
    unsigned steps = 0;               // how many MMAs of a warpgroup are recorded; 0: as many as the file does
    unsigned seconds = 120;           // what the program may take
    int input = -1;                   // an open file that the program reads; -1: it gets no input
};

// A kernel that was launched, as the Python file counts them.
struct LaunchedKernel {
    std::string name;
    std::uint64_t launches = 0, mmas = 0;  // MMAs of its machine code
};

// How far the recording is.
struct DebuggerProgress {
    unsigned launches = 0, stops = 0, mmas = 0, waits = 0, exceptions = 0;
    std::vector<LaunchedKernel> kernels = {};  // known at the end
    std::uint64_t children = 0;                // processes that the program started; they are not watched
    std::string reason = {};                   // of the event "end"; empty: there was none
    std::string error = {};                    // the last one; empty: none
};

// Each function is called in the thread of run_debugger().
struct DebuggerWatch {
    // Bytes that the program printed. False: they cannot be passed on, and the program is ended.
    std::function<bool(std::string_view bytes)> out, err;
    std::function<void(const DebuggerProgress& progress)> progress;
};

enum class DebuggerEnd : unsigned char {
    finished,     // the recording is complete
    ended_early,  // the debugger or the program ended before that
    late,         // nothing more came, and they were ended
    stopped,      // the user stopped it, or the output of the program cannot be passed on
    cannot,       // no Python, no right to debug
    unusable,     // the program cannot be started, there is no such process
};
struct DebuggerRan {
    DebuggerEnd end = DebuggerEnd::finished;
    std::string why = {};  // a sentence, unless `finished`
    DebuggerProgress progress = {};
    std::string said = {};  // the end of what the debugger printed
};

// Returns the file of the user's debugger: `given` (a file, or a name on PATH), else cuda-gdb on PATH or in the folder
// of CUDA. Errors: there is none.
Answer<std::string> find_debugger(const std::string& given);

// Returns the command of the program as a debugger can start it: with its file, and for a script with the program that
// runs it. Errors: there is no such program.
Answer<std::vector<std::string>> debugged_command(const std::vector<std::string>& program);

// Returns the regular expression that only this name matches.
std::string exactly(std::string_view name);

// Folders, which exist. `work` has what only this run needs; `recording` is empty.
struct DebuggerFolders {
    std::string work, recording;
};

// Runs the debugger until its recording is finished, a deadline has passed, or a stop is requested. When it returns,
// the debugger has ended, and so have all processes that it started. A process that it was attached to goes on.
DebuggerRan run_debugger(const DebuggerOrder& order, const DebuggerFolders& folders, const DebuggerWatch& watch,
                         const std::stop_token& stop);

// The Python file.
std::string_view debugger_script();

}  // namespace tilescope::autopsy
