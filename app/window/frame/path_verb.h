// app/window/frame/path_verb.h -- what can be done with a path: the palette and the file chooser ask for it.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/frame/context.h"

#include <string>
#include <string_view>

namespace tilescope::ui {

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
// Of all features. Null: nothing is done with a path after this word.
const PathVerb* find_verb(std::string_view verb);
// The verb that the text begins with.
const PathVerb* verb_of(std::string_view text);

}  // namespace tilescope::ui
