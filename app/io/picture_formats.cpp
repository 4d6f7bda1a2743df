// app/io/picture_formats.cpp -- a sheet as a file in each picture format.
// SPDX-License-Identifier: MIT
#include "app/io/picture_formats.h"
#include "app/io/file.h"
#include "app/io/raster.h"

#include <tilescope/export/picture.h>

namespace tilescope::io {
namespace {

constexpr double kPngScale = 2;  // sharp on high-resolution screens and on slides

}  // namespace

Answer<void> write_svg_picture(const Sheet& sheet, const std::string& path) { return write_text(path, to_svg(sheet)); }

Answer<void> write_tikz_picture(const Sheet& sheet, const std::string& path) {
    return write_text(path, to_tikz(sheet));
}

Answer<void> write_png_picture(const Sheet& sheet, const std::string& path) {
    const auto image = raster(sheet, kPngScale);
    return image ? write_png(path, *image) : Answer<void>::refuse(image.why);
}

}  // namespace tilescope::io
