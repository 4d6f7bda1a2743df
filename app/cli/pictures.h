// app/cli/pictures.h -- writes a scene into the files of --svg, --tikz and --png.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/commands.h"
#include "app/io/picture_formats.h"

#include <tilescope/base/answer.h>
#include <tilescope/scene/scene.h>
#include <tilescope/word/field.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>

namespace tilescope::cli {

struct PictureFiles {
    std::array<std::string, io::kPictureFormatCount>
        paths;  // in the order of io::kPictureFormats; empty: not requested
    std::string palette = "screen";
    bool any() const {
        return std::ranges::any_of(paths, [](const std::string& path) { return !path.empty(); });
    }
};
void declare_picture_files(Verb& verb, PictureFiles& files);

// Writes the files and prints their names. Refuses a file that cannot be written, and leaves no partial file.
int write_scene(std::string_view verb, const Scene& scene, const PictureFiles& files);

// Returns the raw value of the name `text`. A refusal lists the valid names.
Answer<std::uint64_t> choice_of(std::string_view option, std::string_view text, std::span<const NamedValue> names);

}  // namespace tilescope::cli
