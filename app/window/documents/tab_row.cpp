// app/window/documents/tab_row.cpp -- draws the row of tabs.
// SPDX-License-Identifier: MIT
#include "app/ui/ui_probe.h"
#include "app/widgets/text_fit.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/tabs.h"
#include "app/window/frame/context.h"

#include <tilescope/base/say.h>

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace tilescope::ui {
namespace {

constexpr float kLeastTab = 72, kMostTab = 220;  // logical pixels

struct TabSizes {
    float width, close;  // of a whole tab; of its button "x"
    std::size_t first, count;
};

// All tabs have one width. If not even the smallest ones fit, only those around the shown one are drawn.
TabSizes sizes_of_tabs(const Documents& docs, float scale, float room) {
    const std::size_t all = tab_count(docs);
    const float each = std::floor(room / static_cast<float>(all));
    const float width = std::clamp(each, kLeastTab * scale, kMostTab * scale);
    const auto fitting = static_cast<std::size_t>(std::max(room / width, 1.0f));
    const std::size_t count = std::min(all, fitting);
    const std::size_t first = docs.shown < count / 2 ? 0 : std::min(docs.shown - count / 2, all - count);
    return {width, ImGui::GetFrameHeight(), first, count};
}

// The shown tab is filled and underlined, so that colour is not the only sign.
void draw_tab(Documents& docs, const Theme& theme, float scale, const TabSizes& sizes, std::size_t index) {
    const Document& document = document_of(docs, index);
    const bool shown = index == docs.shown;
    const std::string name = document_name(document);
    ImGui::PushID(static_cast<int>(document.id));
    ImGui::PushStyleColor(ImGuiCol_Button, shown ? faded(theme.accent, 0.20f) : faded(theme.panel, 0));
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_FrameRounding, 0);
    const float pad = ImGui::GetStyle().FramePadding.x, title = sizes.width - sizes.close;
    if (ImGui::Button(say(shortened(name, title - 2 * pad), "###tab").c_str(), {title, 0}))
        docs.current().requests.commands.push_back(command("go_to_tab", document.id));
    const ImVec2 low = ImGui::GetItemRectMin();
    if (g_probe != nullptr) mark(say("tab.", index + 1));
    if (ImGui::IsItemHovered()) {
        const std::string& path = document.file.path.empty() ? document.paste.path : document.file.path;
        const std::string about = path.empty() ? name : path;
        ImGui::SetTooltip("%s", about.c_str());
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Middle))
            docs.current().requests.commands.push_back(command("close_tab", document.id));
    }
    ImGui::SameLine(0, 0);
    if (ImGui::Button("x###close", {sizes.close, 0}))
        docs.current().requests.commands.push_back(command("close_tab", document.id));
    const ImVec2 high = ImGui::GetItemRectMax();
    if (g_probe != nullptr) mark(say("tab.", index + 1, ".close"));
    ImGui::PopStyleVar(2);
    ImGui::PopStyleColor();
    if (shown) ImGui::GetWindowDrawList()->AddRectFilled({low.x, high.y - sizes_at(scale).ring}, high, theme.accent);
    ImGui::PopID();
}

}  // namespace

void draw_tabs(Documents& docs, const Theme& theme, float scale) {
    if (!has_tabs(docs)) return;
    const float plus = ImGui::GetFrameHeight();
    const TabSizes sizes = sizes_of_tabs(docs, scale, ImGui::GetContentRegionAvail().x - plus);
    for (std::size_t i = sizes.first; i < sizes.first + sizes.count; ++i) {
        if (i > sizes.first) ImGui::SameLine(0, 0);
        draw_tab(docs, theme, scale, sizes, i);
    }
    ImGui::SameLine(0, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0);
    ImGui::PushStyleColor(ImGuiCol_Button, faded(theme.panel, 0));
    if (ImGui::Button("+###new_tab", {plus, 0})) docs.current().requests.commands.push_back(command("new_tab"));
    mark("tab.new");
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
}

}  // namespace tilescope::ui
