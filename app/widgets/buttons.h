// app/widgets/buttons.h -- buttons with an icon, choices side by side, the list "Copy as".
// SPDX-License-Identifier: MIT
//
//     if (action_button(Icon::copy, "Copy")) requests.copy = text;
#pragma once

#include "app/ui/icons.h"
#include "app/ui/theme.h"
#include "app/ui/ui_probe.h"

#include <tilescope/word/field.h>

#include <functional>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tilescope::ui {

// Returns true if the button was pressed. Its id is `word`. Size 0: as wide as the icon and the word.
bool action_button(Icon icon, const char* word, ImVec2 size = {});

// The width of such a button, in window pixels.
float action_width(Icon icon, const char* word);

// A button with an icon alone, for places without room. `id` is also its name for the keyboard.
bool icon_button(Icon icon, const char* id, ImVec2 size = {});

// Puts the next item on the line of the last item if `width` window pixels are free there.
void stay_on_line(float width);

// Returns the width of a button with this label.
float button_width(const char* label);

// A button, or a box to tick, with its mark.
//
//     if (button("Save ...", "kernel.save", {.icon = Icon::save, .beside = true})) ...
struct ButtonLook {
    std::optional<Icon> icon = {};
    bool beside = false;  // on the line of the last item if there is room
    bool disabled = false;
    bool small = false;
    ImVec2 size = {};  // 0: as wide as its text
};
bool button(const char* label, std::string_view id, const ButtonLook& look = {});
bool checkbox(const char* label, std::string_view id, bool& value);  // beside the last item

// A list that opens below its line, which shows `now`; a line of an open list; a box to tick: each with its mark, whose
// parts are joined. After an open list, call ImGui::EndCombo().
//
//     if (!begin_list("##kind", v.kind, "form.kind")) return;
//     for (const KindRow& k : kKinds)
//         if (list_line(k.id, k.id == v.kind, "form.kind.", k.id)) v.kind = k.id;
template <class... Id>
bool begin_list(const char* label, const std::string& now, const Id&... id) {
    const bool open = ImGui::BeginCombo(label, now.c_str());
    mark(id...);
    return open;
}
template <class... Id>
bool list_line(const std::string& label, bool chosen, const Id&... id) {
    const bool clicked = ImGui::Selectable(label.c_str(), chosen);
    if (chosen) ImGui::SetItemDefaultFocus();  // Down and Up begin here
    mark(id...);
    return clicked;
}
template <class... Id>
bool tick_box(const char* label, bool& value, const Id&... id) {
    const bool changed = ImGui::Checkbox(label, &value);
    mark(id...);
    return changed;
}

// Draws [-] [+] beside the last item, at these distances; below 0: the usual one. Returns -1 or 1 after a click. Marks:
// `id` with ".minus" and ".plus".
int step_buttons(std::string_view id, bool can_fall, bool can_rise, float before = -1, float between = -1);

struct Segment {
    std::string_view id;  // the mark id is "<widget>.<segment>"
    std::string_view label;
    std::string_view why_not = {};  // the reason why the segment cannot be selected now; empty: it can
};

// Returns the clicked index, unless it is already selected. Stores the index under the pointer in `hovered` (for a
// tooltip).
std::optional<std::size_t> segmented(std::string_view id, std::span<const Segment> segments, std::size_t chosen,
                                     const Style& style, std::optional<std::size_t>* hovered = nullptr);

// Shows `now`, and opens a list with the names of the rows below it. Returns the row that the user chose; null: none.
// Marks: `id`, and with the name of each row: "operands.mode.128B".
template <class Rows, class Name>
auto drop_down(const char* label, std::string_view id, const std::string& now, const Rows& rows, Name name) {
    decltype(&*std::begin(rows)) chosen = nullptr;
    if (!begin_list(label, now, id)) return chosen;
    for (const auto& row : rows) {
        const std::string text(std::invoke(name, row));
        if (list_line(text, text == now, id, '.', text)) chosen = &row;
    }
    ImGui::EndCombo();
    return chosen;
}

struct CopyChoice {
    std::string_view id;     // the mark id is "<widget>.<choice>"
    std::string_view label;  // "hexadecimal"
    std::string text;        // for the clipboard; its start is shown beside the label
};

// Returns the start of the first line, because a value may be a whole program.
std::string preview_of(const std::string& text);

// Draws a button that opens the list, which is made only while it is open. Returns the chosen text; the caller writes
// it to the clipboard.
std::optional<std::string> copy_menu(std::string_view id, const std::function<std::vector<CopyChoice>()>& make,
                                     const Style& style, bool word = true);

// Returns the notations, hexadecimal first. Only words of 64 bits have the notation {lo, hi}. A word with unknown bits
// has only the notations that can show "?", because other programs would read any number as a known word.
std::vector<CopyChoice> copies_of(const Format& format, std::uint64_t word, std::uint64_t unknown = 0);
// The same for several words, each on a line of its own; all have the same unknown bits.
std::vector<CopyChoice> copies_of_list(const Format& format, std::span<const std::uint64_t> words,
                                       std::uint64_t unknown = 0);

struct QuestionButton {
    const char* title;
    std::string_view id;  // id of the button for tests: mark(id)
};
// Draws a question over the window: a text and buttons. The first button gets the keyboard focus; Tab, Shift+Tab
// and the arrow keys move it. Enter presses the focused button; Esc presses the last button. Returns the index of the
// pressed button.
std::optional<std::size_t> ask_question(const char* title, const std::string& text,
                                        std::span<const QuestionButton> choices, float scale);

}  // namespace tilescope::ui
