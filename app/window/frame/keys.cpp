// app/window/frame/keys.cpp -- runs the commands whose keys went down in this frame.
// SPDX-License-Identifier: MIT
#include "app/window/frame/keys.h"

#include "app/ui/imgui_compat.h"
#include "app/window/documents/edits.h"
#include "app/window/frame/command.h"
#include "app/window/frame/shown_parts.h"
#include "app/window/guide/presentation.h"
#include "app/window/guide/start_page.h"

#include <tilescope/base/say.h>

#include <imgui.h>

namespace tilescope::ui {
namespace {

// True for keys that type, move or cancel in a text box. A text box keeps them; all other keys act everywhere.
bool belongs_to_text(const Chord& chord) {
    const bool edits =
        chord.key == Key::a || chord.key == Key::c || chord.key == Key::v || chord.key == Key::x || chord.key == Key::z;
    if (chord.alt) return false;  // a box does nothing with Alt
    const bool function = chord.key >= Key::f1 && chord.key <= Key::f12;
    return chord.ctrl ? edits : !function;
}

// "S acts on the tabs Tile and Banks of the screen Shared memory (Ctrl+2)." Empty if it is no surprise.
std::string where_it_acts(const Command& row) {
    std::string_view chords = row.keys;
    return row.when.where.empty() ? std::string() : say(take_chord(chords), ' ', row.when.where);
}

bool is_arrow(Key key) { return key >= Key::right && key <= Key::up; }

bool went_down(const Chord& chord) {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.KeyCtrl != chord.ctrl || io.KeyShift != chord.shift || io.KeyAlt != chord.alt) return false;
    return key_pressed(chord.key);
}

}  // namespace

void run_pressed_keys(Context c) {
    const bool asks = c.documents.closing.asks_unsaved || c.documents.closing.asks_saving || c.overlays.overwrite ||
                      c.overlays.leaves_lesson != 0;
    if (asks || c.overlays.chooser.open || c.overlays.lesson_list) return;  // an open dialog gets all keys
    keep_typed_text(c.overlays);
    constexpr ImGuiPopupFlags kAny = ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel;
    const bool typing = ImGui::GetIO().WantTextInput || c.overlays.palette.open || ImGui::IsPopupOpen("", kAny);
    const bool mode_keys = !typing && !c.overlays.shows_help;
    if (mode_keys && c.overlays.presentation.on && run_presentation_keys(c)) return;
    if (mode_keys && c.overlays.start_page.shown && run_start_keys(c)) return;
    for (const Command* row : all_commands())
        for (std::string_view keys = row->keys; !keys.empty();) {
            const auto chord = chord_named(take_chord(keys));
            if (chord && chord->key == Key::enter && c.document().states.paste.typing)
                continue;  // a new line, or Apply
            if (!chord || (typing && belongs_to_text(*chord)) || !went_down(*chord)) continue;
            if (chord->alt) keep_alt_key();
            c.document().first_said = {};
            if (!is_possible(*row, c))
                say_first(c.document(), where_it_acts(*row));
            else if (is_arrow(chord->key))
                keep_focus_where_it_is();
            run_command(c, command(row->id));
        }
}

}  // namespace tilescope::ui
