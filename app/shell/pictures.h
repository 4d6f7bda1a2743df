// app/shell/pictures.h -- the picture on the stage, and the files it can be saved into.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/app.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tilescope::ui {

// What the stage shows, with all its cells; nothing where it shows no picture.
std::optional<Scene> picture_on_stage(const App& app);

// What is typed before a path and what it does: "svg tile.svg".
struct PathVerb {
    std::string_view verb;   // with the space after it
    std::string_view title;  // before the path: "Save the picture as SVG: "
    void (*act)(App& app, const std::string& path);
};
std::span<const PathVerb> path_verbs();

}  // namespace tilescope::ui
