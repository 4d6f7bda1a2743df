// app/window/frame/chord.h -- reads the name of a chord, such as "Ctrl+Shift+Z".
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/imgui_compat.h"

#include <optional>
#include <string_view>

namespace tilescope::ui {

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
