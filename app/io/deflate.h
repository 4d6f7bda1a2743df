// app/io/deflate.h -- compresses bytes.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace tilescope::io {

// Returns the bytes in the zlib format (RFC 1950), as PDF and PNG have them. Empty: there is no memory.
std::string deflated(std::string bytes);

}  // namespace tilescope::io
