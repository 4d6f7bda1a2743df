// app/publish/moving_picture.cpp -- which format an animated file has, and what changes between two pictures.
// SPDX-License-Identifier: MIT
#include "app/publish/moving_picture.h"

#include <tilescope/base/say.h>

#include <algorithm>

namespace tilescope::io {

Answer<const MovingFormat*> moving_format_of(std::string_view path) {
    const std::string extension = extension_of(path);
    for (const MovingFormat& format : kMovingFormats)
        if (format.extension == extension) return &format;
    return Answer<const MovingFormat*>::refuse(
        say(path, ": an animation is a GIF or an animated PNG; give a name that ends in .gif, .png or .apng."));
}

PixelBox changed_box(const Image& before, const Image& after) {
    const auto row_bytes = static_cast<std::size_t>(after.width) * 3;
    const auto row = [&](const Image& image, int y) {
        return std::span(image.rgb).subspan(static_cast<std::size_t>(y) * row_bytes, row_bytes);
    };
    int left = after.width, right = -1, top = after.height, bottom = -1;
    for (int y = 0; y < after.height; ++y) {
        const auto a = row(before, y), b = row(after, y);
        const auto first = std::ranges::mismatch(a, b).in1;
        if (first == a.end()) continue;
        top = std::min(top, y), bottom = y;
        auto last = a.size() - 1;
        while (a[last] == b[last]) --last;
        left = std::min(left, static_cast<int>((first - a.begin()) / 3));
        right = std::max(right, static_cast<int>(last / 3));
    }
    if (right < 0) return {0, 0, 1, 1};
    return {left, top, right - left + 1, bottom - top + 1};
}

}  // namespace tilescope::io
