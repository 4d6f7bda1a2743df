// app/widgets/problem_line.h -- one problem: its sign, rule, field and sentence, and what can be done about it.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/style.h"
#include "app/ui/ui_probe.h"

#include <tilescope/word/problem.h>

#include <string_view>

namespace tilescope::ui {

enum class ProblemClick : std::uint8_t { none, line, fix, why };

struct ProblemReply {
    ProblemClick clicked = ProblemClick::none;
    bool hovered = false;  // its field is then what is pointed at
};

// Fills the width and wraps. [Fix] stands there if the problem has one right answer. Marks: id, id.fix, id.why.
ProblemReply problem_line(std::string_view id, const Problem& problem, bool current, const Style& style);

}  // namespace tilescope::ui
