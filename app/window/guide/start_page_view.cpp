// app/window/guide/start_page_view.cpp -- draws the start page: sections of cards with small pictures.
// SPDX-License-Identifier: MIT
#include "app/ui/drawing.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/text.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/text_fit.h"
#include "app/window/frame/context.h"
#include "app/window/frame/drawer.h"
#include "app/window/guide/start_page.h"

#include <tilescope/base/say.h>
#include <tilescope/base/text.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tilescope::ui {
namespace {

constexpr std::string_view kHeadings[kCardKinds] = {{}, "Recent files", "Examples"};
constexpr std::string_view kWhat =
    "tilescope shows what the descriptors of a tensor-core instruction (tcgen05, wgmma) say: which bytes it reads, "
    "what is wrong with them, and what D becomes.";
constexpr std::string_view kHow =
    "Paste anything with Ctrl+V, or open or drop a file (Ctrl+O): a session, a log, D.npy. Typing searches. "
    "Esc leaves this page.";
constexpr float kPictureShare = 0.37f;                          // of the width of a card, at most
constexpr float kDoorSide = 84, kLowSide = 28, kCardSide = 48;  // of the picture, in logical pixels
constexpr const char* kBox = "Show this page when the window opens";

// One run of cells with the same tone is one rectangle.
void draw_card_grid(ImDrawList& list, const CardGrid& grid, const Rect& place, const Style& style) {
    const float width = (place.max.x - place.min.x) / static_cast<float>(grid.columns);
    const float height = (place.max.y - place.min.y) / static_cast<float>(grid.rows);
    const auto x_of = [&](int c) { return std::round(place.min.x + static_cast<float>(c) * width); };
    const auto y_of = [&](int r) { return std::round(place.min.y + static_cast<float>(r) * height); };
    for (int r = 0; r < grid.rows; ++r)
        for (int c = 0, end = 0; c < grid.columns; c = end) {
            const auto at = [&](int column) { return static_cast<std::size_t>(r * grid.columns + column); };
            const Tone tone = grid.tone[at(c)];
            const Mark mark = grid.mark[at(c)];
            for (end = c + 1; end < grid.columns && grid.tone[at(end)] == tone && grid.mark[at(end)] == mark;) ++end;
            const ImVec2 low{x_of(c), y_of(r)}, high{x_of(end), y_of(r + 1)};
            fill_rect(list, low, high, colour_of(style.theme, tone));
            if (mark != Mark::none)
                hatch_rect(list, low, high,
                           {.colour = line_on(style.theme, tone), .step = style.px.hatch, .crossed = false});
        }
    list.AddRect(place.min, place.max, style.theme.line);
}

// Two grids are beside each other, and two flat ones below each other.
void draw_card_picture(ImDrawList& list, const CardPicture& picture, const Rect& place, const Style& style) {
    const std::size_t count = picture.grids.size();
    if (count == 0) return;
    const bool flat = picture.grids[0].columns > 4 * picture.grids[0].rows;
    const float gap = std::round(style.px.gap / 2), parts = static_cast<float>(count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto at = static_cast<float>(i);
        Rect part = place;
        if (flat) {
            const float high = (place.max.y - place.min.y - (parts - 1) * gap) / parts;
            part.min.y = std::round(place.min.y + at * (high + gap)), part.max.y = std::round(part.min.y + high);
        } else {
            const float wide = (place.max.x - place.min.x - (parts - 1) * gap) / parts;
            part.min.x = std::round(place.min.x + at * (wide + gap)), part.max.x = std::round(part.min.x + wide);
        }
        draw_card_grid(list, picture.grids[i], part, style);
    }
}

void draw_key(ImDrawList& list, const View& view, const Rect& card, std::size_t index, const Sizes& px) {
    if (index >= 9) return;
    const std::string key = say(index + 1);
    const Style style = style_of(view);
    const float side = std::round(px.mono * 1.2f), edge = px.gap / 2;
    const ImVec2 low{card.max.x - side - edge, card.min.y + edge}, high{low.x + side, low.y + side};
    list.AddRect(low, high, view.theme.line, px.gap / 4);
    const float width = mono_width(style, TextSize::mono, key);
    draw_mono(list, style, TextSize::mono, {low.x + std::round((side - width) / 2), low.y + (side - px.mono) / 2},
              view.theme.dim, key);
}

// Where the parts of a card are, from its upper left corner.
struct CardParts {
    float side = 0, left = 0;                 // of the picture; of the text
    float title_width = 0, width = 0;         // of the text: the key is beside the title
    float title_height = 0, line_height = 0;  // 0: the line is not shown
    float height = 0;                         // of the card
};

// Doors below each other show only their names: all three are in sight.
bool shows_line(const StartPage& page, const StartCard& card) {
    return card.kind != CardKind::door || page.layout.door_columns > 1;
}

CardParts parts_of(const StartPage& page, const StartCard& card, float width, const View& view) {
    const Sizes px = sizes_at(view.scale);
    const bool door = card.kind == CardKind::door;
    const float least = !door ? kCardSide : shows_line(page, card) ? kDoorSide : kLowSide;
    const bool drawn = card.session || !card.digits.empty();
    CardParts out;
    out.side = std::round(std::min(least * view.scale, width * kPictureShare));
    out.left = px.gap + (drawn ? out.side + px.gap : 0);
    out.width = std::max(width - out.left - px.gap, px.mono);
    out.title_width = std::max(out.width - px.mono * 1.4f, px.mono);
    const auto height = [](const std::string& text, float wrap) {
        return text.empty() ? 0 : ImGui::CalcTextSize(text.c_str(), nullptr, false, wrap).y;
    };
    out.title_height = height(card.title, out.title_width);
    if (shows_line(page, card)) out.line_height = height(card.line, out.width);
    out.height = std::max(out.title_height + out.line_height, drawn ? out.side : 0) + 2 * px.gap;
    return out;
}

void draw_wrapped(ImVec2 at, ImU32 colour, const std::string& text, float width) {
    ImGui::SetCursorScreenPos(at);
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
    coloured_line(colour, text);
    ImGui::PopTextWrapPos();
}

void draw_card_words(const View& view, const StartCard& card, const CardParts& parts, ImVec2 low) {
    const ImU32 colour = card.there ? view.theme.text : view.theme.dim;
    const ImVec2 at{low.x + parts.left, low.y + sizes_at(view.scale).gap};
    draw_wrapped(at, colour, card.title, parts.title_width);
    if (card.kind == CardKind::door) draw_wrapped({at.x + 1, at.y}, colour, card.title, parts.title_width);  // bold
    if (parts.line_height > 0) draw_wrapped({at.x, at.y + parts.title_height}, view.theme.dim, card.line, parts.width);
}

// The lines of a word, each in the colour of a field.
void draw_digits(ImDrawList& list, const View& view, std::string_view digits, const Rect& place) {
    const Style style = style_of(view);
    std::vector<std::string_view> lines = split_at(digits, '\n');
    const auto fitting = static_cast<std::size_t>((place.max.y - place.min.y) / style.px.small);
    lines.resize(std::clamp<std::size_t>(fitting, 1, lines.size()));
    const float high = (place.max.y - place.min.y) / static_cast<float>(lines.size());
    const bool fits = high >= style.px.mono;
    const TextSize size = fits ? TextSize::mono : TextSize::small;
    const float width = mono_width(style, size, lines.front());
    for (std::size_t i = 0; i < lines.size(); ++i)
        draw_mono(list, style, size,
                  {std::round((place.min.x + place.max.x - width) / 2),
                   std::round(place.min.y + (static_cast<float>(i) + 0.5f) * high - pixels_of(style.px, size) / 2)},
                  i % 2 == 0 ? view.theme.text : view.theme.accent, lines[i]);
}

void draw_card(const View& view, StartPage& page, std::size_t index, const Rect& place) {
    const StartCard& card = page.cards[index];
    const Style style = style_of(view);
    const Sizes& px = style.px;
    ImGui::SetCursorScreenPos(place.min);
    ImGui::PushID(static_cast<int>(index));
    const bool pressed = ImGui::InvisibleButton("card", {place.max.x - place.min.x, place.max.y - place.min.y});
    ImGui::PopID();
    if (g_probe != nullptr) {
        mark(say("start.card.", index + 1));
        mark(say("start.",
                 card.kind == CardKind::preset                           ? "preset."
                 : card.kind == CardKind::door && card.id != "clipboard" ? "door."
                                                                         : "",
                 card.kind == CardKind::recent ? say("recent.", card.title) : card.id));
    }
    const bool hovered = ImGui::IsItemHovered(), chosen = index == page.chosen;
    if (hovered && (ImGui::GetIO().MouseDelta.x != 0 || ImGui::GetIO().MouseDelta.y != 0)) page.chosen = index;
    if (chosen && std::exchange(page.reveal, false)) ImGui::SetScrollHereY(0.5f);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool door = card.kind == CardKind::door;
    const ImU32 rest = door ? faded(view.theme.accent, 0.06f) : view.theme.panel;
    list.AddRectFilled(place.min, place.max, hovered ? faded(view.theme.accent, 0.14f) : rest, px.gap / 2);
    list.AddRect(place.min, place.max, door ? faded(view.theme.accent, 0.6f) : view.theme.line, px.gap / 2);
    const CardParts parts = parts_of(page, card, place.max.x - place.min.x, view);
    const ImVec2 at{place.min.x + px.gap, place.min.y + px.gap};
    const Rect picture{at, {at.x + parts.side, at.y + parts.side}};
    if (card.picture)
        draw_card_picture(list, *card.picture, picture, style);
    else if (!card.digits.empty())
        draw_digits(list, view, card.digits, picture);
    draw_card_words(view, card, parts, place.min);
    draw_key(list, view, place, index, px);
    if (chosen) {
        list.AddRect(place.min, place.max, view.theme.accent, px.gap / 2, 0, px.ring);
        mark_rect(place, "start.ring");
    }
    if (pressed) page.pressed = index;
}

void draw_box(const View& view, Document& doc, StartPage& page, const Prefs& prefs) {
    bool shows = prefs.start_page;
    if (ImGui::Checkbox(kBox, &shows)) doc.requests.commands.push_back(command("start_page_at_start"));
    mark("start.box");
    if (page.chosen != page.cards.size()) return;
    if (std::exchange(page.reveal, false)) ImGui::SetScrollHereY(1);
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    ImGui::GetWindowDrawList()->AddRect(low, high, view.theme.accent, 0, 0, sizes_at(view.scale).ring);
    mark_rect({low, high}, "start.ring");
}

CardCounts counts_of(const StartPage& page) {
    CardCounts out{};
    for (const StartCard& card : page.cards) ++out[static_cast<std::size_t>(card.kind)];
    return out;
}

// The highest card of each kind.
std::array<float, kCardKinds> heights_of(const View& view, const StartPage& page, float width, const StartUnits& u) {
    std::array<float, kCardKinds> out{};
    for (const StartCard& card : page.cards) {
        float& height = out[static_cast<std::size_t>(card.kind)];
        height = std::max(height, parts_of(page, card, width_of_card(width, card.kind, u), view).height);
    }
    return out;
}

}  // namespace

std::size_t cards_in_row(float width, CardKind kind, const StartUnits& u) {
    constexpr std::size_t kDoors = 3;
    const float least = kLeastStartCard * u.scale;
    const auto fitting = static_cast<std::size_t>(std::max((width + u.gap) / (least + u.gap), 1.0f));
    return kind != CardKind::door ? fitting : fitting >= kDoors ? kDoors : 1;
}

float width_of_card(float width, CardKind kind, const StartUnits& u) {
    const auto in_row = static_cast<float>(cards_in_row(width, kind, u));
    return std::floor((width - (in_row - 1) * u.gap) / in_row);
}

StartLayout lay_out_start(float width, const CardCounts& counts, const StartUnits& u) {
    StartLayout out;
    out.door_columns = cards_in_row(width, CardKind::door, u);
    float y = 0;
    for (std::size_t kind = 0; kind < counts.size(); ++kind) {
        if (counts[kind] == 0) continue;
        const auto which = static_cast<CardKind>(kind);
        const float card = width_of_card(width, which, u), height = u.height[kind];
        out.in_row = cards_in_row(width, which, u);
        if (which != CardKind::door) {
            out.headings[kind] = {{0, y}, {width, y + u.heading}};
            y += u.heading;
        }
        for (std::size_t i = 0; i < counts[kind]; ++i) {
            const float x = static_cast<float>(i % out.in_row) * (card + u.gap);
            const float top = y + static_cast<float>(i / out.in_row) * (height + u.gap);
            out.cards.push_back({{x, top}, {x + card, top + height}});
        }
        y = out.cards.back().max.y + u.gap;
    }
    out.height = y;
    return out;
}

std::size_t card_beside(const StartLayout& layout, std::size_t at, int right, int down) {
    const ImVec2 from = layout.cards[at].centre();
    std::size_t best = at;
    std::optional<float> least;
    for (std::size_t i = 0; i < layout.cards.size(); ++i) {
        const ImVec2 to = layout.cards[i].centre();
        const float across = to.x - from.x, below = to.y - from.y;
        const float along = right != 0 ? across * static_cast<float>(right) : below * static_cast<float>(down);
        const float aside = std::abs(right != 0 ? below : across);
        if (along <= 1 || (right != 0 && aside > 1)) continue;  // left and right stay in the row
        // The next row first, and in it the nearest card.
        const float distance = along * 8 + aside;
        if (!least || distance < *least) least = distance, best = i;
    }
    return best;
}

void draw_start_page(const View& view, Document& doc, StartPage& page, const Prefs& prefs, const Rect& place) {
    ImGui::SetCursorScreenPos(place.min);
    const Sizes px = sizes_at(view.scale);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {2 * px.gap, px.gap});
    const bool open =
        begin_ground("start", {place.max.x - place.min.x, place.max.y - place.min.y}, IM_COL32_BLACK_TRANS);
    ImGui::PopStyleVar();
    if (open) {
        push_no_nav();
        // In a small window the sentence would hide the doors: it is below them then.
        constexpr float kMostSentence = 0.34f;  // of the height
        const ImVec2 room = ImGui::GetContentRegionAvail();
        const bool first =
            ImGui::CalcTextSize(kWhat.data(), kWhat.data() + kWhat.size(), false, room.x).y <= kMostSentence * room.y;
        const auto say_what = [] {
            wrapped(kWhat);
            mark("start.what");
        };
        if (first) say_what();
        if (!page.note.empty()) wrapped(page.note);
        ImGui::Spacing();
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float width = ImGui::GetContentRegionAvail().x;
        StartUnits units{.scale = view.scale, .gap = px.gap, .heading = ImGui::GetTextLineHeight() + 2 * px.gap};
        page.layout.door_columns = cards_in_row(width, CardKind::door, units);
        units.height = heights_of(view, page, width, units);
        page.layout = lay_out_start(width, counts_of(page), units);
        for (std::size_t kind = 0; kind < kCardKinds; ++kind) {
            const Rect& r = page.layout.headings[kind];
            if (r.max.y <= r.min.y) continue;
            ImGui::GetWindowDrawList()->AddText({at.x + r.min.x, at.y + r.min.y + px.gap * 1.25f}, view.theme.text,
                                                kHeadings[kind].data());
        }
        for (std::size_t i = 0; i < page.cards.size(); ++i) {
            const Rect& r = page.layout.cards[i];
            draw_card(view, page, i, {{at.x + r.min.x, at.y + r.min.y}, {at.x + r.max.x, at.y + r.max.y}});
        }
        ImGui::SetCursorScreenPos({at.x, at.y + page.layout.height});
        if (!first) say_what();
        ImGui::PushStyleColor(ImGuiCol_Text, view.theme.dim);
        wrapped(kHow);
        ImGui::PopStyleColor();
        draw_box(view, doc, page, prefs);
        pop_no_nav();
    }
    ImGui::EndChild();
    mark("region.start");
}

}  // namespace tilescope::ui
