// app/shell/pictures.h -- the picture on the stage, and the files that it can be saved to.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/app.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tilescope::ui {

// Returns the picture on the stage with all its cells. Returns nothing if the stage shows no picture.
std::optional<Scene> picture_on_stage(const App& app);

// A verb that the user types before a path, and its action: "svg tile.svg".
struct PathVerb {
    std::string_view verb;   // including the space after it
    std::string_view title;  // shown before the path: "Save the picture as SVG: "
    void (*act)(App& app, const std::string& path);
};
std::span<const PathVerb> path_verbs();

}  // namespace tilescope::ui
