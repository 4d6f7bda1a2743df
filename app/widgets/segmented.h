// app/widgets/segmented.h -- a few choices side by side; exactly one is selected: "(o) Blackwell ( ) Hopper".
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/style.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace tilescope::ui {

struct Segment {
    std::string_view id;  // the mark id is "<widget>.<segment>"
    std::string_view label;
    std::string_view why_not = {};  // the reason why the segment cannot be selected now; empty: it can
};

// Returns the clicked index, unless it is already selected. Stores the index under the pointer in `hovered` (for a
// tooltip).
std::optional<std::size_t> segmented(std::string_view id, std::span<const Segment> segments, std::size_t chosen,
                                     const Style& style, std::optional<std::size_t>* hovered = nullptr);

}  // namespace tilescope::ui
