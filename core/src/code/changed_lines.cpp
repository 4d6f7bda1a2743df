// core/src/code/changed_lines.cpp -- the lines in which two texts differ.
// SPDX-License-Identifier: MIT
#include <tilescope/code/code.h>

#include <algorithm>
#include <cstdint>

namespace tilescope {
namespace {

constexpr std::size_t kMostCells = 1 << 20;  // of the table of common lengths

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> out;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        out.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

}  // namespace

std::vector<std::size_t> changed_lines(std::string_view before, std::string_view after) {
    const std::vector<std::string_view> from = lines_of(before), to = lines_of(after);
    std::size_t head = 0, tail = 0;
    const std::size_t least = std::min(from.size(), to.size());
    while (head < least && from[head] == to[head]) ++head;
    while (tail < least - head && from[from.size() - 1 - tail] == to[to.size() - 1 - tail]) ++tail;
    const std::size_t rows = from.size() - head - tail, columns = to.size() - head - tail;
    std::vector<std::size_t> out;
    if (rows == 0 || columns == 0 || rows > kMostCells / columns) {
        for (std::size_t i = 0; i < columns; ++i) out.push_back(head + i);
        return out;
    }
    // longest[r][c]: the length of the longest common subsequence of the lines from r and from c on.
    std::vector<std::uint32_t> longest((rows + 1) * (columns + 1), 0);
    const auto at = [&](std::size_t r, std::size_t c) -> std::uint32_t& { return longest[r * (columns + 1) + c]; };
    for (std::size_t r = rows; r-- > 0;)
        for (std::size_t c = columns; c-- > 0;)
            at(r, c) = from[head + r] == to[head + c] ? at(r + 1, c + 1) + 1 : std::max(at(r + 1, c), at(r, c + 1));
    for (std::size_t r = 0, c = 0; c < columns;) {
        if (r < rows && from[head + r] == to[head + c]) {
            ++r, ++c;
        } else if (r < rows && at(r + 1, c) >= at(r, c + 1)) {
            ++r;
        } else {
            out.push_back(head + c);
            ++c;
        }
    }
    return out;
}

}  // namespace tilescope
