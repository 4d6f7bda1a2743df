// app/window/frame/command.h -- everything a key, a menu or the palette can do, as rows. All three loop over them.
// SPDX-License-Identifier: MIT
//
//     constexpr Command kPlayerCommands[] = {
//         {.id = "player_play", .title = "Play or pause the animation", .keys = "P", .place = 1100,
//          .when = {with<has_player>}, .act = with<play_or_pause>, .words = "player start stop"},
//     };
//     const Feature kPlayer = {.id = "player", .commands = kPlayerCommands};
//
// To add a command: add a row to the feature to which it belongs, and a phrase to tests/ui/palette_test.cpp.
#pragma once

#include "app/window/frame/context.h"

#include <string_view>
#include <vector>

namespace tilescope::ui {

enum class Menu : std::uint8_t { none, file, edit, view, run, help };
inline constexpr NamedValue kMenuNames[] = {{1, "File"}, {2, "Edit"}, {3, "View"}, {4, "Run"}, {5, "Help"}};

// When a command is possible.
struct When {
    bool (*now)(Context) = nullptr;  // null: always
    // Where its key acts, if it does nothing now: "acts on the screen Shared memory (Ctrl+2)." Empty: no surprise.
    std::string_view where = {};
};

// All strings end with a zero.
struct Command {
    std::string_view id;
    std::string_view title = {};  // empty: only the window requests it, with what it is for
    std::string_view keys = {};   // "Ctrl+Shift+Z"; a plain letter works only while no text box has the keyboard
    Menu menu = Menu::none;
    unsigned place = 0;  // menus, the palette and the list of keys have the rows in this order
    When when = {};
    bool (*is_on)(Context) =
        nullptr;  // whether it has turned something on: the menu shows a tick. Null: it turns nothing
    void (*act)(Context) = nullptr;  // one of these two
    void (*act_on)(Context, const WindowCommand&) = nullptr;
    std::string_view words = {};    // other words that users type to find the command
    bool keeps_start_page = false;  // it changes how the window looks, or opens something over it
};

// Those with a title, in the order of their places.
std::vector<const Command*> all_commands();
const Command* find_command(std::string_view id);  // null: no row has this id
bool is_possible(const Command& row, Context c);

// Does what was requested. A command that is not possible now does nothing: a panel can request what another panel has
// just made impossible.
void run_command(Context c, const WindowCommand& request);

}  // namespace tilescope::ui
