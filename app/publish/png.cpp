// app/publish/png.cpp -- pixels as a PNG file.
// SPDX-License-Identifier: MIT
//
// Each row of pixels is stored as its difference to the row above: most rows of our pictures are like the row above,
// and zeros take no room.
#include "app/publish/png.h"
#include "app/io/deflate.h"
#include "app/io/file.h"

#include <tilescope/base/say.h>

namespace tilescope::io {

std::string big_endian(std::uint32_t value, int bytes) {
    std::string out;
    for (int i = bytes; i-- > 0;) out += static_cast<char>(value >> (8 * i) & 0xff);
    return out;
}

std::string png_chunk(std::string_view letters, std::string_view bytes) {
    const std::string chunk = say(letters, bytes);
    return say(big_endian(static_cast<std::uint32_t>(bytes.size())), chunk, big_endian(crc32_of(chunk)));
}

std::string png_head(int width, int height) {
    constexpr std::string_view kThreeColours("\x08\x02\0\0\0", 5);  // 8 bits for each of three colours
    return say(big_endian(static_cast<std::uint32_t>(width)), big_endian(static_cast<std::uint32_t>(height)),
               kThreeColours);
}

std::string png_rows(const Image& image) {
    constexpr char kRowAbove = 2;  // the filter of a row
    const std::size_t width = static_cast<std::size_t>(image.width) * 3, rows = static_cast<std::size_t>(image.height);
    std::string row(width + 1, kRowAbove);
    std::size_t y = 0;
    return zlib_stream([&]() -> std::string_view {
        if (y == rows) return {};
        const std::uint8_t* const from = &image.rgb[y * width];
        const std::uint8_t* const above = y == 0 ? nullptr : from - width;
        for (std::size_t x = 0; x < width; ++x) row[x + 1] = static_cast<char>(from[x] - (above ? above[x] : 0));
        ++y;
        return row;
    });
}

std::string png_of(const Image& image) {
    return say(kPngSign, png_chunk("IHDR", png_head(image.width, image.height)), png_chunk("IDAT", png_rows(image)),
               png_chunk("IEND", {}));
}

Answer<void> write_png(const std::string& path, const Image& image) { return write_text(path, png_of(image)); }

}  // namespace tilescope::io
