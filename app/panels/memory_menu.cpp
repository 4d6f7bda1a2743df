// app/panels/memory_menu.cpp -- the context menu of a cell (right button).
// SPDX-License-Identifier: MIT
#include "app/panels/memory_menu.h"

#include "app/panels/explanation.h"
#include "app/panels/panel_parts.h"
#include "app/ui/ui_probe.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace tilescope::ui {
namespace {

constexpr const char* kMenu = "cell_menu";

bool item(const char* id, const std::string& label, bool enabled = true) {
    const bool chosen = ImGui::MenuItem(say(label, "###", id).c_str(), nullptr, false, enabled);
    mark("memory.menu.", id);
    return chosen;
}

void copies(const Trace& cell, Requests& requests) {
    if (item("copy", "Copy the sentence")) requests.copy = cell.sentence;
    if (item("copy_all", "Copy the explanation")) {
        requests.copy = cell.sentence;
        for (const std::string& line : cell.details) *requests.copy += say('\n', line);
    }
    if (!cell.bytes.empty() && item("copy_address", say("Copy the address ", hex(cell.bytes.front().address))))
        requests.copy = hex(cell.bytes.front().address);
}

// Adds one entry for each field that has a bit in the trace of the cell.
void fields(const View& view, const Trace& cell, Requests& requests) {
    std::vector<const Field*> seen;
    for (const BitFocus& bit : cell.bits) {
        const auto at = field_in_focus(view.derived, bit);
        if (!at || std::ranges::find(seen, at->field) != seen.end()) continue;
        seen.push_back(at->field);
        const std::string label = say("Go to ", row_of(at->word).title, ": ", at->field->id);
        if (item(at->field->id.data(), label)) select_field(requests, at->word, *at->field);
    }
}

Operand operand_under(const View& view, const Trace& cell) {
    const auto of_cell = cell.elements.empty() ? std::nullopt : operand_of(cell.elements.front().matrix);
    return of_cell.value_or(view.view_state.operand);
}

// The swizzle decides the position of the cell, so the menu can explain it.
void explain_swizzle(const View& view, const Trace& cell, Requests& requests) {
    const Operand operand = operand_under(view, cell);
    const WordView& word = view.derived.of(word_of(operand));
    const Field* swizzle = find_field(*word.format, "swizzle");
    if (swizzle != nullptr && item("explain", "Explain the swizzle"))
        request_explanation(requests,
                            explain_value(*word.format, swizzle->id, get_field(*swizzle, word.decoded.word)).topic);
}

// Stores the address of the cell as the start of the operand. If the field cannot store it, the core gives the reason.
void set_as_start(const View& view, const Trace& cell, Requests& requests) {
    if (cell.bytes.empty()) return;
    const Operand operand = operand_under(view, cell);
    const WordView& word = view.derived.of(word_of(operand));
    const Field* start = find_field(*word.format, "start");
    if (start == nullptr) return;
    const auto raw = raw_for(*start, std::uint64_t{cell.bytes.front().address});
    if (item("start", say("Use as start address of ", name_of(operand)), bool{raw}) && raw)
        requests.edits.push_back(SetField{word.id, start, *raw});
    if (!raw && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) ImGui::SetTooltip("%s", raw.why.c_str());
}

}  // namespace

void draw_cell_menu(const View& view, MemoryPanelState& state, Requests& requests) {
    if (std::exchange(state.menu_opens, false)) ImGui::OpenPopup(kMenu);
    if (!ImGui::BeginPopup(kMenu)) return;
    const Trace cell = trace(view.derived, state.menu);
    ImGui::TextDisabled("%s", cell.sentence.c_str());
    ImGui::Separator();
    explain_swizzle(view, cell, requests);
    if (item("pin", "Select")) requests.view_state.selection = state.menu;
    copies(cell, requests);
    ImGui::Separator();
    fields(view, cell, requests);
    set_as_start(view, cell, requests);
    ImGui::EndPopup();
}

}  // namespace tilescope::ui
