// app/widgets/text_fit.h -- text in the room that there is: shortened, wrapped, headings, tooltips, popups.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/theme.h"
#include "app/ui/ui_probe.h"

#include <span>
#include <string>
#include <string_view>

namespace tilescope::ui {

// Returns the text if it fits in the current font, else its start with "..". Returns an empty text if not even one
// letter fits.
std::string shortened(std::string_view text, float width);

// Shortens the id of a field and keeps an ending such as "_b": "transpose_b" becomes "tran.._b", or "t_b" in the
// smallest room.
std::string shortened_id(std::string_view id, float width);

// Returns the text in lines that are not wider, as far as its words allow: for a button, which does not wrap.
std::string in_lines(std::string_view text, float width);
// The same in at most so many lines; the last one is shortened.
std::string in_few_lines(std::string_view text, float width, int most);
// The first sentences of the text that are not wider; nothing if the first is.
std::string leading_sentences(std::string_view text, float width);

// Works like ImGui::TextWrapped, for text that is not a C string. Marks it as `id` and `suffix`, if there is an id.
void wrapped(std::string_view text, std::string_view id = {}, std::string_view suffix = {});
void coloured(ImU32 colour, std::string_view text, std::string_view id = {}, std::string_view suffix = {});
// The same for the result of a panel, which is its largest text. `lead` is the font of View; null: the font of text.
void result_text(ImFont* lead, ImU32 colour, std::string_view text, std::string_view id);
// The same in one line, which is not wrapped.
void coloured_line(ImU32 colour, std::string_view text);
// Draws "!  text" in the colour of the severity, with its sign.
void sentence_of(const Theme& theme, Severity severity, std::string_view text, std::string_view id = {},
                 std::string_view suffix = {});

// Draws text in the middle of a line with boxes and buttons. name_of_choice(): the next item is on the same line.
void beside_boxes(std::string_view text, std::string_view id = {});
void name_of_choice(std::string_view text);

// Draws `text` unchanged, so callers pass capitals. Draws `aside` at the right end if there is room:
//
//     FIELDS                          by meaning
void heading(std::string_view text, const Style& style, std::string_view aside = {});

// Returns the position for a tooltip of that size: below `avoid` if there is room, else above, right or left of it, and
// near the pointer. If no side has enough room, it uses the side with the most room, inside the screen.
ImVec2 place_beside(const Rect& avoid, ImVec2 size, ImVec2 pointer, const Rect& screen, float gap);

// Shows text beside the last item, which stays readable, while the pointer is over it; kOffToo: also over one that is
// off. tip_below() shows it as tooltip_of_item() does.
inline constexpr ImGuiHoveredFlags kOffToo = ImGuiHoveredFlags_AllowWhenDisabled;
void tip(std::string_view text, ImGuiHoveredFlags when = 0);
void tip_below(const std::string& text, ImGuiHoveredFlags when = 0);

// Draws the titles of the columns of a table. The keys pass over them, because they do nothing.
void table_titles();

// Draws wrapped text in a tooltip below the last item and the row of items below it, so that the row stays readable.
void tooltip_of_item(const std::string& text);

// Begins an open popup that is never larger than the window: what has no room scrolls. `wraps`: its texts are wrapped,
// so that it needs no scroll bar at its lower edge.
bool begin_popup(const char* id, bool wraps = false);

// Draws wrapped text in a tooltip beside `avoid`. Its mark id is "tooltip".
void tooltip_beside(const Rect& avoid, const std::string& text);
struct TooltipLine {
    ImU32 colour;
    std::string text;
    std::string id = {};     // its mark; empty: none
    ImFont* font = nullptr;  // null: that of sentences
};
void tooltip_beside(const Rect& avoid, std::span<const TooltipLine> lines);

}  // namespace tilescope::ui
