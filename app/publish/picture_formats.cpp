// app/publish/picture_formats.cpp -- a sheet as a file of each format; pixels as PNG.
// SPDX-License-Identifier: MIT
#include "app/publish/picture_formats.h"
#include "app/io/file.h"
#include "app/io/packing.h"

#include <tilescope/base/say.h>
#include <tilescope/export/picture.h>

namespace tilescope::io {

Answer<std::string> svg_picture(const Sheet& sheet, const PictureSettings&) { return to_svg(sheet); }
Answer<std::string> tikz_picture(const Sheet& sheet, const PictureSettings&) { return to_tikz(sheet); }
Answer<std::string> pdf_picture(const Sheet& sheet, const PictureSettings&) { return to_pdf(sheet); }

Answer<std::string> png_picture(const Sheet& sheet, const PictureSettings& settings) {
    const auto image = raster(sheet, settings.png_scale, settings.scale_option);
    if (!image) return Answer<std::string>::refuse(image.why);
    return png_of(*image);
}

Answer<void> write_picture(const PictureFormat& format, const Sheet& sheet, const std::string& path,
                           const PictureSettings& settings) {
    const auto bytes = format.bytes(sheet, settings);
    return bytes ? write_text(path, *bytes) : Answer<void>::refuse(say(path, ": ", bytes.why));
}

Answer<const PictureFormat*> format_of_file(std::string_view path) {
    const std::string extension = extension_of(path);
    for (const PictureFormat& format : kPictureFormats)
        if (extension == format.extension) return &format;
    const auto ending = [](const PictureFormat& format) { return say('.', format.extension); };
    return Answer<const PictureFormat*>::refuse(say(path,
                                                    ": the end of the name selects the format of the picture; use ",
                                                    list_of(kPictureFormats, ending, ", ", " or ")));
}

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
