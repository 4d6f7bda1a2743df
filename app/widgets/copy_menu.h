// app/widgets/copy_menu.h -- "Copy as": one thing in several notations.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/style.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tilescope::ui {

struct CopyChoice {
    std::string_view id;     // of the mark: "<widget>.<choice>"
    std::string_view label;  // "hexadecimal"
    std::string text;        // what goes to the clipboard; shown beside the label
};

// A button that opens the list. Returns the text that was chosen; the clipboard is the caller's.
std::optional<std::string> copy_menu(std::string_view id, std::span<const CopyChoice> choices, const Style& style);

}  // namespace tilescope::ui
