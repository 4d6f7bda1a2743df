// tests/faults/disk.h -- what a disk can have after the power failed.
// SPDX-License-Identifier: MIT
//
// A write, a new name and a new size are on the disk for certain only after a flush: fsync of the file for its bytes,
// of its folder for its names. Before that, a file system may have stored all of it, a part, or nothing, and names in
// any order; and it may have stored the new size of a file before its bytes, which then are zeros.
#pragma once

#include "tests/faults/program.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace tilescope::faults {

using Files = std::map<std::string, std::string>;  // path, content

// Calls `take` with each state that the disk can have if the power fails before the event number `events` of the log.
// `before`: the files that were on the disk.
void each_state_after(const std::vector<Event>& log, std::size_t events, const Files& before,
                      const std::function<void(const Files&)>& take);

}  // namespace tilescope::faults
