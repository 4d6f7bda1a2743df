// app/panels/words_panel.cpp -- one card per word: name, state, digits, and a one-line summary.
// SPDX-License-Identifier: MIT
#include "app/panels/panel_parts.h"
#include "app/ui/imgui_compat.h"

#include <tilescope/base/say.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace tilescope::ui {
namespace {

struct State {
    std::string text;   // "ok", "legal", "x 2 problems", "? 30 unknown" (bits), "! not as written", "off"
    std::string brief;  // "ok", "legal", "x 2", "?", "!", "off"
    ImU32 colour;
};

// Problems of severity info do not count. "ok" needs an emulation of all K steps in a memory that the user said:
// without it, a word that breaks no rule can still read bytes that nobody wrote, so the card only says "legal".
State state_of(const View& view, const WordView& word) {
    const Theme& theme = view.theme;
    if (!word.used) return {"off", "off", theme.dim};
    const auto count =
        std::ranges::count_if(word.problems, [](const Problem& p) { return p.severity < Severity::info; });
    if (count == 0 && word.unknown != 0)
        return {say(sign_of(Severity::ask), ' ', std::popcount(word.unknown), " unknown"), sign_of(Severity::ask),
                colour_of(theme, Severity::ask)};
    if (count == 0 && disagrees_with_memory(view, word.id))
        return {say(sign_of(Severity::warn), " not as written"), sign_of(Severity::warn),
                colour_of(theme, Severity::warn)};
    if (count == 0 && !not_compared(view).empty()) return {"legal", "legal", theme.text};
    if (count == 0) return {"ok", "ok", theme.good};
    const Severity worst = word.problems.front().severity;
    return {say(sign_of(worst), ' ', count, count == 1 ? " problem" : " problems"), say(sign_of(worst), ' ', count),
            colour_of(theme, worst)};
}

bool is_only_legal(const View& view, const WordView& word) { return state_of(view, word).text == "legal"; }

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
    const State state = state_of(view, word);
    const float state_width = ImGui::CalcTextSize(state.text.c_str()).x;
    float y = at.y + sizes.pad;
    put_text({x, y, width - state_width - sizes.gap}, ink, say(active ? "> " : "  ", row_of(word.id).title));
    put_text({x + width - state_width, y, state_width}, state.colour, state.text);
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
            requests.status = say("Copied ", copy.text, '.');
        }
        mark(id, ".copy.", copy.id);
    }
    ImGui::EndPopup();
}

void card(const View& view, const WordView& word, Requests& requests) {
    const Sizes sizes = sizes_at(view.scale);
    const std::string id = say("words.", row_of(word.id).id);
    const float lines = word.used ? 3 : 2;  // an unused word has no line for digits
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 size{std::max(1.0f, ImGui::GetContentRegionAvail().x),
                      lines * ImGui::GetTextLineHeightWithSpacing() + 2 * sizes.pad};
    ImGui::PushID(row_of(word.id).id.data());
    before_item_below();
    if (ImGui::InvisibleButton("card", size)) requests.view_state.active = word.id;
    after_item_below();
    mark(id);
    if (disagrees_with_memory(view, word.id)) mark(id, ".not_as_written");
    if (is_only_legal(view, word)) mark(id, ".not_compared");
    const bool menu = ImGui::IsItemHovered() && ImGui::IsMouseReleased(1);
    if (!word.used) tip(word.unused_reason);
    if (is_only_legal(view, word)) tip_below(not_compared(view));
    draw_card(view, word, at, size);
    const float side = sizes.row;
    const ImVec2 after = ImGui::GetCursorScreenPos();
    ImGui::SetCursorScreenPos({at.x + size.x - side - sizes.pad, at.y + size.y - side - sizes.pad});
    const bool copy = icon_button(Icon::more, "..", {side, side});
    mark(id, ".copy");
    tip("Copy as");
    ImGui::SetCursorScreenPos(after);
    if (menu || copy) ImGui::OpenPopup("copies");
    copy_menu_of(view, word, id, requests);
    ImGui::PopID();
}

// The text that floats beside a tile: what a card would show, and the problems of the word.
void tile_tooltip(const View& view, const WordView& word) {
    const Rect tile{ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
    std::string text = say(row_of(word.id).title, "  ", word.format->title, "  ", state_of(view, word).text);
    if (word.used) text += say('\n', hex_word(*word.format, view.session.word(word.id), word.unknown));
    text += say('\n', word.used ? word.summary : word.unused_reason);
    if (is_only_legal(view, word)) text += say("\n\n", not_compared(view));
    for (const Problem& p : word.problems) text += say('\n', sign_of(p.severity), "  ", p.rule, "  ", p.text);
    for (const Cause& cause : view.results.job.causes)
        if (disagrees_with_memory(view, word.id) && cause.word == row_of(word.id).id)
            text += say('\n', sign_of(Severity::warn), "  ", cause.sentence);
    tooltip_beside(tile, text);
}

// A tile has the letter of the word and, below it, its state as a sign and a colour.
void tile(const View& view, const WordView& word, Requests& requests) {
    const Sizes sizes = sizes_at(view.scale);
    const Theme& theme = view.theme;
    const WordRow& row = row_of(word.id);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 size{std::max(1.0f, ImGui::GetContentRegionAvail().x), 2 * sizes.row};
    ImGui::PushID(row.id.data());
    if (ImGui::InvisibleButton("tile", size)) requests.view_state.active = word.id;
    const std::string id = say("words.", row.id);
    mark(id);
    if (disagrees_with_memory(view, word.id)) mark(id, ".not_as_written");
    if (is_only_legal(view, word)) mark(id, ".not_compared");
    if (ImGui::IsItemHovered()) tile_tooltip(view, word);
    if (ImGui::IsItemHovered() && ImGui::IsMouseReleased(1)) ImGui::OpenPopup("copies");
    const bool active = view.view_state.active == word.id;
    const ImVec2 end{at.x + size.x, at.y + size.y};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 fill = active ? faded(theme.accent, 0.20f) : ImGui::IsItemHovered() ? theme.panel : theme.window;
    list.AddRectFilled(at, end, fill, 3 * view.scale);
    list.AddRect(at, end, active ? theme.accent : theme.line, 3 * view.scale, 0, active ? sizes.ring : sizes.line);
    const State state = state_of(view, word);
    const auto centred = [&](float y, ImU32 colour, std::string_view text) {
        const std::string visible = shortened(text, size.x - sizes.gap);
        const float x = at.x + std::round((size.x - ImGui::CalcTextSize(visible.c_str()).x) / 2);
        list.AddText({x, y}, colour, visible.c_str());
    };
    const float top = at.y + std::round((size.y - 2 * ImGui::GetTextLineHeight()) / 2);
    centred(top, word.used ? theme.text : theme.dim, row.letter);
    centred(top + ImGui::GetTextLineHeight(), state.colour, state.brief);
    copy_menu_of(view, word, id, requests);
    ImGui::PopID();
}

}  // namespace

// Reads: the words, their problems and summaries.   Requests: active word, copy.
void draw_words_panel(const View& view, PanelStates&, Requests& requests) {
    heading("WORDS", style_of(view));
    for (const WordView& word : view.derived.words) card(view, word, requests);
}

void draw_words_tiles(const View& view, PanelStates&, Requests& requests) {
    for (const WordView& word : view.derived.words) tile(view, word, requests);
}

}  // namespace tilescope::ui
