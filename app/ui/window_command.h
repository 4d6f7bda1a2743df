// app/ui/window_command.h -- what a panel, a menu or a key requests of the window: a command by its id.
// SPDX-License-Identifier: MIT
//
//     requests.commands.push_back(command("undo"));
//     requests.commands.push_back(command("copy_code", "cutlass"));
//     requests.commands.push_back(screen_command(Screen::tmem));
//
// A panel names no feature, only the id of a command. The rows are in the folders of the features
// (window/frame/command.h). A request for a command that no feature has does nothing; a test finds ids that no row has.
#pragma once

#include <tilescope/view/view_state.h>

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace tilescope::ui {

// A request. `id` is a literal, or of a row: it is not copied.
struct WindowCommand {
    std::string_view id;
    // What the command is for, if it is for one thing: the number of a step, an operand or a document; the name of a
    // target, a topic, a panel or a lesson.
    std::uint64_t number = 0;
    std::string text = {};
    bool has_argument = false;
    friend bool operator==(const WindowCommand&, const WindowCommand&) = default;
};

inline WindowCommand command(std::string_view id) { return {id}; }
inline WindowCommand command(std::string_view id, std::unsigned_integral auto number) { return {id, number, {}, true}; }
inline WindowCommand command(std::string_view id, std::string text) { return {id, 0, std::move(text), true}; }

inline WindowCommand screen_command(Screen screen) { return command("go_to_screen", static_cast<unsigned>(screen)); }

}  // namespace tilescope::ui
