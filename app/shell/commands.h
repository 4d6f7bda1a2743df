// app/shell/commands.h -- everything a key, a menu or the palette can do, as rows. All three loop over them.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/app.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::ui {

enum class Menu : std::uint8_t { none, file, edit, view, run, help };
inline constexpr NamedValue kMenuNames[] = {{1, "File"}, {2, "Edit"}, {3, "View"}, {4, "Run"}, {5, "Help"}};

struct Command {
    std::string_view id, title;
    std::string_view keys;  // "Ctrl+Shift+Z"; plain letters act only while no text box has the keyboard
    Menu menu;
    bool (*when)(const App&);  // null: always
    void (*act)(App&);
    std::string_view words;  // others that people type to find it
};

std::span<const Command> all_commands();
const Command* find_command(std::string_view id);
bool is_possible(const Command& command, const App& app);

// Runs a command by id; "go_to_step 3" undoes or redoes to that step, "explain L35" opens help on it, "show banks" goes
// to that panel. Unknown ids and commands that are not possible now do nothing: a panel may ask for what another panel
// has just made impossible.
void run_command(App& app, std::string_view text);

// The commands whose keys went down in this frame.
void run_pressed_keys(App& app);

// What the palette offers for a text, best first, at most `most`: fields of the active word ("sbo 1024" sets it), rules
// and contradictions by id, element coordinates ("A 3 24"), addresses ("0x580"), words; then commands, panels and
// presets by their names and by the words people use for them; then other topics.
struct Offer {
    std::string title, keys;
    std::string command;         // to run, or
    std::vector<Edit> edits;     // to make, or
    std::optional<Focus> focus;  // to select
};
std::vector<Offer> offers_for(const App& app, std::string_view text, std::size_t most = 5);

// Does it: runs the command, makes the edits, selects.
void take_offer(App& app, const Offer& offer);

}  // namespace tilescope::ui
