// app/panels/words_panel.cpp -- one card per word: name, state, digits, and a one-line summary.
// SPDX-License-Identifier: MIT
#include "app/panels/panel_parts.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/heading.h"
#include "app/widgets/text_fit.h"
#include "app/widgets/word_copies.h"

#include <tilescope/base/say.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <bit>

namespace tilescope::ui {
namespace {

struct State {
    std::string text;  // "ok", "x 2 problems", "? 30 unknown" (bits), "off"
    ImU32 colour;
};

// Problems of severity info do not count: the card then still shows "ok".
State state_of(const Theme& theme, const WordView& word) {
    if (!word.used) return {"off", theme.dim};
    const auto count =
        std::ranges::count_if(word.problems, [](const Problem& p) { return p.severity < Severity::info; });
    if (count == 0 && word.unknown != 0)
        return {say(sign_of(Severity::ask), ' ', std::popcount(word.unknown), " unknown"),
                colour_of(theme, Severity::ask)};
    if (count == 0) return {"ok", theme.good};
    const Severity worst = word.problems.front().severity;
    return {say(sign_of(worst), ' ', count, count == 1 ? " problem" : " problems"), colour_of(theme, worst)};
}

// Draws text inside [x, x + width). Text that does not fit is cut.
struct CardLine {
    float x, y, width;
};
void put_text(const CardLine& line, ImU32 colour, std::string_view text) {
    const std::string visible = shortened(text, line.width);
    ImGui::GetWindowDrawList()->AddText({line.x, line.y}, colour, visible.c_str());
}

void draw_card(const View& view, const WordView& word, ImVec2 at, ImVec2 size) {
    const Theme& theme = view.theme;
    const Sizes sizes = sizes_at(view.scale);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool active = view.view_state.active == word.id;
    const ImVec2 end{at.x + size.x, at.y + size.y};
    list.AddRectFilled(at, end, ImGui::IsItemHovered() ? theme.panel : theme.window);
    list.AddRect(at, end, active ? theme.accent : theme.line, 0, 0, active ? sizes.ring : sizes.line);

    const float x = at.x + sizes.pad, width = size.x - 2 * sizes.pad;
    const ImU32 ink = word.used ? theme.text : theme.dim;
    const State state = state_of(theme, word);
    const float state_width = ImGui::CalcTextSize(state.text.c_str()).x;
    float y = at.y + sizes.pad;
    put_text({x, y, width - state_width - sizes.gap}, ink, say(active ? "> " : "  ", row_of(word.id).title));
    put_text({x + width - state_width, y, state_width}, state.colour, state.text);
    if (view.narrow_rail) return;
    if (word.used) {
        y += ImGui::GetTextLineHeightWithSpacing();
        ImGui::PushFont(view.mono);
        put_text({x, y, width - sizes.row}, ink, hex_word(*word.format, view.session.word(word.id), word.unknown));
        ImGui::PopFont();
    }
    y += ImGui::GetTextLineHeightWithSpacing();
    put_text({x, y, width - sizes.row}, theme.dim, word.used ? word.summary : word.unused_reason);
}

void copy_menu_of(const View& view, const WordView& word, std::string_view id, Requests& requests) {
    if (!ImGui::BeginPopup("copies")) return;
    for (const CopyChoice& copy : copies_of(*word.format, view.session.word(word.id), word.unknown)) {
        const std::string label = say(copy.label, "    ", copy.text);
        if (ImGui::MenuItem(label.c_str())) {
            requests.copy = copy.text;
            requests.status = say("Copied ", copy.text);
        }
        if (g_probe != nullptr) mark(id, say(".copy.", copy.id));
    }
    ImGui::EndPopup();
}

void card(const View& view, const WordView& word, Requests& requests) {
    const Sizes sizes = sizes_at(view.scale);
    const std::string id = say("words.", row_of(word.id).id);
    const float lines = view.narrow_rail ? 1 : word.used ? 3 : 2;  // an unused word has no line for digits
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 size{std::max(1.0f, ImGui::GetContentRegionAvail().x),
                      lines * ImGui::GetTextLineHeightWithSpacing() + 2 * sizes.pad};
    ImGui::PushID(row_of(word.id).id.data());
    before_item_below();
    if (ImGui::InvisibleButton("card", size)) requests.view_state.active = word.id;
    after_item_below();
    mark(id);
    const bool menu = ImGui::IsItemHovered() && ImGui::IsMouseReleased(1);
    if (ImGui::IsItemHovered() && (!word.used || view.narrow_rail))
        ImGui::SetTooltip("%s", (word.used ? word.summary : word.unused_reason).c_str());
    draw_card(view, word, at, size);
    bool copy = false;
    if (!view.narrow_rail) {
        const float side = sizes.row;
        const ImVec2 after = ImGui::GetCursorScreenPos();
        ImGui::SetCursorScreenPos({at.x + size.x - side - sizes.pad, at.y + size.y - side - sizes.pad});
        copy = ImGui::Button("..", {side, side});
        mark(id, ".copy");
        if (ImGui::IsItemHovered()) ImGui::SetTooltip("Copy as");
        ImGui::SetCursorScreenPos(after);
    }
    if (menu || copy) ImGui::OpenPopup("copies");
    copy_menu_of(view, word, id, requests);
    ImGui::PopID();
}

}  // namespace

// Reads: the words, their problems and summaries.   Requests: active word, copy.
void draw_words_panel(const View& view, PanelStates&, Requests& requests) {
    heading("WORDS", style_of(view));
    for (const WordView& word : view.derived.words) card(view, word, requests);
}

}  // namespace tilescope::ui
