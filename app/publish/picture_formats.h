// app/publish/picture_formats.h -- a sheet as pixels, as a PNG or PDF file, and the formats of saved pictures.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/export/sheet.h>

#include <iterator>
#include <set>

namespace tilescope::io {

struct Image {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgb;  // three bytes for each pixel, row by row

    // The place of a pixel in `rgb`.
    std::size_t at(int x, int y) const {
        return 3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x));
    }
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

inline constexpr double kLeastPngScale = 0.1, kMostPngScale = 16;
struct PictureSettings {
    double png_scale = 2;  // sharp on high-resolution screens and on slides
    ScaleOption scale_option = {};
};
// The column of a paper is printed: it gets 384 pixels an inch, more than the 300 that papers ask for.
constexpr double png_scale_of(SheetFit fit) { return fit == SheetFit::column ? 4 : PictureSettings{}.png_scale; }

// Return the bytes of the file. Refuse a picture that is too large for the format.
Answer<std::string> svg_picture(const Sheet& sheet, const PictureSettings& settings);
Answer<std::string> tikz_picture(const Sheet& sheet, const PictureSettings& settings);
Answer<std::string> png_picture(const Sheet& sheet, const PictureSettings& settings);
Answer<std::string> pdf_picture(const Sheet& sheet, const PictureSettings& settings);

// To add a format: define x_picture() in picture_formats.cpp and add its row. The option --x of every verb that has a
// picture, the extension for `render`, the window's command save_x and the palette's "x <path>" follow.
struct PictureFormat {
    std::string_view id;         // "svg"
    std::string_view option;     // "--svg"
    std::string_view extension;  // "svg"
    std::string_view title;      // "SVG"
    std::string_view help;       // of the option
    std::string_view words;      // other words that users type to find the command
    Answer<std::string> (*bytes)(const Sheet& sheet, const PictureSettings& settings);
};
// clang-format off
inline constexpr PictureFormat kPictureFormats[] = {
    {"svg", "--svg", "svg", "SVG", "Write the picture to this file as SVG",
     "export vector figure image drawing", svg_picture},
    {"tikz", "--tikz", "tex", "TikZ", "Write the picture to this file as a LaTeX document of one page (TikZ)",
     "export latex tex figure image drawing", tikz_picture},
    {"png", "--png", "png", "PNG", "Write the picture to this file as PNG",
     "export screenshot figure image drawing", png_picture},
    {"pdf", "--pdf", "pdf", "PDF", "Write the picture to this file as PDF",
     "export figure image drawing print page", pdf_picture},
};
// clang-format on
inline constexpr std::size_t kPictureFormatCount = std::size(kPictureFormats);

// Writes the file. Refuses if it cannot be written; an existing file is then unchanged.
Answer<void> write_picture(const PictureFormat& format, const Sheet& sheet, const std::string& path,
                           const PictureSettings& settings = {});

// Returns the format that the extension of a file selects. A refusal lists the extensions.
Answer<const PictureFormat*> format_of_file(std::string_view path);

// Returns the file. The page has the size of the sheet; 96 logical pixels are an inch. All text is in JetBrains Mono,
// of which the file has the letters that it uses, and can be selected and searched.
std::string to_pdf(const Sheet& sheet);

// Returns the code points of a text, which a picture draws one by one. A byte that is no valid UTF-8 becomes U+FFFD.
std::vector<std::uint32_t> letters_of(std::string_view utf8);

// Returns the font with the outlines of these glyphs, of the parts that they consist of, and of glyph 0. The numbers of
// glyphs stay the same. Empty: the bytes are no TrueType font.
std::string font_subset(std::span<const unsigned char> font, std::set<unsigned> glyphs);

}  // namespace tilescope::io
