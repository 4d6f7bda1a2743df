// app/publish/picture_formats.cpp -- a sheet as a file in each picture format.
// SPDX-License-Identifier: MIT
#include "app/publish/picture_formats.h"
#include "app/io/file.h"
#include "app/publish/pdf.h"
#include "app/publish/raster.h"

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
    std::string known;
    for (const PictureFormat& format : kPictureFormats) {
        if (extension == format.extension) return &format;
        const bool last = &format == &kPictureFormats[kPictureFormatCount - 1];
        known += say(known.empty() ? "." : last ? " or ." : ", .", format.extension);
    }
    return Answer<const PictureFormat*>::refuse(
        say(path, ": the end of the name selects the format of the picture; use ", known));
}

}  // namespace tilescope::io
