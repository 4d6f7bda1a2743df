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

#include "app/ui/imgui_compat.h"
#include "app/window/frame/context.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::ui {

enum class Menu : std::uint8_t { none, file, edit, view, compute, help };
inline constexpr NamedValue kMenuNames[] = {{1, "File"}, {2, "Edit"}, {3, "View"}, {4, "Compute"}, {5, "Help"}};

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
    bool (*is_on)(Context) = nullptr;  // the menu then shows a tick. Null: it turns nothing on or off
    // One of these three. `asks_for`: the file chooser asks for the path of this verb.
    void (*act)(Context) = nullptr;
    void (*act_on)(Context, const WindowCommand&) = nullptr;
    std::string_view asks_for = {};
    std::string_view words = {};    // other words that users type to find the command
    bool keeps_start_page = false;  // it changes how the window looks, or opens something over it
};

// Those with a title, in the order of their places.
const std::vector<const Command*>& all_commands();
const Command* find_command(std::string_view id);  // null: no row has this id
bool is_possible(const Command& row, Context c);

// Does what was requested. A command that is not possible now does nothing: a panel can request what another panel has
// just made impossible.
void run_command(Context c, const WindowCommand& request);

template <class... Parameters>
void call_for(void (*function)(Parameters...), Context& c, const WindowCommand& request) {
    using Last = std::remove_cvref_t<std::tuple_element_t<sizeof...(Parameters) - 1, std::tuple<Parameters...>>>;
    if constexpr (std::is_convertible_v<const std::string&, Last>)
        call_with_owners(function, c, request.text);
    else
        call_with_owners(function, c, static_cast<Last>(request.number));
}
// A function that takes any of the owners and what the command is for, its text or its number: with_request<go_to_step>
// for void go_to_step(Document&, std::size_t step).
template <auto Function>
inline constexpr auto with_request = [](Context c, const WindowCommand& request) { call_for(+Function, c, request); };

// A verb that the user types before a path, and its action: "svg tile.svg". The file chooser asks for the path too.
struct PathVerb {
    std::string_view verb;   // including the space after it
    std::string_view title;  // shown before the path: "Save the picture as SVG: "
    void (*act)(Context, const std::string& path);
    std::string_view extension = {};   // of the file that is written: "svg"; empty: the verb opens a file
    std::string_view type_title = {};  // of the files that the chooser shows: "SVG pictures"
    std::string_view suffix = {};      // between the name of the session and the dot: "gemm-report.md"
    std::string_view (*extension_of)(const Document& doc) = nullptr;  // if it depends on what is written
    std::string (*shows)(const Document& doc) = nullptr;              // what is written: "banks-b"; it is in the name
    bool exports = false;  // if the file exists already, the window asks first (Overlays::overwrite)
};
// Does it, or asks first.
void run_verb(Context c, const PathVerb& row, const std::string& path);
// Of all features. Null: nothing is done with a path after this word.
const PathVerb* find_verb(std::string_view verb);
// The verb that the text begins with.
const PathVerb* verb_of(std::string_view text);

//     constexpr FixedText id = {"save_", "svg"};      id.view() == "save_svg"

// At most 63 characters; a longer text stops the build. The text ends with a zero, so view().data() is also a C string.
struct FixedText {
    char text[64] = {};
    std::size_t size = 0;

    consteval FixedText() = default;
    consteval FixedText(std::initializer_list<std::string_view> pieces) {
        for (const std::string_view piece : pieces)
            for (const char c : piece) text[size++] = c;
        text[size] = 0;
    }
    constexpr std::string_view view() const { return {text, size}; }
};

// The rows of several tables as one table.
template <class Row, std::size_t... N>
constexpr auto joined_rows(const std::array<Row, N>&... tables) {
    std::array<Row, (N + ...)> out{};
    std::size_t at = 0;
    (std::ranges::for_each(tables, [&](const Row& row) { out[at++] = row; }), ...);
    return out;
}

struct Chord {
    bool ctrl = false, shift = false, alt = false;
    Key key = Key::none;
    friend bool operator==(const Chord&, const Chord&) = default;
};

// Returns nothing if the text does not name a key.
//
//     chord_named("Ctrl+Shift+Z") == {.ctrl = true, .shift = true, .key = Key::z}
constexpr std::optional<Chord> chord_named(std::string_view text) {
    Chord chord;
    for (const auto& [prefix, flag] :
         {std::pair{std::string_view("Ctrl+"), &Chord::ctrl}, std::pair{std::string_view("Shift+"), &Chord::shift},
          std::pair{std::string_view("Alt+"), &Chord::alt}}) {
        chord.*flag = text.starts_with(prefix);
        if (chord.*flag) text.remove_prefix(prefix.size());
    }
    const std::optional<Key> key = key_named(text);
    if (!key) return std::nullopt;
    chord.key = *key;
    return chord;
}

// The chords of a row of the command table, which are separated by ", ": "Ctrl+Tab, Ctrl+PageDown". Takes the first
// one from `keys`; the menus show only that one.
constexpr std::string_view take_chord(std::string_view& keys) {
    const std::size_t end = keys.find(", ");
    const std::string_view first = keys.substr(0, end);
    keys.remove_prefix(end == keys.npos ? keys.size() : end + 2);
    return first;
}

}  // namespace tilescope::ui
