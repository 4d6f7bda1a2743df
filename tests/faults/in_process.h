// tests/faults/in_process.h -- lets calls and allocations of functions fail in the process of the test.
// SPDX-License-Identifier: MIT
#pragma once

#include "tests/faults/program.h"
#include "tests/faults/shim.h"
#include "tests/support/temporary_folder.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <unistd.h>

namespace tilescope::faults {

// The plan is in force until end(), or until this object ends.
class Faults {
public:
    Faults(const std::string& folder, const std::string& plan) { begin(say(plan, " folder=", folder).c_str()); }
    ~Faults() { end(); }
    Faults(const Faults&) = delete;
    Faults& operator=(const Faults&) = delete;
};

// Calls `take` with 1, 2, 3, ... until it returns that no call failed. Returns how many failed.
template <typename Take>
int each_call(const Take& take) {
    constexpr int kMostCalls = 200;
    int call = 1;
    while (call < kMostCalls && take(call)) ++call;
    EXPECT_LT(call, kMostCalls);
    EXPECT_GT(call, 1) << "the shim saw no call";
    return call - 1;
}

// Runs `work` once; for each place in it that allocates, a copy of this process goes on without that memory. Returns
// what the copies returned; -N: a signal ended a copy.
template <typename Work>
std::vector<int> each_allocation(const std::string& folder, const Work& work) {
    const test::TemporaryFolder own;
    const std::string log = own.path() + "/log";
    {
        const Faults faults(folder, say("each=1 log=", log));
        const int ended = work();
        if (is_copy()) _exit(ended);
    }
    std::vector<int> out;
    for (const Event& event : events_in(text_of(log)))
        if (event.kind() == "copy") out.push_back(std::stoi(event.words.at(2)));
    return out;
}

}  // namespace tilescope::faults
