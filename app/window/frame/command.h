// app/window/frame/command.h -- everything a key, a menu or the palette can do, as rows. All three loop over them.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/frame/context.h"

#include <span>
#include <string_view>

namespace tilescope::ui {

enum class Menu : std::uint8_t { none, file, edit, view, run, help };
inline constexpr NamedValue kMenuNames[] = {{1, "File"}, {2, "Edit"}, {3, "View"}, {4, "Run"}, {5, "Help"}};

// A row of app/ui/commands.inc, or one made from the table of picture formats or screens. All strings end with a zero.
struct Command {
    std::string_view id, title;
    std::string_view keys;  // "Ctrl+Shift+Z"; a plain letter works only while no text box has the keyboard
    Menu menu = Menu::none;
    bool (*when)(Context) = nullptr;  // whether the command is possible now; null: always
    void (*act)(Context) = nullptr;
    std::string_view words = {};  // other words that users type to find the command
};

std::span<const Command> all_commands();
const Command* find_command(std::string_view id);  // null: no row has this id
const Command* find_command(CommandId id);
std::string_view id_of(const WindowCommand& command);  // empty: it is no row
bool is_possible(const Command& command, Context c);

// Does what was requested. A command that is not possible now does nothing: a panel can request what another panel has
// just made impossible.
void run_command(Context c, const WindowCommand& command);

}  // namespace tilescope::ui
