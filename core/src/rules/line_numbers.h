// core/src/rules/line_numbers.h -- the lines of a text, by offset.
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace tilescope {

// Fast if the offsets rise. Line 1 is the first.
class LineNumbers {
public:
    explicit LineNumbers(std::string_view text) : text_(text) {}

    unsigned of(std::size_t offset) {
        if (offset < counted_) counted_ = 0, line_ = 1;
        offset = std::min(offset, text_.size());
        line_ += static_cast<unsigned>(std::ranges::count(text_.substr(counted_, offset - counted_), '\n'));
        counted_ = offset;
        return line_;
    }

private:
    std::string_view text_;
    std::size_t counted_ = 0;
    unsigned line_ = 1;
};

}  // namespace tilescope
