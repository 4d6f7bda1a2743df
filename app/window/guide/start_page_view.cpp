// app/window/guide/start_page_view.cpp -- draws the start page: sections of cards with small pictures.
// SPDX-License-Identifier: MIT
#include "app/ui/drawing.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/text_fit.h"
#include "app/window/frame/context.h"
#include "app/window/guide/start_page.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

namespace tilescope::ui {
namespace {

constexpr std::string_view kHeadings[kCardKinds] = {"In the clipboard", "Recent files", "Lessons", "Examples"};
constexpr std::string_view kHow =
    "Choose a card, paste anything with Ctrl+V, or open (Ctrl+O) or drop a file: a session, a log, D.npy. Typing "
    "searches. "
    "Esc leaves this page.";
constexpr float kPictureShare = 0.37f;  // of the width of a card
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
                hatch_rect(list, low, high, {.colour = style.theme.hatch, .step = style.px.hatch, .crossed = false});
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

void draw_card_words(ImDrawList& list, const View& view, const StartCard& card, const Rect& place, bool keyed) {
    const Sizes px = sizes_at(view.scale);
    const float line = ImGui::GetTextLineHeight(), right = place.max.x;
    const float beside_key = right - (keyed ? px.mono * 1.2f : 0) - place.min.x;
    const std::string title = in_few_lines(card.title, beside_key, 2);
    const float lines = title.find('\n') == title.npos ? 1 : 2;
    list.AddText(place.min, card.there ? view.theme.text : view.theme.dim, title.c_str());
    const int rest = static_cast<int>((place.max.y - place.min.y) / line - lines);
    const std::string below = rest > 0 ? in_few_lines(card.line, right - place.min.x, rest) : std::string();
    list.AddText({place.min.x, std::round(place.min.y + lines * line)}, view.theme.dim, below.c_str());
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
                 card.kind == CardKind::preset   ? "preset."
                 : card.kind == CardKind::lesson ? "lesson."
                                                 : "",
                 card.kind == CardKind::recent ? say("recent.", card.title) : card.id));
    }
    const bool hovered = ImGui::IsItemHovered(), chosen = index == page.chosen;
    if (hovered && (ImGui::GetIO().MouseDelta.x != 0 || ImGui::GetIO().MouseDelta.y != 0)) page.chosen = index;
    if (chosen && std::exchange(page.reveal, false)) ImGui::SetScrollHereY(0.5f);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(place.min, place.max, hovered ? faded(view.theme.accent, 0.10f) : view.theme.panel, px.gap / 2);
    list.AddRect(place.min, place.max, view.theme.line, px.gap / 2);
    const float pad = px.gap, room = (place.max.x - place.min.x) * kPictureShare;
    const float side = std::round(std::min(place.max.y - place.min.y - 2 * pad, room));
    const Rect picture{{place.min.x + pad, place.min.y + pad}, {place.min.x + pad + side, place.min.y + pad + side}};
    if (card.picture) draw_card_picture(list, *card.picture, picture, style);
    const float left = card.session ? picture.max.x + pad : picture.min.x;
    list.PushClipRect(place.min, place.max, true);
    draw_card_words(list, view, card, {{left, picture.min.y}, {place.max.x - pad, place.max.y - pad}}, index < 9);
    list.PopClipRect();
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

// All cards are visible if they can be.
float height_of_card(float room, const CardCounts& counts, std::size_t in_row, const StartUnits& u) {
    float rows = 0, headings = 0;
    for (const std::size_t count : counts) {
        rows += static_cast<float>((count + in_row - 1) / in_row);
        headings += count > 0 ? u.heading : 0;
    }
    const float fitting = (room - headings) / std::max(rows, 1.0f) - u.gap;
    return std::floor(std::clamp(fitting, kLeastStartHeight * u.scale, kMostStartHeight * u.scale));
}

}  // namespace

StartLayout lay_out_start(ImVec2 room, const CardCounts& counts, const StartUnits& u) {
    StartLayout out;
    const float least = kLeastStartCard * u.scale, width = room.x;
    out.in_row = static_cast<std::size_t>(std::max((width + u.gap) / (least + u.gap), 1.0f));
    const auto in_row = static_cast<float>(out.in_row);
    const float height = height_of_card(room.y, counts, out.in_row, u);
    const float card = std::floor((width - (in_row - 1) * u.gap) / in_row);
    float y = 0;
    for (std::size_t kind = 0; kind < counts.size(); ++kind) {
        if (counts[kind] == 0) continue;
        out.headings[kind] = {{0, y}, {width, y + u.heading}};
        y += u.heading;
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
    const bool open = ImGui::BeginChild("start", {place.max.x - place.min.x, place.max.y - place.min.y}, true);
    ImGui::PopStyleVar();
    if (open) {
        push_no_nav();
        wrapped(kHow);
        mark("start.how");
        if (!page.note.empty()) wrapped(page.note);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float heading = ImGui::GetTextLineHeight() + 2 * px.gap;
        const ImVec2 free = ImGui::GetContentRegionAvail();
        const float box = ImGui::GetFrameHeight();
        page.layout = lay_out_start({free.x, free.y - box}, counts_of(page),
                                    {.scale = view.scale, .gap = px.gap, .heading = heading});
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
        draw_box(view, doc, page, prefs);
        pop_no_nav();
    }
    ImGui::EndChild();
    mark("region.start");
}

}  // namespace tilescope::ui
