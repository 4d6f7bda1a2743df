// app/publish/raster.h -- draws a sheet as pixels.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/export/sheet.h>

#include <cstdint>
#include <string_view>
#include <vector>

namespace tilescope::io {

struct Image {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgb;  // three bytes for each pixel, row by row
};

// The option with which the user can ask for fewer pixels: "--scale", from `least` on. An empty name: there is none.
struct ScaleOption {
    std::string_view name = {};
    double least = 0;
};

// Draws the sheet. Refuses a picture of more than 2^26 pixels. The refusal names the option if a lower value helps.
Answer<Image> raster(const Sheet& sheet, double scale, const ScaleOption& option = {});

// Draws only the cells on their way and their trails, over the picture of the same sheet without them.
void draw_moving_parts(Image& image, const Sheet& sheet, double scale);

}  // namespace tilescope::io
