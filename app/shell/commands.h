// app/shell/commands.h -- everything a key, a menu or the palette can do, as rows. All three loop over them.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/app.h"
#include "app/shell/pictures.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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
const Command* find_command(std::string_view id);      // null: no row has this id
std::string_view id_of(const WindowCommand& command);  // empty: it is no row
bool is_possible(const Command& command, Context c);

// Does what was requested. A command that is not possible now does nothing: a panel can request what another panel has
// just made impossible.
void run_command(Context c, const WindowCommand& command);

// Runs the commands whose keys went down in this frame.
void run_pressed_keys(Context c);

// One line that the palette offers for a typed text. First: rules and contradictions by id, commands whose title begins
// with the text, fields of the active word ("sbo 1024" sets sbo), element coordinates ("A 3 24"), addresses ("0x580"),
// words. Then: other commands, panels and presets by their names and by the words people use for them. Last: other
// topics.
struct Offer {
    std::string title, keys;
    std::optional<WindowCommand> command = {};  // to run, or
    std::vector<Edit> edits = {};               // to make, or
    std::optional<Focus> focus = {};            // to select, or
    const PathVerb* verb = nullptr;             // to do with `path`
    std::string path = {};
};
// Returns the offers for a text, best first, at most `most`.
std::vector<Offer> offers_for(Context c, std::string_view text, std::size_t most = 5);

// Does what the offer contains: makes its edits, selects its focus, runs its command, passes its path to its verb.
void take_offer(Context c, const Offer& offer);

}  // namespace tilescope::ui
