// app/ui/window_command.h -- what a panel, a menu or a key can request of the window, as values.
// SPDX-License-Identifier: MIT
//
//     requests.commands.emplace_back(CommandId::do_undo);
//     requests.commands.emplace_back(GoToScreen{Screen::tmem});
#pragma once

#include <tilescope/session/view_state.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>

namespace tilescope::ui {

struct Command;  // a row: command.h
struct Panel;    // a row: app/panels/panels.h

// One name for each row of commands.inc: do_undo, do_redo, ...
enum class CommandId : std::uint8_t {
#define TILESCOPE_COMMAND(id, ...) do_##id,
#define TILESCOPE_PICTURE_COMMANDS
#define TILESCOPE_SCREEN_COMMANDS
#define TILESCOPE_ANIMATION_COMMANDS
#include "app/ui/commands.inc"
#undef TILESCOPE_COMMAND
#undef TILESCOPE_PICTURE_COMMANDS
#undef TILESCOPE_SCREEN_COMMANDS
#undef TILESCOPE_ANIMATION_COMMANDS
};

struct GoToScreen {
    Screen screen;
    friend bool operator==(const GoToScreen&, const GoToScreen&) = default;
};
// Show the picture of an operand, with its word. Show a K step in all pictures.
struct GoToOperand {
    Operand operand;
    friend bool operator==(const GoToOperand&, const GoToOperand&) = default;
};
struct GoToKStep {
    unsigned step;
    friend bool operator==(const GoToKStep&, const GoToKStep&) = default;
};
// Undo or redo until `step` steps of the history are in effect.
struct GoToStep {
    std::size_t step;
    friend bool operator==(const GoToStep&, const GoToStep&) = default;
};
// Open the help panel on a topic: "L35", "smem.swizzle", "rules of idesc".
struct ExplainTopic {
    std::string topic;
    friend bool operator==(const ExplainTopic&, const ExplainTopic&) = default;
};
// Go to the screen and the tab of a panel, and open its region if that is folded or closed.
struct ShowPanel {
    const Panel* panel;
    friend bool operator==(const ShowPanel&, const ShowPanel&) = default;
};

// The command that starts the worker of live mode.
struct UseWorker {
    std::string command;
    friend bool operator==(const UseWorker&, const UseWorker&) = default;
};

// Show or close the tab of a document, or compare the shown session with it; Document::id.
struct GoToTab {
    std::uint64_t id;
    friend bool operator==(const GoToTab&, const GoToTab&) = default;
};
struct CloseTab {
    std::uint64_t id;
    friend bool operator==(const CloseTab&, const CloseTab&) = default;
};
struct CompareWithTab {
    std::uint64_t id;
    friend bool operator==(const CompareWithTab&, const CompareWithTab&) = default;
};

// Copy the session as code for a target (CodeTarget::id), or ask for a file and write it there.
struct CopyCode {
    std::string target;
    friend bool operator==(const CopyCode&, const CopyCode&) = default;
};
struct SaveCode {
    std::string target;
    friend bool operator==(const SaveCode&, const SaveCode&) = default;
};

// Open a lesson in a tab of its own, or show the tab that has it; Lesson::id.
struct GoToLesson {
    std::string id;
    friend bool operator==(const GoToLesson&, const GoToLesson&) = default;
};
// Begin a step of the lesson that is shown; the first one is 0.
struct GoToLessonStep {
    std::size_t step;
    friend bool operator==(const GoToLessonStep&, const GoToLessonStep&) = default;
};

// `const Command*` is a row of all_commands(): menus and the palette loop over these.
using WindowCommand =
    std::variant<CommandId, const Command*, GoToScreen, GoToOperand, GoToKStep, GoToStep, ExplainTopic, ShowPanel,
                 UseWorker, GoToTab, CloseTab, CompareWithTab, CopyCode, SaveCode, GoToLesson, GoToLessonStep>;

}  // namespace tilescope::ui
