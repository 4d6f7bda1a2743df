// tests/fuzz/hostile.h -- texts that are made to take long: deep, repeated, nearly right, with many names.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::fuzz {

struct HostileText {
    std::string name;  // what it is made of
    std::string bytes;
};

// The part again and again: about so many bytes. "#" is the number of the part, "@" the number of the part before.
std::string hostile_text(std::string_view part, std::size_t bytes);

// Texts of about this many bytes, for all readers: each reader gets all of them.
std::vector<HostileText> hostile_texts(std::size_t bytes);

// State lines, for the readers that know them. To make them takes a second.
std::vector<HostileText> hostile_state_lines(std::size_t bytes);

}  // namespace tilescope::fuzz
