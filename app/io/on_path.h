// app/io/on_path.h -- the file of another program, on PATH.
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>

namespace tilescope::io {

// Returns the file of the program in the folders of PATH, then in `others`. Only absolute folders count: ".", an empty
// and a relative folder are where the user happens to be, and anyone can have put a program there.
std::optional<std::string> program_on_path(const std::string& name, std::span<const std::string> others = {});

}  // namespace tilescope::io
