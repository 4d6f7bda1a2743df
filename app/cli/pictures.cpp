// app/cli/pictures.cpp -- writes a scene into the files of --svg, --tikz and --png.
// SPDX-License-Identifier: MIT
#include "app/cli/pictures.h"
#include "app/io/file.h"
#include "app/io/raster.h"

#include <tilescope/base/say.h>
#include <tilescope/export/picture.h>

#include <CLI/CLI.hpp>

namespace tilescope::cli {
namespace {

constexpr double kPngScale = 2;  // sharp enough for high-resolution screens and slides

Answer<void> write_picture_png(const std::string& path, const Sheet& sheet) {
    const auto image = io::raster(sheet, kPngScale);
    return image ? io::write_png(path, *image) : Answer<void>::refuse(image.why);
}

}  // namespace

void declare_picture_files(CLI::App& app, PictureFiles& files) {
    app.add_option("--svg", files.svg, "Write the picture to this file as SVG");
    app.add_option("--tikz", files.tikz, "Write the picture to this file as a standalone LaTeX document (TikZ)");
    app.add_option("--png", files.png, "Write the picture to this file as PNG");
    app.add_option("--palette", files.palette, "Palette of the picture: screen (default), grey or cute");
}

Answer<std::uint64_t> choice_of(std::string_view option, std::string_view text, std::span<const NamedValue> names) {
    std::string known;
    for (const NamedValue& n : names) {
        if (n.name == text) return n.raw;
        known += say(known.empty() ? "" : ", ", n.name);
    }
    return Answer<std::uint64_t>::refuse(say(option, ": '", text, "' is unknown; use one of: ", known));
}

int write_scene(std::string_view verb, const Scene& scene, const PictureFiles& files) {
    const auto palette = choice_of("--palette", files.palette, kPaletteNames);
    if (!palette) return refuse(verb, palette.why);
    const Sheet sheet = sheet_of(scene, static_cast<Palette>(*palette));
    std::string done;
    const auto write = [&](const std::string& path, const auto& how) {
        if (path.empty()) return Answer<void>();
        Answer<void> written = how();
        if (written) done += say("wrote ", path, "\n");
        return written;
    };
    Answer<void> all = write(files.svg, [&] { return io::write_text(files.svg, to_svg(sheet)); });
    if (all) all = write(files.tikz, [&] { return io::write_text(files.tikz, to_tikz(sheet)); });
    if (all) all = write(files.png, [&] { return write_picture_png(files.png, sheet); });
    if (!all) return refuse(verb, all.why);
    print(done + scene.sentence + "\n");
    return kDone;
}

}  // namespace tilescope::cli
