// core/include/tilescope/base/text_span.h -- a part of a text.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace tilescope {

struct TextSpan {
    std::size_t begin = 0, end = 0;  // offsets into the pasted text
    friend bool operator==(const TextSpan&, const TextSpan&) = default;
};

}  // namespace tilescope
