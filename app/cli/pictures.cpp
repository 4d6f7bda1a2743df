// app/cli/pictures.cpp -- writes a scene into the files of --svg, --tikz and --png.
// SPDX-License-Identifier: MIT
#include "app/cli/pictures.h"

#include <tilescope/base/say.h>
#include <tilescope/export/sheet.h>

namespace tilescope::cli {
void declare_picture_files(Verb& verb, PictureFiles& files) {
    for (std::size_t i = 0; i < io::kPictureFormatCount; ++i)
        verb.add_option(std::string(io::kPictureFormats[i].option), files.paths[i],
                        std::string(io::kPictureFormats[i].help));
    verb.add_option("--palette", files.palette, "Palette of the picture: screen (default), grey or cute");
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
    for (std::size_t i = 0; i < io::kPictureFormatCount; ++i) {
        if (files.paths[i].empty()) continue;
        if (const auto written = io::kPictureFormats[i].write(sheet, files.paths[i]); !written)
            return refuse(verb, written.why);
        done += say("wrote ", files.paths[i], "\n");
    }
    print(done + scene.sentence + "\n");
    return kDone;
}

}  // namespace tilescope::cli
