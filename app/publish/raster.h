// app/publish/raster.h -- draws a sheet as pixels, and pixels as a PNG file.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/export/sheet.h>

#include <cstdint>
#include <string>
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

// A PNG file is this sign and then chunks: IHDR, IDAT, IEND, and those of an animation between them.
inline constexpr std::string_view kPngSign = "\x89PNG\r\n\x1a\n";

std::string big_endian(std::uint32_t value, int bytes = 4);

// Returns a chunk: its length, its four letters, its bytes, and the check sum.
std::string png_chunk(std::string_view letters, std::string_view bytes);

// Returns the bytes of IHDR, and those of IDAT: the compressed rows.
std::string png_head(int width, int height);
std::string png_rows(const Image& image);

// Returns the bytes of a PNG file.
std::string png_of(const Image& image);

// Writes a new file in the same folder and renames it.
Answer<void> write_png(const std::string& path, const Image& image);

}  // namespace tilescope::io
