// app/window/frame/keys.cpp -- the keys: they run commands, and act only on what the user sees.
// SPDX-License-Identifier: MIT
#include "app/window/frame/keys.h"

#include "app/panels/memory_parts.h"
#include "app/panels/panel_parts.h"
#include "app/ui/imgui_compat.h"
#include "app/window/documents/edits.h"
#include "app/window/guide/lessons.h"
#include "app/window/guide/presentation.h"
#include "app/window/guide/start_page.h"

#include <tilescope/base/say.h>

#include <imgui.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

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

struct Shortcut {
    Chord chord;
    const Command* row;
};

// Read once: each frame compares all of them with the keys that went down.
const std::vector<Shortcut>& all_shortcuts() {
    static const auto shortcuts = [] {
        std::vector<Shortcut> out;
        for (const Command* row : all_commands())
            for (std::string_view keys = row->keys; !keys.empty();)
                if (const auto chord = chord_named(take_chord(keys))) out.push_back({*chord, row});
        return out;
    }();
    return shortcuts;
}

bool is_arrow(Key key) { return key >= Key::right && key <= Key::up; }

bool went_down(const Chord& chord) {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.KeyCtrl != chord.ctrl || io.KeyShift != chord.shift || io.KeyAlt != chord.alt) return false;
    return key_pressed(chord.key, chord.key != Key::space);  // held, it moves the picture
}

}  // namespace

std::string typed_text() {
    const ImGuiIO& io = ImGui::GetIO();
    std::string out;
    if (io.KeyCtrl || io.KeyAlt) return out;
    for (const ImWchar c : io.InputQueueCharacters)
        if (c > ' ' && c < 0x7f) out += static_cast<char>(c);
    return out;
}

void run_pressed_keys(Context c) {
    // An open dialog gets all keys.
    if (has_question(c.documents, c.overlays) || c.overlays.chooser.open || c.overlays.lesson_list ||
        c.overlays.shows_help)
        return;
    keep_typed_text(c.overlays);
    constexpr ImGuiPopupFlags kAny = ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel;
    // ImGui has closed a popup before this frame, if Escape was pressed.
    const bool popup = ImGui::IsPopupOpen("", kAny), had_popup = std::exchange(c.overlays.had_popup, popup);
    const bool typing = ImGui::GetIO().WantTextInput || c.overlays.palette.open || popup || had_popup;
    if (!typing && c.overlays.presentation.on && run_presentation_keys(c)) return;
    if (!typing && c.overlays.start_page.shown && run_start_keys(c)) return;
    if (!typing && keep_typed_reply(c.document(), c.regions)) return;
    for (const auto& [chord, row] : all_shortcuts()) {
        if (chord.key == Key::enter && c.document().states.paste.typing) continue;  // a new line, or Apply
        if ((typing && belongs_to_text(chord)) || !went_down(chord)) continue;
        // Space presses the item that the keys chose. Elsewhere it is no surprise that it does nothing.
        if (chord.key == Key::space && (ImGui::GetIO().NavVisible || !is_possible(*row, c))) continue;
        if (chord.alt) keep_alt_key();
        c.document().first_said = {};
        if (!is_possible(*row, c))
            say_first(c.document(), where_it_acts(*row));
        else if (is_arrow(chord.key))
            keep_focus_where_it_is();
        if (!typing || !has_typed_text(c.document().states)) {
            run_command(c, command(row->id));
            continue;
        }
        leave_text_box();  // the command is about the number that is being typed, too: that counts first
        c.document().requests.commands.push_back(command(row->id));
    }
}

namespace {

bool on_memory_tab(const Document& doc, StageTab tab) {
    return on_memory(doc) && tab_of(doc.view_state, Screen::memory) == tab;
}

}  // namespace

void go_to_screen(Document& doc, Screen screen) {
    doc.view_state.screen = screen;
    doc.view_state.active = row_of(screen).word.value_or(word_of(doc.view_state.operand));
}

bool on_memory(const Document& doc) { return doc.view_state.screen == Screen::memory; }
bool shows_tile(const Document& doc) { return on_memory_tab(doc, StageTab::memory); }
bool shows_swizzle(const Document& doc) { return shows_tile(doc) || on_memory_tab(doc, StageTab::banks); }
bool shows_grain(const Document& doc) { return shows_tile(doc) || on_memory_tab(doc, StageTab::tensor_map); }
std::optional<LabelPicture> labelled_picture(const Document& doc) {
    const Screen screen = doc.view_state.screen;
    if (screen == Screen::mma) return LabelPicture::mma;
    if (screen == Screen::tmem && tab_of(doc.view_state, screen) == StageTab::tmem) return LabelPicture::tmem;
    return shows_tile(doc) ? std::optional(LabelPicture::memory) : std::nullopt;
}
bool shows_labels(const Document& doc) { return labelled_picture(doc).has_value(); }
bool shows_k_steps(const Document& doc) {
    const Screen screen = doc.view_state.screen;
    const bool scales = screen == Screen::tmem && tab_of(doc.view_state, screen) == StageTab::scales;
    return shows_tile(doc) || screen == Screen::mma || (scales && doc.derived.tmem.scales(doc.view_state.operand));
}

bool shows_d(const Document& doc) {
    constexpr Screen kWithD[] = {Screen::mma, Screen::tmem, Screen::run};
    return std::ranges::find(kWithD, doc.view_state.screen) != std::end(kWithD);
}

bool has_cell(const Document& doc) {
    const Focus& at = doc.view_state.selection;
    const bool in_memory = std::holds_alternative<ElementFocus>(at) || std::holds_alternative<ByteFocus>(at);
    const auto* element = std::get_if<ElementFocus>(&at);
    const bool in_tmem = std::holds_alternative<CellFocus>(at) || (element && element->matrix == Matrix::d);
    if (in_tmem && shows_d(doc)) return true;
    return (in_memory && shows_swizzle(doc)) ||
           (std::holds_alternative<MaskFocus>(at) && doc.view_state.screen == Screen::mask);
}

bool has_selection(const Document& doc) { return !std::holds_alternative<std::monostate>(doc.view_state.selection); }

namespace {

// Moves the selected cell of Tensor Memory or element of D by one cell. The selection stops at the border.
bool move_in_tmem(Document& doc, int down, int right) {
    if (!shows_d(doc)) return false;
    const auto moved = [](unsigned from, int by, unsigned count) {
        return static_cast<unsigned>(std::clamp(static_cast<int>(from) + by, 0, static_cast<int>(count) - 1));
    };
    doc.states.tmem.reveal = true;
    if (const auto* c = std::get_if<CellFocus>(&doc.view_state.selection)) {
        doc.view_state.selection =
            CellFocus{c->cta, moved(c->lane, down, kTmem.lanes), moved(c->column, right, doc.derived.tmem.columns)};
        return true;
    }
    const auto* e = std::get_if<ElementFocus>(&doc.view_state.selection);
    const auto& d = doc.derived.tmem.d;
    const auto& result = doc.results.emulation;  // wgmma has a D, but none in Tensor Memory
    const unsigned m = d ? row_count(*d) : result ? result->m : 0, n = d ? d->columns : result ? result->n : 0;
    if (!e || e->matrix != Matrix::d || m == 0 || n == 0) return false;
    doc.view_state.selection = ElementFocus{Matrix::d, static_cast<int>(moved(static_cast<unsigned>(e->row), down, m)),
                                            static_cast<int>(moved(static_cast<unsigned>(e->column), right, n))};
    return true;
}

}  // namespace

void move_cell(Document& doc, int down, int right) {
    doc.pointed.resting = ImGui::GetIO().MousePos;
    if (move_in_tmem(doc, down, right)) return;
    const MaskPicture& mask = doc.derived.mask.examples;
    if (const auto* column = std::get_if<MaskFocus>(&doc.view_state.selection)) {
        const int next_column =
            static_cast<int>(column->column) + static_cast<int>(mask.submask_columns) * down + right;
        if (next_column >= 0 && next_column < static_cast<int>(mask.n))
            doc.view_state.selection = MaskFocus{static_cast<unsigned>(next_column)};
        return;
    }
    for (const Operand operand : {doc.view_state.operand, Operand::a, Operand::b}) {
        const auto* element = std::get_if<ElementFocus>(&doc.view_state.selection);
        if (element && element->matrix != matrix_of(operand)) continue;
        const SceneCache& shown = doc.states.memory.cache[operand];
        for (const Cells& cells : shown.scene.grids)
            if (const auto place = focus_beside(cells, doc.view_state.selection, down, right, shown.left_out)) {
                doc.view_state.selection = *place;
                doc.states.memory.reveal = true;
                return;
            }
    }
}

}  // namespace tilescope::ui
