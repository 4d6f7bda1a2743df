// app/io/picture_formats.h -- the formats that a picture can be saved in.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/export/sheet.h>

#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>

namespace tilescope::io {

// write_svg_picture(), ...: one function for each row of picture_formats.inc. Refuses if the file cannot be written; an
// existing file is then unchanged.
#define TILESCOPE_PICTURE_FORMAT(id, ...) \
    Answer<void> write_##id##_picture(const Sheet& sheet, const std::string& path);
#include "app/io/picture_formats.inc"
#undef TILESCOPE_PICTURE_FORMAT

struct PictureFormat {
    std::string_view id;         // "svg"
    std::string_view option;     // "--svg"
    std::string_view extension;  // "svg"
    std::string_view title;      // "SVG"
    std::string_view help;       // of the option
    std::string_view words;      // other words that users type to find the command
    Answer<void> (*write)(const Sheet& sheet, const std::string& path);
};
inline constexpr PictureFormat kPictureFormats[] = {
#define TILESCOPE_PICTURE_FORMAT(id, extension, title, help, words) \
    {#id, "--" #id, extension, title, help, words, write_##id##_picture},
#include "app/io/picture_formats.inc"
#undef TILESCOPE_PICTURE_FORMAT
};
inline constexpr std::size_t kPictureFormatCount = std::size(kPictureFormats);

}  // namespace tilescope::io
