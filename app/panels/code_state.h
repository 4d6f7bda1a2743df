// app/panels/code_state.h -- state of the code panel between frames.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/code/code.h>
#include <tilescope/view/view_state.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tilescope::ui {

struct CodePanelState {
    std::vector<CodeTarget> targets;  // the shell adds those that need files; empty: those of core
    std::string target = "cutlass";
    std::optional<std::uint64_t> revision;  // the session that the text belongs to
    std::string made_for;                   // its target
    std::string folder;                     // from which the names of files in that session counted
    ViewState look;                         // what the user looked at: of a target whose text says it
    CodeText code;
    std::string why;                   // why there is no code
    std::vector<std::size_t> changed;  // the lines that the last edit changed
};

// The row of the chosen target.
const CodeTarget& chosen_target(const CodePanelState& state);

// Takes the text of the chosen target, or the reason why there is none, and finds the lines that changed.
void show_code(CodePanelState& state, Answer<CodeText> code, std::uint64_t revision);

}  // namespace tilescope::ui
