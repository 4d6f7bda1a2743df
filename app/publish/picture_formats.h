// app/publish/picture_formats.h -- the formats that a picture can be saved in.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/publish/raster.h"

#include <tilescope/base/answer.h>
#include <tilescope/export/sheet.h>

#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>

namespace tilescope::io {

inline constexpr double kLeastPngScale = 0.1, kMostPngScale = 16;
struct PictureSettings {
    double png_scale = 2;  // sharp on high-resolution screens and on slides
    ScaleOption scale_option = {};
};

// svg_picture(), ...: one function for each row of picture_formats.inc. Returns the bytes of the file. Refuses a
// picture that is too large for the format.
#define TILESCOPE_PICTURE_FORMAT(id, ...) \
    Answer<std::string> id##_picture(const Sheet& sheet, const PictureSettings& settings);
#include "app/publish/picture_formats.inc"
#undef TILESCOPE_PICTURE_FORMAT

struct PictureFormat {
    std::string_view id;         // "svg"
    std::string_view option;     // "--svg"
    std::string_view extension;  // "svg"
    std::string_view title;      // "SVG"
    std::string_view help;       // of the option
    std::string_view words;      // other words that users type to find the command
    Answer<std::string> (*bytes)(const Sheet& sheet, const PictureSettings& settings);
};
inline constexpr PictureFormat kPictureFormats[] = {
#define TILESCOPE_PICTURE_FORMAT(id, extension, title, help, words) \
    {#id, "--" #id, extension, title, help, words, id##_picture},
#include "app/publish/picture_formats.inc"
#undef TILESCOPE_PICTURE_FORMAT
};
inline constexpr std::size_t kPictureFormatCount = std::size(kPictureFormats);

// Writes the file. Refuses if it cannot be written; an existing file is then unchanged.
Answer<void> write_picture(const PictureFormat& format, const Sheet& sheet, const std::string& path,
                           const PictureSettings& settings = {});

// Returns the format that the extension of a file selects. A refusal lists the extensions.
Answer<const PictureFormat*> format_of_file(std::string_view path);

}  // namespace tilescope::io
