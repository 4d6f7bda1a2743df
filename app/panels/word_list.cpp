// app/panels/word_list.cpp -- draws many pasted words as a list, one per line.
// SPDX-License-Identifier: MIT
#include "app/panels/word_list.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>

#include <imgui.h>

namespace tilescope::ui {
namespace {

void draw_line(const View& view, const WordList& list, std::size_t index, int& chosen) {
    const FoundWord& word = view.pasted.words[index];
    const PasteReading& best = word.readings.front();
    ImGui::TableNextRow();
    ImGui::PushID(static_cast<int>(index));
    ImGui::TableNextColumn();
    ImGui::PushFont(view.mono);
    const bool selected = chosen == static_cast<int>(index);
    const std::string digits = hex_word(*best.format, best.word, best.unknown);
    if (ImGui::Selectable(digits.c_str(), selected, ImGuiSelectableFlags_SpanAllColumns))
        chosen = selected ? -1 : static_cast<int>(index);
    ImGui::PopFont();
    if (g_probe != nullptr) mark(say(list.id, '.', index));
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s\n%s", word.source.c_str(), best.why.c_str());
    for (const WordColumn& column : list.columns) {
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(shortened(column.text(index), ImGui::GetContentRegionAvail().x).c_str());
    }
    ImGui::PopID();
}

}  // namespace

std::string name_in_list(const FoundWord& word) {
    return say(word.name, word.merged > 1 ? say("  x ", word.merged) : std::string());
}

void draw_word_list(const View& view, const WordList& list, int& chosen) {
    const auto count = static_cast<int>(view.pasted.words.size());
    if (chosen >= count) chosen = -1;
    ImGuiTableFlags flags = ImGuiTableFlags_BordersInnerV;
    if (list.height > 0) flags |= ImGuiTableFlags_ScrollY;
    if (!ImGui::BeginTable("words", static_cast<int>(list.columns.size()) + 1, flags, {0, list.height})) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn("Word", ImGuiTableColumnFlags_WidthFixed);
    for (const WordColumn& column : list.columns)
        ImGui::TableSetupColumn(column.title, ImGuiTableColumnFlags_WidthStretch, column.weight);
    ImGui::TableHeadersRow();
    ImGuiListClipper clipper;
    clipper.Begin(count);
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
            draw_line(view, list, static_cast<std::size_t>(i), chosen);
    ImGui::EndTable();
}

}  // namespace tilescope::ui
