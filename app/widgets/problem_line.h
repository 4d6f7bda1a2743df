// app/widgets/problem_line.h -- one problem: its sign, rule, field and sentence, and the buttons [Fix] and [Why].
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/theme.h"
#include "app/ui/ui_probe.h"

#include <optional>
#include <string_view>

namespace tilescope::ui {

enum class ProblemClick : std::uint8_t { none, line, fix, why };

struct ProblemReply {
    ProblemClick clicked = ProblemClick::none;
    std::optional<Rect> hovered;  // the line, if the pointer is on it: the caller points at the field of the problem
};

// Fills the width and wraps the text. Draws [Fix] if the problem has exactly one fix. Marks: id, id.fix, id.why.
ProblemReply problem_line(std::string_view id, const Problem& problem, bool current, const Style& style);

}  // namespace tilescope::ui
