// app/io/same_file.h -- whether two names lead to one file.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace tilescope::io {

// Whether the two names lead to one regular file, also through links, or would: a file that does not exist yet is
// compared by its path. False for "-", pipes and devices, which keep nothing.
bool is_same_file(const std::string& a, const std::string& b);

}  // namespace tilescope::io
