// app/window/frame/pictures.h -- the picture on the stage, and the files that it can be saved to.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/frame/context.h"

#include <tilescope/export/sheet.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tilescope::ui {

// The same as a sheet. While an animation is shown: its frame, with the cells on their way.
std::optional<Sheet> sheet_on_stage(const Document& doc, const Prefs& prefs);
// Puts the picture on the stage on the clipboard, as PNG. If the system takes no pictures, says so and asks for a file.
void copy_picture(Context c);

}  // namespace tilescope::ui
