// app/widgets/copy_menu.h -- the menu "Copy as": one value in several notations.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/style.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tilescope::ui {

struct CopyChoice {
    std::string_view id;     // the mark id is "<widget>.<choice>"
    std::string_view label;  // "hexadecimal"
    std::string text;        // for the clipboard; its start is shown beside the label
};

// Draws a button that opens the list. Returns the chosen text; the caller writes it to the clipboard.
std::optional<std::string> copy_menu(std::string_view id, std::span<const CopyChoice> choices, const Style& style);

}  // namespace tilescope::ui
