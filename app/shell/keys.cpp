// app/shell/keys.cpp -- runs the commands whose keys went down in this frame.
// SPDX-License-Identifier: MIT
#include "app/shell/keys.h"

#include "app/shell/commands.h"
#include "app/shell/presentation.h"
#include "app/shell/shown_parts.h"
#include "app/shell/start_page.h"
#include "app/ui/imgui_compat.h"

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

bool is_arrow(Key key) { return key >= Key::right && key <= Key::up; }

bool went_down(const Chord& chord) {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.KeyCtrl != chord.ctrl || io.KeyShift != chord.shift || io.KeyAlt != chord.alt) return false;
    return key_pressed(chord.key);
}

}  // namespace

void run_pressed_keys(App& app) {
    const bool asks = app.confirms_unsaved || app.confirms_saving || app.overwrite || app.leaves_lesson != 0;
    if (asks || app.chooser.open || app.lesson_list) return;  // an open dialog gets all keys
    keep_typed_text(app);
    constexpr ImGuiPopupFlags kAny = ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel;
    const bool typing = ImGui::GetIO().WantTextInput || app.palette.open || ImGui::IsPopupOpen("", kAny);
    const bool mode_keys = !typing && !app.shows_help;
    if (mode_keys && app.presentation.on && run_presentation_keys(app)) return;
    if (mode_keys && app.start_page.shown && run_start_keys(app)) return;
    for (const Command& c : all_commands())
        for (std::string_view keys = c.keys; !keys.empty();) {
            const auto chord = chord_named(take_chord(keys));
            if (chord && chord->key == Key::enter && app.states.paste.typing) continue;  // a new line, or Apply
            if (!chord || (typing && belongs_to_text(*chord)) || !went_down(*chord)) continue;
            if (chord->alt) keep_alt_key();
            app.first_said = {};
            if (!is_possible(c, app))
                say_first(app, where_it_acts(c));
            else if (is_arrow(chord->key))
                keep_focus_where_it_is();
            run_command(app, &c);
        }
}

}  // namespace tilescope::ui
