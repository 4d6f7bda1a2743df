// app/window/frame/shown_parts.cpp -- what is shown, so that a key acts only on what the user sees.
// SPDX-License-Identifier: MIT
#include "app/window/frame/shown_parts.h"

#include <tilescope/base/say.h>

#include <imgui.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

namespace tilescope::ui {
namespace {

bool on_memory_tab(const Document& doc, StageTab tab) {
    return on_memory(doc) && tab_of(doc.view_state, Screen::memory) == tab;
}

}  // namespace

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

}  // namespace tilescope::ui
