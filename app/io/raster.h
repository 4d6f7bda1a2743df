// app/io/raster.h -- draws a sheet as pixels.
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
    std::vector<std::uint8_t> rgb;  // three bytes for each pixel, row by row
};

// Draws the sheet. Refuses a picture of more than 2^26 pixels.
Answer<Image> raster(const Sheet& sheet, double scale);

// Draws only the cells on their way and their trails, over the picture of the same sheet without them.
void draw_moving_parts(Image& image, const Sheet& sheet, double scale);

}  // namespace tilescope::io
