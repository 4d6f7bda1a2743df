// app/cli/pictures.h -- writes a scene into the files of --svg, --tikz, ..., and shows it in the terminal (--show).
// SPDX-License-Identifier: MIT
//
// What these functions refuse ends the verb: they throw Refused (verb.h).
#pragma once

#include "app/cli/verb.h"
#include "app/publish/picture_formats.h"

#include <tilescope/scene/scene.h>

#include <algorithm>
#include <array>

namespace tilescope::cli {

inline constexpr std::string_view kScaleOption = "--scale";

// How a picture looks, whichever file it goes to.
struct PictureLook {
    std::string palette = "screen", scale, title, show, fit = "picture";
    bool legend = true, caption = true;
};
// `about_scale` is more text for the help of --scale.
void declare_picture_look(Verb& verb, PictureLook& look, std::string_view about_scale = {});

// The palette, the title, the legend, the caption and the size. Refuses an unknown palette, and a title with which the
// picture gets too wide.
SheetOptions sheet_options(const PictureLook& look);

// Reads "3..8" or "3", counted from `least`, into `first` and `last`. Refuses other texts, which name no `what`.
struct NumberRange {
    std::size_t first = 0, last = 0;
};
NumberRange range_of(std::string_view option, std::string_view text, std::size_t least, std::size_t most,
                     std::string_view what);

// Reads a number of an option. An empty text leaves the value as it is.
void read_between(std::string_view option, const std::string& text, double least, double most, double& value);

// Only --show: for verbs whose picture is for the terminal.
void declare_show(Verb& verb, std::string& show);

struct PictureFiles {
    std::array<std::string, io::kPictureFormatCount>
        paths;  // in the order of io::kPictureFormats; empty: not requested
    PictureLook look;
    // Whether a picture is asked for.
    bool any() const {
        return !look.show.empty() || std::ranges::any_of(paths, [](const std::string& path) { return !path.empty(); });
    }
};
void declare_picture_files(Verb& verb, PictureFiles& files);

// A file to write, and its format.
struct PictureTarget {
    const io::PictureFormat* format;
    std::string path;
};
// Writes the files, prints their names and the sentence of the scene, and shows the scene if --show asks for it.
// `source` is a line of the picture; empty: none. If a format or a file refuses, no file is written; only an error
// while writing, such as a full disk, leaves those before it.
int write_scene(const Scene& scene, std::span<const PictureTarget> targets, const PictureLook& look,
                const std::string& source = {});
int write_scene(const Scene& scene, const PictureFiles& files);

// Returns the scene as text for the terminal. `show` is the value of --show. Refuses a value that it does not have, and
// a standard output that is not a terminal, unless the value is "always".
std::string terminal_picture(const Scene& scene, std::string_view show);

}  // namespace tilescope::cli
