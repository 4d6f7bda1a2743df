// tests/docs/output_of.h -- the output of a shell command that must succeed.
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

namespace tilescope {

inline std::string output_of(const std::string& command) {
    FILE* pipe = popen(command.c_str(), "r");
    std::string out;
    for (char piece[4096]; const std::size_t size = std::fread(piece, 1, sizeof piece, pipe);) out.append(piece, size);
    EXPECT_EQ(pclose(pipe), 0) << command << "\n" << out.substr(0, 1000);
    return out;
}

}  // namespace tilescope
