// app/io/deflate.h -- compresses bytes.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace tilescope::io {

// Returns the bytes in the zlib format (RFC 1950), as PDF and PNG have them.
std::string deflated(std::string_view bytes);

}  // namespace tilescope::io
