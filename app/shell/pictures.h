// app/shell/pictures.h -- the picture on the stage, and the files that it can be saved to.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/app.h"

#include <tilescope/export/sheet.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tilescope::ui {

// Returns the picture on the stage with all its cells. Returns nothing if the stage shows no picture.
std::optional<Scene> picture_on_stage(const Document& doc);

// The same as a sheet. While an animation is shown: its frame, with the cells on their way.
std::optional<Sheet> sheet_on_stage(const Document& doc, const Prefs& prefs);
// Puts the picture on the stage on the clipboard, as PNG. If the system takes no pictures, says so and asks for a file.
void copy_picture(Context c);

// A verb that the user types before a path, and its action: "svg tile.svg". The file chooser asks for the path too.
struct PathVerb {
    std::string_view verb;   // including the space after it
    std::string_view title;  // shown before the path: "Save the picture as SVG: "
    void (*act)(Context c, const std::string& path);
    std::string_view extension = {};   // of the file that is written: "svg"; empty: the verb opens a file
    std::string_view type_title = {};  // of the files that the chooser shows: "SVG pictures"
    std::string_view suffix = {};      // between the name of the session and the dot: "gemm-report.md"
    std::string_view (*extension_of)(const Document& doc) = nullptr;  // if it depends on what is written
};
std::span<const PathVerb> path_verbs();

}  // namespace tilescope::ui
