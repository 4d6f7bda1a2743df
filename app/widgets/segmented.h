// app/widgets/segmented.h -- a few choices side by side, one of them made: "(o) Blackwell ( ) Hopper".
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/style.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace tilescope::ui {

struct Segment {
    std::string_view id;  // of the mark: "<widget>.<segment>"
    std::string_view label;
    std::string_view why_not = {};  // not empty: cannot be chosen now, and why
};

// The index that was clicked and is not the chosen one. `hovered` gets the one under the pointer, for a tooltip.
std::optional<std::size_t> segmented(std::string_view id, std::span<const Segment> segments, std::size_t chosen,
                                     const Style& style, std::optional<std::size_t>* hovered = nullptr);

}  // namespace tilescope::ui
