// tests/faults/shim.h -- what the shim is told, and what it writes down.
// SPDX-License-Identifier: MIT
//
// The shim (shim.cpp) stands between a program and the C library. It counts the calls that open, write, flush, cut,
// name or close a file of one folder, and lets one of them fail; it does the same with allocations. It is loaded with
// LD_PRELOAD, or linked into a test. TILESCOPE_FAULTS has its plan: words like "call=3", with a space between them.
//
//     folder=F   files below F count. This word is required, and is the last one
//     call=N     the N-th call fails (from 1)
//     error=E    it fails with this errno; kShort: a write writes half; kKill: the process is killed before the call
//     on=1       all later calls that take room on the disk fail too: the disk stays full
//     allocation=N   the N-th allocation fails
//     each=1     each place in the program that allocates is visited: a copy of the process (fork) goes on as if this
//                allocation had failed. The copy changes no file of the folder; it writes down what it would have done
//     log=P      the file of the log
//
// The log has a line for each event, with tabs:
//     call <name> <file> <offset> <bytes>   a call about a file of the folder succeeded. `file`: the number of the
//                               inode, or a path. After "call write", the bytes follow and a line end
//     failed <name>             this call failed, as the plan says
//     hash <of all bytes>       after a rename: what the program has written into files of the folder until then
//     copy <allocation> <exit status, or -signal> <bytes>   a copy ended. The bytes of its standard error follow; a
//                               rename that it would have done is a line there: \1 and the hash
#pragma once

namespace tilescope::faults {

inline constexpr int kShort = 1000, kKill = 1001;  // no errno of the system

// For a test that has the shim in itself.
void begin(const char* plan);
void end();
bool has_failed();  // the call of the plan was reached
bool is_copy();     // this is a copy that "each" has made: judge it, and end it with _exit()

}  // namespace tilescope::faults
