// tests/fuzz/hostile.h -- texts that are made to take long: deep, repeated, nearly right, with many names.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tilescope::fuzz {

struct HostileText {
    std::string name;  // what it is made of
    std::string bytes;
};

// Texts of about this many bytes, for all readers: each reader gets all of them.
std::vector<HostileText> hostile_texts(std::size_t bytes);

// Those of them that are state lines.
std::vector<HostileText> hostile_state_lines(std::size_t bytes);

}  // namespace tilescope::fuzz
