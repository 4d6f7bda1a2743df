// app/io/raster.h -- a sheet as pixels, and pixels as a PNG file.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/export/sheet.h>

#include <cstdint>
#include <string>
#include <vector>

namespace tilescope::io {

struct Image {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgb;  // three bytes a pixel, row by row
};

// Refused where the picture would have more than 2^26 pixels.
Answer<Image> raster(const Sheet& sheet, double scale);

// A new file beside the old one, then renamed.
Answer<void> write_png(const std::string& path, const Image& image);

}  // namespace tilescope::io
